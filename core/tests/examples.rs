//! The examples of the rules: `examples/SLUG.txt` holds a line a claim.
//!
//! `[name=value…] [PLY…] | CLAIM | CLAIM…`, where a claim is one of
//!
//! - `legal: PLY…` (all of them), `count: N` (how many), `has: PLY…`, `lacks: PLY…`,
//!   `piece: PLY…` (all those that begin with the first one's square),
//! - `acts: SEAT`, `result: WINNER|draw REASON [SCORE…]`, `places: PLACE…`,
//! - `board: c3=wb d4= …` (pieces of some squares, empty ones without letters),
//!   `pits: A=6 …`, `stores: N N`, `hands: N N`,
//! - `tally: KIND N…` (a number of the picture by seat, such as `fines`), `note: TEXT` (the picture's note).
//!
//! A line that begins with `same` goes on from the plies of the line before.

mod support;

use support::{files, play, table};
use tavlei_core::Table;
use tavlei_core::view::{Player, TallyKind};

#[test]
fn examples_of_the_rules_hold() {
    let mut claims = 0;
    for (slug, text) in files("examples", "txt") {
        let mut before: Vec<String> = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let mut parts = line.split('|').map(str::trim);
            let mut words: Vec<String> =
                parts.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
            if words.first().is_some_and(|word| word == "same") {
                words.splice(..1, before.iter().cloned());
            }
            before.clone_from(&words);
            let is_option = |word: &&String| word.contains('=') && !word.starts_with('=');
            let options: Vec<&str> = words.iter().filter(is_option).map(String::as_str).collect();
            let plies: Vec<&str> = words.iter().filter(|w| !is_option(w)).map(String::as_str).collect();
            let mut table = table(&slug, &options);
            play(table.as_mut(), &plies);
            for claim in parts {
                check(table.as_ref(), claim, &format!("{slug}: {line}"));
                claims += 1;
            }
        }
    }
    assert!(claims > 0);
}

fn check(table: &dyn Table, claim: &str, line: &str) {
    let (key, value) = claim.split_once(':').unwrap_or_else(|| panic!("not a claim: {claim} in {line}"));
    let words: Vec<&str> = value.split_whitespace().collect();
    let legal = table.legal();
    let board = table.board();
    let numbers = || words.iter().map(|word| word.parse::<i64>().expect("a number")).collect::<Vec<_>>();
    let wide =
        |list: &Option<Vec<u16>>| -> Vec<i64> { list.iter().flatten().map(|&n| i64::from(n)).collect() };
    match key.trim() {
        "legal" => {
            let mut expected = words.clone();
            expected.sort_unstable();
            assert_eq!(legal, expected, "{line}");
        }
        "count" => assert_eq!(vec![legal.len() as i64], numbers(), "{line}"),
        "has" => {
            words.iter().for_each(|ply| assert!(legal.iter().any(|l| l == ply), "{ply} in {line}: {legal:?}"))
        }
        "lacks" => {
            words.iter().for_each(|ply| assert!(legal.iter().all(|l| l != ply), "{ply} in {line}: {legal:?}"))
        }
        "piece" => {
            let square = &words[0][..2];
            let of: Vec<_> = legal.iter().filter(|ply| ply.starts_with(square)).collect();
            let mut expected = words.clone();
            expected.sort_unstable();
            assert_eq!(of, expected, "{line}");
        }
        "acts" => {
            assert_eq!(table.to_act().map(|seat| i64::from(seat.0)), numbers().first().copied(), "{line}")
        }
        "result" => {
            let outcome = table.outcome().unwrap_or_else(|| panic!("not over: {line}; legal {legal:?}"));
            let winner = outcome.winner.map_or("draw".to_owned(), |seat| seat.0.to_string());
            assert_eq!([winner.as_str(), outcome.reason.0], words[..2], "{line}");
            if words.len() > 2 {
                let score: Vec<String> = outcome
                    .score
                    .map(|s| s.as_slice().iter().map(i16::to_string).collect())
                    .unwrap_or_default();
                assert_eq!(score, words[2..], "{line}");
            }
        }
        "places" => {
            let places = table.outcome().and_then(|outcome| outcome.places).expect("places");
            let places: Vec<i64> = places.as_slice().iter().map(|&place| i64::from(place)).collect();
            assert_eq!(places, numbers(), "{line}");
        }
        "board" => {
            for word in words {
                let (square, letters) = word.split_once('=').expect("square=letters");
                let square = square.parse().expect("a square");
                assert_eq!(
                    board.squares.get(&square).map_or("", String::as_str),
                    letters,
                    "{square} in {line}"
                );
            }
        }
        "pits" => {
            for word in words {
                let (pit, count) = word.split_once('=').expect("pit=count");
                assert_eq!(
                    board.pits.get(pit).map(u16::to_string).as_deref(),
                    Some(count),
                    "{pit} in {line}"
                );
            }
        }
        "stores" => assert_eq!(wide(&board.stores), numbers(), "{line}"),
        "tally" => {
            let tallies: Vec<i64> = table
                .view()
                .players
                .iter()
                .flat_map(|player| &player.tallies)
                .filter(|tally| serde_json::to_value(tally.what).expect("plain data") == words[0])
                .map(|tally| i64::from(tally.count))
                .collect();
            let expected: Vec<i64> = words[1..].iter().map(|word| word.parse().expect("a number")).collect();
            assert_eq!(tallies, expected, "{line}");
        }
        "note" => assert_eq!(table.view().note.as_deref(), Some(value.trim()), "{line}"),
        "points" => {
            let points = |player: &Player| {
                player.tallies.iter().find(|t| t.what == TallyKind::Points).map(|t| i64::from(t.count))
            };
            let shown: Vec<i64> = table.view().players.iter().filter_map(points).collect();
            assert_eq!(shown, numbers(), "{line}");
        }
        "hands" => assert_eq!(wide(&board.hands), numbers(), "{line}"),
        _ => panic!("an unknown claim: {claim} in {line}"),
    }
}
