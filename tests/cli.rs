//! The command line: what scripts rely on.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// Runs the binary with some arguments and some standard input.
fn tavlei(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tavlei"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    std::thread::scope(|scope| {
        // Beside the reading, or each would wait for the other once the pipes are full.
        scope.spawn(move || {
            // A command that reads nothing may be gone already.
            let _ = stdin.write_all(input.as_bytes());
        });
        child.wait_with_output().expect("it ends")
    })
}

fn lines(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

fn rows(args: &[&str], input: &str) -> Vec<Value> {
    lines(&tavlei(args, input)).iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The one line on standard error of a command that was refused with exit code 2.
fn refusal(args: &[&str]) -> String {
    let output = tavlei(args, "");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said.trim_end().lines().count(), 1, "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "{args:?}");
    said
}

#[test]
fn the_catalogue_is_listed() {
    let games: Value = rows(&["games", "--json"], "").remove(0);
    let games = games.as_array().expect("a list");
    for slug in ["russian", "reversi", "gana", "kalah", "cats-mouse", "tower", "ruma"] {
        let game =
            games.iter().find(|game| game["slug"] == slug).unwrap_or_else(|| panic!("{slug} is missing"));
        assert!(
            game["names"]["ru"].is_string() && game["names"]["en"].is_string() && game["family"].is_string()
        );
        assert_eq!(game["seats"].as_array().map(Vec::len), Some(if slug == "ruma" { 4 } else { 2 }));
    }
    let kalah = games.iter().find(|game| game["slug"] == "kalah").expect("kalah");
    for play in ["random", "level3"] {
        let median = kalah["length"][play]["median"].as_u64().expect("plies");
        assert!((20..200).contains(&median), "{kalah}");
    }
    let tower = games.iter().find(|game| game["slug"] == "tower").expect("the tower");
    assert_eq!(tower["options"], json!([{ "name": "reserve", "values": ["0", "8"] }]));
    let list = lines(&tavlei(&["games"], "")).join("\n");
    assert!(list.contains("kalah") && list.contains("Калах"));
}

#[test]
fn replay_prints_a_position_for_every_line() {
    let input = "\nc3-d4 b6-c5\nc3-d4 c3-c4 b6-c5\nc3-d4\n";
    let rows = rows(&["replay", "russian", "--json"], input);
    assert_eq!(rows.len(), 4);
    assert_eq!((&rows[0]["plies"], &rows[0]["seat"]), (&json!(0), &json!(0)));
    let row = &rows[1];
    assert_eq!(row["game"], "russian");
    assert_eq!(row["options"], json!({}));
    assert_eq!(row["plies"], 2);
    assert_eq!(row["seats"], json!(["white", "black"]));
    assert_eq!(row["seat"], 0);
    assert_eq!(row["legal"], json!(["d4:b6"]));
    assert_eq!(row["result"], Value::Null);
    assert_eq!(row["board"]["squares"]["d4"], "w");
    assert_eq!(rows[2]["error"], "illegal");
    assert_eq!(
        (&rows[2]["ply"], &rows[2]["text"], &rows[2]["seat"]),
        (&json!(2), &json!("c3-c4"), &json!(1))
    );
    assert!(rows[2]["legal"].as_array().is_some_and(|legal| legal.contains(&json!("b6-c5"))));
    assert_eq!(rows[3]["plies"], 1);
}

#[test]
fn replay_agrees_with_every_recorded_game_at_every_ply() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/core/tests/vectors");
    let mut steps = 0;
    for entry in std::fs::read_dir(folder).expect("the recorded games") {
        let path = entry.expect("readable").path();
        for line in std::fs::read_to_string(&path).expect("readable").lines() {
            let game: Value = serde_json::from_str(line).expect("JSON");
            let word = |value: &Value| value.as_str().expect("a word").to_owned();
            let plies: Vec<String> = game["plies"].as_array().expect("plies").iter().map(word).collect();
            let mut args = vec!["replay".to_owned(), word(&game["game"]), "--json".to_owned()];
            for (name, value) in game["options"].as_object().expect("options") {
                args.extend(["-o".to_owned(), format!("{name}={}", word(value))]);
            }
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let beginnings: Vec<String> =
                (0..=plies.len()).map(|most| plies[..most].join(" ") + "\n").collect();
            let rows = rows(&args, &beginnings.concat());
            assert_eq!(rows.len(), plies.len() + 1, "{args:?}");
            for (row, step) in rows.iter().zip(game["steps"].as_array().expect("steps")) {
                assert_eq!((&row["seat"], &row["legal"]), (&step["seat"], &step["legal"]), "{args:?} {row}");
                steps += 1;
            }
            let end = rows.last().expect("the position after the last ply");
            for key in ["winner", "reason", "score"] {
                assert_eq!(end["result"][key], game["result"][key], "{args:?} {key}");
            }
            for (part, value) in game["board"].as_object().expect("a board") {
                assert_eq!(&end["board"][part], value, "{args:?} {part}");
            }
        }
    }
    assert!(steps > 20_000, "{steps}");
}

#[test]
fn a_finished_game_has_a_result_and_no_legal_plies() {
    let row = &rows(&["replay", "reversi", "--json"], "e6 f4 e3 f6 g5 d6 e7 f5 c5\n")[0];
    assert_eq!(row["result"], json!({ "winner": 0, "reason": "count", "score": [13, 0] }));
    assert_eq!((&row["seat"], &row["legal"]), (&Value::Null, &json!([])));
    let row = &rows(&["replay", "cats-mouse", "--json", "-o", "start=d4"], "d4-d3 c1 d3-c2 c1-c2\n")[0];
    assert_eq!(row["result"], json!({ "winner": 1, "reason": "captured", "score": null }));
}

#[test]
fn replay_in_words_says_the_same() {
    let said = lines(&tavlei(&["replay", "kalah"], "B\nB a C\n"));
    assert_eq!(said.len(), 2);
    assert!(
        said[1].contains("white to act")
            && said[1].contains("legal: A B D")
            && said[1].contains("stores: 1 0")
    );
}

#[test]
fn perft_counts() {
    let said = lines(&tavlei(&["perft", "russian", "5"], ""));
    let counts: Vec<_> = said.iter().map(|line| line.split(' ').nth(1).unwrap_or_default()).collect();
    assert_eq!(counts, ["7", "49", "302", "1469", "7482"]);
    assert!(said.iter().all(|line| line.ends_with("nodes/s")));
}

#[test]
fn the_opponent_chooses_a_legal_ply() {
    let found = &rows(&["best", "russian", "--level", "3", "--json", "c3-d4", "b6-c5"], "")[0];
    assert_eq!(found["ply"], "d4:b6");
    let said = lines(&tavlei(&["best", "cats-mouse", "--millis", "50", "d4-d3", "c1", "d3-c2"], ""));
    assert!(said[0].starts_with("c1-c2 ") && said[0].contains("win in 1"), "{said:?}");
}

#[test]
fn matches_are_counted_and_repeat_themselves() {
    let args = ["match", "kalah", "--first", "level:3", "--second", "random", "--games", "4"];
    let said = lines(&tavlei(&args, ""));
    assert_eq!(said.len(), 5);
    assert!(said[4].starts_with("kalah level:3 against random: +"), "{said:?}");
    assert_eq!(said, lines(&tavlei(&args, "")));
    let said =
        lines(&tavlei(&["match", "ruma", "--first", "greedy", "--second", "random", "--games", "4"], ""));
    assert!(said[2].contains("as north"), "{said:?}");
}

#[test]
fn a_match_can_be_kept_to_openings_that_decide_nothing() {
    let args =
        ["match", "dipole", "--first", "level:3", "--second", "greedy", "--games", "6", "--opening", "4"];
    let any = lines(&tavlei(&args, ""));
    let level = lines(&tavlei(&[&args[..], &["--lead", "50"]].concat(), ""));
    assert_ne!(any[..6], level[..6], "other openings are other games");
    assert_eq!(level.len(), 7);
}

#[test]
fn pictures_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let png = folder.path().join("board.png");
    let svg = folder.path().join("board.svg");
    let path = |path: &std::path::Path| path.to_str().expect("plain").to_owned();
    lines(&tavlei(&["picture", "gana", "--out", &path(&png), "a1-a2"], ""));
    lines(&tavlei(&["picture", "gana", "--as", "black", "--theme", "dark", "--out", &path(&svg)], ""));
    let bytes = std::fs::read(&png).expect("written");
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert!(bytes.len() <= 60_000, "{}", bytes.len());
    assert!(std::fs::read_to_string(&svg).expect("written").starts_with("<svg"));
    let nowhere = path(&folder.path().join("no/such/folder/board.png"));
    let output = tavlei(&["picture", "gana", "--out", &nowhere], "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    for (args, said) in [
        (vec!["replay", "chess"], "tavlei games"),
        (vec!["replay"], "SLUG"),
        (vec!["replay", "tower", "-o", "reserve=9"], "0, 8"),
        (vec!["replay", "tower", "-o", "height=9"], "reserve"),
        (vec!["replay", "russian", "-o", "x=1"], "no option"),
        (vec!["replay", "tower", "-o", "reserve"], "name=value"),
        (vec!["perft", "russian", "-1"], "usage"),
        (vec!["perft", "russian", "many"], "many"),
        (vec!["best", "russian", "--level", "9"], "1..=8"),
        (vec!["best", "russian", "--level", "3", "--millis", "5"], "--millis"),
        (vec!["best", "russian", "c3-c4"], "c3-b4, c3-d4"),
        (vec!["best", "reversi", "e6 f4 e3 f6 g5 d6 e7 f5 c5"], "over"),
        (vec!["match", "kalah", "--first", "cterm", "--second", "random", "--games", "1"], "level:N"),
        (vec!["match", "kalah", "--first", "level:0", "--second", "random", "--games", "1"], "1 to 8"),
        (vec!["picture", "russian", "--as", "south"], "white or black"),
        (vec!["picture", "russian", "--theme", "pink"], "wood"),
        (vec!["picture", "russian", "--out", "board.gif"], ".png"),
        (vec!["dance"], "dance"),
        (vec!["--frobnicate"], "frobnicate"),
    ] {
        let refusal = refusal(&args);
        assert!(refusal.contains(said), "{args:?}: {refusal}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    for arg in ["--help", "--version"] {
        let output = tavlei(&[arg], "");
        assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("tavlei"));
    }
}

#[test]
fn what_the_program_is_built_of_is_printed() {
    let said = lines(&tavlei(&["licences"], "")).join("\n");
    for part in [
        "Noto Sans",
        "| resvg ",
        "| serenity ",
        "| sled ",
        "| teloxide ",
        "Apache License",
        "Permission is hereby granted",
    ] {
        assert!(said.contains(part), "{part} is missing");
    }
}
