//! `tavlei replay`: positions after games read from standard input.

use std::io::{BufRead, Write};

use serde_json::{Value, json};
use tavlei_core::Table;

use crate::args::ReplayArgs;
use crate::{Failure, opening, written};

pub fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let (entry, options) = opening::game(&args.game)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| Failure::Other(format!("cannot read standard input: {error}")))?;
        let mut table = entry.table(&options);
        let illegal = line.split_whitespace().find(|text| opening::play(table.as_mut(), text).is_err());
        let row = match (args.json, illegal) {
            (true, None) => position(table.as_ref()).to_string(),
            (true, Some(text)) => refusal(table.as_ref(), text).to_string(),
            (false, None) => in_words(table.as_ref()),
            (false, Some(text)) => {
                format!(
                    "ply {}, {text}, is not legal; legal: {}",
                    table.plies().len() + 1,
                    table.legal().join(" ")
                )
            }
        };
        if let Err(error) = writeln!(out, "{row}") {
            return written(Err(error));
        }
    }
    written(out.flush())
}

fn position(table: &dyn Table) -> Value {
    json!({
        "game": table.info().slug,
        "options": table.options(),
        "plies": table.plies().len(),
        "seats": table.info().seats,
        "seat": table.to_act(),
        "legal": table.legal(),
        "result": table.outcome(),
        "board": table.board(),
    })
}

fn refusal(table: &dyn Table, text: &str) -> Value {
    json!({
        "error": "illegal",
        "ply": table.plies().len() + 1,
        "text": text,
        "seat": table.to_act(),
        "legal": table.legal(),
    })
}

fn in_words(table: &dyn Table) -> String {
    let board = table.board();
    let mut parts = vec![format!("{} plies", table.plies().len())];
    match (table.outcome(), table.to_act()) {
        (Some(outcome), _) => {
            let winner = outcome.winner.and_then(|seat| table.info().seats.get(seat.index()));
            let mut result = match winner {
                Some(side) => format!("{} wins, {}", side.name(), outcome.reason.0),
                None => format!("draw, {}", outcome.reason.0),
            };
            if let Some(score) = outcome.score {
                let points: Vec<String> = score.as_slice().iter().map(i16::to_string).collect();
                result.push_str(&format!(" {}", points.join(":")));
            }
            parts.push(result);
        }
        (None, Some(seat)) => {
            let side = table.info().seats.get(seat.index()).map_or("nobody", |side| side.name());
            parts.push(format!("{side} to act"));
            parts.push(format!("legal: {}", table.legal().join(" ")));
        }
        (None, None) => {}
    }
    let squares: Vec<String> =
        board.squares.iter().map(|(square, letters)| format!("{square}={letters}")).collect();
    let pits: Vec<String> = board.pits.iter().map(|(pit, count)| format!("{pit}={count}")).collect();
    for (name, list) in [("squares", squares), ("pits", pits)] {
        if !list.is_empty() {
            parts.push(format!("{name}: {}", list.join(" ")));
        }
    }
    for (name, list) in [("hands", &board.hands), ("stores", &board.stores)] {
        if let Some(list) = list {
            let list: Vec<String> = list.iter().map(u16::to_string).collect();
            parts.push(format!("{name}: {}", list.join(" ")));
        }
    }
    parts.join("; ")
}
