//! The pages of this repository: what they link to and the files that they name are there.

use std::fs;
use std::path::{Path, PathBuf};

const PAGES: [&str; 8] = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "docs/architecture.md",
    "docs/opponent.md",
    "docs/operating.md",
    "docs/rules/README.md",
];

fn read(page: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{page}: {why}"))
}

/// The address of a heading, as it is made of its words.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for page in PAGES {
        let folder = root.join(page).parent().expect("a folder").to_owned();
        for link in read(page).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            seen += 1;
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target: PathBuf = if file.is_empty() { root.join(page) } else { folder.join(file) };
            assert!(target.exists(), "{page} links to {link}");
            if !heading.is_empty() {
                let text = fs::read_to_string(&target).expect("a page");
                let mut headings = text.lines().filter_map(|line| line.strip_prefix('#'));
                let found = headings.any(|line| anchor(line.trim_start_matches('#')) == heading);
                assert!(found, "{page} links to {link}");
            }
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn the_files_that_the_architecture_names_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = read("docs/architecture.md");
    let mut seen = 0;
    for name in text.split('`').skip(1).step_by(2) {
        let parts = ["src/", "core/", "render/", "session/", "bot-", "lab/", "tests/", "docs/"];
        let is_path = parts.iter().any(|part| name.starts_with(part)) && !name.contains(' ');
        // Some names stand for many files.
        if !is_path || ["{", "*", "NAME", "FAMILY"].iter().any(|word| name.contains(word)) {
            continue;
        }
        seen += 1;
        assert!(root.join(name).exists(), "the architecture names {name}");
    }
    assert!(seen > 40, "{seen}");
}
