//! `tavlei solve`: a whole game, exactly.

use std::io::Write;
use std::time::Instant;

use crate::args::SolveArgs;
use crate::{Failure, opening, written};

pub fn run(args: &SolveArgs) -> Result<(), Failure> {
    let table = opening::table(&args.game, &args.plies)?;
    let begun = Instant::now();
    let solution = table.solve(args.most, &|| false).ok_or_else(|| {
        Failure::other(format!("{} has more than {} positions from here", args.game.slug, args.most))
    })?;
    let value = match solution.value(table.key()).flatten() {
        None => "drawn".to_owned(),
        Some(won) => {
            let side = table.info().seats.get(won.by.index()).map_or("?", |side| side.name());
            format!("{side} wins in {} plies", won.plies)
        }
    };
    written(writeln!(
        std::io::stdout().lock(),
        "{} {value}; {} positions, {} decided, the longest win {} plies; {:.1} s",
        args.game.slug,
        solution.positions(),
        solution.decided(),
        solution.longest(),
        begun.elapsed().as_secs_f64()
    ))
}
