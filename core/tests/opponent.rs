//! The opponent, in every game: it plays legal plies, stops when it is told to, repeats itself, and takes a win.

mod support;

use std::cell::Cell;

use serde::Deserialize;
use support::{files, play, table};
use tavlei_core::catalogue::Entry;
use tavlei_core::catalogue::GAMES;
use tavlei_core::search::{Found, Limits};
use tavlei_core::{Options, Table};

/// Few positions: what is tested here does not depend on strength.
fn small(seed: u64) -> Limits {
    Limits { nodes: 400, ..Limits::level(4, seed) }
}

fn best(table: &dyn Table, limits: &Limits) -> Option<Found> {
    table.best(limits, &|| false)
}

#[test]
fn every_game_is_played_to_its_end() {
    for entry in GAMES {
        let mut table = entry.table(&Options::default());
        for ply in 0..3_000 {
            // Random plies between keep the games short and various.
            let choice = if ply % 3 == 0 {
                best(table.as_ref(), &small(ply)).map(|found| found.ply)
            } else {
                table.random(ply)
            };
            let Some(choice) = choice else { break };
            table.play(&choice).unwrap_or_else(|why| panic!("{}: {choice}: {why}", entry.info.slug));
        }
        assert!(table.outcome().is_some(), "{} went on", entry.info.slug);
        assert_eq!(best(table.as_ref(), &small(0)), None);
    }
}

#[test]
fn the_same_seed_chooses_the_same_ply() {
    for entry in GAMES {
        let table = entry.table(&Options::default());
        assert_eq!(best(table.as_ref(), &small(9)), best(table.as_ref(), &small(9)), "{}", entry.info.slug);
    }
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    for entry in GAMES {
        let table = entry.table(&Options::default());
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 3
        };
        let found = table.best(&Limits::unbounded(1), &stop).expect("the game goes on");
        assert!(table.legal().contains(&found.ply), "{}", entry.info.slug);
        assert!(
            found.nodes < 1_000_000,
            "{}: {} positions after the word to stop",
            entry.info.slug,
            found.nodes
        );
        let at_once = table.best(&Limits::unbounded(1), &|| true).expect("the game goes on");
        assert!(table.legal().contains(&at_once.ply), "{}", entry.info.slug);
    }
}

#[test]
fn what_is_level_is_not_repeated_where_nothing_forces_the_sides_to_meet() {
    let mut table = table("ming-mang", &[]);
    play(table.as_mut(), &["a6-e6", "h5-f5", "e6-a6", "f5-h5", "a6-e6", "h3-e3", "a2-e2", "e3-h3"]);
    let found = best(table.as_ref(), &Limits::level(5, 1)).expect("the game goes on");
    let judged = best(table.as_ref(), &Limits { contempt: false, ..Limits::level(5, 1) });
    assert_eq!(judged.map(|found| (found.ply, found.score)), Some(("e2-a2".to_owned(), 0)));
    table.play("e2-a2").expect("legal");
    assert!(table.outcome().is_some_and(|outcome| outcome.winner.is_none()), "the third time");
    assert_ne!(found.ply, "e2-a2");
}

#[test]
fn a_win_in_one_is_taken_and_announced() {
    let mut table = table("cats-mouse", &[]);
    play(table.as_mut(), &["d4-d3", "c1", "d3-c2"]);
    for level in [3, 8] {
        let found = best(table.as_ref(), &Limits::level(level, 1)).expect("the game goes on");
        assert_eq!((found.ply.as_str(), found.win_in), ("c1-c2", Some(1)));
    }
}

/// A position after some plies, in which a level overlooked something once.
#[derive(Deserialize)]
struct Overlooked {
    game: String,
    level: u8,
    plies: String,
    /// What it played.
    played: String,
    /// Plies that win at once.
    #[serde(default)]
    wins_at_once: Vec<String>,
    /// Where they are known, the only plies after which the other does not win at once.
    #[serde(default)]
    safe: Vec<String>,
}

/// Whether a ply wins at once for whoever plays it.
fn wins(table: &dyn Table, ply: &str) -> bool {
    let mut next = table.clone_table();
    next.play(ply).expect("legal");
    next.outcome().is_some_and(|outcome| outcome.winner == table.to_act())
}

/// The plies that win at once.
fn winning(table: &dyn Table) -> Vec<String> {
    table.legal().into_iter().filter(|ply| wins(table, ply)).collect()
}

/// Whether a ply neither loses itself nor lets somebody else win with the next.
fn is_safe(table: &dyn Table, ply: &str) -> bool {
    let seat = table.to_act();
    let mut next = table.clone_table();
    next.play(ply).expect("legal");
    match next.outcome() {
        Some(outcome) => outcome.winner.is_none() || outcome.winner == seat,
        None => next.to_act() == seat || winning(next.as_ref()).is_empty(),
    }
}

/// Asserts that a level overlooks no win in one ply, its own or another's. The level's word must be right too.
fn overlooks_nothing(table: &dyn Table, level: u8, seed: u64) {
    let found = best(table, &Limits::level(level, seed)).expect("the game goes on");
    let of = || format!("{} level {level} after {:?}: {found:?}", table.info().slug, table.plies());
    let won = wins(table, &found.ply);
    assert!(won || winning(table).is_empty(), "a win in one is overlooked: {}", of());
    assert!(found.win_in != Some(1) || won, "no win in one: {}", of());
    if !won && !is_safe(table, &found.ply) {
        assert!(!table.legal().iter().any(|ply| is_safe(table, ply)), "a loss is not parried: {}", of());
    }
}

#[test]
fn what_was_overlooked_once_is_not_overlooked_again() {
    let (_, text) = files("opponent", "jsonl").remove(0);
    for case in text.lines().map(|line| serde_json::from_str::<Overlooked>(line).expect("a position")) {
        let mut table = table(&case.game, &[]);
        play(table.as_mut(), &case.plies.split_whitespace().collect::<Vec<_>>());
        if !case.wins_at_once.is_empty() {
            assert_eq!(winning(table.as_ref()), case.wins_at_once, "{}", case.game);
        }
        for ply in &case.safe {
            assert!(is_safe(table.as_ref(), ply), "{}: {ply}", case.game);
        }
        assert!(!wins(table.as_ref(), &case.played));
        assert!(case.safe.is_empty() || !is_safe(table.as_ref(), &case.played));
        for level in [3, case.level, 8] {
            for seed in 1..=3 {
                overlooks_nothing(table.as_ref(), level, seed);
            }
        }
    }
}

/// Plays random games and asks in their last positions, where most can be overlooked.
fn asked_near_the_end(entry: &Entry, games: u64) {
    for game in 0..games {
        let mut table = entry.table(&Options::default());
        let mut number = 0;
        while let Some(ply) = table.random(game << 32 | number) {
            table.play(&ply).expect("legal");
            number += 1;
        }
        for back in 1..=3 {
            if !table.undo() {
                break;
            }
            let level = [3, 5, 4][(game + back) as usize % 3];
            overlooks_nothing(table.as_ref(), level, game);
        }
    }
}

#[test]
fn a_win_in_one_ply_is_never_overlooked() {
    for entry in GAMES {
        asked_near_the_end(entry, 4);
    }
}

#[test]
#[ignore = "takes an hour"]
fn a_win_in_one_ply_is_never_overlooked_in_a_thousand_games() {
    for entry in GAMES {
        asked_near_the_end(entry, 1_000);
    }
}

#[test]
fn higher_levels_look_further() {
    let table = table("reversi", &[]);
    let nodes: Vec<u64> = [1, 3, 5, 8]
        .map(|level| best(table.as_ref(), &Limits::level(level, 1)).expect("the game goes on").nodes)
        .to_vec();
    assert!(nodes.windows(2).all(|pair| pair[0] < pair[1]), "{nodes:?}");
}
