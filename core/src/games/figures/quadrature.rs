//! Quadrature: `docs/rules/5b-figures.md#quadrature`.

use super::board;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason, Score};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::Square;
use crate::view::{Mark, Stroke, TallyKind, View};

/// Pieces in hand at the start: enough for the whole board.
const HAND: u8 = 32;

/// A player has completed a square, and lost by it.
const SQUARE: Reason = Reason("square");

/// *Square*: all squares of any size and slope.
const NUMBER: usize = 336;
/// The most squares that have a corner on one square of the board.
const MOST: usize = 32;

/// The corners of every square, in order round it, as indices.
static SQUARES: [[u8; 4]; NUMBER] = {
    let mut squares = [[0; 4]; NUMBER];
    let mut found = 0;
    let mut n = 0;
    // The first corner (f, r), and the side (a, b), all in one number.
    while n < 8 * 8 * 8 * 8 {
        let (f, r, a, b) = (n / 512 % 8, n / 64 % 8, n / 8 % 8, n % 8);
        if a >= 1 && f >= b && f + a < 8 && r + a + b < 8 {
            squares[found] = [
                (r * 8 + f) as u8,
                ((r + b) * 8 + f + a) as u8,
                ((r + b + a) * 8 + f + a - b) as u8,
                ((r + a) * 8 + f - b) as u8,
            ];
            found += 1;
        }
        n += 1;
    }
    assert!(found == NUMBER);
    squares
};

/// For every square of the board, the other three corners of the squares that have a corner there, and their number.
static AROUND: ([[u64; MOST]; 64], [u8; 64]) = {
    let mut around = [[0; MOST]; 64];
    let mut numbers = [0; 64];
    let mut n = 0;
    while n < NUMBER {
        let corners = SQUARES[n];
        let all = 1 << corners[0] | 1 << corners[1] | 1 << corners[2] | 1 << corners[3];
        let mut k = 0;
        while k < 4 {
            let at = corners[k] as usize;
            around[at][numbers[at] as usize] = all & !(1 << at);
            numbers[at] += 1;
            k += 1;
        }
        n += 1;
    }
    (around, numbers)
};

/// The other three corners of every square with a corner here.
fn around(square: Square) -> &'static [u64] {
    let number = usize::from(AROUND.1[square.index()]);
    &AROUND.0[square.index()][..number]
}

/// A position: the pieces of each seat (White is seat 0), who acts, and the squares made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quadrature {
    pieces: [Bitboard; 2],
    /// Squares that each has made.
    made: [u16; 2],
    /// Squares of the board where a piece of each would complete a square of his (taken ones may be among them).
    completing: [Bitboard; 2],
    /// White's first piece, whose images are his next two.
    first: Square,
    acts: Seat,
    /// Whether the board is filled to the end (option `full`).
    full: bool,
}

impl Quadrature {
    fn placed(&self) -> u32 {
        (self.pieces[0] | self.pieces[1]).len()
    }

    fn free(&self) -> Bitboard {
        !(self.pieces[0] | self.pieces[1])
    }

    fn over(&self) -> bool {
        self.placed() == 64 || !self.full && self.made != [0, 0]
    }

    /// *Turn*: the opening binds White's second and third piece.
    fn targets(&self) -> Bitboard {
        if self.over() {
            return Bitboard::EMPTY;
        }
        let (file, rank) = (self.first.file(), self.first.rank());
        match self.placed() {
            1 => [Square::at(7 - file, rank), Square::at(file, 7 - rank)].into_iter().collect(),
            2 => Bitboard::of(self.first.turned()),
            _ => self.free(),
        }
    }
}

impl Game for Quadrature {
    type Ply = Square;

    const INFO: Info = Info {
        slug: "quadrature",
        family: Family::Figures,
        ru: "Квадратура",
        en: "Quadrature",
        aliases: &["Hip"],
        seats: WHITE_FIRST,
        options: &[OptionSpec { name: "full", values: &["off", "on"] }],
        capital: Capital::King,
    };

    fn start(options: &Options) -> Self {
        Quadrature {
            pieces: [Bitboard::EMPTY; 2],
            made: [0; 2],
            completing: [Bitboard::EMPTY; 2],
            first: Square::at(0, 0),
            acts: Seat::FIRST,
            full: options.is("full", "on"),
        }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Square>) {
        list.extend(self.targets());
    }

    fn count(&self) -> usize {
        self.targets().len() as usize
    }

    fn play(&mut self, square: Square) {
        let own = self.acts.index();
        if self.placed() == 0 {
            self.first = square;
        }
        self.pieces[own].add(square);
        for &others in around(square) {
            let lacking = others & !self.pieces[own].0;
            if lacking == 0 {
                self.made[own] += 1;
            } else if lacking & (lacking - 1) == 0 {
                self.completing[own].0 |= lacking;
            }
        }
        // Three plies each, then one by one.
        self.acts = match self.placed() {
            1 | 2 | 6 => Seat::FIRST,
            3..=5 => Seat::SECOND,
            _ => self.acts.other(),
        };
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.over() {
            return None;
        }
        let [white, black] = self.made.map(|made| made as i16);
        let fewer_wins = |reason| match white.cmp(&black) {
            std::cmp::Ordering::Less => Outcome::win(Seat::FIRST, reason),
            std::cmp::Ordering::Greater => Outcome::win(Seat::SECOND, reason),
            std::cmp::Ordering::Equal => Outcome::draw(reason),
        };
        let reason = if self.full || white == black { Reason::COUNT } else { SQUARE };
        Some(fewer_wins(reason).with_score(Score::two(white, black)))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Square) -> bool {
        true
    }

    /// Which of White's two pieces was the first matters only until the third.
    fn key(&self) -> u64 {
        let first = if self.placed() <= 2 { self.first.index() as u64 } else { 64 };
        key_of([self.pieces[0].0, self.pieces[1].0, u64::from(self.acts.0) | first << 8])
    }

    fn text(&self, square: Square) -> String {
        square.to_string()
    }

    fn board(&self) -> Board {
        board(self.pieces, Bitboard::EMPTY, HAND)
    }
}

impl Evaluate for Quadrature {
    /// *Evaluation*: squares made; squares of the board that would complete one; who runs out of safe ones first: those that
    /// only one may use are his reserve, those of both are used up in turn.
    const TERMS: &'static [Term] = &[
        term("made", -100),
        term("bad", -10),
        term("reserve", 20),
        term("reserve-late", 2),
        term("safe-few", 15),
        term("stuck-now", -300),
        term("stuck-next", -200),
        term("one-safe", -60),
        term("last-common", 10),
        term("last-common-near", 2),
        term("pairs", 0),
        term("tempo", 10),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let free = self.free();
        let len = |set: Bitboard| set.len() as i32;
        let bad = self.completing.map(|squares| squares & free);
        let common = len(free & !(bad[0] | bad[1]));
        let left = len(free);
        let is_over = self.over();
        let side = |seat: Seat| -> [i32; 12] {
            let (own, enemy) = (seat.index(), seat.other().index());
            let mut all = [0; 12];
            all[0] = self.made[own].into();
            if is_over {
                return all;
            }
            let safe = left - len(bad[own]);
            let reserve = len(bad[enemy] & !bad[own]);
            let now = i32::from(seat == self.acts);
            all[1] = len(bad[own]);
            all[2] = reserve;
            all[3] = reserve * (64 - left) / 8;
            all[4] = safe.min(6);
            all[5] = i32::from(safe == 0) * now;
            all[6] = i32::from(safe == 0) * (1 - now);
            all[7] = i32::from(safe == 1);
            let odd = if common % 2 == 1 { now } else { -now };
            all[8] = odd;
            all[9] = odd * (12 - common).max(0);
            all[10] = len(self.pieces[own] & self.pieces[own].side_neighbours());
            all[11] = now;
            all
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Quadrature {
    /// *Picture*: with `full=on` the squares made by each; the opening's squares as dots.
    fn view(&self, view: &mut View) {
        if self.full {
            for seat in [Seat::FIRST, Seat::SECOND] {
                view.tally(seat, TallyKind::Points, i32::from(self.made[seat.index()]), None);
            }
        }
        if matches!(self.placed(), 1 | 2) {
            view.mark(self.targets(), Mark::Target);
        }
    }

    /// *Picture*: the squares that the last ply has completed.
    fn view_ply(&self, square: Square, next: &Self, view: &mut View) {
        view.mark(square, Mark::End);
        let own = self.acts.index();
        let colour = Some([Colour::White, Colour::Black][own]);
        let has = |corner: &u8| next.pieces[own].has(Square::new(*corner));
        for corners in &SQUARES {
            if corners.contains(&(square.index() as u8)) && corners.iter().all(has) {
                for side in 0..4 {
                    let [from, to] = [corners[side], corners[(side + 1) % 4]].map(Square::new);
                    view.strokes.push(Stroke { from, to, colour });
                }
            }
        }
    }
}
