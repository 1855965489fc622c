//! Small games, solved whole: what they are worth, and that the strongest level never lets a won position go.

mod support;

use std::sync::{Arc, LazyLock};

use support::table;
use tavlei_core::search::{Limits, Solution, Solved};
use tavlei_core::{Seat, Table};

/// The games that the strongest level plays without a fault, what they are worth, and the plies of the longest win.
///
/// Cats and mouse has too many positions to solve them all in a moment, but no win in it takes more than eight plies,
/// which the search finds by itself.
const SOLVED: [(&str, Seat, u16, u16); 3] = [
    ("four-dogs", Seat::SECOND, 44, 44),
    ("triple-duel", Seat::SECOND, 32, 36),
    ("man-lion", Seat::SECOND, 18, 22),
];

/// The bounds of the strongest level; all tests share what was solved.
fn strongest(seed: u64) -> Limits {
    static GAMES: LazyLock<Arc<Solved>> = LazyLock::new(Arc::default);
    Limits { solved: Arc::clone(&GAMES), ..Limits::level(8, seed) }
}

fn solution(table: &dyn Table) -> Solution {
    table.solve(1_000_000, &|| false).expect("a small game")
}

/// Plays from a position that `seat` wins: the strongest level for that seat, random plies against it.
fn is_won(start: &dyn Table, seat: Seat, seed: u64) -> bool {
    let mut table = start.clone_table();
    while let Some(acts) = table.to_act() {
        let ply = if acts == seat {
            table.best(&strongest(seed), &|| false).map(|found| found.ply)
        } else {
            table.random(seed + table.plies().len() as u64)
        };
        table.play(&ply.expect("the game goes on")).expect("legal");
    }
    table.outcome().and_then(|outcome| outcome.winner) == Some(seat)
}

#[test]
fn what_small_games_are_worth() {
    for (slug, seat, plies, longest) in SOLVED {
        let table = table(slug, &[]);
        let solution = solution(table.as_ref());
        let won = solution.value(table.key()).flatten().expect("won");
        assert_eq!((won.by, won.plies), (seat, plies), "{slug}");
        assert_eq!(solution.longest(), longest, "{slug}");
        assert_eq!(solution.decided(), solution.positions(), "{slug}: every position is won for one side");
    }
}

#[test]
fn the_strongest_level_never_lets_a_won_position_go() {
    for (slug, ..) in SOLVED {
        let start = table(slug, &[]);
        let solution = solution(start.as_ref());
        let mut seats = [0, 0];
        for seed in 0..40 {
            let mut table = start.clone_table();
            for ply in 0..seed % 9 {
                let Some(text) = table.random(seed * 100 + ply) else { break };
                table.play(&text).expect("legal");
            }
            if table.outcome().is_some() {
                continue;
            }
            let won = solution.value(table.key()).flatten().expect("every position is won");
            assert!(is_won(table.as_ref(), won.by, seed), "{slug}: {:?}", table.plies());
            seats[won.by.index()] += 1;
        }
        assert!(seats[0] + seats[1] > 20, "{slug}: {seats:?}");
    }
}

#[test]
fn who_is_lost_looks_for_plies_that_are_hard_to_meet() {
    let mut table = table("four-dogs", &[]);
    // The lone piece moves first and has lost, if the dogs make no mistake; dogs that look one ply ahead make one.
    let [lone, dogs] = [strongest(1), Limits { depth: 1, ..Limits::unbounded(1) }];
    while let Some(acts) = table.to_act() {
        let limits = if acts == Seat::FIRST { &lone } else { &dogs };
        let found = table.best(limits, &|| false).expect("the game goes on");
        table.play(&found.ply).expect("legal");
    }
    assert_eq!(table.outcome().and_then(|outcome| outcome.winner), Some(Seat::FIRST), "{:?}", table.plies());
}

#[test]
fn a_win_is_announced_with_its_length() {
    let mut table = table("man-lion", &[]);
    let found = table.best(&strongest(1), &|| false).expect("the game goes on");
    assert_eq!(found.win_in, None, "the man has lost, if the lion makes no mistake");
    table.play(&found.ply).expect("legal");
    let found = table.best(&strongest(1), &|| false).expect("the game goes on");
    assert_eq!(found.win_in, Some(17));
}

#[test]
fn the_mouse_gets_away_only_by_the_diagonal_step() {
    let start = table("cats-mouse", &[]);
    for ply in start.legal() {
        let mut table = start.clone_table();
        table.play(&ply).expect("legal");
        let found = table.best(&strongest(1), &|| false).expect("the game goes on");
        let cats_win = found.win_in.is_some();
        assert_eq!(cats_win, ply != "d4-c3", "{ply}: {found:?}");
        assert!(found.score.abs() > 29_000, "{ply} is proven: {found:?}");
    }
}
