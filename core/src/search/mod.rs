//! The opponent: a search over the shared trait, run on the concrete game.

mod alphabeta;
mod choice;
mod known;
mod level;
mod montecarlo;
mod ordering;
mod random;
mod settle;
mod solve;
mod solved;
mod tactics;
mod transposition;

use std::cell::Cell;

use serde::Serialize;

pub use choice::{PROVEN, WIN};
pub use level::{HIGHEST_LEVEL, LOWEST_LEVEL, Limits, MEMORY};
pub use random::rng;
pub(crate) use settle::settled;
pub use solve::{Solution, Won};
pub use solved::Solved;

use choice::{Choice, Known};

use crate::evaluate::Evaluate;
use crate::played::Played;

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
    let mut plies = match known::ply(game, limits, stop) {
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
    known::solution(game, limits, stop);
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
