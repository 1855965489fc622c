//! Atari (capture go): *5a. Territory games*, section `atari`.

use super::area::{fewest_liberties, groups, without_liberty};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::game::Game;
use crate::history::Endless;
use crate::info::{BLACK_FIRST, Capital, Family, Info};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::square::Square;
use crate::view::{Mark, View};

/// A position: the pieces of each seat (Black is seat 0), who acts, and who has captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atari {
    pieces: [Bitboard; 2],
    acts: Seat,
    winner: Option<Seat>,
}

impl Atari {
    fn free(&self) -> Bitboard {
        !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces of groups with a single free side neighbour.
    fn in_atari(&self) -> Bitboard {
        let free = self.free();
        let single = |group: &Bitboard| (group.side_neighbours() & free).len() == 1;
        let all = self.pieces.into_iter().flat_map(groups).filter(single);
        all.fold(Bitboard::EMPTY, |set, group| set | group)
    }
}

impl Game for Atari {
    type Ply = Square;

    const INFO: Info = Info {
        slug: "atari",
        family: Family::Territory,
        ru: "Атари",
        en: "Capture go",
        aliases: &["Atari", "Atari go", "Атари-го", "First capture go"],
        seats: BLACK_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        Atari { pieces: [Bitboard::EMPTY; 2], acts: Seat::FIRST, winner: None }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    /// *Turn*: any free square, even one that loses at once.
    fn plies(&self, list: &mut Vec<Square>) {
        if self.winner.is_none() {
            list.extend(self.free());
        }
    }

    fn count(&self) -> usize {
        if self.winner.is_some() { 0 } else { self.free().len() as usize }
    }

    fn play(&mut self, square: Square) {
        let (own, enemy) = (self.acts.index(), self.acts.other().index());
        self.pieces[own].add(square);
        // *Capture*: the opponent's groups are looked at first. Only groups beside the square can have fallen, and
        // none has if every piece there has a free neighbour of its own.
        let free = self.free();
        let beside = Bitboard::of(square).side_neighbours();
        let breathing = free.side_neighbours();
        let near = (Bitboard::of(square) | beside & self.pieces[enemy]) & !breathing;
        if !near.is_empty() {
            if !without_liberty(self.pieces[enemy], free).is_empty() {
                self.winner = Some(self.acts);
            } else if !without_liberty(self.pieces[own], free).is_empty() {
                self.winner = Some(self.acts.other());
            }
        }
        self.acts = self.acts.other();
    }

    /// *End*: a group is captured.
    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|winner| Outcome::win(winner, Reason::CAPTURED))
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

    /// *Levers*: the free neighbours of the weakest groups (with one, the seat that acts captures), of all groups,
    /// and the squares that only one side can fill.
    fn evaluate(&self, seat: Seat, _: &crate::levers::Weights) -> i32 {
        let free = self.free();
        let value = |seat: Seat| {
            let [own, enemy] = [self.pieces[seat.index()], self.pieces[seat.other().index()]];
            let [weakest, second] = fewest_liberties(own, free);
            let danger = match (weakest, second, seat == self.acts) {
                (1, _, false) => -9_000,
                (1, 1, true) => -1_500,
                (1, _, true) => -200,
                (2, _, false) => -60,
                _ => 0,
            };
            let beside = own.side_neighbours() & free;
            let inner = beside & !enemy.side_neighbours();
            let eyes = inner & !(free.side_neighbours());
            danger
                + weakest.min(6) * 30
                + second.min(6) * 10
                + inner.len() as i32 * 6
                + eyes.len() as i32 * 25
        };
        value(seat) - value(seat.other())
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.pieces[1], self.pieces[0], Bitboard::EMPTY)
    }

    /// *Picture*: groups with a single free neighbour; the captured group at the end.
    fn view(&self, view: &mut View) {
        match self.winner {
            None => view.mark(self.in_atari(), Mark::Danger),
            Some(winner) => {
                let captured = without_liberty(self.pieces[winner.other().index()], self.free());
                view.mark(captured, Mark::Taken);
            }
        }
    }
}
