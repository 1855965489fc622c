//! The tools that measure and improve the opponent: the ladder and the tuning of weights.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn lab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tavlei-lab")).args(args).output().expect("the binary runs")
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// A short ladder in one small game, kept in a file.
fn ladder(file: &Path) -> Output {
    let file = file.to_str().expect("UTF-8");
    lab(&["ladder", "man-lion", "crossroads", "--games", "2", "--most-nodes", "200", "--file", file])
}

#[test]
fn a_ladder_that_was_interrupted_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("whole.tsv");
    let table = out(&ladder(&whole));
    assert!(table.contains("| man-lion |") && table.contains("| crossroads |"), "{table}");
    assert!(table.contains("games every rung is 65 % or more"), "{table}");
    let lines = |path: &Path| {
        let text = fs::read_to_string(path).expect("the results are there");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let all = lines(&whole);
    assert_eq!(all.len(), 12, "six rungs in each game");
    // What is in the file is believed, not played again; a line that was cut off is.
    let part = folder.path().join("part.tsv");
    let kept = format!("{}\n{}\n{}", all[0], all[1], &all[2][..all[2].len() - 1]);
    fs::write(&part, kept).expect("written");
    let again = ladder(&part);
    assert_eq!(out(&again), table, "the same games are played again");
    assert_eq!(String::from_utf8_lossy(&again.stderr).lines().count(), 10, "two rungs were known");
    let before = lines(&part);
    assert_eq!(out(&ladder(&part)), table);
    assert_eq!(lines(&part), before, "nothing is left to be played");
}

#[test]
fn tuning_can_be_repeated_and_changes_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("weights.txt");
    fs::write(&file, "# A note.\nmakyek men=1\nvertep men=2\n").expect("written");
    let path = file.to_str().expect("UTF-8");
    let tune = |more: &[&str]| {
        let mut args = vec!["tune", "stilts", "--games", "6", "--nodes", "60", "--check", "4"];
        args.extend(more);
        out(&lab(&args))
    };
    let first = tune(&[]);
    assert!(first.contains("stilts pieces="), "{first}");
    assert_eq!(tune(&[]), first, "the same seed gives the same weights");
    assert_ne!(tune(&["--seed", "2"]), first);
    // Whatever the match said, here it is good enough.
    tune(&["--margin=-1", "--write", path]);
    let text = fs::read_to_string(&file).expect("still there");
    let starts: Vec<&str> = text.lines().map(|line| line.split('=').next().unwrap_or_default()).collect();
    assert_eq!(starts, ["# A note.", "makyek men", "stilts pieces", "vertep men"], "{text}");
    tune(&["--margin", "2", "--write", path]);
    assert_eq!(fs::read_to_string(&file).expect("still there"), text, "not better, not written");
}

#[test]
fn the_list_of_licences_is_up_to_date() {
    out(&lab(&["licences", "--check"]));
}
