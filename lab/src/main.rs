//! Developers' tools that the bot does not need: `cargo run --release -p tavlei-lab -- ladder`, `-- tune`.

mod args;
mod jobs;
mod ladder;
mod licences;
mod pair;
mod regression;
mod tune;

use args::{Args, Command};
use clap::Parser;
use tavlei_core::catalogue::{self, Entry, GAMES};

fn main() -> anyhow::Result<()> {
    match Args::parse().command {
        Command::Ladder(args) => ladder::run(&args),
        Command::Licences(args) => licences::run(&args),
        Command::Tune(args) => tune::run(&args),
    }
}

/// The games that the arguments name; all of them if they name none.
fn entries(slugs: &[String]) -> anyhow::Result<Vec<&'static Entry>> {
    if slugs.is_empty() {
        return Ok(GAMES.iter().collect());
    }
    let entry = |slug: &String| {
        catalogue::by_slug(slug).ok_or_else(|| anyhow::anyhow!("there is no game \"{slug}\""))
    };
    slugs.iter().map(entry).collect()
}
