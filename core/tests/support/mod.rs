//! What the data-driven tests share.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod grid;
pub mod plain;
pub mod twin;

use std::path::PathBuf;

use serde::Deserialize;
use tavlei_core::{Board, Options, Table, catalogue};

/// A folder of test data beside this file's folder. `TAVLEI_VECTORS` may name another folder of recorded games.
pub fn folder(name: &str) -> PathBuf {
    if let (Some(other), "vectors") = (std::env::var_os("TAVLEI_VECTORS"), name) {
        return other.into();
    }
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The text of every file in a folder with an ending, by file stem, sorted.
pub fn files(name: &str, ending: &str) -> Vec<(String, String)> {
    let mut files: Vec<_> = std::fs::read_dir(folder(name))
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .map(|path| {
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (stem, std::fs::read_to_string(&path).expect("text"))
        })
        .collect();
    files.sort();
    files
}

/// A new game of a slug with options given as `name=value`.
pub fn table(slug: &str, options: &[&str]) -> Box<dyn Table> {
    let entry = catalogue::by_slug(slug).unwrap_or_else(|| panic!("{slug} is not in the catalogue"));
    let pairs = options.iter().map(|option| option.split_once('=').expect("name=value"));
    let options = Options::of(entry.info, pairs).expect("options of the game");
    entry.table(&options)
}

/// Plays canonical plies, or says which is not legal.
pub fn play(table: &mut dyn Table, plies: &[&str]) {
    for (index, ply) in plies.iter().enumerate() {
        if let Err(why) = table.play(ply) {
            let slug = table.info().slug;
            panic!(
                "{slug}: ply {} ({ply}) after {:?}: {why}; legal {:?}",
                index + 1,
                &plies[..index],
                table.legal()
            );
        }
    }
}

/// A recorded game with what was legal at every step.
#[derive(Deserialize)]
pub struct Recorded {
    pub game: String,
    #[serde(default)]
    pub options: std::collections::BTreeMap<String, String>,
    pub plies: Vec<String>,
    #[serde(default)]
    pub steps: Vec<Step>,
    #[serde(default)]
    pub result: Option<serde_json::Value>,
    #[serde(default)]
    pub board: Option<Board>,
}

#[derive(Deserialize)]
pub struct Step {
    pub seat: u8,
    pub legal: Vec<String>,
}
