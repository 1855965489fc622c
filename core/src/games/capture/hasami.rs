//! Hasami: *2a. Custodian capture, leaping and racing games*, section `hasami`.

use super::custody::held;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::game::Game;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
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

/// All rows of five squares on ranks 2 to 7.
static ROWS: [Bitboard; 56] = {
    let mut rows = [Bitboard::EMPTY; 56];
    let (mut count, mut line) = (0, 0);
    while line < LINES.len() {
        let mut start = 0;
        while start < 64 {
            let (mut row, mut length) = (0, 0);
            let mut at = Some(Square::new(start));
            while let Some(square) = at
                && length < 5
                && FIELD.has(square)
            {
                row |= 1 << square.index();
                length += 1;
                at = square.step(LINES[line]);
            }
            if length == 5 {
                rows[count] = Bitboard(row);
                count += 1;
            }
            start += 1;
        }
        line += 1;
    }
    rows
};

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

    fn is_capture(&self, ply: Ply) -> bool {
        !self.taken(ply).is_empty()
    }

    fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, u64::from(self.acts.0)])
    }

    fn text(&self, ply: Ply) -> String {
        format!("{}-{}", ply.from, ply.to)
    }

    /// *Levers*: rows of five by the own pieces in them where no enemy stands, pieces, moves forward left.
    fn evaluate(&self, seat: Seat, _: &crate::levers::Weights) -> i32 {
        const WORTH: [i32; 6] = [0, 1, 5, 18, 70, 0];
        let side = |seat: Seat| {
            let (own, enemy) = (self.pieces[seat.index()], self.pieces[seat.other().index()]);
            let worth = |row: &Bitboard| match (*row & enemy).is_empty() {
                true => WORTH[(*row & own).len() as usize],
                false => 0,
            };
            let rank = |square: Square| if seat == Seat::FIRST { square.rank() } else { 7 - square.rank() };
            let spent = own.into_iter().filter(|&square| rank(square) > 5).count() as i32;
            ROWS.iter().map(worth).sum::<i32>() + 60 * own.len() as i32 - 25 * spent
        };
        side(seat) - side(seat.other())
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.pieces[0], self.pieces[1], Bitboard::EMPTY)
    }

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

    #[test]
    fn rows_are_all_there() {
        assert!(ROWS.iter().all(|row| row.len() == 5 && (*row & !FIELD).is_empty()));
        for row in ROWS {
            let five = Hasami { pieces: [row, Bitboard::rank(7)], acts: Seat::SECOND };
            assert_eq!((five.fives(Seat::FIRST), five.fives(Seat::SECOND)), (row, Bitboard::EMPTY));
        }
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
