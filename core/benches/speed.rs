//! Speeds of every game: random playouts, perft and search, on one thread, as a table in Markdown.
//!
//! `cargo bench -p tavlei-core --bench speed` prints it, `… -- SLUG…` only those games. The ratios compare playouts with the
//! figures of `peers.txt`; those below what is to be reached are in bold. `docs/speed.md` keeps a table and says more.

mod support;

use std::collections::HashMap;
use std::time::Duration;

use tavlei_core::search::Limits;
use tavlei_core::{Options, Table};

use support::{now, wanted};

/// Each thing is measured so often for so long.
const SPANS: u64 = 5;
const SPAN: Duration = Duration::from_millis(100);

/// What is to be reached: so many times the playouts of Ludii and of OpenSpiel.
const TIMES_LUDII: f64 = 100.0;
const TIMES_OPENSPIEL: f64 = 20.0;

fn main() {
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
        "| game | playouts/s | plies each | plies/s | perft depth | nodes/s | search nodes/s | × Ludii | × OpenSpiel |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for entry in wanted() {
        let slug = entry.info.slug;
        let table = entry.table(&Options::default());
        let [playouts, plies] = playouts(table.as_ref());
        let (depth, leaves) = perft(table.as_ref());
        let ratio = |figure: Option<f64>, target: f64| match figure.filter(|&figure| figure > 0.0) {
            Some(figure) if playouts < figure * target => format!("**{:.1}**", playouts / figure),
            Some(figure) => format!("{:.0}", playouts / figure),
            None => String::new(),
        };
        let peer = peers.get(slug);
        println!(
            "| {slug} | {playouts:.0} | {:.1} | {:.1} M | {depth} | {:.1} M | {:.2} M | {} | {} |",
            plies / playouts,
            plies / 1e6,
            leaves / 1e6,
            search(table.as_ref()) / 1e6,
            ratio(peer.map(|peer| peer.0), TIMES_LUDII),
            ratio(peer.map(|peer| peer.1), TIMES_OPENSPIEL),
        );
    }
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
