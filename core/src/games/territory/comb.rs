//! Comb: `docs/rules/5a-territory.md#comb`.

use super::area::nearer;
use super::show_score;
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
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::Square;
use crate::view::{CounterKind, Mark, View};

/// *Turn*: the placements of the turns, White's, Black's, White's, Black's, over and over.
const CYCLE: [u8; 4] = [2, 3, 3, 2];

/// A position: live and dead pieces of each seat (White is seat 0), and where in the cycle of turns it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comb {
    live: [Bitboard; 2],
    dead: [Bitboard; 2],
    /// Which turn of the cycle is under way; its lowest bit is the seat that acts.
    turn: u8,
    /// Placements left in it.
    left: u8,
    over: bool,
}

impl Comb {
    fn occupied(&self) -> Bitboard {
        self.live[0] | self.live[1] | self.dead[0] | self.dead[1]
    }

    fn undead(&self) -> Bitboard {
        !(self.dead[0] | self.dead[1])
    }

    /// Free squares that have a side neighbour with a live piece of the seat that acts.
    fn targets(&self) -> Bitboard {
        if self.over {
            return Bitboard::EMPTY;
        }
        self.live[self.to_act().index()].side_neighbours() & !self.occupied()
    }

    /// The placements of the next turn. Black's corner piece is the first of his first turn.
    fn next_turn(&self) -> u8 {
        let next = usize::from((self.turn + 1) & 3);
        CYCLE[next] - u8::from(next == 1 && self.occupied().len() <= 3)
    }

    /// For each seat: its pieces and the free squares of the regions that hold live pieces of its. A region of
    /// both counts for both.
    fn sides(&self) -> [Bitboard; 2] {
        let undead = self.undead();
        [0, 1].map(|seat| self.dead[seat] | self.live[seat].flood(undead))
    }
}

impl Game for Comb {
    type Ply = Square;

    const INFO: Info = Info {
        slug: "comb",
        family: Family::Territory,
        ru: "Гребень",
        en: "Comb",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::Dead,
    };

    /// *Players and start*: the corner pieces are the first of the two first turns.
    fn start(_: &Options) -> Self {
        Comb {
            live: [Bitboard::of(Square::at(0, 0)), Bitboard::of(Square::at(7, 7))],
            dead: [Bitboard::EMPTY; 2],
            turn: 0,
            left: CYCLE[0] - 1,
            over: false,
        }
    }

    fn to_act(&self) -> Seat {
        Seat(self.turn & 1)
    }

    fn plies(&self, list: &mut Vec<Square>) {
        list.extend(self.targets());
    }

    fn count(&self) -> usize {
        self.targets().len() as usize
    }

    fn play(&mut self, square: Square) {
        let own = usize::from(self.turn & 1);
        self.live[own].add(square);
        // *Capture*: live enemies beside the placed piece become dead pieces of the captor.
        let taken = Bitboard::of(square).side_neighbours() & self.live[1 - own];
        if !taken.is_empty() {
            self.live[1 - own] &= !taken;
            self.dead[own] |= taken;
            // *End*: only a capture can part the two sides.
            self.over = (self.live[0].flood(self.undead()) & self.live[1]).is_empty();
        }
        self.left -= 1;
        if self.left == 0 {
            self.left = self.next_turn();
            self.turn = (self.turn + 1) & 3;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.over {
            return None;
        }
        let [white, black] = self.sides().map(|side| side.len() as i16);
        let outcome = Outcome::count(white, black, Reason::COUNT);
        let full = self.occupied() == Bitboard::ALL;
        Some(Outcome { reason: if full { Reason::COUNT } else { BARRIER }, ..outcome })
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Square) -> bool {
        true
    }

    fn key(&self) -> u64 {
        let turn = u64::from(self.turn) | u64::from(self.left) << 8;
        key_of([self.live[0].0, self.live[1].0, self.dead[0].0, self.dead[1].0, turn])
    }

    fn text(&self, square: Square) -> String {
        square.to_string()
    }

    fn board(&self) -> Board {
        let [white, black] = [0, 1].map(|seat| self.live[seat] | self.dead[seat]);
        Board::of_men_and_kings(white, black, self.dead[0] | self.dead[1])
    }
}

impl Evaluate for Comb {
    fn is_capture(&self, square: Square) -> bool {
        let enemy = self.live[self.to_act().other().index()];
        !(Bitboard::of(square).side_neighbours() & enemy).is_empty()
    }

    /// *Evaluation*: pieces, free squares nearer to one's own live pieces, and live pieces that the coming plies of the
    /// seat that acts, and those of the turn after, can reach.
    const TERMS: &'static [Term] = &[
        term("live", 100),
        term("dead", 100),
        term("area", 70),
        term("reached-now", 50),
        term("reached-next", 15),
        term("touching", 5),
        term("targets", 3),
        term("backed", 0),
        term("left", 10),
        term("next-turn", 5),
        term("tempo", 20),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let free = !self.occupied();
        let areas = nearer(self.live, free);
        let acts = self.to_act();
        let next_turn = self.next_turn();
        let len = |set: Bitboard| set.len() as i32;
        let side = |seat: Seat| -> [i32; 11] {
            let (own, enemy) = (self.live[seat.index()], self.live[seat.other().index()]);
            let now = i32::from(seat == acts);
            let plies = if seat == acts { self.left } else { next_turn };
            let mut reach = own;
            for _ in 1..plies {
                reach |= reach.side_neighbours() & free;
            }
            let attacks = reach.side_neighbours() & free;
            let reached = len(attacks.side_neighbours() & enemy).min(i32::from(plies) + 1);
            [
                len(own),
                len(self.dead[seat.index()]),
                len(areas[seat.index()]),
                reached * now,
                reached * (1 - now),
                len(own & enemy.side_neighbours()),
                len(own.side_neighbours() & free),
                len(own & own.side_neighbours()),
                i32::from(self.left) * now,
                i32::from(next_turn) * (1 - now),
                now,
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Comb {
    /// *Picture*: plies left in the turn, length of the next turn; the sides at the end.
    fn view(&self, view: &mut View) {
        show_score(self.outcome(), view);
        if self.over {
            let free = !self.occupied();
            let [white, black] = self.sides().map(|side| side & free);
            view.mark(white, Mark::Territory(Colour::White));
            view.mark(black, Mark::Territory(Colour::Black));
        } else {
            view.mark(self.targets(), Mark::Target);
            view.count(CounterKind::TurnLeft, u16::from(self.left), None);
            view.count(CounterKind::NextTurn, u16::from(self.next_turn()), None);
        }
    }
}

/// Dead pieces keep the two sides apart.
const BARRIER: Reason = Reason("barrier");
