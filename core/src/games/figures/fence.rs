//! Fence: `docs/rules/5b-figures.md#fence`.

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
use crate::square::Square;
use crate::view::{Mark, Outline, View};

/// Pieces in hand at the start.
const HAND: u8 = 18;

/// A position: the pieces of each seat (White is seat 0), the chain under way and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence {
    pieces: [Bitboard; 2],
    /// The ends of the chain that the seat that acts must continue, none if it starts a new one; a single square for
    /// a chain of one piece.
    ends: Bitboard,
    /// All pieces of that chain: for the eye only, the ends say all.
    chain: Bitboard,
    acts: Seat,
}

impl Fence {
    fn free(&self) -> Bitboard {
        !(self.pieces[0] | self.pieces[1])
    }

    /// *Turn*: the ends that are open for a seat.
    fn open_ends(&self, seat: Seat) -> Bitboard {
        let enemies = self.ends & self.pieces[seat.other().index()];
        if self.ends.len() == 1 { enemies } else { enemies & !Bitboard::BORDER }
    }

    /// The squares on which a seat continues the chain.
    fn continuing(&self, seat: Seat) -> Bitboard {
        self.open_ends(seat).side_neighbours() & self.free()
    }

    fn targets(&self) -> Bitboard {
        if self.over() {
            return Bitboard::EMPTY;
        }
        let continuing = self.continuing(self.acts);
        if continuing.is_empty() { self.free() } else { continuing }
    }

    fn over(&self) -> bool {
        self.pieces.into_iter().any(|set| set.len() >= u32::from(HAND))
    }

    /// *Completing*: whether a piece that continues the chain on a square earns another ply.
    fn earns(&self, square: Square) -> bool {
        let beside = Bitboard::of(square).side_neighbours();
        Bitboard::BORDER.has(square) || self.is_ring(beside)
    }

    /// A piece between two enemy ends; of a chain of two pieces only one is the enemy's.
    fn is_ring(&self, beside: Bitboard) -> bool {
        (beside & self.ends & self.pieces[self.acts.other().index()]).len() == 2
    }
}

impl Game for Fence {
    type Ply = Square;

    const INFO: Info = Info {
        slug: "fence",
        family: Family::Figures,
        ru: "Ограда",
        en: "Fence",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let none = Bitboard::EMPTY;
        Fence { pieces: [none; 2], ends: none, chain: none, acts: Seat::FIRST }
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
        let placed = Bitboard::of(square);
        let beside = placed.side_neighbours();
        let old = self.open_ends(self.acts) & beside;
        let continues = self.continuing(self.acts).has(square);
        let again = continues && self.earns(square);
        if !continues {
            self.ends = placed;
            self.chain = placed;
        } else if self.is_ring(beside) {
            self.ends = Bitboard::EMPTY;
        } else {
            // The piece becomes the end that it was put beside; a chain of one piece keeps that as its other end.
            self.ends = if self.ends.len() == 1 { self.ends | placed } else { self.ends & !old | placed };
            self.chain |= placed;
        }
        self.pieces[self.acts.index()] |= placed;
        if !again {
            self.acts = self.acts.other();
        }
        // A chain that cannot be continued is left for good.
        if self.continuing(self.acts).is_empty() {
            self.ends = Bitboard::EMPTY;
            self.chain = Bitboard::EMPTY;
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

    fn is_irreversible(&self, _: Square) -> bool {
        true
    }

    fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, self.ends.0, u64::from(self.acts.0)])
    }

    fn text(&self, square: Square) -> String {
        square.to_string()
    }

    fn board(&self) -> Board {
        board(self.pieces, Bitboard::EMPTY, HAND)
    }
}

impl Evaluate for Fence {
    fn is_capture(&self, square: Square) -> bool {
        self.continuing(self.acts).has(square) && self.earns(square)
    }

    /// *Evaluation*: pieces placed, extra plies within reach, not having to start, the colour of the ends.
    const TERMS: &'static [Term] = &[
        term("pieces", 100),
        term("starts", -20),
        term("extra", 100),
        term("extras", 10),
        term("ring", 10),
        term("near-border", -5),
        term("ways", 0),
        term("own-ends", 5),
        term("border", 0),
        term("free-border", 0),
        term("tempo", 10),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let len = |set: Bitboard| set.len() as i32;
        let continuing = self.continuing(self.acts);
        let border = continuing & Bitboard::BORDER;
        let is_ring = |square: Square| self.is_ring(Bitboard::of(square).side_neighbours());
        let rings: Bitboard = continuing.into_iter().filter(|&square| is_ring(square)).collect();
        // An end one step from the border invites the other to use it.
        let near = Bitboard::BORDER.side_neighbours() & continuing & !Bitboard::BORDER;
        let side = |seat: Seat| -> [i32; 11] {
            let own = self.pieces[seat.index()];
            let now = i32::from(seat == self.acts);
            [
                len(own),
                i32::from(self.ends.is_empty()) * now,
                i32::from(!(border | rings).is_empty()) * now,
                len(border | rings) * now,
                len(rings) * now,
                len(near) * now,
                len(continuing) * now,
                len(self.ends & own),
                len(own & Bitboard::BORDER),
                len(self.free() & Bitboard::BORDER) * now,
                now,
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Fence {
    /// *Picture*: the chain under way with its open ends marked.
    fn view(&self, view: &mut View) {
        if self.over() || self.ends.is_empty() {
            return;
        }
        view.outlines.push(Outline { squares: self.chain.into_iter().collect(), colour: None });
        view.mark(self.open_ends(self.acts), Mark::Active);
        view.mark(self.targets(), Mark::Target);
    }

    fn view_ply(&self, square: Square, next: &Self, view: &mut View) {
        view.mark(square, Mark::End);
        if next.acts == self.acts && !next.over() {
            view.acts_again();
        }
    }
}
