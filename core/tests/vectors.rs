//! Recorded games, ply by ply: who acts, all legal plies, the result and the board.

mod support;

use support::{Recorded, files};
use tavlei_core::{Options, catalogue};

#[test]
fn recorded_games_agree_at_every_step() {
    let mut games = 0;
    for (slug, text) in files("vectors", "jsonl") {
        let Some(entry) = catalogue::by_slug(&slug) else {
            assert!(std::env::var_os("TAVLEI_VECTORS").is_some(), "{slug} is not in the catalogue");
            continue;
        };
        for (number, line) in text.lines().enumerate() {
            let recorded: Recorded = serde_json::from_str(line).expect("a recorded game");
            let options = Options::of(entry.info, &recorded.options).expect("options");
            let mut table = entry.table(&options);
            for (ply, step) in recorded.plies.iter().zip(&recorded.steps) {
                let at = || format!("{slug}, game {}, after {:?}", number + 1, table.plies());
                assert_eq!(table.to_act().map(|seat| seat.0), Some(step.seat), "{}", at());
                let mut legal = step.legal.clone();
                legal.sort();
                assert_eq!(table.legal(), legal, "{}", at());
                table.play(ply).unwrap_or_else(|why| panic!("{slug}, game {}: {ply}: {why}", number + 1));
            }
            if let Some(result) = &recorded.result {
                let outcome = serde_json::to_value(table.outcome()).expect("plain data");
                for key in ["winner", "reason", "score"] {
                    assert_eq!(outcome[key], result[key], "{slug}, game {}: {key}", number + 1);
                }
            }
            if let Some(board) = &recorded.board {
                assert_eq!(&table.board(), board, "{slug}, game {}", number + 1);
            }
            games += 1;
        }
    }
    assert!(games > 0);
}

#[test]
fn real_games_replay_to_their_last_ply() {
    let mut games = 0;
    for (slug, text) in files("records", "jsonl") {
        for (number, line) in text.lines().enumerate() {
            let recorded: Recorded = serde_json::from_str(line).expect("a recorded game");
            let mut table = support::table(&slug, &[]);
            for ply in &recorded.plies {
                table.play(ply).unwrap_or_else(|why| panic!("{slug}, game {}: {ply}: {why}", number + 1));
            }
            games += 1;
        }
    }
    assert!(games > 0);
}
