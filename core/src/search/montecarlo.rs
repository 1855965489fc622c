//! Monte-Carlo tree search, for games of more than two: the better games went after a ply, the more often it is tried.

use std::cmp::Ordering;

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::choice::Choice;
use super::level::Limits;
use super::random::rng;
use crate::evaluate::Evaluate;
use crate::evaluation::Weights;
use crate::history::History;
use crate::outcome::Outcome;
use crate::played::{Played, outcome_of};
use crate::seat::Seat;

/// The most seats that a game has.
const SEATS: usize = 4;
/// Walks down the tree between two questions whether to stop.
const WALKS_UNASKED: u32 = 4;
/// The most positions in the tree.
const MOST_NODES: usize = 1 << 20;
/// The most walks down the tree.
const MOST_WALKS: u32 = 1 << 22;
/// The weight of exploring plies that were tried seldom (the constant of UCT).
const EXPLORATION: f32 = 0.7;
/// A level that errs chooses among the plies that were tried at least one time in so many of the most tried one.
const SERIOUS: f32 = 3.0;
/// Visits that the evaluation of a new position counts for.
const PRIOR: f32 = 1.0;
/// Random plies played from a new position before it is evaluated.
const PLAYOUT: usize = 40;
/// A value at which somebody wins three games in four, in hundredths of a man.
const SURE: f32 = 250.0;

/// Each seat's share of the point.
type Shares = [f32; SEATS];

struct Node<P> {
    ply: P,
    /// The place of the first of the next positions in the tree, and how many they are: none before it is expanded.
    next: (u32, u16),
    visits: f32,
    /// The sum of the share of whoever chose the ply.
    sum: f32,
}

pub(super) fn search<G: Evaluate>(
    game: &Played<G>,
    limits: &Limits,
    plies: &[G::Ply],
    stop: &dyn Fn() -> bool,
) -> Option<Choice<G::Ply>> {
    let first = *plies.first()?;
    let mut tree = Tree::<G> {
        nodes: vec![Node { ply: first, next: (0, 0), visits: 0.0, sum: 0.0 }],
        history: game.history().clone(),
        weights: limits.weights_of::<G>(),
        rng: rng(limits.seed),
        visited: 0,
        list: Vec::new(),
    };
    tree.expand(0, game.position(), plies);
    if plies.len() > 1 && limits.depth > 1 {
        let room = (limits.memory / size_of::<Node<G::Ply>>()).min(MOST_NODES);
        let mut walks = 0_u32;
        // Near the end of a game there may be nothing left to add to the tree.
        while tree.visited < limits.nodes && tree.nodes.len() < room && walks < MOST_WALKS {
            walks += 1;
            if walks.is_multiple_of(WALKS_UNASKED) && stop() {
                break;
            }
            tree.walk(game.position());
        }
    }
    let best = tree.chosen(limits.noise)?;
    let line = tree.line(best);
    let score = score_of(tree.nodes[best].mean());
    Some(Choice { depth: line.len() as u32, line, score, nodes: tree.visited })
}

impl<P> Node<P> {
    /// The mean share of whoever chose the ply.
    fn mean(&self) -> f32 {
        self.sum / self.visits.max(1.0)
    }
}

struct Tree<G: Evaluate> {
    nodes: Vec<Node<G::Ply>>,
    history: History,
    weights: Weights,
    rng: Xoshiro256PlusPlus,
    /// Positions visited, those of playouts among them.
    visited: u64,
    list: Vec<G::Ply>,
}

impl<G: Evaluate> Tree<G> {
    fn children(&self, node: usize) -> &[Node<G::Ply>] {
        let (start, count) = self.nodes[node].next;
        &self.nodes[start as usize..start as usize + usize::from(count)]
    }

    /// One walk down the tree, with a new position at its end, and the way back.
    fn walk(&mut self, root: &G) {
        let mut position = root.clone();
        let mut way: Vec<(usize, usize)> = Vec::new();
        let mut node = 0;
        let shares = loop {
            if let Some(outcome) = outcome_of(&position, &self.history) {
                break shares_of(outcome);
            }
            if self.nodes[node].next.1 == 0 {
                let shares = self.simulate(&position);
                if self.nodes[node].visits >= 1.0 {
                    let mut list = std::mem::take(&mut self.list);
                    list.clear();
                    position.plies(&mut list);
                    self.expand(node, &position, &list);
                    self.list = list;
                }
                break shares;
            }
            let seat = position.to_act().index();
            let child = self.most_promising(node);
            way.push((child, seat));
            let irreversible = position.advance(self.nodes[child].ply);
            self.history.push(position.key(), irreversible);
            self.visited += 1;
            node = child;
        };
        self.nodes[0].visits += 1.0;
        for &(node, seat) in &way {
            self.nodes[node].visits += 1.0;
            self.nodes[node].sum += shares[seat];
            self.history.pop();
        }
    }

    fn most_promising(&self, node: usize) -> usize {
        let (start, count) = self.nodes[node].next;
        let known = (self.nodes[node].visits + 1.0).ln();
        let promise = |child: usize| {
            let child = &self.nodes[child];
            child.mean() + EXPLORATION * (known / child.visits.max(PRIOR)).sqrt()
        };
        let start = start as usize;
        (start..start + usize::from(count))
            .max_by(|&a, &b| promise(a).total_cmp(&promise(b)))
            .unwrap_or(start)
    }

    /// Adds some plies of a position to the tree, each evaluated by what it leads to.
    fn expand(&mut self, node: usize, position: &G, plies: &[G::Ply]) {
        let start = self.nodes.len() as u32;
        let seat = position.to_act();
        for &ply in plies {
            let mut next = position.clone();
            next.play(ply);
            self.visited += 1;
            let share = match next.outcome() {
                Some(outcome) => shares_of(outcome)[seat.index()],
                None => share_of(next.evaluate(seat, &self.weights)),
            };
            // Equal plies are tried in an order of the seed's own.
            let share = share + self.rng.random_range(0.0..1e-3);
            self.nodes.push(Node { ply, next: (0, 0), visits: PRIOR, sum: share * PRIOR });
        }
        self.nodes[node].next = (start, plies.len().min(usize::from(u16::MAX)) as u16);
    }

    /// The mean of the evaluation of a position and of what comes of it when plies are picked at random for a while.
    fn simulate(&mut self, position: &G) -> Shares {
        let evaluated = self.evaluated(position);
        let mut position = position.clone();
        let mut list = std::mem::take(&mut self.list);
        let mut plies = 0;
        let came = loop {
            if let Some(outcome) = position.outcome() {
                break shares_of(outcome);
            }
            if plies == PLAYOUT {
                break self.evaluated(&position);
            }
            list.clear();
            position.plies(&mut list);
            let pick = self.rng.random_range(0..list.len().max(1));
            let Some(&ply) = list.get(pick) else { break self.evaluated(&position) };
            position.play(ply);
            self.visited += 1;
            plies += 1;
        };
        self.list = list;
        std::array::from_fn(|seat| (evaluated[seat] + came[seat]) / 2.0)
    }

    fn evaluated(&self, position: &G) -> Shares {
        std::array::from_fn(|seat| share_of(position.evaluate(Seat(seat as u8), &self.weights)))
    }

    /// The ply that was tried most, of equals the best; with noise, the best of those that were tried about as often, its
    /// value blurred.
    fn chosen(&mut self, noise: i32) -> Option<usize> {
        let (start, count) = self.nodes[0].next;
        let plies = start as usize..start as usize + usize::from(count);
        let rank = |ply: usize| [self.nodes[ply].visits, self.nodes[ply].mean()];
        let most = plies.clone().max_by(|&a, &b| rank(a).partial_cmp(&rank(b)).unwrap_or(Ordering::Equal))?;
        if noise == 0 {
            return Some(most);
        }
        // A value is compared with that of each other seat.
        let noise = noise * (G::INFO.seats.len() as i32 - 1);
        let enough = self.nodes[most].visits / SERIOUS;
        plies
            .filter(|&ply| self.nodes[ply].visits >= enough)
            .max_by_key(|&ply| score_of(self.nodes[ply].mean()) + self.rng.random_range(-noise..=noise))
    }

    /// The plies that were tried most after a first one, one after the other.
    fn line(&self, first: usize) -> Vec<G::Ply> {
        let mut line = vec![self.nodes[first].ply];
        let mut node = first;
        loop {
            let (start, _) = self.nodes[node].next;
            let most =
                self.children(node).iter().enumerate().max_by(|(_, a), (_, b)| a.visits.total_cmp(&b.visits));
            match most {
                Some((index, child)) if child.visits > 2.0 * PRIOR => {
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
