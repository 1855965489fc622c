//! `tavlei games`: the catalogue.

use std::io::Write;

use serde_json::json;
use tavlei_core::catalogue::{GAMES, of_family};
use tavlei_core::{Family, Length};

use crate::args::GamesArgs;
use crate::{Failure, written};

pub fn run(args: &GamesArgs) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    written(if args.json { print_json(&mut out) } else { print_list(&mut out) })
}

fn print_json(out: &mut impl Write) -> std::io::Result<()> {
    let games: Vec<_> = GAMES
        .iter()
        .map(|entry| {
            let info = entry.info;
            json!({
                "slug": info.slug,
                "family": info.family,
                "seats": info.seats,
                "names": { "ru": info.ru, "en": info.en },
                "options": info.options,
                "length": Length::of(info.slug),
            })
        })
        .collect();
    serde_json::to_writer(&mut *out, &games)?;
    writeln!(out)
}

fn print_list(out: &mut impl Write) -> std::io::Result<()> {
    for family in Family::ALL {
        let mut games = of_family(family).peekable();
        if games.peek().is_none() {
            continue;
        }
        writeln!(out, "{}", family.name())?;
        for entry in games {
            let info = entry.info;
            let options: Vec<String> =
                info.options.iter().map(|o| format!("{}={}", o.name, o.values.join("|"))).collect();
            writeln!(
                out,
                "  {:<16}{} seats  {} — {}  {}",
                info.slug,
                info.seats.len(),
                info.en,
                info.ru,
                options.join(" ")
            )?;
        }
    }
    Ok(())
}
