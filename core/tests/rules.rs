//! What the code cites of the rules is there: `docs/rules/FILE.md#HEADING` names a section, and `*Turn*` in the comments
//! of a game one of its parts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use tavlei_core::catalogue;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The files with an ending in a folder and the folders in it, each with its text.
fn files(folder: &Path, ending: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            files.extend(self::files(&path, ending));
        } else if path.extension().is_some_and(|found| found == ending) {
            let text = std::fs::read_to_string(&path).expect("text");
            files.push((path, text));
        }
    }
    files
}

/// Every section of the rules, by its address.
fn sections() -> BTreeMap<String, String> {
    let mut sections = BTreeMap::new();
    for (path, text) in files(&folder("../docs/rules"), "md") {
        let file = format!("docs/rules/{}", path.file_name().expect("a name").display());
        sections.insert(file.clone(), text.clone());
        for section in text.split("\n## ").skip(1) {
            let heading = section.lines().next().unwrap_or_default();
            sections
                .insert(format!("{file}#{}", heading.to_lowercase().replace(' ', "-")), section.to_owned());
        }
    }
    sections
}

/// The addresses that a text cites.
fn cited(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').filter(|word| word.starts_with("docs/rules/"))
}

#[test]
fn what_is_cited_is_there() {
    let sections = sections();
    for (path, text) in files(&folder("src"), "rs") {
        for address in cited(&text) {
            assert!(sections.contains_key(address), "{} cites {address}", path.display());
        }
    }
}

#[test]
fn every_game_cites_its_section() {
    let files = files(&folder("src/games"), "rs");
    let cited: BTreeSet<&str> = files.iter().flat_map(|(_, text)| cited(text)).collect();
    for entry in catalogue::GAMES {
        let own = format!("#{}", entry.info.slug);
        assert!(cited.iter().any(|address| address.ends_with(&own)), "no file cites {own}");
    }
}

#[test]
fn the_parts_that_a_game_names_are_parts_of_its_section() {
    let sections = sections();
    for (path, text) in files(&folder("src/games"), "rs") {
        let first = text.lines().next().unwrap_or_default();
        let Some(section) =
            cited(first).find(|address| address.contains('#')).map(|address| &sections[address])
        else {
            continue;
        };
        let comments = text.lines().filter_map(|line| line.trim_start().strip_prefix("//"));
        let words = comments.flat_map(|comment| comment.split('*').skip(1).step_by(2));
        for part in words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())) {
            let label = format!("*{}", part.to_lowercase());
            assert!(
                section.to_lowercase().contains(&label),
                "{}: no *{part}* in its section",
                path.display()
            );
        }
    }
}
