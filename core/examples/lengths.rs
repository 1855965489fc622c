//! Measures how long games last, over random play and over play at level 3, and prints a table.
//!
//! `cargo run --release -p tavlei-core --example lengths -- [--write] [--games N] [--level-games N] [--seed N] [SLUG…]`
//!
//! With `--write` the lines of the games measured are put into `core/lengths.txt`, which is what the chat and
//! `tavlei games --json` tell. The same arguments give the same numbers everywhere.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use tavlei_core::Options;
use tavlei_core::catalogue::{Entry, GAMES};
use tavlei_core::key::key_of;
use tavlei_core::search::Limits;

const LEVEL: u8 = 3;
const HEAD: &str = "\
# How many plies a game lasts: median and mean over random play, median and mean over play at level 3.
# Written by: cargo run --release -p tavlei-core --example lengths -- --write
";

struct Wanted {
    write: bool,
    games: u64,
    level_games: u64,
    seed: u64,
    slugs: Vec<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wanted = wanted()?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("lengths.txt");
    let old = if wanted.write { std::fs::read_to_string(&path)? } else { String::new() };
    let mut known: HashMap<String, String> = old
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| Some((line.split_whitespace().next()?.to_owned(), line.to_owned())))
        .collect();
    println!("{:<16}{:>8}{:>9}{:>9}{:>9}", "game", "random", "mean", "level 3", "mean");
    for entry in GAMES {
        let slug = entry.info.slug;
        if !wanted.slugs.is_empty() && !wanted.slugs.iter().any(|name| name == slug) {
            continue;
        }
        let (random, random_mean) = middle((0..wanted.games).map(|n| by_lot(entry, wanted.seed, n)));
        let (level, level_mean) = middle((0..wanted.level_games).map(|n| at_level(entry, wanted.seed, n)));
        let line = format!("{slug:<16}{random:>8}{random_mean:>9.1}{level:>9}{level_mean:>9.1}");
        println!("{line}");
        std::io::stdout().flush()?;
        known.insert(slug.to_owned(), line);
    }
    if wanted.write {
        let lines = GAMES.iter().filter_map(|entry| known.remove(entry.info.slug));
        std::fs::write(path, HEAD.to_owned() + &lines.map(|line| line + "\n").collect::<String>())?;
    }
    Ok(())
}

fn wanted() -> Result<Wanted, Box<dyn std::error::Error>> {
    let mut wanted = Wanted { write: false, games: 200, level_games: 20, seed: 1, slugs: Vec::new() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || -> Result<u64, Box<dyn std::error::Error>> {
            Ok(args.next().ok_or_else(|| format!("{arg} needs a number"))?.parse()?)
        };
        match arg.as_str() {
            "--write" => wanted.write = true,
            "--games" => wanted.games = number()?.max(1),
            "--level-games" => wanted.level_games = number()?.max(1),
            "--seed" => wanted.seed = number()?,
            slug if GAMES.iter().any(|entry| entry.info.slug == slug) => wanted.slugs.push(arg),
            _ => return Err(format!("{arg} is neither a game nor a setting").into()),
        }
    }
    Ok(wanted)
}

/// The plies of one game of chance.
fn by_lot(entry: &Entry, seed: u64, game: u64) -> usize {
    let mut table = entry.table(&Options::default());
    for ply in 0.. {
        let Some(text) = table.random(key_of([seed, game, ply])) else { break };
        table.play(&text).expect("a legal ply");
    }
    table.plies().len()
}

/// The plies of one game of the opponent against itself.
fn at_level(entry: &Entry, seed: u64, game: u64) -> usize {
    let mut table = entry.table(&Options::default());
    for ply in 0.. {
        let limits = Limits::level(LEVEL, key_of([seed, game, ply]));
        let Some(found) = table.best(&limits, &|| false) else { break };
        table.play(&found.ply).expect("a legal ply");
    }
    table.plies().len()
}

/// Median and mean.
fn middle(lengths: impl Iterator<Item = usize>) -> (usize, f64) {
    let mut lengths: Vec<usize> = lengths.collect();
    lengths.sort_unstable();
    let sum: usize = lengths.iter().sum();
    (lengths[lengths.len() / 2], sum as f64 / lengths.len() as f64)
}
