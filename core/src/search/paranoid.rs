//! Alpha-beta for more than two seats, each seat reckoning that all the others play against it.

use rand::Rng;

use super::{Choice, Limits, PROVEN, WIN, rng, weights_of};
use crate::game::Game;
use crate::history::History;
use crate::levers::Weights;
use crate::outcome::Outcome;
use crate::played::{Played, outcome_of};
use crate::seat::Seat;

/// Positions between two questions whether to stop.
const PATIENCE: u64 = 256;
/// Beyond every value.
const INFINITY: i32 = WIN + 1;

pub(super) fn search<G: Game>(
    game: &Played<G>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Choice<G::Ply>> {
    let position = game.position();
    let mut rng = rng(limits.seed);
    let mut root: Vec<(G::Ply, i32, u32)> = game
        .legal()
        .into_iter()
        .map(|ply| {
            let noise = if limits.noise > 0 { rng.random_range(-limits.noise..=limits.noise) } else { 0 };
            (ply, noise, rng.random())
        })
        .collect();
    root.sort_by_key(|&(_, _, order)| order);
    let first = root.first()?.0;
    let mut search = Search {
        seat: position.to_act(),
        history: game.history().clone(),
        weights: weights_of::<G>(limits),
        nodes: 0,
        most: limits.nodes,
        stopped: false,
        stop,
    };
    let mut chosen = Choice { line: vec![first], score: 0, depth: 0, nodes: 0 };
    for depth in 1..=limits.depth.clamp(1, 64) {
        let mut best: Option<(usize, i32)> = None;
        for (index, &(ply, noise, _)) in root.iter().enumerate() {
            let bar = match best {
                Some((_, value)) if value.abs() < PROVEN => value - noise,
                Some((_, value)) => value,
                None => -INFINITY,
            };
            let value = search.after(position, ply, depth - 1, (bar, INFINITY), 1);
            if search.stopped {
                break;
            }
            let value = if value.abs() < PROVEN { value + noise } else { value };
            if best.is_none_or(|(_, so_far)| value > so_far) {
                best = Some((index, value));
            }
        }
        if let Some((index, value)) = best {
            root[..=index].rotate_right(1);
            chosen.line = vec![root[0].0];
            chosen.score = value;
        }
        if search.stopped {
            break;
        }
        chosen.depth = depth;
        if chosen.score.abs() > PROVEN || root.len() == 1 {
            break;
        }
    }
    chosen.nodes = search.nodes;
    Some(chosen)
}

struct Search<'a> {
    /// Whose value is meant everywhere.
    seat: Seat,
    history: History,
    weights: Weights,
    nodes: u64,
    most: u64,
    stopped: bool,
    stop: &'a dyn Fn() -> bool,
}

impl Search<'_> {
    fn after<G: Game>(
        &mut self,
        position: &G,
        ply: G::Ply,
        depth: u32,
        window: (i32, i32),
        from_root: usize,
    ) -> i32 {
        let mut next = position.clone();
        let irreversible = next.advance(ply);
        self.history.push(next.key(), irreversible);
        let value = self.node(&next, depth, window, from_root);
        self.history.pop();
        value
    }

    fn node<G: Game>(
        &mut self,
        position: &G,
        depth: u32,
        (mut alpha, mut beta): (i32, i32),
        from_root: usize,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && (self.stop)() || self.nodes >= self.most {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        if let Some(outcome) = outcome_of(position, &self.history) {
            return value_of(outcome, self.seat, from_root);
        }
        if depth == 0 {
            return position.evaluate(self.seat, &self.weights);
        }
        let own = position.to_act() == self.seat;
        let mut list = Vec::new();
        position.plies(&mut list);
        list.sort_by_key(|&ply| !position.is_capture(ply));
        let mut best = if own { -INFINITY } else { INFINITY };
        for ply in list {
            let value = self.after(position, ply, depth - 1, (alpha, beta), from_root + 1);
            if self.stopped {
                break;
            }
            if own {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// A win for the winner; the others lose, the better placed a little less.
fn value_of(outcome: Outcome, seat: Seat, from_root: usize) -> i32 {
    let plies = from_root as i32;
    if outcome.winner == Some(seat) {
        return WIN - plies;
    }
    let place = outcome.places.and_then(|places| places.as_slice().get(seat.index()).copied());
    plies - WIN + i32::from(4 - place.unwrap_or(4)) * 100
}
