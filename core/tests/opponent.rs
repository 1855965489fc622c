//! The opponent, in every game: it plays legal plies, stops when it is told to, repeats itself, and takes a win.

mod support;

use std::cell::Cell;

use support::{play, table};
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

#[test]
fn higher_levels_look_further() {
    let table = table("reversi", &[]);
    let nodes: Vec<u64> = [1, 3, 5, 8]
        .map(|level| best(table.as_ref(), &Limits::level(level, 1)).expect("the game goes on").nodes)
        .to_vec();
    assert!(nodes.windows(2).all(|pair| pair[0] < pair[1]), "{nodes:?}");
}
