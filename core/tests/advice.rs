//! The reasons for plies: that they are the right ones in positions where everybody sees them, and true everywhere.

mod support;

use support::{play, table};
use tavlei_core::advice::{Goal, Why, point_at, reasons};
use tavlei_core::catalogue::GAMES;
use tavlei_core::search::{Found, Limits};
use tavlei_core::view::Pointer;
use tavlei_core::{Options, Table};

fn best(table: &dyn Table) -> Found {
    table.best(&Limits { nodes: 60_000, noise: 0, ..Limits::level(6, 1) }, &|| false).expect("goes on")
}

/// What the opponent would play after these plies, and why.
fn advised(slug: &str, plies: &[&str]) -> (String, Vec<Why>) {
    let mut table = table(slug, &[]);
    play(table.as_mut(), plies);
    let found = best(table.as_ref());
    let why = reasons(table.as_ref(), &found, &|| false);
    (found.ply, why)
}

/// The reasons for a ply of one's own, as if a search had found it and expected this.
fn why(slug: &str, plies: &[&str], line: &[&str]) -> Vec<Why> {
    let mut table = table(slug, &[]);
    play(table.as_mut(), plies);
    let line: Vec<String> = line.iter().map(|&ply| ply.to_owned()).collect();
    let found = Found { ply: line[0].clone(), score: 0, depth: 1, nodes: 1, line, win_in: None };
    reasons(table.as_ref(), &found, &|| false)
}

#[test]
fn a_compulsory_capture_is_the_only_ply_and_an_exchange() {
    let (ply, why) = advised("russian", &["c3-d4", "b6-c5"]);
    assert_eq!(ply, "d4:b6");
    assert_eq!(why, [Why::Only, Why::Takes { pieces: 1, back: 1 }]);
}

#[test]
fn an_exchange_is_told_to_its_end() {
    let why = why("russian", &["c3-d4", "f6-g5", "d4-c5"], &["b6:d4", "e3:c5", "d6:b4", "a3:c5"]);
    assert_eq!(why[0], Why::Takes { pieces: 2, back: 2 }, "{why:?}");
}

#[test]
fn a_sacrifice_that_pays_says_what_it_costs_and_brings() {
    let (ply, why) = advised("russian", &["a3-b4", "b6-a5", "g3-f4"]);
    assert_eq!(ply, "d6-e5");
    assert_eq!(why[0], Why::Sacrifices { gives: 1, takes: 2 });
    assert_eq!(why[1], Why::Forces { reply: "f4:d6".to_owned() });
}

#[test]
fn where_pieces_are_given_away_getting_rid_of_them_is_the_reason() {
    let why =
        why("giveaway", &["c3-d4", "b6-a5"], &["a3-b4", "a5:c3:e5", "g3-f4", "e5:g3", "f2:h4", "h6-g5"]);
    assert_eq!(why[0], Why::Sheds { pieces: 2 });
    assert!(!why.iter().any(|why| matches!(why, Why::Takes { .. } | Why::Sacrifices { .. })));
}

#[test]
fn a_win_says_how_soon() {
    let (ply, why) = advised("cats-mouse", &["d4-d3", "c1", "d3-c2"]);
    assert_eq!((ply.as_str(), why.as_slice()), ("c1-c2", &[Why::Wins { plies: 1 }][..]));
    let (_, why) = advised("cats-mouse", &["d4-d3", "a1"]);
    assert_eq!(why[0], Why::Wins { plies: 3 });
    // An open four wins with the ply after the reply.
    let (ply, why) = advised("renju", &["d4", "d5", "e4", "a1", "f4", "a8"]);
    assert!(["c4", "g4"].contains(&ply.as_str()), "{ply}");
    assert_eq!(why[0], Why::Wins { plies: 3 });
}

#[test]
fn an_open_three_is_a_threat_and_stopping_it_is_a_reason() {
    let line = ["d4", "h8", "e4", "h1", "f4"];
    let threat = why("renju", &line[..4], &line[4..]);
    assert_eq!(threat[0], Why::Threatens { goal: Goal::Row(5), plies: 3 }, "{threat:?}");
    let (ply, answer) = advised("renju", &line);
    assert!(["b4", "c4", "g4", "h4"].contains(&ply.as_str()), "{ply}");
    assert_eq!(answer[0], Why::Stops { goal: Goal::Row(5), plies: 3 });
}

#[test]
fn a_lost_game_is_drawn_out() {
    let (_, why) = advised("renju", &["d4", "a1", "e4", "h1", "f4", "h8", "c4"]);
    assert_eq!(why[0], Why::Delays { plies: 2 });
}

#[test]
fn points_and_one_more_turn_in_kalah() {
    let found = why("kalah", &["A", "c"], &["B"]);
    assert_eq!(found[..2], [Why::Scores { points: 1 }, Why::Again], "{found:?}");
}

#[test]
fn what_changes_sides_is_not_taken() {
    let found = why("reversi", &[], &["d3", "c3"]);
    assert!(found.contains(&Why::Turns { pieces: 1 }), "{found:?}");
    assert!(!found.iter().any(|why| matches!(why, Why::Takes { .. })), "{found:?}");
    let found = why("korobochka", &["a1", "b1", "a2"], &["b2"]);
    assert_eq!(found, [Why::Again, Why::Turns { pieces: 2 }]);
}

#[test]
fn nothing_is_said_where_there_is_nothing_to_say() {
    assert_eq!(why("atari", &["d4", "d5", "e4"], &["a1"]), []);
}

/// A piece count that is not the advice's own.
fn pieces(table: &dyn Table, seat: tavlei_core::Seat) -> i32 {
    let view = table.view();
    let tallies = &view.players[seat.index()].tallies;
    tallies
        .iter()
        .find(|tally| tally.what == tavlei_core::view::TallyKind::Pieces)
        .map_or(0, |tally| tally.count)
}

#[test]
fn every_reason_is_true_in_every_game() {
    let mut said = std::collections::BTreeSet::new();
    for (number, entry) in GAMES.iter().enumerate() {
        for length in [3_u64, 8, 15, 24, 35] {
            let mut table = entry.table(&Options::default());
            for ply in 0..length {
                let Some(text) = table.random(ply * 31 + length + number as u64) else { break };
                table.play(&text).expect("legal");
            }
            let Some(seat) = table.to_act() else { continue };
            let limits = Limits { depth: 5, nodes: 3_000, noise: 0, ..Limits::level(5, length) };
            let found = table.best(&limits, &|| false).expect("goes on");
            let why = reasons(table.as_ref(), &found, &|| false);
            assert!(why.len() <= 3);
            let mut next = table.clone_table();
            next.play(&found.ply).expect("legal");
            let name = format!("{} after {length}: {} {why:?}", entry.info.slug, found.ply);
            let lost = |seat| pieces(table.as_ref(), seat) - pieces(next.as_ref(), seat);
            for why in &why {
                said.insert(format!("{why:?}").split([' ', '{']).next().unwrap_or_default().to_owned());
                let holds = match why {
                    Why::Only => table.legal().len() == 1,
                    Why::Wins { plies: 1 } => next.outcome().is_some_and(|end| end.winner == Some(seat)),
                    Why::Wins { plies } => found.win_in == Some(*plies),
                    Why::Turns { pieces } => lost(seat.other()) == *pieces as i32,
                    Why::Takes { pieces, back } => {
                        (1..=*pieces as i32).contains(&lost(seat.other())) && back <= pieces
                    }
                    Why::Covers { pieces, back } => lost(seat.other()) == 0 && back <= pieces,
                    Why::Trades { .. } | Why::Sacrifices { .. } => lost(seat.other()) <= 0,
                    Why::Forces { reply } => next.legal() == [reply.as_str()],
                    Why::Blocks { replies, usual } => {
                        next.legal().len() == *replies as usize && replies < usual
                    }
                    Why::Again => next.to_act() == Some(seat),
                    Why::Room { before, after } => table.legal().len() == *before as usize && after > before,
                    Why::Attacks { square } => next.view().pieces.contains_key(square),
                    Why::Guards { square, .. } => table.view().pieces.contains_key(square),
                    _ => true,
                };
                assert!(holds, "{name}: {why:?} is not so");
            }
        }
    }
    // So many kinds that the test has looked at something.
    assert!(said.len() >= 12, "{said:?}");
}

#[test]
fn a_search_for_reasons_ends_when_it_is_told_to() {
    let table = table("russian", &[]);
    let found = best(table.as_ref());
    assert_eq!(reasons(table.as_ref(), &found, &|| true), []);
}

#[test]
fn every_ply_can_be_pointed_at() {
    for entry in GAMES {
        let mut table = entry.table(&Options::default());
        for ply in 0..12 {
            for text in table.legal() {
                let mut view = table.view();
                point_at(table.as_ref(), &text, &mut view);
                assert!(text == "pass" || !view.pointers.is_empty(), "{}: {text}", entry.info.slug);
                for pointer in &view.pointers {
                    let there = match pointer {
                        Pointer::Arrow(from, to) => from != to,
                        Pointer::Spot(_) => true,
                        Pointer::Pit(name) => view.pits.iter().any(|pit| pit.name == *name),
                    };
                    assert!(there, "{}: {text}: {pointer:?}", entry.info.slug);
                }
            }
            let Some(text) = table.random(ply) else { break };
            table.play(&text).expect("legal");
        }
    }
    let mut view = table("russian", &[]).view();
    point_at(table("russian", &[]).as_ref(), "c3-d4", &mut view);
    let square = |name: &str| name.parse().expect("a square");
    assert_eq!(view.pointers, [Pointer::Arrow(square("c3"), square("d4"))]);
}
