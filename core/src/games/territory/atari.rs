//! Atari (capture go): `docs/rules/5a-territory.md#atari`.

use super::area::{Liberties, groups, stifles, without_liberty};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::{BLACK_FIRST, Capital, Family, Info};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
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

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.pieces[1], self.pieces[0], Bitboard::EMPTY)
    }
}

impl Evaluate for Atari {
    /// A ply that captures, or stretches a group that would be captured: the game is decided by it.
    fn is_capture(&self, square: Square) -> bool {
        let (placed, free) = (Bitboard::of(square), self.free());
        self.pieces.into_iter().any(|pieces| stifles(placed, pieces, free))
    }

    /// *Evaluation*: the free neighbours of the weakest groups (with one, the seat that acts captures), of all groups,
    /// and the squares that only one side can fill.
    const TERMS: &'static [Term] = &[
        term("captured-next", -9_000),
        term("two-in-atari", -1_500),
        term("in-atari", -200),
        term("two-liberties", -40),
        term("two-liberties-acting", -10),
        term("three-liberties", -8),
        term("weakest", 25),
        term("second-weakest", 10),
        term("liberties", 4),
        term("inner", 4),
        term("eyes", 25),
        term("groups", -5),
        term("border", -4),
        term("last-fill", 5),
        term("tempo", 10),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let free = self.free();
        let len = |set: Bitboard| set.len() as i32;
        let side = |seat: Seat| -> [i32; 15] {
            let [own, enemy] = [self.pieces[seat.index()], self.pieces[seat.other().index()]];
            let now = i32::from(seat == self.acts);
            let liberties = Liberties::of(own, free);
            let [_, ones, twos, threes] = liberties.groups;
            let beside = own.side_neighbours() & free;
            let inner = beside & !enemy.side_neighbours();
            [
                i32::from(ones > 0) * (1 - now),
                i32::from(ones > 1) * now,
                i32::from(ones > 0) * now,
                twos * (1 - now),
                twos * now,
                threes,
                liberties.fewest[0].min(6),
                liberties.fewest[1].min(6),
                len(beside),
                len(inner),
                len(inner & !free.side_neighbours()),
                liberties.number,
                len(own & Bitboard::BORDER),
                0,
                now,
            ]
        };
        let mut measured = Measured::balance(side(seat), side(seat.other()));
        // Whoever places the last piece that harms nobody is better off, the more so the nearer that is.
        let odd = if free.len() % 2 == 1 { 1 } else { -1 };
        let acts = if seat == self.acts { 1 } else { -1 };
        measured[13] = odd * acts * (24 - len(free)).max(0);
        measured
    }
}

impl Show for Atari {
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
