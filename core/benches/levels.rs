//! How long the lowest and the highest level think about a ply, in every game, on one thread, as a table in Markdown.
//!
//! `cargo bench -p tavlei-core --bench levels` prints it, `… -- SLUG…` only those games. The positions are those of random
//! games after every few plies. *At once* is what is solved once, before the first ply.

mod support;

use std::time::Duration;

use tavlei_core::catalogue::Entry;
use tavlei_core::key::key_of;
use tavlei_core::search::{HIGHEST_LEVEL, LOWEST_LEVEL, Limits};
use tavlei_core::{Options, Table};

use support::{now, wanted};

/// Random games.
const ROUNDS: u64 = 3;
/// Plies between two positions that are asked about, and the positions of a game.
const EVERY: usize = 7;
const POSITIONS: usize = 5;

fn main() {
    println!(
        "| game | at once, ms | level {HIGHEST_LEVEL}, mean ms | most ms | mean depth | level {LOWEST_LEVEL}, most ms |"
    );
    println!("|---|---:|---:|---:|---:|---:|");
    for entry in wanted() {
        let slug = entry.info.slug;
        let begun = now();
        let highest = Limits::level(HIGHEST_LEVEL, 1);
        entry.table(&Options::default()).get_ready(&highest, &|| false);
        let at_once = now() - begun;
        let (mut high, mut depths, mut low) = (Vec::new(), Vec::new(), Vec::new());
        for table in (0..ROUNDS).flat_map(|round| positions(entry, round)) {
            let begun = now();
            table.best(&Limits::level(LOWEST_LEVEL, 1), &|| false);
            low.push(now() - begun);
            let begun = now();
            let found = table.best(&highest, &|| false);
            high.push(now() - begun);
            depths.extend(found.map(|found| found.depth));
        }
        println!(
            "| {slug} | {:.0} | {:.0} | {:.0} | {:.0} | {:.1} |",
            millis(at_once),
            millis(high.iter().sum()) / high.len() as f64,
            millis(high.iter().copied().max().unwrap_or_default()),
            f64::from(depths.iter().sum::<u32>()) / depths.len() as f64,
            millis(low.iter().copied().max().unwrap_or_default()),
        );
    }
}

/// The positions of a random game that are asked about.
fn positions(entry: &Entry, round: u64) -> Vec<Box<dyn Table>> {
    let mut positions = Vec::new();
    let mut table = entry.table(&Options::default());
    while positions.len() < POSITIONS && table.outcome().is_none() {
        if table.plies().len().is_multiple_of(EVERY) {
            positions.push(table.clone_table());
        }
        let Some(ply) = table.random(key_of([round, table.plies().len() as u64])) else { break };
        table.play(&ply).expect("a legal ply");
    }
    positions
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
