//! `tavlei match`: the opponent against itself.

use std::io::Write;

use tavlei_core::contest::{Openings, play};
use tavlei_core::key::key_of;

use crate::args::MatchArgs;
use crate::{Failure, opening, player, written};

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
    let first = player::of_spec(&args.first)?;
    let second = player::of_spec(&args.second)?;
    let openings = Openings { seed: args.seed, plies: args.opening, lead: args.lead };
    let seats = entry.info.seats.len() as u32;
    let mut out = std::io::stdout().lock();
    let mut tally = Tally::default();
    for game in 0..args.games {
        // The first player sits on every seat in turn; all openings are played once from each.
        let seat = (game % seats) as u8;
        let mut table = openings.table(entry, &options, u64::from(game / seats)).map_err(Failure::other)?;
        let seated = |acts: u8| if acts == seat { first.as_ref() } else { second.as_ref() };
        play(table.as_mut(), seated, key_of([args.seed, u64::from(game)]), |_, _| {})
            .map_err(Failure::other)?;
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
