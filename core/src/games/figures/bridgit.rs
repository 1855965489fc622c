//! Bridgit: *5b. Placing games and figure games*, section `bridgit`.

use super::board;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::game::Game;
use crate::history::Endless;
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason, Score};
use crate::seat::{Colour, Seat};
use crate::square::Square;
use crate::view::{Line, Mark, OwnedLine, View};

/// Pieces in hand at the start: the board is never too big for them.
const HAND: u8 = 32;

/// *End*: the two edges that each seat (White is seat 0) joins.
const EDGES: [[Bitboard; 2]; 2] =
    [[Bitboard::rank(0), Bitboard::rank(7)], [Bitboard::file(0), Bitboard::file(7)]];

/// Neither player can join his edges any more.
const BLOCKED: Reason = Reason("blocked");

/// A position: the pieces of each seat, who acts, and what is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bridgit {
    pieces: [Bitboard; 2],
    acts: Seat,
    /// For each seat and each of its edges, its pieces that steps of a king over its pieces join to that edge.
    walls: [[Bitboard; 2]; 2],
    /// Whether each seat can no longer join its edges.
    cut_off: [bool; 2],
    winner: Option<Seat>,
    /// Whether the longer bridge wins when both are cut off (option `blocked`).
    spans_count: bool,
}

/// Whether a set touches both edges of a seat.
fn joins(set: Bitboard, seat: Seat) -> bool {
    EDGES[seat.index()].into_iter().all(|edge| !(set & edge).is_empty())
}

/// The fewest empty squares that still join a seat's edges; none if nothing does.
fn missing(own: Bitboard, free: Bitboard, seat: Seat) -> Option<i32> {
    let [from, to] = EDGES[seat.index()];
    let mut reached = from.flood(own);
    let mut squares = 0;
    loop {
        if !(reached & to).is_empty() {
            return Some(squares);
        }
        let step = (reached.side_neighbours() | from) & free & !reached;
        if step.is_empty() {
            return None;
        }
        reached |= step;
        reached |= reached.side_neighbours().flood(own);
        squares += 1;
    }
}

impl Bridgit {
    fn free(&self) -> Bitboard {
        !(self.pieces[0] | self.pieces[1])
    }

    fn over(&self) -> bool {
        self.winner.is_some() || self.cut_off == [true; 2]
    }

    /// *End*, `blocked=span`: the longest reach of a group between a seat's edges, and the pieces of the largest
    /// group with it.
    fn span(&self, seat: Seat) -> (u32, u32) {
        let mut own = self.pieces[seat.index()];
        let mut best = (0, 0);
        while let Some(first) = own.first() {
            let group = Bitboard::of(first).flood(own);
            own &= !group;
            let touches = |line: &u8| {
                let line = if seat == Seat::FIRST { Bitboard::rank(*line) } else { Bitboard::file(*line) };
                !(group & line).is_empty()
            };
            // A group touches every line from its first to its last.
            best = best.max(((0..8).filter(touches).count() as u32, group.len()));
        }
        best
    }
}

impl Game for Bridgit {
    type Ply = Square;

    const INFO: Info = Info {
        slug: "bridgit",
        family: Family::Figures,
        ru: "Бриджит",
        en: "Bridgit",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[OptionSpec { name: "blocked", values: &["draw", "span"] }],
        capital: Capital::King,
    };

    fn start(options: &Options) -> Self {
        Bridgit {
            pieces: [Bitboard::EMPTY; 2],
            acts: Seat::FIRST,
            walls: [[Bitboard::EMPTY; 2]; 2],
            cut_off: [false; 2],
            winner: None,
            spans_count: options.is("blocked", "span"),
        }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    /// *Turn*: any empty square.
    fn plies(&self, list: &mut Vec<Square>) {
        if !self.over() {
            list.extend(self.free());
        }
    }

    fn count(&self) -> usize {
        if self.over() { 0 } else { self.free().len() as usize }
    }

    #[inline]
    fn pick(&self, choose: impl FnOnce(usize) -> usize, _: &mut Vec<Square>) -> Option<Square> {
        match self.count() {
            0 => None,
            number => Some(self.free().nth(choose(number) as u32)),
        }
    }

    fn play(&mut self, square: Square) {
        let (seat, own) = (self.acts, self.acts.index());
        self.pieces[own].add(square);
        let placed = Bitboard::of(square);
        for (wall, edge) in self.walls[own].iter_mut().zip(EDGES[own]) {
            if !(placed & edge | placed.neighbours() & *wall).is_empty() {
                *wall |= placed.flood_around(self.pieces[own] & !*wall);
            }
        }
        // A seat is cut off exactly by a wall of enemy pieces, joined by sides or corners, between the enemy's edges;
        // joined by sides, the same wall is a bridge.
        let [from, to] = self.walls[own];
        if !(from & to).is_empty() {
            self.cut_off[1 - own] = true;
            if joins(placed.flood(self.pieces[own]), seat) {
                self.winner = Some(seat);
            }
        }
        self.acts = seat.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner {
            return Some(Outcome::win(winner, Reason::GOAL));
        }
        if !self.over() {
            return None;
        }
        if !self.spans_count {
            return Some(Outcome::draw(BLOCKED));
        }
        let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| self.span(seat));
        let outcome = match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::win(Seat::FIRST, Reason::COUNT),
            std::cmp::Ordering::Less => Outcome::win(Seat::SECOND, Reason::COUNT),
            std::cmp::Ordering::Equal => Outcome::draw(Reason::COUNT),
        };
        Some(outcome.with_score(Score::two(white.0 as i16, black.0 as i16)))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Square) -> bool {
        true
    }

    #[inline]
    fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, u64::from(self.acts.0)])
    }

    fn text(&self, square: Square) -> String {
        square.to_string()
    }

    /// *Levers*: the fewest squares that each still needs; with `blocked=span` also the spans.
    fn evaluate(&self, seat: Seat) -> i32 {
        let free = self.free();
        let value = |seat: Seat| {
            let needs = missing(self.pieces[seat.index()], free, seat);
            let spans = match self.spans_count {
                true => {
                    let (span, pieces) = self.span(seat);
                    (span * 40 + pieces) as i32
                }
                false => 0,
            };
            // Whoever is cut off can only hope for the end without a bridge.
            spans + needs.map_or(-1_300, |squares| -squares * 120 + if seat == self.acts { 60 } else { 0 })
        };
        value(seat) - value(seat.other())
    }

    fn board(&self) -> Board {
        board(self.pieces, Bitboard::EMPTY, HAND)
    }

    /// *Picture*: the two edges of each player in his colour; the bridge at the end.
    fn view(&self, view: &mut View) {
        for (line, colour) in [
            (Line::Bottom, Colour::White),
            (Line::Top, Colour::White),
            (Line::Left, Colour::Black),
            (Line::Right, Colour::Black),
        ] {
            view.lines.push(OwnedLine { line, colour });
        }
        if let Some(winner) = self.winner {
            let own = self.pieces[winner.index()];
            let [from, to] = EDGES[winner.index()];
            view.mark(from.flood(own) & to.flood(own), Mark::Winning);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::rng;
    use rand::Rng;

    /// *End* (2) as it is written: a chain of squares without an enemy piece.
    fn can_join(own: Bitboard, enemy: Bitboard, seat: Seat) -> bool {
        let [from, to] = EDGES[seat.index()];
        debug_assert!((own & enemy).is_empty());
        !(from.flood(!enemy) & to).is_empty()
    }

    #[test]
    fn walls_cut_off_exactly_whoever_cannot_join() {
        let mut rng = rng(7);
        for _ in 0..300 {
            let mut position = Bridgit::start(&Options::default());
            let mut list = Vec::new();
            loop {
                for seat in [Seat::FIRST, Seat::SECOND] {
                    let [own, enemy] = [seat, seat.other()].map(|seat| position.pieces[seat.index()]);
                    assert_eq!(position.cut_off[seat.index()], !can_join(own, enemy, seat));
                    let needs = missing(own, position.free(), seat);
                    assert_eq!(needs.is_none(), position.cut_off[seat.index()]);
                    assert_eq!(needs == Some(0), position.winner == Some(seat));
                }
                list.clear();
                position.plies(&mut list);
                if list.is_empty() {
                    break;
                }
                position.play(list[rng.random_range(0..list.len())]);
            }
        }
    }
}
