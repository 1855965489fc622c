//! Reversi (Othello): *5a. Territory games*, section `reversi`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::game::Game;
use crate::history::Endless;
use crate::info::{BLACK_FIRST, Capital, Family, Info};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::played;
use crate::seat::Seat;
use crate::square::{Direction, Square};
use crate::view::{Mark, View};

/// A position: the pieces of each seat (Black is seat 0) and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reversi {
    pieces: [Bitboard; 2],
    /// The legal squares of the seat that acts, so that they are looked for once a ply.
    targets: Bitboard,
    acts: Seat,
}

impl Reversi {
    fn of(pieces: [Bitboard; 2], acts: Seat) -> Self {
        let targets = targets(pieces[acts.index()], pieces[acts.other().index()]);
        Reversi { pieces, targets, acts }
    }

    fn own(&self) -> Bitboard {
        self.pieces[self.acts.index()]
    }

    fn enemy(&self) -> Bitboard {
        self.pieces[self.acts.other().index()]
    }
}

/// *Turn*: the free squares on which at least one enemy piece is turned over.
#[inline]
fn targets(own: Bitboard, enemy: Bitboard) -> Bitboard {
    // A row of enemy pieces along a rank or a diagonal never holds one on file a or h.
    let inner = enemy.0 & 0x7e7e_7e7e_7e7e_7e7e;
    // Both ways along one line at a time. Rows have six pieces at most: one, two, then two at a time.
    let line = |shift: u32, enemy: u64| {
        let mut up = enemy & own.0 << shift;
        let mut down = enemy & own.0 >> shift;
        up |= enemy & up << shift;
        down |= enemy & down >> shift;
        let (up_pairs, down_pairs) = (enemy & enemy << shift, enemy & enemy >> shift);
        up |= up_pairs & up << (2 * shift);
        down |= down_pairs & down >> (2 * shift);
        up |= up_pairs & up << (2 * shift);
        down |= down_pairs & down >> (2 * shift);
        up << shift | down >> shift
    };
    let found = line(1, inner) | line(7, inner) | line(8, enemy.0) | line(9, inner);
    Bitboard(found & !(own.0 | enemy.0))
}

/// *Capture*: the enemy pieces that a piece placed on `square` turns over.
#[inline]
fn turned(own: Bitboard, enemy: Bitboard, square: Square) -> Bitboard {
    use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};
    let mut turned = 0;
    for direction in [Right, UpLeft, Up, UpRight] {
        let ray = Bitboard::ray(square, direction).0;
        // Adding one lets a carry run through the enemy's pieces to the first other square of the ray.
        let end = (enemy.0 | !ray).wrapping_add(1) & own.0 & ray;
        turned |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for direction in [Left, DownRight, Down, DownLeft] {
        let ray = Bitboard::ray(square, direction).0;
        // Downwards the first other square is the highest.
        let others = ray & !enemy.0;
        let end = (1 << 63 >> (others | 1).leading_zeros()) & others & own.0;
        turned |= end.wrapping_neg() << 1 & ray;
    }
    Bitboard(turned)
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
        Reversi::of([black.into_iter().collect(), white.into_iter().collect()], Seat::FIRST)
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Square>) {
        list.extend(self.targets);
    }

    fn count(&self) -> usize {
        self.targets.len() as usize
    }

    fn play(&mut self, square: Square) {
        let turned = turned(self.own(), self.enemy(), square);
        let own = self.own() | turned | Bitboard::of(square);
        let enemy = self.enemy() & !turned;
        // The turn goes over by itself, unless only the same player can act.
        let theirs = targets(enemy, own);
        let again = if theirs.is_empty() { targets(own, enemy) } else { Bitboard::EMPTY };
        let seat = self.acts.index();
        self.pieces[seat] = own;
        self.pieces[1 - seat] = enemy;
        self.targets = theirs | again;
        if again.is_empty() {
            self.acts = self.acts.other();
        }
    }

    /// *End*: neither player has a legal ply. `play` leaves the turn with whoever has one.
    fn outcome(&self) -> Option<Outcome> {
        if !self.targets.is_empty() {
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

    /// *Levers*: corners, pieces joined to them along the edge, the squares beside empty corners, mobility; the
    /// pieces themselves only near the end.
    fn evaluate(&self, seat: Seat) -> i32 {
        const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
        let [own, enemy] = [self.pieces[seat.index()], self.pieces[seat.other().index()]];
        let free = !(own | enemy);
        let balance = |a: Bitboard, b: Bitboard| a.len() as i32 - b.len() as i32;
        if free.len() <= 4 {
            return balance(own, enemy) * 100;
        }
        let beside = (CORNERS & free).neighbours();
        let anchored = |of: Bitboard| (of & CORNERS).flood(of & Bitboard::BORDER);
        let mobility = balance(targets(own, enemy), targets(enemy, own));
        // An own piece beside a free square is a place where the enemy may find a ply.
        let frontier = free.neighbours();
        balance(own & CORNERS, enemy & CORNERS) * 600
            + balance(anchored(own), anchored(enemy)) * 150
            + balance(enemy & beside, own & beside) * 150
            + balance(enemy & frontier, own & frontier) * 15
            + mobility * 50
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.pieces[1], self.pieces[0], Bitboard::EMPTY)
    }

    /// *Picture*: legal squares as dots. Both counts come with every board.
    fn view(&self, view: &mut View) {
        view.mark(self.targets, Mark::Target);
    }

    /// *Picture*: the last placed square, the pieces turned by it, and who acts again.
    fn view_ply(&self, ply: Square, next: &Self, view: &mut View) {
        played::show_ply(&self.text(ply), &self.board(), &next.board(), view);
        if next.acts == self.acts && !next.targets.is_empty() {
            view.acts_again();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::rng;
    use rand::Rng;

    /// *Turn* and *Capture* looked up square by square.
    fn plain_turned(own: Bitboard, enemy: Bitboard, square: Square) -> Bitboard {
        let mut turned = Bitboard::EMPTY;
        for direction in Direction::ALL {
            let mut row = Bitboard::EMPTY;
            let mut next = square.step(direction);
            while let Some(at) = next.filter(|&at| enemy.has(at)) {
                row.add(at);
                next = at.step(direction);
            }
            if next.is_some_and(|at| own.has(at)) {
                turned |= row;
            }
        }
        turned
    }

    #[test]
    fn rows_are_turned_as_square_by_square() {
        for seed in 0..40 {
            let mut position = Reversi::start(&Options::default());
            let mut rng = rng(seed);
            let mut list = Vec::new();
            while position.outcome().is_none() {
                let (own, enemy) = (position.own(), position.enemy());
                for square in !(own | enemy) {
                    let expected = plain_turned(own, enemy, square);
                    assert_eq!(turned(own, enemy, square), expected, "{square}");
                    assert_eq!(position.targets.has(square), !expected.is_empty(), "{square}");
                }
                list.clear();
                position.plies(&mut list);
                position.play(list[rng.random_range(0..list.len())]);
            }
        }
    }

    #[test]
    fn a_skipped_turn_shows_who_acts_again() {
        let mut game = crate::Played::<Reversi>::new(&Options::default());
        for text in ["c4", "c3", "e6", "b4", "a4", "a5", "c2"] {
            game.play(text.parse().expect("a square"));
            assert_eq!(game.view().note, None);
        }
        game.play("a3".parse().expect("a square"));
        assert!(game.view().note.is_some());
    }
}
