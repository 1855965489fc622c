//! `tavlei match`: the opponent against itself.

use std::io::Write;

use tavlei_core::Table;
use tavlei_core::search::{HIGHEST_LEVEL, LOWEST_LEVEL, Limits};

use crate::args::MatchArgs;
use crate::best::Budget;
use crate::{Failure, opening, written};

/// A side of a match.
#[derive(Clone, Copy)]
enum Player {
    Random,
    /// Looks one ply ahead.
    Greedy,
    Search(Budget),
}

impl Player {
    fn of_spec(spec: &str) -> Result<Player, Failure> {
        let bad = || {
            let shown: String = spec.chars().take(40).collect();
            Failure::Arguments(format!(
                "\"{shown}\" is no player: write random, greedy, level:N (1 to 8) or millis:MS"
            ))
        };
        match spec.split_once(':') {
            None if spec == "random" => Ok(Player::Random),
            None if spec == "greedy" => Ok(Player::Greedy),
            Some(("level", level)) => match level.parse() {
                Ok(level @ LOWEST_LEVEL..=HIGHEST_LEVEL) => Ok(Player::Search(Budget::Level(level))),
                _ => Err(bad()),
            },
            Some(("millis", millis)) => match millis.parse() {
                Ok(millis @ 1..=3_600_000) => Ok(Player::Search(Budget::Millis(millis))),
                _ => Err(bad()),
            },
            _ => Err(bad()),
        }
    }

    fn choose(self, table: &dyn Table, seed: u64) -> Option<String> {
        match self {
            Player::Random => table.random(seed),
            Player::Greedy => {
                let limits = Limits { depth: 1, nodes: u64::MAX, noise: 0, seed };
                table.best(&limits, &|| false).map(|found| found.ply)
            }
            Player::Search(budget) => budget.best(table, seed).map(|found| found.ply),
        }
    }
}

/// How the games went, as the first player sees it.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    plies: usize,
}

pub fn run(args: &MatchArgs) -> Result<(), Failure> {
    let (entry, options) = opening::game(&args.game)?;
    let first = Player::of_spec(&args.first)?;
    let second = Player::of_spec(&args.second)?;
    let seats = entry.info.seats.len() as u32;
    let mut out = std::io::stdout().lock();
    let mut tally = Tally::default();
    for game in 0..args.games {
        // The first player sits on every seat in turn; all openings are played once from each.
        let seat = (game % seats) as u8;
        let round = u64::from(game / seats);
        let mut table = entry.table(&options);
        open(table.as_mut(), args, round);
        let mut ply = 0;
        while let Some(acts) = table.to_act() {
            let player = if acts.0 == seat { first } else { second };
            let seed = mixed(args.seed, u64::from(game), 1_000 + ply);
            let Some(text) = player.choose(table.as_ref(), seed) else { break };
            table.play(&text).map_err(Failure::other)?;
            ply += 1;
        }
        let Some(outcome) = table.outcome() else { continue };
        let (word, count) = match outcome.winner {
            None => ("draws", &mut tally.drawn),
            Some(winner) if winner.0 == seat => ("wins", &mut tally.won),
            Some(_) => ("loses", &mut tally.lost),
        };
        *count += 1;
        tally.plies += table.plies().len();
        let side = entry.info.seats[usize::from(seat)].name();
        let row = writeln!(
            out,
            "game {}: {} as {side} {word}, {}, {} plies",
            game + 1,
            args.first,
            outcome.reason.0,
            table.plies().len()
        );
        if row.is_err() {
            return written(row);
        }
    }
    let points = f64::from(tally.won) + f64::from(tally.drawn) / 2.0;
    written(writeln!(
        out,
        "{} {} against {}: +{} ={} -{}, {points} of {} points ({:.1} %), {:.1} plies a game",
        entry.info.slug,
        args.first,
        args.second,
        tally.won,
        tally.drawn,
        tally.lost,
        args.games,
        100.0 * points / f64::from(args.games),
        tally.plies as f64 / f64::from(args.games)
    ))
}

/// Random plies, so that deterministic players do not repeat one game; none that ends the game.
fn open(table: &mut dyn Table, args: &MatchArgs, round: u64) {
    for ply in 0..args.opening {
        let Some(text) = table.random(mixed(args.seed, round, u64::from(ply))) else { return };
        if table.play(&text).is_err() {
            return;
        }
        if table.outcome().is_some() {
            table.undo();
            return;
        }
    }
}

fn mixed(seed: u64, game: u64, ply: u64) -> u64 {
    tavlei_core::key::key_of([seed, game, ply])
}
