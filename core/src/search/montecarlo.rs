//! Monte-Carlo tree search, for any number of seats: plies are tried the more often, the better games went after them.

use rand::Rng;

use super::{Choice, Limits, rng, weights_of};
use crate::evaluation::Weights;
use crate::game::Game;
use crate::history::History;
use crate::outcome::Outcome;
use crate::played::{Played, outcome_of};
use crate::seat::Seat;

/// The most seats that a game has.
const SEATS: usize = 4;
/// Turns between two questions whether to stop.
const PATIENCE: u32 = 4;
/// The most positions that are remembered.
const MOST: usize = 1 << 20;
/// The most walks down the tree.
const MOST_TURNS: u32 = 1 << 22;
/// How much is ventured on plies that were tried seldom.
const VENTURE: f32 = 0.7;
/// How many times less often than the most tried one a ply may have been tried, to be chosen by a level that errs.
const SERIOUS: f32 = 3.0;
/// Visits that the judgement of a new position counts for.
const JUDGED: f32 = 1.0;
/// Random plies played from a new position before it is judged.
const PLAYED_OUT: usize = 40;
/// A value at which somebody wins three games in four, in hundredths of a man.
const SURE: f32 = 250.0;

/// Each seat's share of the point.
type Shares = [f32; SEATS];

struct Node<P> {
    ply: P,
    /// Where the next positions are in the tree, and how many: none before the position was looked into.
    next: (u32, u16),
    visits: f32,
    /// The sum of the share of whoever chose the ply.
    sum: f32,
}

pub(super) fn search<G: Game>(
    game: &Played<G>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Choice<G::Ply>> {
    let plies = game.legal();
    let first = *plies.first()?;
    let mut search = Search::<G> {
        tree: vec![Node { ply: first, next: (0, 0), visits: 0.0, sum: 0.0 }],
        history: game.history().clone(),
        weights: weights_of::<G>(limits),
        rng: rng(limits.seed),
        nodes: 0,
        list: Vec::new(),
    };
    search.look_into(0, game.position());
    if plies.len() > 1 {
        let room = (limits.memory / size_of::<Node<G::Ply>>()).min(MOST);
        let mut turns = 0_u32;
        // Near the end of a game there may be nothing left to add to the tree.
        while search.nodes < limits.nodes && search.tree.len() < room && turns < MOST_TURNS {
            turns += 1;
            if turns.is_multiple_of(PATIENCE) && stop() {
                break;
            }
            search.turn(game.position());
        }
    }
    let best = search.chosen(limits.noise)?;
    let line = search.line(best);
    let Node { sum, visits, .. } = search.tree[best];
    let score = score_of(sum / visits.max(1.0));
    Some(Choice { depth: line.len() as u32, line, score, nodes: search.nodes })
}

struct Search<G: Game> {
    tree: Vec<Node<G::Ply>>,
    history: History,
    weights: Weights,
    rng: rand_xoshiro::Xoshiro256PlusPlus,
    nodes: u64,
    list: Vec<G::Ply>,
}

impl<G: Game> Search<G> {
    fn children(&self, node: usize) -> &[Node<G::Ply>] {
        let (start, count) = self.tree[node].next;
        &self.tree[start as usize..start as usize + usize::from(count)]
    }

    /// One walk down the tree, a new position, and the way back.
    fn turn(&mut self, root: &G) {
        let mut position = root.clone();
        let mut way: Vec<(usize, usize)> = Vec::new();
        let mut node = 0;
        let shares = loop {
            if let Some(outcome) = outcome_of(&position, &self.history) {
                break shares_of(outcome);
            }
            if self.tree[node].next.1 == 0 {
                let shares = self.judge(&position);
                if self.tree[node].visits >= 1.0 {
                    self.look_into(node, &position);
                }
                break shares;
            }
            let seat = position.to_act().index();
            let child = self.most_promising(node);
            way.push((child, seat));
            let irreversible = position.advance(self.tree[child].ply);
            self.history.push(position.key(), irreversible);
            self.nodes += 1;
            node = child;
        };
        self.tree[0].visits += 1.0;
        for &(node, seat) in &way {
            self.tree[node].visits += 1.0;
            self.tree[node].sum += shares[seat];
            self.history.pop();
        }
    }

    fn most_promising(&self, node: usize) -> usize {
        let (start, count) = self.tree[node].next;
        let known = (self.tree[node].visits + 1.0).ln();
        let promise = |child: usize| {
            let child = &self.tree[child];
            let visits = child.visits.max(JUDGED);
            child.sum / visits + VENTURE * (known / visits).sqrt()
        };
        let start = start as usize;
        (start..start + usize::from(count))
            .max_by(|&a, &b| promise(a).total_cmp(&promise(b)))
            .unwrap_or(start)
    }

    /// Lists the plies of a position, each judged by what it leads to.
    fn look_into(&mut self, node: usize, position: &G) {
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        position.plies(&mut list);
        let start = self.tree.len() as u32;
        let seat = position.to_act();
        for &ply in &list {
            let mut next = position.clone();
            next.play(ply);
            self.nodes += 1;
            let share = match next.outcome() {
                Some(outcome) => shares_of(outcome)[seat.index()],
                None => share_of(next.evaluate(seat, &self.weights)),
            };
            // Equal plies are tried in an order of the seed's own.
            let share = share + self.rng.random_range(0.0..1e-3);
            self.tree.push(Node { ply, next: (0, 0), visits: JUDGED, sum: share * JUDGED });
        }
        self.tree[node].next = (start, list.len().min(usize::from(u16::MAX)) as u16);
        self.list = list;
    }

    /// Half what is thought of a position, half what comes of it when plies are picked at random for a while.
    fn judge(&mut self, position: &G) -> Shares {
        let thought = self.thought_of(position);
        let mut position = position.clone();
        let mut list = std::mem::take(&mut self.list);
        let mut plies = 0;
        let came = loop {
            if let Some(outcome) = position.outcome() {
                break shares_of(outcome);
            }
            if plies == PLAYED_OUT {
                break self.thought_of(&position);
            }
            list.clear();
            position.plies(&mut list);
            let pick = self.rng.random_range(0..list.len().max(1));
            let Some(&ply) = list.get(pick) else { break self.thought_of(&position) };
            position.play(ply);
            self.nodes += 1;
            plies += 1;
        };
        self.list = list;
        std::array::from_fn(|seat| (thought[seat] + came[seat]) / 2.0)
    }

    fn thought_of(&self, position: &G) -> Shares {
        let own = |seat: usize| share_of(position.evaluate(Seat(seat as u8), &self.weights));
        if const { G::INFO.seats.len() == 2 } {
            let first = own(0);
            [first, 1.0 - first, 0.0, 0.0]
        } else {
            std::array::from_fn(own)
        }
    }

    /// The ply that was tried most; with noise, the best of those that were tried about as often, its value blurred.
    fn chosen(&mut self, noise: i32) -> Option<usize> {
        let (start, count) = self.tree[0].next;
        let plies = start as usize..start as usize + usize::from(count);
        let most = plies.clone().max_by(|&a, &b| self.tree[a].visits.total_cmp(&self.tree[b].visits))?;
        if noise == 0 {
            return Some(most);
        }
        // A value is compared with that of each other seat.
        let noise = noise * (G::INFO.seats.len() as i32 - 1);
        let enough = self.tree[most].visits / SERIOUS;
        plies.filter(|&ply| self.tree[ply].visits >= enough).max_by_key(|&ply| {
            let Node { sum, visits, .. } = self.tree[ply];
            score_of(sum / visits.max(1.0)) + self.rng.random_range(-noise..=noise)
        })
    }

    /// The plies that were tried most after a first one, one after the other.
    fn line(&self, first: usize) -> Vec<G::Ply> {
        let mut line = vec![self.tree[first].ply];
        let mut node = first;
        loop {
            let (start, _) = self.tree[node].next;
            let most =
                self.children(node).iter().enumerate().max_by(|(_, a), (_, b)| a.visits.total_cmp(&b.visits));
            match most {
                Some((index, child)) if child.visits > 2.0 * JUDGED => {
                    line.push(child.ply);
                    node = start as usize + index;
                }
                _ => return line,
            }
        }
    }
}

/// The share that a value promises.
fn share_of(value: i32) -> f32 {
    1.0 / (1.0 + (-(value as f32) / SURE).exp())
}

/// The value of a share, never one that looks proven.
fn score_of(share: f32) -> i32 {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    ((share / (1.0 - share)).ln() * SURE) as i32
}

fn shares_of(outcome: Outcome) -> Shares {
    if let Some(places) = outcome.places {
        let place = |seat: usize| places.as_slice().get(seat).copied().unwrap_or(4);
        return std::array::from_fn(|seat| f32::from(4 - place(seat)) / 3.0);
    }
    match outcome.winner {
        None => [0.5; SEATS],
        Some(winner) => std::array::from_fn(|seat| if winner.index() == seat { 1.0 } else { 0.0 }),
    }
}
