//! Korobochka (Box): `docs/rules/5a-territory.md#korobochka`.

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
use crate::view::View;

/// A position: the pieces of each seat (White is seat 0) and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Korobochka {
    pieces: [Bitboard; 2],
    acts: Seat,
}

impl Korobochka {
    fn occupied(&self) -> Bitboard {
        self.pieces[0] | self.pieces[1]
    }

    /// *Capture*: the squares of all boxes that a piece placed on `square` completes, the square among them.
    #[inline]
    fn completed(&self, square: Square) -> Bitboard {
        let placed = Bitboard::of(square);
        let [a, b, c, d] = corners(self.occupied() | placed);
        let [e, f, g, h] = corners(placed);
        cover(a & b & c & d & (e | f | g | h))
    }
}

/// The squares that boxes go by.
const BOXES: Bitboard = Bitboard(0x007f_7f7f_7f7f_7f7f);

/// A box (a 2×2 block) goes by its lower left square. For every box, whether each of its four squares is in a set.
#[inline]
fn corners(set: Bitboard) -> [Bitboard; 4] {
    let up = set.shift(Direction::Down);
    [set, set.shift(Direction::Left), up, up.shift(Direction::Left)]
}

/// The boxes that lack one square of a set.
#[inline]
fn three_of_four(set: Bitboard) -> Bitboard {
    let [a, b, c, d] = corners(set);
    (a & b & (c ^ d) | c & d & (a ^ b)) & BOXES
}

/// All squares of a set of boxes.
#[inline]
fn cover(boxes: Bitboard) -> Bitboard {
    let row = boxes | boxes.shift(Direction::Right);
    row | row.shift(Direction::Up)
}

impl Game for Korobochka {
    type Ply = Square;

    const INFO: Info = Info {
        slug: "korobochka",
        family: Family::Territory,
        ru: "Коробочка",
        en: "Box",
        aliases: &["Korobochka"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        Korobochka { pieces: [Bitboard::EMPTY; 2], acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    /// *Turn*: any free square.
    fn plies(&self, list: &mut Vec<Square>) {
        list.extend(!self.occupied());
    }

    fn count(&self) -> usize {
        64 - self.occupied().len() as usize
    }

    fn play(&mut self, square: Square) {
        let completed = self.completed(square);
        let seat = self.acts.index();
        self.pieces[seat] |= completed | Bitboard::of(square);
        self.pieces[1 - seat] &= !completed;
        // Who completes a box acts again.
        if completed.is_empty() {
            self.acts = self.acts.other();
        }
    }

    /// *End*: all 64 squares are occupied.
    fn outcome(&self) -> Option<Outcome> {
        let [white, black] = self.pieces.map(|pieces| pieces.len() as i16);
        (white + black == 64).then(|| Outcome::count(white, black, Reason::COUNT))
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

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.pieces[0], self.pieces[1], Bitboard::EMPTY)
    }
}

impl Evaluate for Korobochka {
    /// A ply that completes a box. Where several do, all are played in turn, one order being as good as another: only
    /// the first counts, or a search would go through all the orders.
    fn is_capture(&self, square: Square) -> bool {
        let occupied = self.occupied();
        let completing = cover(three_of_four(occupied)) & !occupied;
        completing.first() == Some(square)
    }

    /// *Evaluation*: pieces, more for those that nobody can take any more; boxes that the seat that acts can complete and
    /// what they bring; with none of these, who gets the last square that gives no box away.
    const TERMS: &'static [Term] = &[
        term("pieces", 60),
        term("safe", 60),
        term("can-complete", 120),
        term("completable", 50),
        term("gain", 15),
        term("stake", 5),
        term("last-quiet", 60),
        term("last-quiet-near", 5),
        term("last-square", 5),
        term("half-boxes", 0),
        term("border", 0),
        term("tempo", 10),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let occupied = self.occupied();
        let [a, b, c, d] = corners(occupied);
        let full = a & b & c & d;
        let three = three_of_four(occupied);
        let two = !(a ^ b ^ c ^ d) & (a | b | c | d) & !full & BOXES;
        let (open, taken, half) = (cover(BOXES & !full), cover(three), cover(two));
        let len = |set: Bitboard| set.len() as i32;
        let quiet = len(!occupied & !half);
        let is_over = occupied == Bitboard::ALL;
        let side = |seat: Seat| -> [i32; 12] {
            let [own, enemy] = [self.pieces[seat.index()], self.pieces[seat.other().index()]];
            let now = i32::from(seat == self.acts && !is_over);
            let calm = i32::from(three.is_empty()) * now;
            let odd = if quiet % 2 == 1 { 1 } else { -1 };
            [
                len(own),
                len(own & !open),
                i32::from(!three.is_empty()) * now,
                len(three) * now,
                len(enemy & taken) * now,
                // What the other could take as well, if it is left.
                -len(own & taken),
                odd * calm,
                odd * calm * (16 - quiet).max(0),
                if len(occupied) % 2 == 1 { now } else { -now },
                len(own & half),
                len(own & Bitboard::BORDER),
                now,
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Korobochka {
    /// *Picture*: the last placed square, the pieces turned by it, and who acts again. Both counts come with every
    /// board.
    fn view_ply(&self, ply: Square, next: &Self, view: &mut View) {
        view.show_ply(&self.text(ply), &self.board(), &next.board());
        if next.acts == self.acts && next.outcome().is_none() {
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
    fn one_of_the_plies_that_complete_a_box_counts_as_a_capture() {
        let mut rng = rng(3);
        let mut position = Korobochka::start(&Options::default());
        let mut list = Vec::new();
        while position.outcome().is_none() {
            list.clear();
            position.plies(&mut list);
            let first = list.iter().copied().find(|&square| !position.completed(square).is_empty());
            let counted: Vec<_> =
                list.iter().copied().filter(|&square| position.is_capture(square)).collect();
            assert_eq!(counted, Vec::from_iter(first));
            position.play(list[rng.random_range(0..list.len())]);
        }
    }
}
