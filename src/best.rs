//! `tavlei best`: the ply that the opponent would choose.

use std::io::Write;
use std::time::Duration;

use tavlei_core::contest::Player;
use tavlei_core::search::{HIGHEST_LEVEL, Limits};

use crate::args::BestArgs;
use crate::player::Timed;
use crate::{Failure, opening, written};

pub fn run(args: &BestArgs) -> Result<(), Failure> {
    let table = opening::table(&args.game, &args.plies)?;
    let level = Limits::level(args.level.unwrap_or(HIGHEST_LEVEL), args.seed);
    let found = match args.millis {
        Some(millis) => Timed(Duration::from_millis(millis)).search(table.as_ref(), args.seed),
        None => level.search(table.as_ref(), args.seed),
    }
    .ok_or_else(|| Failure::arguments("the game is over"))?;
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
