//! Bridgit: `docs/rules/5b-figures.md#bridgit`.

use super::board;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason, Score};
use crate::seat::{Colour, Seat};
use crate::show::Show;
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

/// The most squares that a side can still need for a way between its edges, of those that are looked for.
const MOST_NEEDED: usize = 32;

/// From the first edge on, the empty squares that are reached with one piece more, two, and so on, going over own pieces
/// and from square to square as `beside` says; and how many join the edges, if anything does.
#[inline]
fn fronts(
    own: Bitboard,
    free: Bitboard,
    [from, to]: [Bitboard; 2],
    beside: impl Fn(Bitboard) -> Bitboard,
) -> Option<([Bitboard; MOST_NEEDED], usize)> {
    let spread = |mut reached: Bitboard| loop {
        let next = reached | beside(reached) & own;
        if next == reached {
            return reached;
        }
        reached = next;
    };
    let mut fronts = [Bitboard::EMPTY; MOST_NEEDED];
    let mut reached = spread(from & own);
    for needs in 0..MOST_NEEDED {
        if !(reached & to).is_empty() {
            return Some((fronts, needs));
        }
        let front = (beside(reached) | from) & free & !reached;
        if front.is_empty() {
            return None;
        }
        fronts[needs] = front;
        reached = spread(reached | front);
    }
    None
}

/// The shortest ways to a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ways {
    /// The fewest empty squares that still join a seat's edges.
    needs: i32,
    /// Of the squares that may come first, second and so on, the fewest.
    narrowest: i32,
    /// All squares that lie on such a way.
    squares: i32,
}

impl Ways {
    /// None if nothing joins the edges any more.
    fn of(own: Bitboard, free: Bitboard, seat: Seat) -> Option<Ways> {
        let [from, to] = EDGES[seat.index()];
        let (there, needs) = fronts(own, free, [from, to], Bitboard::side_neighbours)?;
        let (back, _) = fronts(own, free, [to, from], Bitboard::side_neighbours)?;
        let there_and_back = there[..needs].iter().zip(back[..needs].iter().rev());
        let widths = there_and_back.map(|(&one, &other)| (one & other).len() as i32);
        Some(Ways {
            needs: needs as i32,
            narrowest: widths.clone().min().unwrap_or(0),
            squares: widths.sum(),
        })
    }
}

/// The fewest empty squares that still join a seat's edges by sides or corners; none if nothing does.
fn wall_needs(own: Bitboard, free: Bitboard, seat: Seat) -> Option<i32> {
    fronts(own, free, EDGES[seat.index()], Bitboard::neighbours).map(|(_, needs)| needs as i32)
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

    fn board(&self) -> Board {
        board(self.pieces, Bitboard::EMPTY, HAND)
    }
}

impl Evaluate for Bridgit {
    /// *Evaluation*: the fewest squares that each still needs for his bridge, the ways to do it, and the fewest for a wall,
    /// which is joined by corners too and cuts the enemy off; with `blocked=span` also the spans.
    const TERMS: &'static [Term] = &[
        term("needs", -110),
        term("narrowest", 6),
        term("ways", 2),
        term("wall-needs", -30),
        term("wall-first", 15),
        term("cut-off", -600),
        term("span", 40),
        term("span-pieces", 1),
        term("centre", 2),
        term("tempo", 60),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        const CENTRE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);
        let free = self.free();
        let side = |seat: Seat| -> [i32; 10] {
            let own = self.pieces[seat.index()];
            let (span, pieces) = if self.spans_count { self.span(seat) } else { (0, 0) };
            let bridge = if self.cut_off[seat.index()] { None } else { Ways::of(own, free, seat) };
            // Whoever is cut off can only hope for the end without a bridge.
            let needs = bridge.map_or(8, |ways| ways.needs);
            [
                needs,
                bridge.map_or(0, |ways| ways.narrowest.min(4)),
                bridge.map_or(0, |ways| ways.squares),
                wall_needs(own, free, seat).unwrap_or(8),
                0,
                i32::from(bridge.is_none()),
                span as i32,
                pieces as i32,
                (own & CENTRE).len() as i32,
                i32::from(seat == self.acts),
            ]
        };
        let (own, enemy) = (side(seat), side(seat.other()));
        let mut measured = Measured::balance(own, enemy);
        // The race of an own wall with the enemy's bridge.
        measured[4] = (enemy[0] - own[3]).clamp(-2, 2) - (own[0] - enemy[3]).clamp(-2, 2);
        measured
    }
}

impl Show for Bridgit {
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
    fn the_shortest_ways_are_counted_with_their_narrowest_place() {
        let set = |rank: u8, files: std::ops::Range<u8>| -> Bitboard {
            files.map(|file| Square::at(file, rank)).collect()
        };
        // File d is there but for d3 and d6, and every other way is longer.
        let own = Bitboard::file(3) & !set(2, 3..4) & !set(5, 3..4);
        let ways = Ways::of(own, !own, Seat::FIRST).expect("ways");
        assert_eq!(ways, Ways { needs: 2, narrowest: 1, squares: 2 });
        let open = Ways::of(Bitboard::EMPTY, Bitboard::ALL, Seat::SECOND).expect("ways");
        assert_eq!(open, Ways { needs: 8, narrowest: 8, squares: 64 });
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
                    let needs = Ways::of(own, position.free(), seat).map(|ways| ways.needs);
                    assert_eq!(needs.is_none(), position.cut_off[seat.index()]);
                    assert_eq!(needs == Some(0), position.winner == Some(seat));
                    let wall = wall_needs(own, position.free(), seat);
                    assert_eq!(wall.is_none(), position.winner == Some(seat.other()));
                    assert_eq!(wall == Some(0), position.cut_off[seat.other().index()]);
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
