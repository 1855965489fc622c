//! The command line's arguments.

use std::path::PathBuf;

use clap::{Args as Arguments, Parser, Subcommand};

/// Developers' tools that measure and improve the opponent.
#[derive(Parser)]
#[command(name = "tavlei-lab", version, about, disable_help_subcommand = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Let each level play the one two below it, in every game.
    Ladder(LadderArgs),
    /// Find better weights for the opponent's evaluation by playing.
    Tune(TuneArgs),
    /// Write THIRD-PARTY.md: what the program is built of and under which licences.
    Licences(LicencesArgs),
}

#[derive(Arguments)]
pub struct LadderArgs {
    /// The games (all of them if none is named).
    pub slugs: Vec<String>,
    /// Games a rung; the levels change seats after each.
    #[arg(long, default_value_t = 40)]
    pub games: u32,
    /// What chance is drawn from.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Random plies before the levels take over.
    #[arg(long, default_value_t = 4)]
    pub opening: u32,
    /// Draw another opening if a side is ahead by more than this after it, in hundredths of a man.
    #[arg(long, value_name = "HUNDREDTHS")]
    pub lead: Option<i32>,
    /// The most positions that the stronger level may visit for a ply; the weaker gets the same part of its own.
    #[arg(long)]
    pub most_nodes: Option<u64>,
    /// Where the results are kept: what is there already is not played again.
    #[arg(long, default_value = "ladder.tsv")]
    pub file: PathBuf,
    /// Games at the same time (one a core if nothing is said).
    #[arg(long)]
    pub jobs: Option<usize>,
    /// Only print the table of what was played.
    #[arg(long)]
    pub table: bool,
}

#[derive(Arguments)]
pub struct TuneArgs {
    /// The games (all of them if none is named).
    pub slugs: Vec<String>,
    /// Games to learn from.
    #[arg(long, default_value_t = 400)]
    pub games: u32,
    /// Positions to visit for a ply.
    #[arg(long, default_value_t = 1_000)]
    pub nodes: u64,
    /// The greatest error added to the value of a ply while learning, in hundredths of a man.
    #[arg(long, default_value_t = 20)]
    pub noise: i32,
    /// What chance is drawn from.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Random plies at the beginning of a game.
    #[arg(long, default_value_t = 6)]
    pub opening: u32,
    /// Games of the match between the new weights and the old.
    #[arg(long, default_value_t = 200)]
    pub check: u32,
    /// The share of the points from which on the new weights are better.
    #[arg(long, default_value_t = 0.5)]
    pub margin: f64,
    /// The file of weights into which better ones are written (core/weights.txt).
    #[arg(long)]
    pub write: Option<PathBuf>,
    /// Games of the catalogue to tune at the same time (one a core if nothing is said).
    #[arg(long)]
    pub jobs: Option<usize>,
}

#[derive(Arguments)]
pub struct LicencesArgs {
    /// Write nothing; fail if the file is out of date.
    #[arg(long)]
    pub check: bool,
}
