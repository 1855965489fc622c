//! Speeds of every game: random playouts, perft and search, on one thread.
//!
//! `cargo bench -p tavlei-core` prints a table; `cargo bench -p tavlei-core -- SLUG…` only those games. The ratios compare
//! playouts with the figures of `peers.txt`.

use std::collections::HashMap;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use tavlei_core::catalogue::GAMES;
use tavlei_core::search::Limits;
use tavlei_core::{Options, Table};

/// Each thing is measured so often for so long.
const SPANS: u64 = 5;
const SPAN: Duration = Duration::from_millis(100);

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
        let [playouts, plies] = playouts(table.as_ref());
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

/// The processor time that this thread has taken so far: the time of day would count what other programs take, too.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// What something yields per second: the median of some spans.
fn per_second<const N: usize>(mut something: impl FnMut(u64) -> [u64; N]) -> [f64; N] {
    let mut spans = Vec::new();
    for span in 0..SPANS {
        let begun = now();
        let mut yields = [0; N];
        for round in 0.. {
            let more = something(span << 32 | round);
            yields.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            if now() - begun >= SPAN {
                break;
            }
        }
        let seconds = (now() - begun).as_secs_f64();
        spans.push(yields.map(|sum| sum as f64 / seconds));
    }
    spans.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]));
    spans[spans.len() / 2]
}

/// Playouts and plies per second.
fn playouts(table: &dyn Table) -> [f64; 2] {
    /// So many that starting them takes no time to speak of, so few that they are done in a part of a span.
    const GAMES: u64 = 200;
    per_second(|seed| [GAMES, table.playouts(GAMES, seed)])
}

/// The deepest count that fits into a span, and its leaves per second.
fn perft(table: &dyn Table) -> (u32, f64) {
    let fits = |&depth: &u32| {
        let begun = now();
        table.perft(depth);
        now() - begun >= SPAN / 4
    };
    let depth = (1..20).find(fits).unwrap_or(20);
    let [leaves] = per_second(|_| [table.perft(depth)]);
    (depth, leaves)
}

/// Positions per second of the opponent's search, evaluation included.
fn search(table: &dyn Table) -> f64 {
    let [nodes] = per_second(|_| {
        let begun = now();
        let found = table.best(&Limits::unbounded(1), &|| now() - begun > SPAN);
        [found.map_or(0, |found| found.nodes)]
    });
    nodes
}
