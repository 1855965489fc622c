//! How much a search may do.

/// The weakest level.
pub const LOWEST_LEVEL: u8 = 1;
/// The strongest level.
pub const HIGHEST_LEVEL: u8 = 8;

/// The bounds of a search. Time is not among them: who wants a bound of time says so through `stop`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies to look ahead, 1..=64.
    pub depth: u32,
    /// Positions to visit.
    pub nodes: u64,
    /// The greatest error, in hundredths of a man, that is added to the value of a ply before choosing.
    pub noise: i32,
    /// The seed of the noise, and of the choice among equal plies.
    pub seed: u64,
}

impl Limits {
    /// No bound but `stop`.
    pub const fn unbounded(seed: u64) -> Limits {
        Limits { depth: 64, nodes: u64::MAX, noise: 0, seed }
    }

    /// The bounds of a level, 1..=8; levels beyond are taken as the nearest.
    pub fn level(level: u8, seed: u64) -> Limits {
        let (depth, nodes, noise) = match level {
            0 | 1 => (1, 300, 120),
            2 => (2, 1_500, 60),
            3 => (3, 6_000, 30),
            4 => (4, 20_000, 15),
            5 => (6, 60_000, 0),
            6 => (9, 150_000, 0),
            7 => (14, 350_000, 0),
            _ => (64, 700_000, 0),
        };
        Limits { depth, nodes, noise, seed }
    }
}
