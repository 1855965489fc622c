//! Speeds of every game: random playouts, perft and search, on one thread.
//!
//! `cargo bench -p tavlei-core` prints a table; `cargo bench -p tavlei-core -- SLUG…` only those games. The ratios compare
//! playouts with the figures of `peers.txt`.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tavlei_core::catalogue::GAMES;
use tavlei_core::search::Limits;
use tavlei_core::{Options, Table};

/// How long each thing is measured.
const SPAN: Duration = Duration::from_millis(400);

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let peers: HashMap<&str, (f64, f64)> = include_str!("peers.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let slug = words.next()?;
            Some((slug, (words.next()?.parse().ok()?, words.next()?.parse().ok()?)))
        })
        .collect();
    println!(
        "{:<16}{:>12}{:>9}{:>12}{:>8}{:>12}{:>12}{:>10}{:>10}",
        "game", "playouts/s", "plies", "plies/s", "perft", "nodes/s", "search n/s", "x Ludii", "x OpenSp"
    );
    for entry in GAMES {
        let slug = entry.info.slug;
        if !wanted.is_empty() && !wanted.iter().any(|name| name == slug) {
            continue;
        }
        let table = entry.table(&Options::default());
        let (playouts, plies) = playouts(table.as_ref());
        let (depth, leaves) = perft(table.as_ref());
        let ratio = |figure: Option<f64>| match figure {
            Some(figure) if figure > 0.0 => format!("{:.0}", playouts / figure),
            _ => "-".to_owned(),
        };
        let peer = peers.get(slug);
        println!(
            "{slug:<16}{playouts:>12.0}{:>9.1}{:>12.0}{depth:>8}{leaves:>12.0}{:>12.0}{:>10}{:>10}",
            plies / playouts,
            plies,
            search(table.as_ref()),
            ratio(peer.map(|peer| peer.0)),
            ratio(peer.map(|peer| peer.1)),
        );
    }
}

/// Playouts and plies per second.
fn playouts(table: &dyn Table) -> (f64, f64) {
    let begun = Instant::now();
    let (mut games, mut plies) = (0_u64, 0);
    while begun.elapsed() < SPAN {
        plies += table.playout(games);
        games += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    (games as f64 / seconds, plies as f64 / seconds)
}

/// The deepest count that fits into the span, and its leaves per second.
fn perft(table: &dyn Table) -> (u32, f64) {
    let mut best = (0, 0.0);
    for depth in 1..20 {
        let begun = Instant::now();
        let leaves = table.perft(depth);
        let took = begun.elapsed();
        best = (depth, leaves as f64 / took.as_secs_f64().max(1e-9));
        if took * 8 > SPAN * 4 {
            break;
        }
    }
    best
}

/// Positions per second of the opponent's search, evaluation included.
fn search(table: &dyn Table) -> f64 {
    let begun = Instant::now();
    let found = table.best(&Limits::unbounded(1), &|| begun.elapsed() > SPAN);
    found.map_or(0.0, |found| found.nodes as f64 / begun.elapsed().as_secs_f64())
}
