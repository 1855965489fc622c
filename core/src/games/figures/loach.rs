//! Loach: `docs/rules/5b-figures.md#loach`.

use super::{board, placed};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Mark, View};

/// Pieces in hand at the start.
const HAND: u8 = 18;

/// *Turn*, first ply.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// A position: the pieces of each seat (White is seat 0), which are flipped, the last piece, and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loach {
    pieces: [Bitboard; 2],
    flipped: Bitboard,
    /// The piece placed last, none at the start.
    last: Option<Square>,
    /// The step that led to it, none for the first piece.
    direction: Option<Direction>,
    acts: Seat,
}

/// A piece placed: where, how, and what it continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    square: Square,
    flipped: bool,
    /// The step to it from the piece that it is put beside.
    direction: Option<Direction>,
    /// Whether it is attached to an enemy piece.
    attached: bool,
}

impl Piece {
    /// The square of the piece that it was put beside.
    fn origin(self) -> Option<Square> {
        self.square.step(self.direction?.opposite())
    }
}

/// The two directions at right angles.
fn sides(direction: Direction) -> [Direction; 2] {
    match direction {
        Direction::Up | Direction::Down => [Direction::Left, Direction::Right],
        _ => [Direction::Up, Direction::Down],
    }
}

impl Loach {
    fn free(&self) -> Bitboard {
        !(self.pieces[0] | self.pieces[1])
    }

    /// The piece put on the next square in a direction, if that is free.
    fn beside(&self, square: Square, direction: Direction, flipped: bool) -> Option<Piece> {
        let square = square.step(direction).filter(|&next| self.free().has(next))?;
        Some(Piece { square, flipped, direction: Some(direction), attached: false })
    }

    /// *Turn*, (b) and (c): plain pieces beside any piece of the opponent of a seat.
    fn attachments(&self, seat: Seat) -> impl Iterator<Item = Piece> {
        let position = *self;
        let enemies = self.pieces[seat.other().index()] & self.free().side_neighbours();
        enemies
            .into_iter()
            .flat_map(move |enemy| {
                let beside = move |direction| position.beside(enemy, direction, false);
                Direction::ORTHOGONAL.into_iter().filter_map(beside)
            })
            .map(|piece| Piece { attached: true, ..piece })
    }

    /// *Turn*: hands the plies of a seat to `each`. Says whether there was one; without any, the seat is skipped.
    fn plies_of(&self, seat: Seat, mut each: impl FnMut(Piece)) -> bool {
        let Some(last) = self.last else {
            let plain = |square| Piece { square, flipped: false, direction: None, attached: false };
            CENTRE.into_iter().map(plain).for_each(each);
            return true;
        };
        let mut found = 0;
        let mut hand = |piece: Option<Piece>| {
            if let Some(piece) = piece {
                found += 1;
                each(piece);
            }
        };
        let hook = self.flipped.has(last);
        match self.direction {
            None => {
                for direction in Direction::ORTHOGONAL {
                    hand(self.beside(last, direction, false));
                    hand(self.beside(last, direction, true));
                }
            }
            // Out of turn.
            Some(direction) if self.pieces[seat.index()].has(last) => {
                if hook {
                    sides(direction).into_iter().for_each(|side| hand(self.beside(last, side, true)));
                }
            }
            Some(direction) => {
                hand(self.beside(last, direction, false));
                if !hook {
                    sides(direction).into_iter().for_each(|side| hand(self.beside(last, side, true)));
                }
                // Only if the other cannot act out of turn either, the turn comes back.
                if found == 0 && self.plies_of(seat.other(), drop::<Piece>) {
                    return false;
                }
            }
        }
        if found == 0 {
            self.attachments(seat).for_each(|piece| {
                found += 1;
                each(piece);
            });
        }
        found > 0
    }

    fn over(&self) -> bool {
        self.pieces.into_iter().any(|set| set.len() >= u32::from(HAND))
    }
}

impl Game for Loach {
    type Ply = Piece;

    const INFO: Info = Info {
        slug: "loach",
        family: Family::Figures,
        ru: "Вьюн",
        en: "Loach",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::Flipped,
    };

    fn start(_: &Options) -> Self {
        let pieces = [Bitboard::EMPTY; 2];
        Loach { pieces, flipped: Bitboard::EMPTY, last: None, direction: None, acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Piece>) {
        if !self.over() {
            self.plies_of(self.acts, |piece| list.push(piece));
        }
    }

    fn count(&self) -> usize {
        let mut count = 0;
        if !self.over() {
            self.plies_of(self.acts, |_| count += 1);
        }
        count
    }

    fn play(&mut self, piece: Piece) {
        self.pieces[self.acts.index()].add(piece.square);
        if piece.flipped {
            self.flipped.add(piece.square);
        }
        self.last = Some(piece.square);
        self.direction = piece.direction;
        // The other player is next unless he is skipped.
        let other = self.acts.other();
        if self.plies_of(other, drop::<Piece>) {
            self.acts = other;
        }
    }

    /// *End*: a player has placed all 18 pieces.
    fn outcome(&self) -> Option<Outcome> {
        let all = |seat: &Seat| self.pieces[seat.index()].len() >= u32::from(HAND);
        let winner = [Seat::FIRST, Seat::SECOND].into_iter().find(all)?;
        Some(Outcome::win(winner, Reason::ALL_PLACED).with_score(placed(self.pieces)))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Piece) -> bool {
        true
    }

    fn key(&self) -> u64 {
        let rest = u64::from(self.acts.0)
            | self.last.map_or(64, |square| square.index() as u64) << 8
            | self.direction.map_or(8, |direction| direction as u64) << 16;
        key_of([self.pieces[0].0, self.pieces[1].0, self.flipped.0, rest])
    }

    fn text(&self, piece: Piece) -> String {
        match (piece.attached, piece.origin()) {
            (true, Some(enemy)) => format!("{}@{enemy}", piece.square),
            _ if piece.flipped => format!("{}*", piece.square),
            _ => piece.square.to_string(),
        }
    }

    fn board(&self) -> Board {
        board(self.pieces, self.flipped, HAND)
    }
}

impl Evaluate for Loach {
    /// A hook that cannot be gone on from: its player acts again.
    fn is_capture(&self, piece: Piece) -> bool {
        let is_free = |side: Direction| piece.square.step(side).is_some_and(|next| self.free().has(next));
        piece.flipped
            && piece.direction.is_some_and(|way| !is_free(way) && sides(way).into_iter().any(is_free))
    }

    /// *Evaluation*: pieces placed, and what the last piece leaves to the seat that acts.
    const TERMS: &'static [Term] = &[
        term("pieces", 100),
        term("room", -3),
        term("out-of-turn", 30),
        term("even-run", -15),
        term("odd-run", 15),
        term("run", 0),
        term("no-run", -10),
        term("sides", 2),
        term("hook", 0),
        term("few-left", 10),
        term("tempo", 40),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let free = self.free();
        let (mut run, mut sides_free, mut plain) = (0, 0, 0);
        if let (Some(last), Some(direction)) = (self.last, self.direction) {
            run = Bitboard::reach(last, direction, !free).len() as i32;
            let is_free = |side: &Direction| last.step(*side).is_some_and(|square| free.has(square));
            sides_free = sides(direction).iter().filter(|side| is_free(side)).count() as i32;
            plain = i32::from(!self.pieces[self.acts.index()].has(last));
        }
        let hook = i32::from(self.last.is_some_and(|last| self.flipped.has(last)));
        let side = |seat: Seat| -> [i32; 11] {
            let own = self.pieces[seat.index()];
            let now = i32::from(seat == self.acts);
            // A straight run of even length leaves the blocked end to the other.
            let even = i32::from(run % 2 == 0);
            [
                own.len() as i32,
                // Room to attach.
                (own.side_neighbours() & free).len() as i32,
                (1 - plain) * now,
                plain * even * now,
                plain * (1 - even) * now,
                plain * run * now,
                plain * i32::from(run == 0) * now,
                sides_free * (1 - hook) * now,
                hook * now,
                (own.len() as i32 - 12).max(0),
                now,
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Loach {
    /// *Picture*: the last piece and an arrow for its direction.
    fn view(&self, view: &mut View) {
        if let (Some(last), Some(direction)) = (self.last, self.direction)
            && let Some(origin) = last.step(direction.opposite())
        {
            view.arrows.push((origin, last));
        }
        if !self.over() {
            let mut targets = Bitboard::EMPTY;
            self.plies_of(self.acts, |piece| targets.add(piece.square));
            view.mark(targets, Mark::Target);
        }
    }

    /// The square of an attached piece comes first in its text, but is where the ply ends.
    fn view_ply(&self, piece: Piece, next: &Self, view: &mut View) {
        view.mark(piece.square, Mark::End);
        if next.acts == self.acts && !next.over() {
            view.acts_again();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::rng;
    use rand::Rng;

    #[test]
    fn a_ply_that_counts_as_a_capture_is_followed_by_another_of_its_player() {
        let (mut rng, mut found) = (rng(5), 0);
        for _ in 0..100 {
            let mut position = Loach::start(&Options::default());
            let mut list = Vec::new();
            while position.outcome().is_none() {
                list.clear();
                position.plies(&mut list);
                let ply = list[rng.random_range(0..list.len())];
                let (seat, again) = (position.acts, position.is_capture(ply));
                position.play(ply);
                found += usize::from(again);
                assert!(!again || position.acts == seat);
            }
        }
        assert!(found > 10, "{found}");
    }
}
