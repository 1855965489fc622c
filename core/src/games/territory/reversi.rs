//! Reversi (Othello): *5a. Territory games*, section `reversi`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::game::Game;
use crate::history::Endless;
use crate::info::{BLACK_FIRST, Capital, Family, Info};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::square::{Direction, Square};
use crate::view::{Mark, View};

/// A position: the pieces of each seat (Black is seat 0) and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reversi {
    pieces: [Bitboard; 2],
    acts: Seat,
}

impl Reversi {
    fn own(&self) -> Bitboard {
        self.pieces[self.acts.index()]
    }

    fn enemy(&self) -> Bitboard {
        self.pieces[self.acts.other().index()]
    }

    /// *Turn*: the free squares on which at least one enemy piece is turned over.
    fn targets(own: Bitboard, enemy: Bitboard) -> Bitboard {
        let free = !(own | enemy);
        let mut targets = Bitboard::EMPTY;
        for direction in Direction::ALL {
            // Rows of enemy pieces that begin beside an own piece: six at most.
            let mut row = own.shift(direction) & enemy;
            for _ in 0..5 {
                row |= row.shift(direction) & enemy;
            }
            targets |= row.shift(direction) & free;
        }
        targets
    }

    /// *Capture*: the enemy pieces that a piece placed on `square` turns over.
    fn turned(own: Bitboard, enemy: Bitboard, square: Square) -> Bitboard {
        let mut turned = Bitboard::EMPTY;
        for direction in Direction::ALL {
            let mut row = Bitboard::EMPTY;
            let mut next = Bitboard::of(square).shift(direction);
            while !(next & enemy).is_empty() {
                row |= next;
                next = next.shift(direction);
            }
            if !(next & own).is_empty() {
                turned |= row;
            }
        }
        turned
    }
}

impl Game for Reversi {
    type Ply = Square;

    const INFO: Info = Info {
        slug: "reversi",
        family: Family::Territory,
        ru: "Реверси",
        en: "Reversi",
        aliases: &["Отелло", "Othello"],
        seats: BLACK_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let black = [Square::at(3, 4), Square::at(4, 3)];
        let white = [Square::at(3, 3), Square::at(4, 4)];
        Reversi { pieces: [black.into_iter().collect(), white.into_iter().collect()], acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Square>) {
        list.extend(Self::targets(self.own(), self.enemy()));
    }

    fn count(&self) -> usize {
        Self::targets(self.own(), self.enemy()).len() as usize
    }

    fn play(&mut self, square: Square) {
        let turned = Self::turned(self.own(), self.enemy(), square);
        let seat = self.acts.index();
        self.pieces[seat] |= turned | Bitboard::of(square);
        self.pieces[1 - seat] &= !turned;
        // The turn goes over by itself, unless only the same player can act.
        let own_again = Self::targets(self.enemy(), self.own()).is_empty()
            && !Self::targets(self.own(), self.enemy()).is_empty();
        if !own_again {
            self.acts = self.acts.other();
        }
    }

    /// *End*: neither player has a legal ply. `play` leaves the turn with whoever has one.
    fn outcome(&self) -> Option<Outcome> {
        if !Self::targets(self.own(), self.enemy()).is_empty() {
            return None;
        }
        let [black, white] = self.pieces.map(|pieces| pieces.len() as i16);
        Some(Outcome::count(black, white, Reason::COUNT))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Square) -> bool {
        true
    }

    fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, u64::from(self.acts.0)])
    }

    fn text(&self, square: Square) -> String {
        square.to_string()
    }

    /// *Levers*: corners, the squares beside empty corners, mobility.
    fn evaluate(&self, seat: Seat) -> i32 {
        const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
        let [own, enemy] = [self.pieces[seat.index()], self.pieces[seat.other().index()]];
        let beside = (CORNERS & !(own | enemy)).neighbours();
        let balance = |a: Bitboard, b: Bitboard| a.len() as i32 - b.len() as i32;
        let mobility = balance(Self::targets(own, enemy), Self::targets(enemy, own));
        balance(own & CORNERS, enemy & CORNERS) * 800 - balance(own & beside, enemy & beside) * 150
            + mobility * 40
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.pieces[1], self.pieces[0], Bitboard::EMPTY)
    }

    /// *Picture*: legal squares as dots.
    fn view(&self, view: &mut View) {
        view.mark(Self::targets(self.own(), self.enemy()), Mark::Target);
    }
}
