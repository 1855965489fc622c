//! Hasami: `docs/rules/2a-capture-race.md#hasami`.

use super::custody::held;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Mark, TallyKind, View};

/// Pieces of each seat.
const PIECES: u32 = 8;
/// Losses that end the game.
const LOSSES: u32 = 4;
/// Ranks 2 to 7, where a line counts.
const FIELD: Bitboard = Bitboard(0x00ff_ffff_ffff_ff00);

/// A side has lost too many pieces.
const TOO_FEW: Reason = Reason("too-few");

/// The directions of lines, one of each pair of opposites.
const LINES: [Direction; 4] = [Direction::Up, Direction::UpRight, Direction::Right, Direction::DownRight];

/// A position: the pieces, and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hasami {
    pieces: [Bitboard; 2],
    acts: Seat,
}

/// A ply: a slide, or a jump over an enemy that stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    from: Square,
    to: Square,
}

/// Where a seat's pieces go: forward and sideways.
const fn ways(seat: Seat) -> [Direction; 3] {
    let forward = if seat.0 == 0 { Direction::Up } else { Direction::Down };
    [forward, Direction::Left, Direction::Right]
}

impl Hasami {
    #[inline]
    fn occupied(&self) -> Bitboard {
        self.pieces[0] | self.pieces[1]
    }

    /// *Turn*: the squares that a piece of the player who acts can reach.
    #[inline]
    fn targets(&self, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let enemy = self.pieces[self.acts.other().index()];
        ways(self.acts).into_iter().fold(Bitboard::EMPTY, |targets, way| {
            let jump = (Bitboard::of(from).shift(way) & enemy).shift(way) & !occupied;
            targets | Bitboard::reach(from, way, occupied) | jump
        })
    }

    fn can_act(&self, seat: Seat) -> bool {
        let free = !self.occupied();
        let (own, enemy) = (self.pieces[seat.index()], self.pieces[seat.other().index()]);
        ways(seat).into_iter().any(|way| {
            let next = own.shift(way);
            !((next | (next & enemy).shift(way)) & free).is_empty()
        })
    }

    /// *Capture*: single enemies held along rank or file.
    #[inline]
    fn taken(&self, ply: Ply) -> Bitboard {
        let own = self.pieces[self.acts.index()] & !Bitboard::of(ply.from);
        held(ply.to, Bitboard::of(ply.to).side_neighbours(), own, self.pieces[self.acts.other().index()], 1)
    }

    /// *End*: the squares of every row of five of a seat.
    fn fives(&self, seat: Seat) -> Bitboard {
        let own = self.pieces[seat.index()] & FIELD;
        let mut fives = Bitboard::EMPTY;
        for line in LINES {
            let step = |row: Bitboard| row.shift(line) & own;
            let mut ends = own;
            for _ in 0..4 {
                ends = step(ends);
            }
            let back = line.opposite();
            let mut row = ends;
            for _ in 0..4 {
                row |= row.shift(back);
            }
            fives |= row;
        }
        fives
    }

    /// *Evaluation*: of the rows of five squares on which no enemy stands, those with one, two, three and four own pieces,
    /// and the squares that the last lack.
    fn rows(&self, seat: Seat) -> ([i32; 4], Bitboard) {
        let own = self.pieces[seat.index()] & FIELD;
        let open = FIELD & !self.pieces[seat.other().index()];
        let mut counts = [0; 4];
        let mut lacking = Bitboard::EMPTY;
        for line in LINES {
            let back = line.opposite();
            // The pieces of every row, each row at its first square, added up in binary.
            let (mut piece, mut square) = (own, open);
            let (mut whole, mut ones, mut twos, mut fours) = (open, own, Bitboard::EMPTY, Bitboard::EMPTY);
            for _ in 1..5 {
                (piece, square) = (piece.shift(back), square.shift(back));
                whole &= square;
                let carried = ones & piece;
                ones ^= piece;
                fours |= twos & carried;
                twos ^= carried;
            }
            let four = whole & fours & !ones;
            counts[0] += (whole & ones & !twos & !fours).len() as i32;
            counts[1] += (whole & twos & !ones).len() as i32;
            counts[2] += (whole & twos & ones).len() as i32;
            counts[3] += four.len() as i32;
            let row = (0..4).fold(four, |row, _| row | row.shift(line));
            lacking |= if four.is_empty() { four } else { row & open & !own };
        }
        (counts, lacking)
    }

    /// *Evaluation*: the squares that a seat's pieces can go to.
    fn reach(&self, seat: Seat) -> Bitboard {
        let (own, enemy) = (self.pieces[seat.index()], self.pieces[seat.other().index()]);
        let free = !self.occupied();
        ways(seat).into_iter().fold(Bitboard::EMPTY, |reach, way| {
            reach | own.slides(way, free) | (own.shift(way) & enemy).shift(way) & free
        })
    }

    /// *End*: five in a line first, then too many losses.
    fn ended(&self) -> Option<Outcome> {
        for seat in [Seat::FIRST, Seat::SECOND] {
            if !self.fives(seat).is_empty() {
                return Some(Outcome::win(seat, Reason::FIVE));
            }
        }
        let few = self.pieces.iter().any(|pieces| pieces.len() <= PIECES - LOSSES);
        few.then_some(Outcome::draw(TOO_FEW))
    }
}

impl Game for Hasami {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "hasami",
        family: Family::Capture,
        ru: "Хасами",
        en: "Hasami",
        aliases: &["Хасами сёги", "Hasami shogi"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        Hasami { pieces: [Bitboard::rank(0), Bitboard::rank(7)], acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Ply>) {
        if self.ended().is_none() {
            for from in self.pieces[self.acts.index()] {
                list.extend(self.targets(from).into_iter().map(|to| Ply { from, to }));
            }
        }
    }

    fn count(&self) -> usize {
        if self.ended().is_some() {
            return 0;
        }
        let own = self.pieces[self.acts.index()].into_iter();
        own.map(|from| self.targets(from).len()).sum::<u32>() as usize
    }

    fn play(&mut self, ply: Ply) {
        let (seat, enemy) = (self.acts, self.acts.other());
        let taken = self.taken(ply);
        self.pieces[enemy.index()] &= !taken;
        self.pieces[seat.index()].remove(ply.from);
        self.pieces[seat.index()].add(ply.to);
        // Who cannot move is passed over, unless neither can.
        if self.can_act(enemy) || !self.can_act(seat) {
            self.acts = enemy;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let stuck = || (!self.can_act(self.acts)).then_some(Outcome::draw(Reason::NO_MOVES));
        self.ended().or_else(stuck)
    }

    /// *Endless play*: captures, and whatever goes forward.
    fn is_irreversible(&self, ply: Ply) -> bool {
        ply.from.rank() != ply.to.rank() || self.is_capture(ply)
    }

    fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, u64::from(self.acts.0)])
    }

    fn text(&self, ply: Ply) -> String {
        format!("{}-{}", ply.from, ply.to)
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.pieces[0], self.pieces[1], Bitboard::EMPTY)
    }
}

impl Evaluate for Hasami {
    fn is_capture(&self, ply: Ply) -> bool {
        !self.taken(ply).is_empty()
    }

    const TERMS: &'static [Term] = &[
        term("pieces", 60),
        term("rows-of-one", 1),
        term("rows-of-two", 5),
        term("rows-of-three", 18),
        term("rows-of-four", 40),
        term("five-to-act", 600),
        term("five-waiting", 60),
        term("prey-to-act", 30),
        term("prey-waiting", 8),
        term("forward", 2),
        term("start", -4),
        term("spent", -20),
        term("mobility", 1),
        term("one-from-draw", 0),
        term("tempo", 5),
    ];

    /// *Evaluation*: pieces; rows of five by the own pieces in them where no enemy stands, and whether the fifth can come;
    /// pieces that can be taken now; ranks left to go, pieces where no line counts; to be one loss from the draw.
    fn measure(&self, seat: Seat) -> Measured {
        let len = |set: Bitboard| set.len() as i32;
        let side = |of: Seat| {
            let (own, enemy) = (self.pieces[of.index()], self.pieces[of.other().index()]);
            let acts = i32::from(self.acts == of);
            let (rows, lacking) = self.rows(of);
            let reach = self.reach(of);
            // A square behind an enemy whom an own piece holds from the other side.
            let strikes = Direction::ORTHOGONAL
                .into_iter()
                .fold(Bitboard::EMPTY, |strikes, way| strikes | (own.shift(way) & enemy).shift(way));
            let prey = len(strikes & reach);
            let five = i32::from(!(lacking & reach).is_empty());
            let beyond = |ranks: u32| {
                len(own & Bitboard(if of == Seat::FIRST { !0 << (8 * ranks) } else { !0 >> (8 * ranks) }))
            };
            [
                len(own),
                rows[0],
                rows[1],
                rows[2],
                rows[3],
                acts * five,
                (1 - acts) * five,
                acts * prey,
                (1 - acts) * prey,
                7 * len(own) - (1..8).map(beyond).sum::<i32>(),
                len(own) - beyond(1),
                beyond(6),
                len(reach),
                i32::from(own.len() == PIECES - LOSSES + 1),
                acts,
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Hasami {
    /// *Picture*: the outer ranks, where no line counts, the losses of each side, the five that won.
    fn view(&self, view: &mut View) {
        view.mark(!FIELD, Mark::Special);
        for seat in [Seat::FIRST, Seat::SECOND] {
            let lost = PIECES.saturating_sub(self.pieces[seat.index()].len());
            view.tally(seat, TallyKind::Lost, lost as i32, Some(LOSSES as i32));
            view.mark(self.fives(seat), Mark::Winning);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, legal, men};

    fn position(acts: Seat, words: &str) -> Hasami {
        Hasami { pieces: men(words), acts }
    }

    /// All rows of five squares on ranks 2 to 7.
    fn all_rows() -> Vec<Bitboard> {
        let row = |(start, line): (Square, Direction)| {
            let squares: Vec<Square> =
                std::iter::successors(Some(start), |square| square.step(line)).take(5).collect();
            let row: Bitboard = squares.iter().copied().collect();
            (squares.len() == 5 && (row & !FIELD).is_empty()).then_some(row)
        };
        Square::all().flat_map(|square| LINES.map(|line| (square, line))).filter_map(row).collect()
    }

    #[test]
    fn every_row_of_five_is_seen() {
        assert_eq!(all_rows().len(), 56);
        for row in all_rows() {
            let five = Hasami { pieces: [row, Bitboard::rank(7)], acts: Seat::SECOND };
            assert_eq!((five.fives(Seat::FIRST), five.fives(Seat::SECOND)), (row, Bitboard::EMPTY));
        }
    }

    #[test]
    fn rows_are_counted_by_their_pieces_and_what_four_lack_is_seen() {
        let position = position(Seat::FIRST, "b2=w b3=w b5=w b6=w c4=w d4=w e7=w d2=b e5=b h6=b");
        for seat in [Seat::FIRST, Seat::SECOND] {
            let (own, enemy) = (position.pieces[seat.index()], position.pieces[seat.other().index()]);
            let open: Vec<Bitboard> =
                all_rows().into_iter().filter(|&row| (row & enemy).is_empty()).collect();
            let with = |count: u32| open.iter().filter(|&&row| (row & own).len() == count).count() as i32;
            let lacking = open.iter().filter(|&&row| (row & own).len() == 4);
            let lacking = lacking.fold(Bitboard::EMPTY, |all, &row| all | row & !own);
            assert_eq!(position.rows(seat), ([1, 2, 3, 4].map(with), lacking), "{seat:?}");
        }
        assert_eq!(position.rows(Seat::FIRST).1, Bitboard::of("b4".parse().expect("a square")));
    }

    #[test]
    fn five_come_before_losses_and_losses_draw() {
        let words = "b3=w c4=w d5=w e6=w f1=w f6=b f5=b a8=b c8=b e8=b";
        let five = after(&position(Seat::FIRST, words), "f1-f4");
        assert_eq!(five.outcome(), None);
        let few = position(Seat::FIRST, "b3=w d3=w e2=w a1=w h1=w c3=b a8=b c8=b e8=b g8=b d1=b");
        assert_eq!(few.outcome(), None);
        let words = "a3=w c3=w d2=w e2=w h1=w b3=w a8=b c8=b e8=b g8=b d3=b";
        let ended = after(&position(Seat::FIRST, words), "e2-e3");
        assert_eq!(ended.outcome(), Some(Outcome::draw(TOO_FEW)));
        assert!(legal(&ended).is_empty());
    }

    #[test]
    fn who_cannot_move_is_passed_over() {
        // Black's pieces are all on White's first rank, side by side: they have no way on.
        let words = "a1=b b1=b c1=b d1=b e1=b f1=b g1=w h1=w a2=w b2=w c2=w d3=w";
        let before = position(Seat::FIRST, words);
        assert!(!before.can_act(Seat::SECOND));
        let next = after(&before, "d3-e3");
        assert_eq!((next.acts, next.outcome()), (Seat::FIRST, None));
    }
}
