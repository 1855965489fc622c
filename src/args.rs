//! The command line's arguments.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args as Arguments, Parser, Subcommand};

/// A bot for Telegram and Discord on which people play little-known board games.
#[derive(Parser)]
#[command(name = "tavlei", version, about, disable_help_subcommand = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Run the front-ends whose tokens are set; with none, only the local page (the default).
    Run,
    /// List the catalogue.
    Games(GamesArgs),
    /// Read games from standard input, one a line, and print the position after each.
    Replay(ReplayArgs),
    /// Count ply sequences from the start.
    Perft(PerftArgs),
    /// Print the ply that the opponent would choose.
    Best(BestArgs),
    /// Let the opponent play against itself.
    Match(MatchArgs),
    /// Draw the board after some plies.
    Picture(PictureArgs),
    /// Solve a small game, or the end of a greater one, exactly.
    Solve(SolveArgs),
    /// Print what the program is built of, and under which licences.
    Licences,
    /// Check, copy, move or shrink the store.
    Store(StoreArgs),
}

#[derive(Arguments)]
#[command(arg_required_else_help = false)]
pub struct StoreArgs {
    #[command(subcommand)]
    pub command: StoreCommand,
}

/// What can be done with the store in TAVLEI_DATA.
#[derive(Subcommand)]
pub enum StoreCommand {
    /// Read all of it and say whether it is whole; also while the bot runs.
    Check,
    /// Write all of it into a file, a JSON object a line; also while the bot runs.
    Export {
        /// The file; packed if its name ends with .gz.
        file: PathBuf,
        /// If the store is damaged, write what can be read up to the damage.
        #[arg(long)]
        partial: bool,
    },
    /// Make a store of an exported file, where there is none yet.
    Import {
        /// The file, packed or not.
        file: PathBuf,
        /// The file was edited by hand: its checksum need not be right.
        #[arg(long)]
        edited: bool,
    },
    /// Make it as small as it can be, while the bot does not run.
    Compact,
}

#[derive(Arguments)]
pub struct GamesArgs {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// A game with its options.
#[derive(Arguments)]
pub struct GameArgs {
    /// The game's slug (`tavlei games` lists them).
    pub slug: String,
    /// An option of the game.
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

#[derive(Arguments)]
pub struct ReplayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Arguments)]
pub struct PerftArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The longest sequences to count, in plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=40))]
    pub depth: u32,
}

#[derive(Arguments)]
pub struct BestArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The opponent's level, 1 to 8 (8 if nothing is said).
    #[arg(long, conflicts_with = "millis", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub level: Option<u8>,
    /// The time to think, in milliseconds.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub millis: Option<u64>,
    /// What chance is drawn from.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The plies played before.
    pub plies: Vec<String>,
}

#[derive(Arguments)]
pub struct MatchArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// One side: random, greedy, level:N or millis:MS.
    #[arg(long, value_name = "SPEC")]
    pub first: String,
    /// The other side, likewise.
    #[arg(long, value_name = "SPEC")]
    pub second: String,
    /// How many games; the sides change seats after each.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// What chance is drawn from.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Random plies before the players take over.
    #[arg(long, default_value_t = 2)]
    pub opening: u32,
    /// Draw another opening if a side is ahead by more than this after it, in hundredths of a man.
    #[arg(long, value_name = "HUNDREDTHS")]
    pub lead: Option<i32>,
}

#[derive(Arguments)]
pub struct PictureArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The side from which the board is seen (White or South if nothing is said).
    #[arg(long = "as", value_name = "SIDE")]
    pub seen_by: Option<String>,
    /// The theme.
    #[arg(long)]
    pub theme: Option<String>,
    /// Where to write: a .png or .svg file.
    #[arg(long, default_value = "board.png")]
    pub out: PathBuf,
    /// The plies played before.
    pub plies: Vec<String>,
}

#[derive(Arguments)]
pub struct SolveArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The most positions to look at.
    #[arg(long, default_value_t = 20_000_000)]
    pub most: usize,
    /// The plies played before.
    pub plies: Vec<String>,
}

/// Answers what clap did not understand with one line and exit code 2; help and version are printed as asked.
pub fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Printing fails only when the reader is gone (`tavlei --help | head -1`), which is no error.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut line = lines.first().copied().unwrap_or("bad arguments").trim_start_matches("error: ").to_owned();
    for more in &lines[1.min(lines.len())..] {
        if more.starts_with('<') || more.starts_with("[possible values") || more.starts_with("[subcommands") {
            line.push(' ');
            line.push_str(more);
        }
    }
    if let Some(usage) = lines.iter().find_map(|line| line.strip_prefix("Usage: ")) {
        line = format!("{line}; usage: {usage}");
    }
    eprintln!("tavlei: {line}");
    ExitCode::from(2)
}
