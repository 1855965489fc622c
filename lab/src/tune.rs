//! `tavlei-lab tune`: weights of the terms, found by playing.
//!
//! The opponent plays against itself. What the terms measured at the end of each line that it expected is held
//! against how the game ended, by logistic regression; the new weights count only if they then win a match.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use anyhow::{Context, anyhow};
use tavlei_core::catalogue::Entry;
use tavlei_core::contest::{Openings, Player, play};
use tavlei_core::key::key_of;
use tavlei_core::search::{Limits, PROVEN};
use tavlei_core::{Options, Outcome, Seat, Table, Weights};

use crate::args::TuneArgs;
use crate::pair::meet;
use crate::{entries, jobs, regression};

/// Parts of the way from the old weights to the fitted ones that are tried.
const PARTS: [f64; 3] = [0.25, 0.6, 1.0];

/// A position that a game went through.
struct Sample {
    seat: Seat,
    terms: Vec<f64>,
}

pub fn run(args: &TuneArgs) -> anyhow::Result<()> {
    let entries = entries(&args.slugs)?;
    let file = Mutex::new(());
    jobs::each(&entries, args.jobs.unwrap_or_else(jobs::default_threads), |entry| {
        let tuned = tune(entry, args)?;
        let mut out = std::io::stdout().lock();
        let mark = if tuned.share > args.margin { "" } else { "# not better: " };
        writeln!(
            out,
            "{mark}{}\n# {}: {} positions, error {:.4} before and {:.4} after; {:.1} % of the points against the weights before",
            tuned.line,
            entry.info.slug,
            tuned.positions,
            tuned.error.0,
            tuned.error.1,
            100.0 * tuned.share
        )?;
        drop(out);
        match &args.write {
            Some(path) if tuned.share > args.margin => {
                let _one_at_a_time = file.lock().map_err(|_| anyhow!("another job broke down"))?;
                write(path, entry.info.slug, &tuned.line)
            }
            _ => Ok(()),
        }
    })
}

/// What the tuning of a game gave.
struct Tuned {
    /// Slug and weights, as `weights.txt` has them.
    line: String,
    positions: usize,
    /// How far the values were from the results, before and after.
    error: (f64, f64),
    /// The share of the points that the new weights took from the old.
    share: f64,
}

fn tune(entry: &Entry, args: &TuneArgs) -> anyhow::Result<Tuned> {
    let terms = entry.table(&Options::default()).terms();
    let old: Vec<f64> = {
        let weights = Weights::of(entry.info, terms);
        (0..terms.len()).map(|term| f64::from(weights.hundredths(term))).collect()
    };
    let (rows, results) = positions(entry, args)?;
    let fit = regression::fit(&rows, &results, &old);
    // What foretells results best is not always what plays best: how far to go is found by playing as well.
    let limits = Limits { nodes: args.nodes, ..Limits::unbounded(0) };
    let before = limits.clone();
    let against_before = |weights: &[f32], round: u64| {
        let weights = Some(Weights::from_hundredths(weights));
        let tuned = Limits { weights, ..limits.clone() };
        let openings = Openings { seed: key_of([args.seed, round]), plies: args.opening, lead: None };
        meet(entry, [&tuned, &before], args.check, openings).map(|fared| fared.share())
    };
    let mut best = (0.0, Vec::new());
    for (round, part) in (1..).zip(PARTS) {
        let weights: Vec<f32> = old
            .iter()
            .zip(&fit.weights)
            .map(|(old, new)| ((old + part * (new - old)) * 10.0).round() as f32 / 10.0)
            .collect();
        let share = against_before(&weights, round)?;
        if share > best.0 {
            best = (share, weights);
        }
    }
    let (_, new) = best;
    let mut line = entry.info.slug.to_owned();
    for (term, weight) in terms.iter().zip(&new) {
        line.push_str(&format!(" {}={weight}", term.name));
    }
    // The best of several is flattered by chance: it has to win once more, from other openings.
    let share = if new.is_empty() { 0.0 } else { against_before(&new, 0)? };
    Ok(Tuned { line, positions: rows.len(), error: (fit.error_before, fit.error_after), share })
}

/// Plays, and gives what the terms measured with what came of it.
fn positions(entry: &Entry, args: &TuneArgs) -> anyhow::Result<(Vec<Vec<f64>>, Vec<f64>)> {
    let options = Options::default();
    let terms = entry.table(&options).terms().len();
    let seats = entry.info.seats.len() as u8;
    let player = Limits { nodes: args.nodes, noise: args.noise, ..Limits::unbounded(0) };
    let openings = Openings { seed: args.seed, plies: args.opening, lead: None };
    let (mut rows, mut results) = (Vec::new(), Vec::new());
    for game in 0..u64::from(args.games) {
        let mut table = openings.table(entry, &options, game)?;
        let mut samples = Vec::new();
        play(
            table.as_mut(),
            |_| &player as &dyn Player,
            key_of([args.seed, game]),
            |table, found| {
                if found.score.abs() < PROVEN
                    && let Some(terms) = at_the_end(table, &found.line, terms, seats)
                {
                    samples.extend(terms);
                }
            },
        )?;
        let Some(outcome) = table.outcome() else { continue };
        for Sample { seat, terms } in samples {
            rows.push(terms);
            results.push(result(outcome, seat));
        }
    }
    Ok((rows, results))
}

/// What the terms measure where an expected line ends, as every seat sees it (of two, the first is enough).
fn at_the_end(table: &dyn Table, line: &[String], count: usize, seats: u8) -> Option<Vec<Sample>> {
    let mut table = table.clone_table();
    for ply in line {
        table.play(ply).ok()?;
    }
    table.to_act()?;
    let seen = if seats == 2 { 1 } else { seats };
    let sample = |seat| {
        let measured = table.measure_settled(seat)?;
        Some(Sample { seat, terms: measured.first(count).iter().map(|&term| f64::from(term)).collect() })
    };
    (0..seen).map(|seat| sample(Seat(seat))).collect()
}

/// 1 for a win, a half for a draw, 0 for a loss; where four play, places between count between.
fn result(outcome: Outcome, seat: Seat) -> f64 {
    if let Some(place) = outcome.places.and_then(|places| places.as_slice().get(seat.index()).copied()) {
        return (4.0 - f64::from(place)) / 3.0;
    }
    match outcome.winner {
        None => 0.5,
        Some(winner) if winner == seat => 1.0,
        Some(_) => 0.0,
    }
}

/// Puts a game's line into the file of weights, in place of its old one.
fn write(path: &Path, slug: &str, line: &str) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let text = fs::read_to_string(path).with_context(failed)?;
    let is_own = |line: &&str| line.split_whitespace().next() == Some(slug);
    let (notes, mut lines): (Vec<&str>, Vec<&str>) =
        text.lines().filter(|line| !is_own(line)).partition(|line| line.starts_with('#'));
    lines.push(line);
    lines.sort_unstable();
    let text = notes.iter().chain(&lines).fold(String::new(), |text, line| text + line + "\n");
    fs::write(path, text).with_context(failed)
}
