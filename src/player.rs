//! Players as the command line names them.

use std::time::{Duration, Instant};

use tavlei_core::Table;
use tavlei_core::contest::{Player, Random, greedy};
use tavlei_core::search::{Found, HIGHEST_LEVEL, LOWEST_LEVEL, Limits};

use crate::Failure;

/// A player who may think for so long, and searches without any other limit.
pub struct Timed(pub Duration);

impl Player for Timed {
    fn search(&self, table: &dyn Table, seed: u64) -> Option<Found> {
        let end = Instant::now() + self.0;
        table.best(&Limits::unbounded(seed), &|| Instant::now() >= end)
    }
}

/// The player that a text such as `level:3` names.
pub fn of_spec(spec: &str) -> Result<Box<dyn Player>, Failure> {
    named(spec).ok_or_else(|| {
        let shown: String = spec.chars().take(40).collect();
        Failure::Arguments(format!(
            "\"{shown}\" is no player: write random, greedy, level:N (1 to 8) or millis:MS"
        ))
    })
}

fn named(spec: &str) -> Option<Box<dyn Player>> {
    match spec.split_once(':') {
        None if spec == "random" => Some(Box::new(Random)),
        None if spec == "greedy" => Some(Box::new(greedy())),
        Some(("level", level)) => match level.parse() {
            Ok(level @ LOWEST_LEVEL..=HIGHEST_LEVEL) => Some(Box::new(Limits::level(level, 0))),
            _ => None,
        },
        Some(("millis", millis)) => match millis.parse() {
            Ok(millis @ 1..=3_600_000) => Some(Box::new(Timed(Duration::from_millis(millis)))),
            _ => None,
        },
        _ => None,
    }
}
