//! How much a search may do.

use std::sync::Arc;

use super::solved::Solved;
use crate::evaluate::Evaluate;
use crate::evaluation::Weights;

/// The weakest level.
pub const LOWEST_LEVEL: u8 = 1;
/// The strongest level.
pub const HIGHEST_LEVEL: u8 = 8;

/// The bounds of a search. Time is not among them: who wants a bound of time says so through `stop`.
///
/// ```
/// use tavlei_core::{catalogue, search::Limits};
///
/// let table = catalogue::by_slug("reversi").expect("a game").table(&Default::default());
/// let limits = Limits { nodes: 1_000, ..Limits::level(4, 1) };
/// let found = table.best(&limits, &|| false).expect("the game goes on");
/// assert!(table.legal().contains(&found.ply));
/// ```
#[derive(Clone)]
pub struct Limits {
    /// Plies to look ahead, 1..=64. Monte-Carlo search knows only whether it is one: then plies are evaluated by what they
    /// lead to at once.
    pub depth: u32,
    /// Positions to visit.
    pub nodes: u64,
    /// The greatest error, in hundredths of a man, that is added to the value of a ply before choosing.
    pub noise: i32,
    /// The seed of the noise, and of the choice among equal plies.
    pub seed: u64,
    /// The most memory for the table of positions or the tree, in bytes.
    pub memory: usize,
    /// Whether games and endings that are small enough may be solved whole and then played without a fault.
    pub solve: bool,
    /// What was solved so far; where searches share it, each game is solved once.
    pub solved: Arc<Solved>,
    /// Whether draws are shunned as far as the game says so: not where positions are judged.
    pub contempt: bool,
    /// What the terms are worth, instead of the game's own weights.
    pub weights: Option<Weights>,
}

/// The memory of a search, in bytes, where nobody says otherwise.
pub const MEMORY: usize = 16 << 20;

impl Limits {
    /// What the terms of a game are worth in a search.
    pub(super) fn weights_of<G: Evaluate>(&self) -> Weights {
        self.weights.unwrap_or_else(|| Weights::of(&G::INFO, G::TERMS))
    }

    /// No bound but `stop`.
    pub fn unbounded(seed: u64) -> Limits {
        Limits {
            depth: 64,
            nodes: u64::MAX,
            noise: 0,
            seed,
            memory: MEMORY,
            solve: false,
            solved: Arc::default(),
            contempt: true,
            weights: None,
        }
    }

    /// The bounds of a level, 1..=8; levels beyond are taken as the nearest.
    pub fn level(level: u8, seed: u64) -> Limits {
        let (depth, nodes, noise) = match level {
            0 | 1 => (1, 100, 150),
            2 => (2, 400, 60),
            3 => (3, 1_500, 30),
            4 => (4, 5_000, 12),
            5 => (64, 12_000, 0),
            6 => (64, 50_000, 0),
            7 => (64, 200_000, 0),
            _ => (64, 800_000, 0),
        };
        Limits { depth, nodes, noise, solve: level >= HIGHEST_LEVEL, ..Limits::unbounded(seed) }
    }
}
