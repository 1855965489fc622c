//! The end of reversi, solved: the endgame test of the French Othello federation.

mod support;

use std::collections::BTreeMap;

use serde::Deserialize;
use tavlei_core::games::territory::endgame::{Count, solve};
use tavlei_core::{Bitboard, Board, Square};

/// Free squares up to which positions are solved here; more take a while without full optimisation
/// (`cargo bench -p tavlei-core --bench endgame` goes to twenty).
const MOST_FREE: u32 = 15;

#[derive(Deserialize)]
struct Position {
    name: String,
    board: Board,
    to_move: String,
    empties: u32,
    best: Vec<Square>,
    score: i32,
    values: BTreeMap<Square, i32>,
    counted: Option<Counted>,
}

/// The same in our count, in which free squares are nobody's.
#[derive(Deserialize)]
struct Counted {
    best: Vec<Square>,
    score: i32,
}

impl Position {
    fn sides(&self) -> (Bitboard, Bitboard) {
        let of = |letter: &str| {
            let squares = self.board.squares.iter().filter(|(_, piece)| piece.as_str() == letter);
            squares.map(|(&square, _)| square).collect::<Bitboard>()
        };
        if self.to_move == "b" { (of("b"), of("w")) } else { (of("w"), of("b")) }
    }
}

fn positions() -> Vec<Position> {
    let (_, text) = support::files("endgames", "jsonl").remove(0);
    text.lines().map(|line| serde_json::from_str(line).expect("a position")).collect()
}

#[test]
fn published_endgames_are_solved_exactly() {
    let mut solved = 0;
    for position in positions().iter().filter(|position| position.empties <= MOST_FREE) {
        let (own, enemy) = position.sides();
        let found = solve(own, enemy, Count::WinnerTakesFree, u64::MAX, &|| false).expect("not stopped");
        assert_eq!(found.score, position.score, "{}", position.name);
        assert!(position.best.contains(&found.best), "{}: {}", position.name, found.best);
        assert_eq!(position.values.values().max(), Some(&found.score), "{}", position.name);
        if let Some(counted) = &position.counted {
            let found = solve(own, enemy, Count::Pieces, u64::MAX, &|| false).expect("not stopped");
            assert_eq!(found.score, counted.score, "{}, pieces counted", position.name);
            assert!(counted.best.contains(&found.best), "{}: {}", position.name, found.best);
        }
        solved += 1;
    }
    assert_eq!(solved, 14);
}

#[test]
fn a_solver_gives_up_where_it_may_not_go_on() {
    let position = &positions()[0];
    let (own, enemy) = position.sides();
    assert_eq!(solve(own, enemy, Count::Pieces, 1_000, &|| false), None);
    assert_eq!(solve(own, enemy, Count::Pieces, u64::MAX, &|| true), None);
}
