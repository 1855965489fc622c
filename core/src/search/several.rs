//! What max^n and paranoid search share: the plies of the root, looked at ever more deeply, for more than two seats.

use rand::Rng;

use super::{Choice, Limits, PROVEN, WIN, rng, weights_of};
use crate::evaluation::Weights;
use crate::game::Game;
use crate::history::History;
use crate::outcome::Outcome;
use crate::played::Played;
use crate::seat::Seat;

/// Positions between two questions whether to stop.
const PATIENCE: u64 = 256;
/// Beyond every value.
pub(super) const INFINITY: i32 = WIN + 1;

/// A search under way.
pub(super) struct Search<'a> {
    pub(super) history: History,
    pub(super) weights: Weights,
    nodes: u64,
    most: u64,
    pub(super) stopped: bool,
    stop: &'a dyn Fn() -> bool,
}

impl Search<'_> {
    /// Counts a position; false when it is time to stop.
    pub(super) fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && (self.stop)() || self.nodes >= self.most {
            self.stopped = true;
        }
        !self.stopped
    }

    /// Plays a ply, has the position judged that it leads to, and takes it back.
    pub(super) fn after<G: Game, V>(
        &mut self,
        position: &G,
        ply: G::Ply,
        judge: impl FnOnce(&mut Self, &G) -> V,
    ) -> V {
        let mut next = position.clone();
        let irreversible = next.advance(ply);
        self.history.push(next.key(), irreversible);
        let judged = judge(self, &next);
        self.history.pop();
        judged
    }
}

/// Deepens step by step. `judge` gives the value for the seat that acts at the root of a position one ply further on, looked
/// at so deeply, if it may be greater than a bar.
pub(super) fn deepen<G: Game>(
    game: &Played<G>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
    judge: impl Fn(&mut Search<'_>, &G, u32, i32) -> i32,
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
            // Noise blurs judgement, never what is proven.
            let bar = match best {
                Some((_, value)) if value.abs() < PROVEN => value - noise,
                Some((_, value)) => value,
                None => -INFINITY,
            };
            let value = search.after(position, ply, |search, next| judge(search, next, depth - 1, bar));
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

/// A seat's value of a finished game: the winner has won; the others lose, the better placed a little less.
pub(super) fn value_of(outcome: Outcome, seat: Seat, from_root: usize) -> i32 {
    let plies = from_root as i32;
    if outcome.winner == Some(seat) {
        return WIN - plies;
    }
    let place = outcome.places.and_then(|places| places.as_slice().get(seat.index()).copied());
    plies - WIN + i32::from(4 - place.unwrap_or(4)) * 100
}
