//! Max^n for more than two seats: each seat looks for its own best result.

use rand::Rng;

use super::{Choice, Limits, PROVEN, WIN, rng, weights_of};
use crate::game::Game;
use crate::history::History;
use crate::levers::Weights;
use crate::outcome::Outcome;
use crate::played::{Played, outcome_of};
use crate::seat::Seat;

/// The most seats that a game has.
const SEATS: usize = 4;
/// Positions between two questions whether to stop.
const PATIENCE: u64 = 256;

/// A value for each seat.
type Values = [i32; SEATS];

pub(super) fn search<G: Game>(
    game: &Played<G>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Choice<G::Ply>> {
    let position = game.position();
    let seat = position.to_act();
    let mut plies = Vec::new();
    position.plies(&mut plies);
    let mut rng = rng(limits.seed);
    let mut root: Vec<(G::Ply, i32, u32)> = plies
        .into_iter()
        .map(|ply| {
            let noise = if limits.noise > 0 { rng.random_range(-limits.noise..=limits.noise) } else { 0 };
            (ply, noise, rng.random())
        })
        .collect();
    root.sort_by_key(|&(_, _, order)| order);
    let first = root.first()?.0;
    let mut search = Search {
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
            let values = search.after(position, ply, depth - 1, 1);
            if search.stopped {
                break;
            }
            let value = values[seat.index()];
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
    history: History,
    weights: Weights,
    nodes: u64,
    most: u64,
    stopped: bool,
    stop: &'a dyn Fn() -> bool,
}

impl Search<'_> {
    fn after<G: Game>(&mut self, position: &G, ply: G::Ply, depth: u32, from_root: usize) -> Values {
        let mut next = position.clone();
        let irreversible = next.advance(ply);
        self.history.push(next.key(), irreversible);
        let values = self.node(&next, depth, from_root);
        self.history.pop();
        values
    }

    fn node<G: Game>(&mut self, position: &G, depth: u32, from_root: usize) -> Values {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && (self.stop)() || self.nodes >= self.most {
            self.stopped = true;
        }
        if self.stopped {
            return [0; SEATS];
        }
        if let Some(outcome) = outcome_of(position, &self.history) {
            return values_of(outcome, from_root);
        }
        if depth == 0 {
            return std::array::from_fn(|seat| position.evaluate(Seat(seat as u8), &self.weights));
        }
        let seat = position.to_act().index();
        let mut list = Vec::new();
        position.plies(&mut list);
        let mut best: Option<Values> = None;
        for ply in list {
            let values = self.after(position, ply, depth - 1, from_root + 1);
            if self.stopped {
                break;
            }
            if best.is_none_or(|best| values[seat] > best[seat]) {
                best = Some(values);
            }
        }
        best.unwrap_or([0; SEATS])
    }
}

/// The winner's value is a win; the others lose, the better placed a little less.
fn values_of(outcome: Outcome, from_root: usize) -> Values {
    let plies = from_root as i32;
    std::array::from_fn(|seat| {
        if outcome.winner == Some(Seat(seat as u8)) {
            return WIN - plies;
        }
        let place = outcome.places.and_then(|places| places.as_slice().get(seat).copied());
        plies - WIN + i32::from(4 - place.unwrap_or(4)) * 100
    })
}
