//! A search that is told to stop does so soon: it asks often enough, whatever the game and however deep it is.

use std::cell::Cell;

use tavlei_core::Options;
use tavlei_core::catalogue::GAMES;
use tavlei_core::search::Limits;

/// The most positions that may be visited between two questions whether to stop.
const PATIENCE: u64 = 256;

#[test]
fn a_search_asks_at_least_every_256_positions_whether_to_stop() {
    for entry in GAMES {
        for length in [0, 9, 24] {
            let mut table = entry.table(&Options::default());
            for ply in 0..length {
                let Some(text) = table.random(ply * 17 + length) else { break };
                table.play(&text).expect("legal");
            }
            if table.to_act().is_none() {
                continue;
            }
            let asked = Cell::new(0_u64);
            let never = || {
                asked.set(asked.get() + 1);
                false
            };
            let found =
                table.best(&Limits { nodes: 4_000, ..Limits::unbounded(1) }, &never).expect("goes on");
            let name = format!("{} after {length}", entry.info.slug);
            assert!(asked.get() >= found.nodes / PATIENCE, "{name}: {} in {}", asked.get(), found.nodes);
            // Told at the third time, it ends before it would have asked once more.
            asked.set(0);
            let third = || {
                asked.set(asked.get() + 1);
                asked.get() >= 3
            };
            let found = table.best(&Limits::unbounded(1), &third).expect("goes on");
            assert!(found.nodes <= 4 * PATIENCE || asked.get() < 3, "{name}: {}", found.nodes);
            assert!(asked.get() <= 3, "{name}: asked again after the word to stop");
        }
    }
}
