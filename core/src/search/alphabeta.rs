//! Principal-variation alpha-beta for two seats, deepened step by step.
//!
//! Who acts decides whose value is meant, never the parity of the depth: a side may play several plies in a row.
//!
//! The rules against endless play count with the history of the game: the third occurrence of a position ends it. A
//! position that comes back within the search is taken for a draw the first time already, where the rules call repetition
//! a draw: what either side could do about it, it could do the first time. The table holds values of positions however they
//! were reached, so no value goes there that depends on the way.

use rand::Rng;

use super::choice::{Choice, PROVEN, WIN};
use super::level::Limits;
use super::ordering::{CAPTURE, FAVOURITE, KILLER, Ordering};
use super::random::rng;
use super::transposition::{Bound, Table};
use crate::evaluate::Evaluate;
use crate::evaluation::Weights;
use crate::history::{Endless, History, Stop};
use crate::key::key_of;
use crate::outcome::Outcome;
use crate::played::{Played, outcome_of};
use crate::seat::Seat;

/// The longest line, quiescence included.
const MAX_PLY: usize = 128;
/// Positions between two questions whether to stop.
const NODES_UNASKED: u64 = 256;
/// How many positions a game's own solver visits in the time of one here.
const SOLVER_SPEED: u64 = 8;
/// The most positions that it may visit, so that it leaves time where time alone is the bound.
const MAX_SOLVER_NODES: u64 = 16_000_000;
/// Beyond every value.
const INFINITY: i32 = WIN + 1;
/// Plies that are searched to the full depth before late ones are reduced.
const UNREDUCED: usize = 3;
/// The least depth at which late plies are reduced: searched less deeply at first.
const MIN_REDUCED_DEPTH: u32 = 3;
/// Plies until an end by count (no progress, the limit of plies) from which on the count tells positions apart.
const COUNT_IN_REACH: usize = 40;
/// What a value depends on that holds however its position is reached.
const NO_WAY: usize = usize::MAX;

/// Chooses one of some legal plies.
pub(super) fn search<G: Evaluate>(
    game: &Played<G>,
    limits: &Limits,
    plies: Vec<G::Ply>,
    stop: &dyn Fn() -> bool,
) -> Option<Choice<G::Ply>> {
    let first = *plies.first()?;
    let weights = limits.weights_of::<G>();
    if plies.len() == 1 {
        let score = game.position().evaluate(game.position().to_act(), &weights);
        return Some(Choice { line: vec![first], score, depth: 0, nodes: 1 });
    }
    if limits.noise == 0
        && let Some(finish) =
            game.position().finish(limits.nodes.saturating_mul(SOLVER_SPEED).min(MAX_SOLVER_NODES), stop)
    {
        let win = WIN - finish.plies as i32;
        let score = match finish.result {
            std::cmp::Ordering::Less => -win,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => win,
        };
        return Some(Choice { line: vec![finish.ply], score, depth: finish.plies, nodes: finish.nodes });
    }
    let mut search = AlphaBeta::<G> {
        start: game.history().plies(),
        counts: game.plies_to_count() <= COUNT_IN_REACH,
        depends_on: NO_WAY,
        history: game.history().clone(),
        table: Table::new(limits.memory, limits.nodes),
        weights,
        acts: game.position().to_act(),
        contempt: if limits.contempt { G::CONTEMPT } else { 0 },
        lists: (0..=MAX_PLY).map(|_| Lists { plies: Vec::new(), order: Vec::new() }).collect(),
        ordering: Ordering::new(MAX_PLY),
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

/// What a position's plies are listed in; kept from one position to the next, so that nothing is allocated.
struct Lists<P> {
    plies: Vec<P>,
    /// Rank and place of the plies that are searched.
    order: Vec<(i32, u16)>,
}

struct AlphaBeta<'a, G: Evaluate> {
    history: History,
    /// Plies of the game before the root.
    start: usize,
    /// Whether an end by count is in reach.
    counts: bool,
    /// The first position of the line, in plies from the root, that the value just handed back depends on: it would be
    /// another had that position not been on the way.
    depends_on: usize,
    table: Table,
    weights: Weights,
    /// Who chooses a ply.
    acts: Seat,
    /// What a draw costs him.
    contempt: i32,
    lists: Vec<Lists<G::Ply>>,
    ordering: Ordering<G::Ply>,
    nodes: u64,
    most: u64,
    stopped: bool,
    stop: &'a dyn Fn() -> bool,
}

impl<G: Evaluate> AlphaBeta<'_, G> {
    /// Looks at every ply of the root and brings the best to the front.
    fn root(&mut self, position: &G, root: &mut [Root<G::Ply>], depth: u32) -> Iteration {
        let seat = position.to_act();
        let mut alpha = -INFINITY;
        let mut best = 0;
        for index in 0..root.len() {
            let Root { ply, noise, .. } = root[index];
            let mut next = position.clone();
            let irreversible = next.advance(ply);
            self.history.push(next.key(), irreversible);
            // Noise blurs judgement, never what is proven.
            let blurred = |value: i32| if value.abs() < PROVEN { value + noise } else { value };
            let bar = if alpha.abs() < PROVEN { alpha - noise } else { alpha };
            let mut value = if index == 0 {
                self.child(&next, seat, depth - 1, -INFINITY, INFINITY, 1)
            } else {
                self.child(&next, seat, depth - 1, bar, bar + 1, 1)
            };
            if index > 0 && blurred(value) > alpha && !self.stopped {
                value = self.child(&next, seat, depth - 1, bar, INFINITY, 1);
            }
            self.history.pop();
            if self.stopped {
                root[..=best].rotate_right(1);
                return Iteration { finished: false, looked_at: index };
            }
            let value = blurred(value);
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
    fn child(&mut self, next: &G, seat: Seat, depth: u32, alpha: i32, beta: i32, from_root: usize) -> i32 {
        if next.to_act() == seat {
            self.node(next, depth, alpha, beta, from_root)
        } else {
            -self.node(next, depth, -beta, -alpha, from_root)
        }
    }

    /// The value of a position for the seat that acts in it. `from_root` counts plies.
    fn node(&mut self, position: &G, depth: u32, mut alpha: i32, mut beta: i32, from_root: usize) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_UNASKED) && (self.stop)() || self.nodes >= self.most {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        let seat = position.to_act();
        self.depends_on = NO_WAY;
        if let Some(outcome) = position.outcome().or_else(|| self.ended_by_history(position)) {
            return self.value_of(outcome, seat, from_root);
        }
        if from_root >= MAX_PLY {
            return position.evaluate(seat, &self.weights);
        }
        let quiet = depth == 0;
        let mut best = -INFINITY;
        if quiet {
            best = position.evaluate(seat, &self.weights);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let key = self.key(position);
        let known = if quiet { None } else { self.table.get(key) };
        if let Some(entry) = known {
            let score = from_table(entry.score, from_root);
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
        let first_alpha = alpha;
        let mut depends_on = NO_WAY;
        let mut lists =
            std::mem::replace(&mut self.lists[from_root], Lists { plies: Vec::new(), order: Vec::new() });
        let favourite = known.map(|entry| entry.best);
        self.list(position, &mut lists, favourite, quiet, from_root);
        let single = lists.plies.len() == 1;
        let mut best_index = 0;
        for (tried, &(rank, index)) in lists.order.iter().enumerate() {
            let candidate = lists.plies[usize::from(index)];
            let mut next = position.clone();
            let irreversible = next.advance(candidate);
            self.history.push(next.key(), irreversible);
            // With a single reply there is nothing to choose: it is followed to quieter water.
            let left = if quiet || single { depth } else { depth - 1 };
            let mut value = if tried == 0 {
                self.child(&next, seat, left, alpha, beta, from_root + 1)
            } else {
                let late = !quiet && depth >= MIN_REDUCED_DEPTH && tried >= UNREDUCED && rank < KILLER;
                let reduced =
                    if late { left - 1 - u32::from(tried >= 4 * UNREDUCED && depth > 4) } else { left };
                let value = self.child(&next, seat, reduced, alpha, alpha + 1, from_root + 1);
                if reduced < left && value > alpha && !self.stopped {
                    self.child(&next, seat, left, alpha, alpha + 1, from_root + 1)
                } else {
                    value
                }
            };
            if tried > 0 && value > alpha && value < beta && !self.stopped {
                value = self.child(&next, seat, left, alpha, beta, from_root + 1);
            }
            self.history.pop();
            if self.stopped {
                break;
            }
            depends_on = depends_on.min(self.depends_on);
            if value > best {
                best = value;
                best_index = usize::from(index);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                // That the value is no less depends on this ply alone.
                depends_on = self.depends_on;
                if !quiet && (rank <= KILLER || rank == FAVOURITE && !position.is_capture(candidate)) {
                    self.ordering.cut_off(candidate, seat, from_root, depth);
                    for &(rank, index) in &lists.order[..tried] {
                        if rank <= KILLER {
                            self.ordering.fell_short(lists.plies[usize::from(index)], seat, depth);
                        }
                    }
                }
                break;
            }
        }
        self.lists[from_root] = lists;
        // A line that comes back to this very position does so however it was reached.
        self.depends_on = if depends_on < from_root { depends_on } else { NO_WAY };
        if !self.stopped && !quiet {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            if self.depends_on == NO_WAY {
                self.table.put(key, to_table(best, from_root), depth, bound, best_index);
            } else if bound != Bound::Upper {
                self.table.put_ply(key, best_index);
            }
        }
        best
    }

    /// The outcome when the rules against endless play, or a return within the search, end a line here.
    #[inline]
    fn ended_by_history(&mut self, position: &G) -> Option<Outcome> {
        let rules = position.endless();
        if let Some(stop) = self.history.stop(rules) {
            self.depends_on = match stop {
                Stop::Repetition => self.first_within(rules),
                // Where an end by count is in reach, the table tells the counts apart.
                Stop::NoProgress | Stop::Limit if self.counts => NO_WAY,
                Stop::NoProgress | Stop::Limit => 0,
            };
            return Some(position.stopped(stop));
        }
        if !rules.repetition || self.history.earlier(rules.returns).next()? < self.start {
            return None;
        }
        let outcome = position.stopped(Stop::Repetition);
        if outcome.winner.is_some() {
            return None;
        }
        self.depends_on = self.first_within(rules);
        Some(outcome)
    }

    /// The first position of the line that is the present one, in plies from the root. The root is on every line.
    fn first_within(&self, rules: Endless) -> usize {
        let within = self.history.earlier(rules.returns).take_while(|&ply| ply > self.start);
        within.last().map_or(NO_WAY, |ply| ply - self.start)
    }

    /// What the table knows a position by.
    #[inline]
    fn key(&self, position: &G) -> u64 {
        if self.counts {
            key_of([position.key(), self.history.plies() as u64, self.history.idle().into()])
        } else {
            position.key()
        }
    }

    /// What an end is worth for a seat.
    fn value_of(&self, outcome: Outcome, seat: Seat, from_root: usize) -> i32 {
        match outcome.winner {
            Some(winner) if winner == seat => WIN - from_root as i32,
            Some(_) => from_root as i32 - WIN,
            None if seat == self.acts => -self.contempt,
            None => self.contempt,
        }
    }

    /// Lists the plies of a position and the order in which they are tried: in quiescence captures only, and a single
    /// reply.
    fn list(
        &self,
        position: &G,
        lists: &mut Lists<G::Ply>,
        favourite: Option<u16>,
        quiet: bool,
        from_root: usize,
    ) {
        let Lists { plies, order } = lists;
        plies.clear();
        order.clear();
        position.plies(plies);
        let seat = position.to_act();
        let single = plies.len() == 1;
        for (&ply, index) in plies.iter().zip(0_u16..) {
            let rank = if favourite == Some(index) {
                FAVOURITE
            } else if position.is_capture(ply) {
                CAPTURE
            } else if quiet && !single {
                continue;
            } else {
                self.ordering.rank(ply, seat, from_root)
            };
            order.push((rank, index));
        }
        order.sort_unstable_by_key(|&(rank, index)| (std::cmp::Reverse(rank), index));
    }

    /// The line that the table remembers after a first ply.
    fn line(&mut self, position: &G, first: G::Ply, most: u32) -> Vec<G::Ply> {
        let mut line = vec![first];
        let mut position = position.clone();
        let mut list = Vec::new();
        loop {
            let irreversible = position.advance(line[line.len() - 1]);
            self.history.push(position.key(), irreversible);
            if line.len() >= most as usize || outcome_of(&position, &self.history).is_some() {
                return line;
            }
            let Some(entry) = self.table.get(self.key(&position)) else { return line };
            list.clear();
            position.plies(&mut list);
            let Some(&ply) = list.get(usize::from(entry.best)) else { return line };
            line.push(ply);
        }
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
