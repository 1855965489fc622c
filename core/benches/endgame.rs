//! Solves the endgame test of the French Othello federation and prints positions visited and time.
//!
//! `cargo bench -p tavlei-core --bench endgame [-- FREE]` solves positions with up to FREE (20) free squares.

use std::time::Instant;

use serde_json::Value;
use tavlei_core::games::territory::endgame::{Count, solve};
use tavlei_core::{Bitboard, Square};

fn main() {
    let most = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(20);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/endgames/ffo.jsonl");
    let text = std::fs::read_to_string(path).expect("the positions are there");
    println!(
        "{:8} {:>5} {:>6} {:>5} {:>14} {:>8} {:>8}",
        "position", "free", "score", "best", "nodes", "s", "Mn/s"
    );
    let (mut nodes, mut seconds, mut wrong) = (0, 0.0, 0);
    for line in text.lines() {
        let position: Value = serde_json::from_str(line).expect("a position");
        let free = position["empties"].as_u64().unwrap_or(64);
        if free > most {
            continue;
        }
        let of = |letter: &str| -> Bitboard {
            let squares = position["board"]["squares"].as_object().into_iter().flatten();
            let own = squares.filter(|(_, piece)| *piece == letter);
            own.filter_map(|(square, _)| square.parse::<Square>().ok()).collect()
        };
        let black = position["to_move"] == "b";
        let (own, enemy) = if black { (of("b"), of("w")) } else { (of("w"), of("b")) };
        let begun = Instant::now();
        let solved = solve(own, enemy, Count::WinnerTakesFree, u64::MAX, &|| false).expect("not stopped");
        let time = begun.elapsed().as_secs_f64();
        let right = position["score"] == solved.score;
        wrong += u32::from(!right);
        println!(
            "{:8} {free:>5} {:>+6} {:>5} {:>14} {time:>8.2} {:>8.1}{}",
            position["name"].as_str().unwrap_or_default(),
            solved.score,
            solved.best.to_string(),
            solved.nodes,
            solved.nodes as f64 / time / 1e6,
            if right { "" } else { "  WRONG" }
        );
        nodes += solved.nodes;
        seconds += time;
    }
    println!("{nodes} nodes in {seconds:.1} s, {:.1} Mn/s; {wrong} wrong", nodes as f64 / seconds / 1e6);
}
