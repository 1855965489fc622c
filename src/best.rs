//! `tavlei best`: the ply that the opponent would choose.

use std::io::Write;
use std::time::{Duration, Instant};

use tavlei_core::Table;
use tavlei_core::search::{Found, HIGHEST_LEVEL, Limits};

use crate::args::BestArgs;
use crate::{Failure, opening, written};

pub fn run(args: &BestArgs) -> Result<(), Failure> {
    let table = opening::table(&args.game, &args.plies)?;
    let budget = match args.millis {
        Some(millis) => Budget::Millis(millis),
        None => Budget::Level(args.level.unwrap_or(HIGHEST_LEVEL)),
    };
    let found =
        budget.best(table.as_ref(), args.seed).ok_or_else(|| Failure::arguments("the game is over"))?;
    let mut out = std::io::stdout().lock();
    written(if args.json {
        serde_json::to_writer(&mut out, &found).map_err(Into::into).and_then(|()| writeln!(out))
    } else {
        let win = found.win_in.map(|plies| format!(" win in {plies}")).unwrap_or_default();
        writeln!(
            out,
            "{} score {} depth {} nodes {}{win} line {}",
            found.ply,
            found.score,
            found.depth,
            found.nodes,
            found.line.join(" ")
        )
    })
}

/// What a search may spend.
#[derive(Clone, Copy)]
pub enum Budget {
    /// A level, 1 to 8.
    Level(u8),
    /// Milliseconds.
    Millis(u64),
}

impl Budget {
    /// The ply chosen within the budget; none when the game is over.
    pub fn best(self, table: &dyn Table, seed: u64) -> Option<Found> {
        match self {
            Budget::Level(level) => table.best(&Limits::level(level, seed), &|| false),
            Budget::Millis(millis) => timed(table, millis, &Limits::unbounded(seed)),
        }
    }
}

fn timed(table: &dyn Table, millis: u64, limits: &Limits) -> Option<Found> {
    let end = Instant::now() + Duration::from_millis(millis);
    table.best(limits, &|| Instant::now() >= end)
}
