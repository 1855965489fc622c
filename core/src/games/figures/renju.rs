//! Renju: `docs/rules/5b-figures.md#renju`.

use super::hands;
use super::rows::{AXES, Completed, Shapes, completes, counts, has_row, open_rows, rows, squares_of};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::games::put::Put;
use crate::history::Endless;
use crate::info::{BLACK_FIRST, Capital, Family, Info, OptionSpec};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{CounterKind, Mark, Stroke, View};

/// *Turn*: stones on the board from which on passing is legal.
const PASS_FROM: u32 = 6;
/// Two passes in a row.
const PASSES: Reason = Reason("passes");
/// Neither player can get five any more.
const NO_FIVE: Reason = Reason("no-five");

/// A position: the stones of each seat (Black is seat 0), who acts, and how the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renju {
    pieces: [Bitboard; 2],
    acts: Seat,
    /// Passes in a row.
    passes: u8,
    /// Stones of each at the start (option `pieces`).
    size: u8,
    /// Whether the first three plies are bound (option `opening`).
    classic: bool,
    end: Option<End>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Five(Seat),
    Passes,
    NoFive,
}

/// A line through a square: eleven squares, the square itself in the middle (bit 5). Squares beyond the edge are
/// neither own nor empty.
#[derive(Clone, Copy)]
struct Strip {
    own: u16,
    empty: u16,
}

const MIDDLE: u32 = 5;

impl Strip {
    /// The line of an own stone on `square`, for stones and empty squares as they lie with it.
    #[inline]
    fn of(own: Bitboard, empty: Bitboard, square: Square, axis: Direction) -> Strip {
        let at = if axis == Direction::Up { square.rank() } else { square.file() };
        let line = |set: Bitboard| {
            let file_a = Bitboard::file(0).0;
            let line = match axis {
                Direction::Right => set.0 >> (8 * square.rank()) & 0xff,
                Direction::Up => (set.0 >> square.file() & file_a).wrapping_mul(0x0102_0408_1020_4080) >> 56,
                // A diagonal has one square on a file at most: the files are added up in the highest rank.
                _ => {
                    let rays = Bitboard::ray(square, axis) | Bitboard::ray(square, axis.opposite());
                    (set.0 & (rays.0 | Bitboard::of(square).0)).wrapping_mul(file_a) >> 56
                }
            };
            (line << MIDDLE >> at) as u16
        };
        Strip { own: line(own) | 1 << MIDDLE, empty: line(empty) & !(1 << MIDDLE) }
    }

    /// *Run*: the length of the unbroken series through the middle, eleven at most.
    fn run(self) -> u32 {
        let above = (!(self.own >> MIDDLE)).trailing_zeros();
        let below = (!(self.own << (15 - MIDDLE))).leading_zeros();
        above + below - 1
    }

    /// *Four*: how many sets of four stones, the middle among them, one empty square makes a run of exactly five.
    fn fours(self) -> usize {
        let mut last = 0;
        let mut found = 0;
        for start in 1..=MIDDLE {
            let window = 0x1f << start;
            let stones = self.own & window;
            let fits = stones.count_ones() == 4
                && stones | self.empty & window == window
                && self.own & (1 << (start - 1) | 1 << (start + 5)) == 0;
            // One set with two completing squares is met in two windows, one after the other.
            if fits && stones != last {
                found += 1;
                last = stones;
            }
        }
        found
    }

    /// *Three*: the empty squares on which a stone makes a straight four together with the middle, as bits.
    fn straight_four_squares(self) -> u16 {
        let mut squares = 0;
        for start in 2..=MIDDLE {
            let window = 0xf << start;
            let missing = window & !self.own;
            let ends = 1 << (start - 1) | 1 << (start + 4);
            let beyond = 1 << (start - 2) | 1 << (start + 5);
            if missing.count_ones() == 1
                && self.empty & (missing | ends) == missing | ends
                && self.own & beyond == 0
            {
                squares |= missing;
            }
        }
        squares
    }
}

/// *Turn*, forbidden squares: whether Black's stone on an empty square would be.
fn is_forbidden(own: Bitboard, empty: Bitboard, square: Square) -> bool {
    let placed = Bitboard::of(square);
    let (own, empty) = (own | placed, empty & !placed);
    let strips = AXES.map(|axis| Strip::of(own, empty, square, axis));
    let runs = strips.map(Strip::run);
    if runs.contains(&5) {
        return false;
    }
    if runs.iter().any(|&run| run > 5) || strips.map(Strip::fours).iter().sum::<usize>() >= 2 {
        return true;
    }
    let is_three = |(axis, strip): (Direction, Strip)| {
        let mut squares = strip.straight_four_squares();
        while squares != 0 {
            let bit = squares.trailing_zeros();
            squares &= squares - 1;
            let (direction, distance) =
                if bit > MIDDLE { (axis, bit - MIDDLE) } else { (axis.opposite(), MIDDLE - bit) };
            let completing = (0..distance).try_fold(square, |at, _| at.step(direction));
            if completing.is_some_and(|e| !makes_five(own, empty, e) && !is_forbidden(own, empty, e)) {
                return true;
            }
        }
        false
    };
    AXES.into_iter().zip(strips).filter(|&line| is_three(line)).count() >= 2
}

/// Whether a stone makes a run of exactly five on any line.
fn makes_five(own: Bitboard, empty: Bitboard, square: Square) -> bool {
    AXES.into_iter().any(|axis| Strip::of(own, empty, square, axis).run() == 5)
}

/// The forbidden ones of the empty squares.
fn forbidden(own: Bitboard, empty: Bitboard) -> Bitboard {
    // The smallest fork is two threes, each of two stones and the new one.
    if own.len() < 4 {
        return Bitboard::EMPTY;
    }
    // Only squares where a fork is possible are looked at closely: those on two lines where a straight four could
    // come of two stones, or in two rows of five that three stones share with no enemy (an overline has two as well).
    let [mut three, mut threes, mut four, mut fours] = [Bitboard::EMPTY; 4];
    for axis in AXES {
        let back = axis.opposite();
        let open = rows::<5>(own | empty, axis);
        // Six squares in a row with empty ends, by the second of them.
        let beyond = (0..5).fold(empty, |set, _| set.shift(back));
        let room = (open & empty & beyond).shift(axis);
        let [_, twos, more] = counts::<4>(own, axis);
        let near = squares_of::<4>(room & (twos | more), axis);
        threes |= three & near;
        three |= near;
        let [ones, twos, more] = counts::<5>(own, axis);
        let mut row = open & (ones & twos | more);
        if !row.is_empty() {
            for _ in 0..5 {
                fours |= four & row;
                four |= row;
                row = row.shift(axis);
            }
        }
    }
    let forks = (threes | fours) & empty;
    forks.into_iter().filter(|&square| is_forbidden(own, empty, square)).collect()
}

impl Renju {
    fn empty(&self) -> Bitboard {
        !(self.pieces[0] | self.pieces[1])
    }

    fn stones(&self) -> u32 {
        64 - self.empty().len()
    }

    fn hand(&self, seat: Seat) -> u8 {
        hands(self.pieces, self.size)[seat.index()]
    }

    /// The squares that are forbidden to the seat that acts.
    fn forbidden(&self) -> Bitboard {
        if self.acts == Seat::FIRST { forbidden(self.pieces[0], self.empty()) } else { Bitboard::EMPTY }
    }

    /// *Turn*: the squares on which a stone may be placed.
    fn targets(&self) -> Bitboard {
        if self.hand(self.acts) == 0 {
            return Bitboard::EMPTY;
        }
        let empty = self.empty();
        let stones = self.stones();
        if self.classic && stones < 3 {
            // The classic opening: the centre, then by king's steps from the first stone.
            let first = self.pieces[0];
            return match stones {
                0 => Bitboard(0x0000_0018_1800_0000),
                1 => first.neighbours() & empty,
                _ => (first.neighbours() | first.neighbours().neighbours()) & empty,
            };
        }
        empty & !self.forbidden()
    }

    fn may_pass(&self, targets: Bitboard) -> bool {
        self.stones() >= PASS_FROM || targets.is_empty()
    }

    /// *End* (3): whether a seat can still get five in theory.
    fn can_get_five(&self, seat: Seat) -> bool {
        let enemy = self.pieces[seat.other().index()];
        let hand = self.hand(seat);
        if hand >= 5 {
            return has_row::<5>(!enemy);
        }
        let held = open_rows::<5>(self.pieces[seat.index()], enemy);
        held[usize::from(5 - hand)..].iter().any(|&rows| rows > 0)
    }

    /// *End* (1): whether a seat's last stone has made its five.
    fn has_five(&self, seat: Seat, square: Square) -> bool {
        let own = self.pieces[seat.index()];
        let run = |axis| Strip::of(own, Bitboard::EMPTY, square, axis).run();
        has_row::<5>(own) && AXES.into_iter().map(run).any(|run| run == 5 || run > 5 && seat == Seat::SECOND)
    }
}

impl Game for Renju {
    type Ply = Put;

    const INFO: Info = Info {
        slug: "renju",
        family: Family::Figures,
        ru: "Рендзю",
        en: "Renju",
        aliases: &["Пять в ряд", "Five in a row", "Gomoku", "Гомоку"],
        seats: BLACK_FIRST,
        options: &[
            OptionSpec { name: "pieces", values: &["30", "25", "20"] },
            OptionSpec { name: "opening", values: &["free", "classic"] },
        ],
        capital: Capital::King,
    };

    fn start(options: &Options) -> Self {
        let size = match options.get("pieces") {
            Some("25") => 25,
            Some("20") => 20,
            _ => 30,
        };
        Renju {
            pieces: [Bitboard::EMPTY; 2],
            acts: Seat::FIRST,
            passes: 0,
            size,
            classic: options.is("opening", "classic"),
            end: None,
        }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Put>) {
        if self.end.is_some() {
            return;
        }
        let targets = self.targets();
        list.extend(targets.into_iter().map(Put::On));
        if self.may_pass(targets) {
            list.push(Put::Pass);
        }
    }

    fn count(&self) -> usize {
        if self.end.is_some() {
            return 0;
        }
        let targets = self.targets();
        targets.len() as usize + usize::from(self.may_pass(targets))
    }

    fn play(&mut self, ply: Put) {
        match ply {
            Put::On(square) => {
                self.pieces[self.acts.index()].add(square);
                self.passes = 0;
                if self.has_five(self.acts, square) {
                    self.end = Some(End::Five(self.acts));
                } else if !self.can_get_five(Seat::FIRST) && !self.can_get_five(Seat::SECOND) {
                    self.end = Some(End::NoFive);
                }
            }
            Put::Pass => {
                self.passes += 1;
                if self.passes >= 2 {
                    self.end = Some(End::Passes);
                }
            }
        }
        self.acts = self.acts.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(match self.end? {
            End::Five(winner) => Outcome::win(winner, Reason::FIVE),
            End::Passes => Outcome::draw(PASSES),
            End::NoFive => Outcome::draw(NO_FIVE),
        })
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Put) -> bool {
        true
    }

    fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, u64::from(self.acts.0) | u64::from(self.passes) << 1])
    }

    fn text(&self, ply: Put) -> String {
        ply.to_string()
    }

    fn board(&self) -> Board {
        let mut board = Board::of_men_and_kings(self.pieces[1], self.pieces[0], Bitboard::EMPTY);
        board.hands = Some(hands(self.pieces, self.size).map(u16::from).into());
        board
    }
}

impl Evaluate for Renju {
    /// Five in a row, made or stopped.
    fn is_capture(&self, ply: Put) -> bool {
        match ply {
            Put::On(square) => self.pieces.into_iter().any(|pieces| completes::<5>(pieces, square)),
            Put::Pass => false,
        }
    }

    /// *Evaluation*: rows of five without enemy stones by what they hold; a row of four is won by whoever acts, and two of
    /// them by the other as well, as is one that Black is forbidden to stop; three of four with free ends.
    const TERMS: &'static [Term] = &[
        term("ones", 2),
        term("twos", 10),
        term("threes", 40),
        term("fours", 20),
        term("wins-now", 9_000),
        term("threatens", 280),
        term("threatens-twice", 4_000),
        term("open-three-now", 1_500),
        term("open-three-next", 80),
        term("two-open-threes-next", 500),
        term("open-twos", 8),
        term("black-twos", -1),
        term("black-threes", -5),
        term("black-open-threes", -10),
        term("centre", 3),
        term("middle", 2),
        term("tempo", 40),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
        const MIDDLE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);
        let empty = self.empty();
        let side = |seat: Seat| -> [i32; 17] {
            let [own, enemy] = [self.pieces[seat.index()], self.pieces[seat.other().index()]];
            let is_black = seat == Seat::FIRST;
            // A row that becomes longer than five is nothing to Black.
            let completed = if is_black { Completed::Exact } else { Completed::AnyLength };
            let shapes = Shapes::of::<5, 4>(own, enemy, completed);
            let now = i32::from(seat == self.acts);
            let wins = i32::from(!shapes.completing.is_empty());
            let twice = match (shapes.completing.len(), shapes.completing.first()) {
                (1, Some(square)) => {
                    !is_black && self.acts == Seat::FIRST && is_forbidden(enemy, empty, square)
                }
                (number, _) => number > 1,
            };
            let (twice, black) = (i32::from(twice), i32::from(is_black));
            [
                shapes.rows[1],
                shapes.rows[2],
                shapes.rows[3],
                shapes.rows[4],
                wins * now,
                wins * (1 - now) * (1 - twice),
                twice * (1 - now),
                shapes.open.min(1) * now,
                shapes.open * (1 - now),
                i32::from(shapes.open > 1) * (1 - now),
                shapes.open_fewer,
                shapes.rows[2] * black,
                shapes.rows[3] * black,
                shapes.open * black,
                (own & CENTRE).len() as i32,
                (own & MIDDLE).len() as i32,
                now,
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Renju {
    /// *Picture*: forbidden squares for the first player, passes in a row; the row that has won.
    fn view(&self, view: &mut View) {
        match self.end {
            None => {
                view.mark(self.forbidden(), Mark::Forbidden);
                if self.classic && self.stones() < 3 {
                    view.mark(self.targets(), Mark::Target);
                }
                if self.passes > 0 {
                    view.count(CounterKind::NoProgress, u16::from(self.passes), Some(2));
                }
            }
            Some(End::Five(winner)) => {
                let colour = Some([Colour::Black, Colour::White][winner.index()]);
                let own = self.pieces[winner.index()];
                for axis in AXES {
                    let run = rows::<5>(own, axis);
                    // Rows that overlap are one run: from its first square to its last.
                    for first in run & !run.shift(axis) {
                        let mut last = first;
                        while let Some(next) = last.step(axis).filter(|&next| own.has(next)) {
                            last = next;
                        }
                        view.strokes.push(Stroke { from: first, to: last, colour });
                    }
                }
            }
            Some(End::Passes | End::NoFive) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::rng;
    use rand::Rng;

    #[test]
    fn no_forbidden_square_is_overlooked() {
        let mut rng = rng(1);
        let mut found = 0;
        for _ in 0..200 {
            let mut position = Renju::start(&Options::default());
            let mut list = Vec::new();
            while position.end.is_none() {
                let (own, empty) = (position.pieces[0], position.empty());
                let all: Bitboard = empty.into_iter().filter(|&e| is_forbidden(own, empty, e)).collect();
                assert_eq!(forbidden(own, empty), all, "{position:?}");
                found += all.len();
                list.clear();
                position.plies(&mut list);
                position.play(list[rng.random_range(0..list.len())]);
            }
        }
        assert!(found > 500, "{found}");
    }
}
