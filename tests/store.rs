//! The store of the real binary: killed at any moment, and looked after by an operator. `ROUNDS=300` looks longer.

mod support;

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use serde_json::json;
use support::process::{PATIENCE, Process};

fn rounds(otherwise: u64) -> u64 {
    std::env::var("ROUNDS").ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

/// A moment that is another one each round.
fn moment(round: u64, most: u64) -> Duration {
    Duration::from_micros(round * 7_919_000 % (most * 1_000))
}

fn start(folder: &Path) -> Process {
    Process::start(folder, &[("TAVLEI_WEB", "127.0.0.1:0")])
}

/// The address of a page, when there is one.
async fn address(process: &Process) -> String {
    process.until_said("Tavlei is at http://").await;
    let said = process.said();
    let line = said.lines().find_map(|line| line.strip_prefix("Tavlei is at ")).expect("just seen");
    line.to_owned()
}

/// Says things on a page one after another until nobody answers. Gives the ids of what was taken.
async fn say_until_the_end(address: &str, name: &str) -> Vec<String> {
    let client = reqwest::Client::new();
    let mut taken = Vec::new();
    loop {
        let update = format!("{name}-{}-", taken.len());
        let said = json!({ "update": update, "person": 1, "name": "Anna", "language": "en", "text": "/lang en", "reply_to": null });
        let answer = client.post(format!("{address}/say")).json(&said).timeout(PATIENCE).send().await;
        if !answer.is_ok_and(|answer| answer.status().is_success()) {
            return taken;
        }
        taken.push(update);
    }
}

fn store(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tavlei"))
        .arg("store")
        .args(args)
        .current_dir(folder)
        .env_remove("TAVLEI_DATA")
        .env("TAVLEI_LOG", "error")
        .output()
        .expect("the binary starts")
}

fn done(folder: &Path, args: &[&str]) -> String {
    let output = store(folder, args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn refused(folder: &Path, args: &[&str], code: i32) -> String {
    let output = store(folder, args);
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
    said
}

/// Everything that was taken is in the store, whether the program runs or not.
fn assert_kept(folder: &Path, taken: &[String], what: &str) {
    done(folder, &["export", "all.jsonl"]);
    let all = std::fs::read_to_string(folder.join("all.jsonl")).expect("written");
    let keys = all.lines().filter_map(|line| line.strip_prefix("{\"key\":\"seen/web/")?.split('"').next());
    let keys: HashSet<&str> = keys.collect();
    for update in taken {
        assert!(keys.contains(update.as_str()), "{what}: {update} is lost");
    }
}

/// Runs the program, has things said to it, and ends it somehow. Gives what it took.
async fn a_run(folder: &Path, round: u64, end: impl AsyncFnOnce(Process)) -> Vec<String> {
    let process = start(folder);
    let address = address(&process).await;
    let names = ["a", "b", "c"].map(|name| format!("{round}-{name}"));
    let [a, b, c] = &names;
    let ((), a, b, c) = tokio::join!(
        end(process),
        say_until_the_end(&address, a),
        say_until_the_end(&address, b),
        say_until_the_end(&address, c),
    );
    [a, b, c].concat()
}

/// Ends it in peace, and is not yet through when it is killed.
async fn killed_while_it_stops(process: Process, after: Duration) {
    process.terminate().await;
    tokio::time::sleep(after).await;
    process.kill().await;
}

#[tokio::test]
async fn killed_at_work_it_has_everything_that_it_took() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut taken = Vec::new();
    for round in 0..rounds(5) {
        let more = a_run(folder.path(), round, async |process| {
            tokio::time::sleep(moment(round, 400)).await;
            process.kill().await;
        });
        taken.extend(more.await);
        assert_kept(folder.path(), &taken, &format!("round {round}"));
    }
    assert!(taken.len() > 5, "it took next to nothing");
    println!("{} changes were taken", taken.len());
}

#[tokio::test]
async fn killed_while_it_starts_it_starts_the_next_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut taken = Vec::new();
    for round in 0..rounds(5) {
        let process = start(folder.path());
        tokio::time::sleep(moment(round, 120)).await;
        process.kill().await;
        // A clean stop now and then, and another kill in the middle of the start behind it.
        let more = a_run(folder.path(), round, async |process| {
            tokio::time::sleep(Duration::from_millis(20)).await;
            let (status, said) = process.stop().await;
            assert!(status.success(), "{said}");
        });
        taken.extend(more.await);
        assert_kept(folder.path(), &taken, &format!("round {round}"));
    }
    println!("{} changes were taken", taken.len());
}

#[tokio::test]
async fn killed_while_it_stops_it_has_everything_that_it_took() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut taken = Vec::new();
    for round in 0..rounds(5) {
        let more = a_run(folder.path(), round, async |process| {
            tokio::time::sleep(Duration::from_millis(20)).await;
            killed_while_it_stops(process, moment(round, 80)).await;
        });
        taken.extend(more.await);
        assert_kept(folder.path(), &taken, &format!("round {round}"));
    }
    println!("{} changes were taken", taken.len());
}

#[tokio::test]
async fn a_second_start_beside_a_running_one_touches_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let process = start(folder.path());
    address(&process).await;
    let before = done(folder.path(), &["check"]);
    let names = || {
        let entries = std::fs::read_dir(folder.path().join("data")).expect("readable");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("readable").file_name()).collect();
        names.sort();
        names
    };
    let there = names();
    let (status, said) = start(folder.path()).ended().await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("is in use by another process"), "{said}");
    assert_eq!((names(), done(folder.path(), &["check"])), (there, before));
    assert!(refused(folder.path(), &["compact"], 1).contains("in use by another process"));
    process.stop().await;
}

#[tokio::test]
async fn a_store_moves_house() {
    let (old, new) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    assert!(refused(old.path(), &["check"], 1).contains("there is no store in data"));
    let file = new.path().join("backup.jsonl.gz");
    let file = file.to_str().expect("plain");
    let taken = a_run(old.path(), 0, async |process| {
        // Also while it runs.
        tokio::time::sleep(Duration::from_millis(100)).await;
        done(old.path(), &["export", file]);
        process.stop().await;
    });
    let taken = taken.await;
    done(old.path(), &["export", file]);
    assert!(done(old.path(), &["compact"]).contains("is small"));
    assert!(done(new.path(), &["import", file]).contains("there is a store in data now"));
    assert!(refused(new.path(), &["import", file], 1).contains("move the folder away first"));
    assert!(done(new.path(), &["check"]).contains("is whole"));
    assert_kept(new.path(), &taken, "moved");
    let more = a_run(new.path(), 1, async |process| {
        tokio::time::sleep(Duration::from_millis(50)).await;
        process.stop().await;
    });
    assert_kept(new.path(), &[taken, more.await].concat(), "moved");
}

#[test]
fn a_damaged_store_is_refused_with_the_commands_that_help() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    std::fs::create_dir(&data).expect("made");
    std::fs::write(folder.path().join("one"), ONE).expect("written");
    done(folder.path(), &["import", "one"]);
    done(folder.path(), &["compact"]);
    let checkpoint = data.join("checkpoint.00000000000000000007.jsonl.gz");
    let whole = std::fs::read(&checkpoint).expect("there");
    // Without the index the checkpoint is all there is.
    for entry in std::fs::read_dir(&data).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            std::fs::remove_dir_all(path).expect("removed");
        }
    }
    std::fs::write(&checkpoint, &whole[..whole.len() - 9]).expect("written");
    for command in [&["check"][..], &["export", "all"], &["compact"]] {
        let said = refused(folder.path(), command, 1);
        assert!(said.contains("is damaged") || command[0] == "compact", "{said}");
    }
    std::fs::write(&checkpoint, whole).expect("written");
    assert!(done(folder.path(), &["check"]).contains(": 1 records"));
}

/// An export as the documents describe it.
const ONE: &str = r#"{"tavlei":"store","version":1,"changes":7}
{"key":"meta/format","value":{"kind":"format","v":1,"number":1}}
{"records":1,"crc32":"991f0f4a"}
"#;

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, said) in [
        (&[][..], "check"),
        (&["dance"], "dance"),
        (&["export"], "<FILE>"),
        (&["import"], "<FILE>"),
        (&["check", "x"], "x"),
        (&["export", "a", "--edited"], "--edited"),
    ] {
        let refusal = refused(folder.path(), args, 2);
        assert!(refusal.contains(said), "{args:?}: {refusal}");
    }
    assert!(refused(folder.path(), &["import", "nothing"], 1).contains("the file nothing cannot be used"));
}
