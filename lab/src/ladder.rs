//! `tavlei-lab ladder`: each level against the one two below it.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::sync::Mutex;

use anyhow::{Context, anyhow};
use tavlei_core::catalogue::Entry;
use tavlei_core::contest::Openings;
use tavlei_core::search::{HIGHEST_LEVEL, LOWEST_LEVEL, Limits};

use crate::args::LadderArgs;
use crate::pair::{Fared, meet};
use crate::{entries, jobs};

/// The share of the points from which on a level counts as clearly better.
const CLEAR: f64 = 0.65;

/// How many levels a rung goes up.
const UP: u8 = 2;

/// One level against the one two below, in one game.
struct Rung {
    entry: &'static Entry,
    high: u8,
}

/// The levels that have one two below.
fn highs() -> std::ops::RangeInclusive<u8> {
    LOWEST_LEVEL + UP..=HIGHEST_LEVEL
}

pub fn run(args: &LadderArgs) -> anyhow::Result<()> {
    let entries = entries(&args.slugs)?;
    cut_unfinished(args)?;
    let known = read(args)?;
    let rungs: Vec<Rung> = entries
        .iter()
        .flat_map(|&entry| highs().map(move |high| Rung { entry, high }))
        .filter(|rung| !known.contains_key(&(rung.entry.info.slug.to_owned(), rung.high)))
        .collect();
    if !args.table {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&args.file)
            .with_context(|| format!("cannot write {}", args.file.display()))?;
        let file = Mutex::new(file);
        jobs::each(&rungs, args.jobs.unwrap_or_else(jobs::default_threads), |rung| {
            let fared = climb(rung, args)?;
            let line = line(rung, args, &fared);
            eprintln!("{line}");
            // A whole line at once: an interrupted ladder goes on where it was.
            let mut file = file.lock().map_err(|_| anyhow!("another job broke down"))?;
            Ok(writeln!(file, "{line}").and_then(|()| file.flush())?)
        })?;
    }
    table(&entries, &read(args)?, args)
}

/// What part of its own positions a level may visit, so that the stronger one keeps within what was asked for.
fn fraction(high: u8, args: &LadderArgs) -> f64 {
    let full = Limits::level(high, 0).nodes;
    args.most_nodes.map_or(1.0, |most| (most as f64 / full as f64).min(1.0))
}

fn climb(rung: &Rung, args: &LadderArgs) -> anyhow::Result<Fared> {
    let fraction = fraction(rung.high, args);
    let level = |level: u8| {
        let limits = Limits::level(level, 0);
        let nodes = (limits.nodes as f64 * fraction).ceil() as u64;
        Limits { nodes, ..limits }
    };
    let openings = Openings { seed: args.seed, plies: args.opening, lead: args.lead };
    Ok(meet(rung.entry, [&level(rung.high), &level(rung.high - UP)], args.games, openings)?)
}

/// What the figures of a line depend on.
fn terms(args: &LadderArgs) -> String {
    let most = args.most_nodes.map_or("all".to_owned(), |most| most.to_string());
    let opening = match args.lead {
        Some(lead) => format!("{}~{lead}", args.opening),
        None => args.opening.to_string(),
    };
    format!("{}\t{}\t{opening}\t{most}", args.games, args.seed)
}

fn line(rung: &Rung, args: &LadderArgs, fared: &Fared) -> String {
    format!("{}\t{}\t{}\t{}\t{}", rung.entry.info.slug, rung.high, terms(args), fared.points, fared.plies)
}

/// Takes away a last line that was not written to its end.
fn cut_unfinished(args: &LadderArgs) -> anyhow::Result<()> {
    let Ok(text) = fs::read(&args.file) else { return Ok(()) };
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    if whole == text.len() {
        return Ok(());
    }
    let file = OpenOptions::new().write(true).open(&args.file);
    file.and_then(|file| file.set_len(whole as u64))
        .with_context(|| format!("cannot write {}", args.file.display()))
}

/// The rungs that were played on the same terms.
fn read(args: &LadderArgs) -> anyhow::Result<BTreeMap<(String, u8), Fared>> {
    let text = match fs::read_to_string(&args.file) {
        Ok(text) => text,
        Err(why) if why.kind() == ErrorKind::NotFound => String::new(),
        Err(why) => return Err(why).with_context(|| format!("cannot read {}", args.file.display())),
    };
    let terms = terms(args);
    let rung = |line: &str| {
        let (slug, rest) = line.split_once('\t')?;
        let (high, rest) = rest.split_once('\t')?;
        let (points, plies) = rest.strip_prefix(&terms)?.strip_prefix('\t')?.split_once('\t')?;
        let fared = Fared { games: args.games, points: points.parse().ok()?, plies: plies.parse().ok()? };
        Some(((slug.to_owned(), high.parse().ok()?), fared))
    };
    Ok(text.lines().filter_map(rung).collect())
}

/// Prints the table: the share of the points that each level takes from the one two below it.
fn table(
    entries: &[&'static Entry],
    known: &BTreeMap<(String, u8), Fared>,
    args: &LadderArgs,
) -> anyhow::Result<()> {
    let mut text = String::from("| game |");
    let mut line = |part: String| text.push_str(&part);
    for high in highs() {
        line(format!(" {high} : {} |", high - UP));
    }
    line(" plies |\n|---|".to_owned());
    line("---:|".repeat(highs().count() + 1));
    line("\n| part of the budget |".to_owned());
    for high in highs() {
        let fraction = fraction(high, args);
        line(if fraction < 1.0 { format!(" 1/{:.0} |", 1.0 / fraction) } else { " 1 |".to_owned() });
    }
    line(" |\n".to_owned());
    let (mut clear, mut whole) = (0, 0);
    for entry in entries {
        let rungs: Vec<Option<&Fared>> =
            highs().map(|high| known.get(&(entry.info.slug.to_owned(), high))).collect();
        if rungs.iter().all(Option::is_none) {
            continue;
        }
        line(format!("| {} |", entry.info.slug));
        for fared in &rungs {
            line(match fared {
                None => " |".to_owned(),
                Some(fared) if fared.share() < CLEAR => format!(" *{:.0}* |", 100.0 * fared.share()),
                Some(fared) => format!(" {:.0} |", 100.0 * fared.share()),
            });
        }
        let all: Option<Vec<&Fared>> = rungs.iter().copied().collect();
        if let Some(all) = &all {
            whole += 1;
            clear += u32::from(all.iter().all(|fared| fared.share() >= CLEAR));
        }
        let (games, plies) = rungs
            .iter()
            .flatten()
            .fold((0, 0), |(games, plies), fared| (games + fared.games, plies + fared.plies));
        line(format!(" {:.0} |\n", plies as f64 / f64::from(games.max(1))));
    }
    line(format!(
        "\nPer cent of the points, {} games a rung. In {clear} of {whole} games every rung is {:.0} % or more.\n",
        args.games,
        100.0 * CLEAR
    ));
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}
