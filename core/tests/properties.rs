//! What holds in every game, over random play with fixed seeds.

mod support;

use std::collections::HashSet;

use tavlei_core::catalogue::GAMES;
use tavlei_core::{Options, Table};

/// Every value of every option, the others at their defaults, and the defaults alone.
fn variants() -> Vec<Box<dyn Table>> {
    let mut tables = Vec::new();
    for entry in GAMES {
        tables.push(entry.table(&Options::default()));
        for spec in entry.info.options {
            for &value in &spec.values[1..] {
                let options = Options::of(entry.info, [(spec.name, value)]).expect("its own option");
                tables.push(entry.table(&options));
            }
        }
    }
    tables
}

/// Plays a random game and hands every position to `at`.
fn random_game(start: &dyn Table, seed: u64, mut at: impl FnMut(&dyn Table)) -> Box<dyn Table> {
    let mut table = start.clone_table();
    for ply in 0.. {
        at(table.as_ref());
        let Some(text) = table.random(seed.wrapping_mul(1_000_003).wrapping_add(ply)) else { break };
        table.play(&text).expect("legal");
        assert!(ply < 20_000, "{} does not end", start.info().slug);
    }
    table
}

#[test]
fn games_end_and_no_ply_is_left_then() {
    for start in variants() {
        for seed in 0..3 {
            let slug = start.info().slug;
            let end = random_game(start.as_ref(), seed, |table| {
                assert_eq!(
                    table.legal().is_empty(),
                    table.outcome().is_some(),
                    "{slug}: {:?}",
                    table.plies()
                );
                assert_eq!(table.to_act().is_none(), table.outcome().is_some(), "{slug}");
            });
            assert!(end.outcome().is_some());
        }
    }
}

#[test]
fn every_legal_ply_is_picked_by_one_number() {
    for start in variants() {
        for seed in 40..43 {
            random_game(start.as_ref(), seed, |table| {
                let legal = table.legal();
                let mut picked: Vec<String> = (0..legal.len())
                    .filter_map(|place| {
                        table.choose(&mut |number| {
                            assert_eq!(number, legal.len(), "{}: {:?}", table.info().slug, table.plies());
                            place
                        })
                    })
                    .collect();
                picked.sort_unstable();
                assert_eq!(picked, legal, "{}: {:?}", table.info().slug, table.plies());
            });
        }
    }
}

#[test]
fn texts_are_unique_and_read_back() {
    for start in variants() {
        let mut step = 0;
        random_game(start.as_ref(), 5, |table| {
            let legal = table.legal();
            let unique: HashSet<_> = legal.iter().collect();
            assert_eq!(unique.len(), legal.len(), "{}: {:?}", table.info().slug, table.plies());
            step += 1;
            if step % 7 == 1 {
                for ply in legal {
                    assert_eq!(
                        table.read(&ply).as_ref(),
                        Ok(&ply),
                        "{}: {:?}",
                        table.info().slug,
                        table.plies()
                    );
                }
            }
        });
    }
}

#[test]
fn a_position_rebuilt_from_its_plies_is_the_same() {
    for start in variants() {
        let mut end = random_game(start.as_ref(), 11, |_| {});
        let plies: Vec<String> = end.plies().to_vec();
        let keep = plies.len() / 2;
        let mut again = start.clone_table();
        for ply in &plies[..keep] {
            again.play(ply).expect("legal");
        }
        if plies.len() < 400 {
            while end.plies().len() > keep {
                assert!(end.undo());
            }
            assert_eq!(end.key(), again.key(), "{}", start.info().slug);
            assert_eq!(end.board(), again.board(), "{}", start.info().slug);
            assert_eq!(end.legal(), again.legal(), "{}", start.info().slug);
            assert_eq!(end.view(), again.view(), "{}", start.info().slug);
        }
    }
}

#[test]
fn keys_tell_positions_apart() {
    for start in variants() {
        let mut seen = std::collections::HashMap::new();
        for seed in 20..24 {
            random_game(start.as_ref(), seed, |table| {
                // Endless-play counters apart, the same key means the same pieces, seat and choices.
                let state = (table.board(), table.to_act());
                if table.outcome().is_none() {
                    let before = seen.entry(table.key()).or_insert_with(|| state.clone());
                    assert_eq!(before, &state, "{}: {:?}", table.info().slug, table.plies());
                }
            });
        }
    }
}

#[test]
fn values_of_two_seats_are_opposite_and_bounded() {
    use tavlei_core::Seat;
    for start in variants() {
        let seats = start.info().seats.len() as u8;
        random_game(start.as_ref(), 31, |table| {
            let values: Vec<i32> = (0..seats).map(|seat| table.evaluate(Seat(seat))).collect();
            assert!(values.iter().all(|value| value.abs() <= 20_000), "{}: {values:?}", table.info().slug);
            if seats == 2 {
                assert_eq!(values[0], -values[1], "{}: {:?}", table.info().slug, table.plies());
            }
        });
    }
}
