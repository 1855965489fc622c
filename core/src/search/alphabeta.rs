//! Principal-variation alpha-beta for two seats, deepened step by step.
//!
//! Who acts decides whose value is meant, never the parity of the depth: a side may play several plies in a row.

use rand::Rng;

use super::transposition::{Bound, Table};
use super::{Choice, Limits, PROVEN, WIN, rng};
use crate::game::Game;
use crate::history::{History, Stop};
use crate::outcome::Outcome;
use crate::played::{Played, outcome_of};
use crate::seat::Seat;

/// The deepest line, quiescence included.
const DEEPEST: usize = 128;
/// Positions between two questions whether to stop.
const PATIENCE: u64 = 256;
/// Beyond every value.
const INFINITY: i32 = WIN + 1;

pub(super) fn search<G: Game>(
    game: &Played<G>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Choice<G::Ply>> {
    let mut plies = Vec::new();
    game.position().plies(&mut plies);
    let first = *plies.first()?;
    if plies.len() == 1 {
        let score = game.position().evaluate(game.position().to_act());
        return Some(Choice { line: vec![first], score, depth: 0, nodes: 1 });
    }
    let mut search = Search::<G> {
        history: game.history().clone(),
        // Entries are worth their memory only for searches that can fill them.
        table: Table::new(if limits.nodes < 50_000 { 14 } else { 20 }),
        lists: (0..=DEEPEST).map(|_| Vec::new()).collect(),
        killers: vec![[None; 2]; DEEPEST + 1],
        nodes: 0,
        most: limits.nodes,
        stopped: false,
        stop,
    };
    let mut rng = rng(limits.seed);
    let mut root: Vec<Root<G::Ply>> = plies
        .into_iter()
        .map(|ply| Root {
            ply,
            noise: if limits.noise > 0 { rng.random_range(-limits.noise..=limits.noise) } else { 0 },
            value: 0,
            // Equal plies are tried in an order of the seed's own.
            order: rng.random(),
        })
        .collect();
    root.sort_by_key(|root| root.order);
    let mut chosen = Choice { line: vec![first], score: 0, depth: 0, nodes: 0 };
    for depth in 1..=limits.depth.clamp(1, 64) {
        let done = search.root(game.position(), &mut root, depth);
        // An unfinished iteration still counts when its first ply, the best so far, was looked at anew.
        if done.looked_at > 0 {
            chosen.line = vec![root[0].ply];
            chosen.score = root[0].value;
        }
        if !done.finished {
            break;
        }
        chosen.depth = depth;
        if chosen.score.abs() > PROVEN {
            break;
        }
    }
    chosen.nodes = search.nodes;
    chosen.line = search.line(game.position(), chosen.line[0], chosen.depth);
    Some(chosen)
}

/// A ply at the root.
struct Root<P> {
    ply: P,
    noise: i32,
    value: i32,
    order: u32,
}

struct Iteration {
    finished: bool,
    looked_at: usize,
}

struct Search<'a, G: Game> {
    history: History,
    table: Table,
    lists: Vec<Vec<G::Ply>>,
    killers: Vec<[Option<G::Ply>; 2]>,
    nodes: u64,
    most: u64,
    stopped: bool,
    stop: &'a dyn Fn() -> bool,
}

impl<G: Game> Search<'_, G> {
    /// Looks at every ply of the root and brings the best to the front.
    fn root(&mut self, position: &G, root: &mut [Root<G::Ply>], depth: u32) -> Iteration {
        let seat = position.to_act();
        let noisy = root.iter().any(|root| root.noise != 0);
        let mut alpha = -INFINITY;
        let mut best = 0;
        for index in 0..root.len() {
            let ply = root[index].ply;
            let mut next = position.clone();
            let irreversible = next.advance(ply);
            self.history.push(next.key(), irreversible);
            let mut value = if index == 0 || noisy {
                self.child(&next, seat, depth - 1, -INFINITY, INFINITY, 1)
            } else {
                self.child(&next, seat, depth - 1, alpha, alpha + 1, 1)
            };
            if !noisy && index > 0 && value > alpha && !self.stopped {
                value = self.child(&next, seat, depth - 1, alpha, INFINITY, 1);
            }
            self.history.pop();
            if self.stopped {
                root[..=best].rotate_right(1);
                return Iteration { finished: false, looked_at: index };
            }
            // Noise blurs judgement, never what is proven.
            if value.abs() < PROVEN {
                value += root[index].noise;
            }
            root[index].value = value;
            if value > alpha {
                alpha = value;
                best = index;
            }
        }
        root[..=best].rotate_right(1);
        Iteration { finished: true, looked_at: root.len() }
    }

    /// The value of a position for `seat`, within a window that is `seat`'s.
    fn child(&mut self, next: &G, seat: Seat, depth: u32, alpha: i32, beta: i32, ply: usize) -> i32 {
        if next.to_act() == seat {
            self.node(next, depth, alpha, beta, ply)
        } else {
            -self.node(next, depth, -beta, -alpha, ply)
        }
    }

    /// The value of a position for the seat that acts in it. `ply` counts from the root.
    fn node(&mut self, position: &G, depth: u32, mut alpha: i32, mut beta: i32, ply: usize) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && (self.stop)() || self.nodes >= self.most {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        let seat = position.to_act();
        if let Some(outcome) = outcome_of(position, &self.history) {
            return value_of(outcome, seat, ply);
        }
        // A position that came back once will come back again.
        if position.endless().repetition && self.history.idle() >= 2 && self.history.occurrences(2) >= 2 {
            return value_of(position.stopped(Stop::Repetition), seat, ply);
        }
        if ply >= DEEPEST {
            return position.evaluate(seat);
        }
        let quiet = depth == 0;
        let mut best = -INFINITY;
        if quiet {
            best = position.evaluate(seat);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let (first_alpha, key) = (alpha, position.key());
        let known = self.table.get(key);
        if !quiet && let Some(entry) = known {
            let score = from_table(entry.score, ply);
            if u32::from(entry.depth) >= depth {
                match entry.bound {
                    Bound::Exact => return score,
                    Bound::Lower => alpha = alpha.max(score),
                    Bound::Upper => beta = beta.min(score),
                }
                if alpha >= beta {
                    return score;
                }
            }
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        position.plies(&mut list);
        let mut order: Vec<(u8, u16)> = Vec::with_capacity(list.len());
        let favourite = known.filter(|_| !quiet).map(|entry| entry.best);
        for (index, &candidate) in list.iter().enumerate() {
            let capture = position.is_capture(candidate);
            let rank = if favourite == Some(index as u16) {
                0
            } else if capture {
                1
            } else if self.killers[ply].contains(&Some(candidate)) {
                2
            } else {
                3
            };
            // With a single reply there is nothing to choose: it is followed to quieter water.
            if !quiet || capture || list.len() == 1 {
                order.push((rank, index as u16));
            }
        }
        order.sort_unstable();
        let mut best_index = 0;
        for (tried, &(rank, index)) in order.iter().enumerate() {
            let candidate = list[index as usize];
            let mut next = position.clone();
            let irreversible = next.advance(candidate);
            self.history.push(next.key(), irreversible);
            let left = if quiet || list.len() == 1 { depth } else { depth - 1 };
            let mut value = if tried == 0 {
                self.child(&next, seat, left, alpha, beta, ply + 1)
            } else {
                self.child(&next, seat, left, alpha, alpha + 1, ply + 1)
            };
            if tried > 0 && value > alpha && value < beta && !self.stopped {
                value = self.child(&next, seat, left, alpha, beta, ply + 1);
            }
            self.history.pop();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_index = index as usize;
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                if rank == 3 {
                    let killers = &mut self.killers[ply];
                    killers[1] = killers[0].replace(candidate);
                }
                break;
            }
        }
        self.lists[ply] = list;
        if !self.stopped && !quiet {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table.put(key, to_table(best, ply), depth, bound, best_index);
        }
        best
    }

    /// The line that the table remembers after a first ply.
    fn line(&self, position: &G, first: G::Ply, most: u32) -> Vec<G::Ply> {
        let mut line = vec![first];
        let mut position = position.clone();
        position.play(first);
        while line.len() < most as usize && position.outcome().is_none() {
            let Some(entry) = self.table.get(position.key()) else { break };
            let mut list = Vec::new();
            position.plies(&mut list);
            let Some(&ply) = list.get(usize::from(entry.best)) else { break };
            line.push(ply);
            position.play(ply);
        }
        line
    }
}

fn value_of(outcome: Outcome, seat: Seat, ply: usize) -> i32 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == seat => WIN - ply as i32,
        Some(_) => ply as i32 - WIN,
    }
}

/// Wins are stored as counted from the position, and read as counted from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    if score > PROVEN {
        score + ply as i32
    } else if score < -PROVEN {
        score - ply as i32
    } else {
        score
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    if score > PROVEN {
        score - ply as i32
    } else if score < -PROVEN {
        score + ply as i32
    } else {
        score
    }
}
