//! The opponent: a search over the shared trait, run on the concrete game.

mod alphabeta;
mod level;
mod montecarlo;
mod ordering;
mod settle;
mod solve;
mod solved;
mod tactics;
mod transposition;

use std::cell::Cell;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

pub use level::{HIGHEST_LEVEL, LOWEST_LEVEL, Limits, MEMORY};
pub(crate) use settle::settled;
pub use solve::{Solution, Won};
pub use solved::Solved;

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
    let told = Cell::new(false);
    let stop = &|| {
        // Whoever said stop once is not asked again.
        told.set(told.get() || stop());
        told.get()
    };
    let mut plies = match solved::ply(game, limits, stop) {
        Some(Known::Best(choice)) => return found(game, choice),
        Some(Known::Among(plies)) => plies,
        None => game.legal(),
    };
    let mut looked_at = 0;
    if limits.depth >= TACTICS_DEPTH {
        let (known, nodes) = tactics::look(game, plies, stop);
        looked_at = nodes;
        plies = match known {
            Known::Best(choice) => return found(game, choice),
            Known::Among(plies) => plies,
        };
    }
    // Decided when compiling, so that each game gets the code of one search only.
    let mut choice = if const { G::INFO.seats.len() == 2 } {
        alphabeta::search(game, limits, plies, stop)
    } else {
        montecarlo::search(game, limits, &plies, stop)
    }?;
    choice.nodes += looked_at;
    found(game, choice)
}

/// The least depth of a search that overlooks no win in one ply, its own or another's.
const TACTICS_DEPTH: u32 = 3;

/// Solves a game or an ending that is small enough, where the limits allow it and nobody did yet.
pub(crate) fn get_ready<G: Evaluate>(game: &Played<G>, limits: &Limits, stop: &dyn Fn() -> bool) {
    solved::solution(game, limits, stop);
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

/// Plies that may be played at least until an end by count: no progress, or the limit of plies.
fn plies_to_count<G: Evaluate>(game: &Played<G>) -> usize {
    let (rules, history) = (game.position().endless(), game.history());
    let left = |most: Option<u16>, count: usize| most.map(|most| usize::from(most).saturating_sub(count));
    let counts = [left(rules.limit, history.plies()), left(rules.no_progress, history.idle().into())];
    counts.into_iter().flatten().min().unwrap_or(usize::MAX)
}

/// What is known of a position before it is searched.
enum Known<P> {
    /// The ply that wins quickest.
    Best(Choice<P>),
    /// Nothing but these plies comes into question.
    Among(Vec<P>),
}

/// What a search on the concrete game hands back.
struct Choice<P> {
    line: Vec<P>,
    score: i32,
    depth: u32,
    nodes: u64,
}
