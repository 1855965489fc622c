//! The opponent: a search over the shared trait, run on the concrete game.

mod alphabeta;
mod level;
mod montecarlo;
mod ordering;
mod settle;
mod small;
mod solve;
mod transposition;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

pub use level::{HIGHEST_LEVEL, LOWEST_LEVEL, Limits, MEMORY};
pub(crate) use settle::settled;
pub use solve::{Solution, Won};

use crate::evaluate::Evaluate;
use crate::evaluation::Weights;
use crate::played::Played;

/// The value of a won position, less one for every ply until the win.
pub const WIN: i32 = 30_000;
/// Values beyond this are proven wins (or, negative, losses).
pub const PROVEN: i32 = WIN - 2_000;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Found {
    /// The canonical text of the ply chosen.
    pub ply: String,
    /// Its value for the seat that acts, in hundredths of a man.
    pub score: i32,
    /// Plies looked ahead by the last iteration that was finished.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The plies expected, the chosen one first.
    pub line: Vec<String>,
    /// Plies until the win, when it is proven.
    pub win_in: Option<u32>,
}

/// The generator used for everything random in the core: the same numbers on every machine.
pub fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// The ply that the opponent chooses; none when the game is over.
///
/// `stop` is asked every few hundred positions and ends the search with the best ply so far.
pub fn best<G: Evaluate>(game: &Played<G>, limits: &Limits, stop: &dyn Fn() -> bool) -> Option<Found> {
    if game.outcome().is_some() {
        return None;
    }
    let known = small::ply(game, limits, stop);
    if let Some(small::Known::Best(choice)) = known {
        return found(game, choice);
    }
    let only = match known {
        Some(small::Known::Among(plies)) => Some(plies),
        _ => None,
    };
    // Decided when compiling, so that each game gets the code of one search only.
    let result = if const { G::INFO.seats.len() == 2 } {
        alphabeta::search(game, limits, only, stop)
    } else {
        montecarlo::search(game, limits, stop)
    };
    found(game, result?)
}

/// Solves a game or an ending that is small enough, where the limits allow it and nobody did yet.
pub(crate) fn get_ready<G: Evaluate>(game: &Played<G>, limits: &Limits, stop: &dyn Fn() -> bool) {
    small::solution_within(game, limits, stop);
}

fn found<G: Evaluate>(game: &Played<G>, result: Choice<G::Ply>) -> Option<Found> {
    let mut line = Vec::new();
    let mut position = game.position().clone();
    for &ply in &result.line {
        line.push(position.text(ply));
        position.play(ply);
    }
    let ply = line.first()?.clone();
    let win_in = (result.score > PROVEN).then(|| (WIN - result.score) as u32);
    Some(Found { ply, score: result.score, depth: result.depth, nodes: result.nodes, line, win_in })
}

/// What the terms are worth in a search.
fn weights_of<G: Evaluate>(limits: &Limits) -> Weights {
    limits.weights.unwrap_or_else(|| Weights::of(&G::INFO, G::TERMS))
}

/// What a search on the concrete game hands back.
struct Choice<P> {
    line: Vec<P>,
    score: i32,
    depth: u32,
    nodes: u64,
}
