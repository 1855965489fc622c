//! The commands that measure the opponent: solving, and matches between ways of searching.

use std::process::{Command, Output};

fn tavlei(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tavlei")).args(args).output().expect("the binary runs")
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn small_games_are_solved() {
    let solved = out(&tavlei(&["solve", "man-lion"]));
    assert!(solved.starts_with("man-lion white wins in 18 plies; 7073 positions, 7073 decided"), "{solved}");
    let most = tavlei(&["solve", "man-lion", "--most", "100"]);
    assert_eq!(most.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&most.stderr).lines().count(), 1);
    let best = out(&tavlei(&["best", "man-lion", "--level", "8", "a1-a4"]));
    assert!(best.contains(" win in "), "{best}");
}

#[test]
fn players_with_a_time_a_ply_can_meet() {
    let played =
        out(&tavlei(&["match", "crossroads", "--first", "millis:1", "--second", "greedy", "--games", "2"]));
    assert!(played.contains("crossroads millis:1 against greedy"), "{played}");
    let bad = tavlei(&["match", "crossroads", "--first", "millis:0", "--second", "random", "--games", "1"]);
    assert_eq!(bad.status.code(), Some(2));
}
