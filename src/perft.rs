//! `tavlei perft`: leaf counts.

use std::io::Write;
use std::time::Instant;

use crate::args::PerftArgs;
use crate::{Failure, opening, written};

pub fn run(args: &PerftArgs) -> Result<(), Failure> {
    let (entry, options) = opening::game(&args.game)?;
    let table = entry.table(&options);
    let mut out = std::io::stdout().lock();
    for depth in 1..=args.depth {
        let begun = Instant::now();
        let leaves = table.perft(depth);
        let seconds = begun.elapsed().as_secs_f64().max(1e-9);
        let row = writeln!(out, "{depth} {leaves} {:.0} nodes/s", leaves as f64 / seconds);
        if row.is_err() {
            return written(row);
        }
    }
    Ok(())
}
