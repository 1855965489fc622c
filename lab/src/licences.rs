//! `tavlei-lab licences`: THIRD-PARTY.md, what the program is built of and under which licences.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};
use serde::Deserialize;
use spdx::{Expression, Licensee};

use crate::args::LicencesArgs;

/// The licences that a crate may be used under, the ones that ask for the least first.
const ACCEPTED: [&str; 11] = [
    "Apache-2.0",
    "MIT",
    "ISC",
    "BSL-1.0",
    "BSD-3-Clause",
    "BSD-2-Clause",
    "Zlib",
    "Unicode-3.0",
    "CDLA-Permissive-2.0",
    "MPL-2.0",
    "Apache-2.0 WITH LLVM-exception",
];

/// The program is made for these processors and this system: what other systems need is not in it.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

const HEAD: &str = "# Third-party software

What `tavlei` is built of beside its own code, and under which licences. Written by `cargo run -p tavlei-lab -- licences`; the
program prints it at `tavlei licences`.

## Fonts

Noto Sans, regular and bold, copyright Google LLC, is in the program (from the crate `ttf-noto-sans`) under Apache-2.0.

## Crates

Where a crate may be used under one of several licences, the one that is taken is named.

| crate | licence | taken |
|---|---|---|
";

/// What is wanted of the output of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    /// None of a package of this workspace.
    source: Option<String>,
    manifest_path: PathBuf,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// None of one that the code itself needs, not only its tests or its building.
    kind: Option<String>,
}

pub fn run(args: &LicencesArgs) -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the workspace has a folder")?;
    let text = text(root)?;
    let file = root.join("THIRD-PARTY.md");
    if !args.check {
        return fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()));
    }
    match fs::read_to_string(&file) {
        Ok(old) if old == text => Ok(()),
        _ => bail!("THIRD-PARTY.md is out of date: `cargo run -p tavlei-lab -- licences` writes it anew"),
    }
}

fn text(root: &Path) -> anyhow::Result<String> {
    let cargo = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", PLATFORM])
        .output()
        .context("cargo cannot be run")?;
    ensure!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    let metadata: Metadata = serde_json::from_slice(&cargo.stdout)?;
    let accepted = ACCEPTED.map(Licensee::parse).into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut out = HEAD.to_owned();
    // The texts, each with the crates that it belongs to; what differs by line breaks only is one.
    let mut texts: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
    for package in shipped(&metadata) {
        let name = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().with_context(|| format!("{name} names no licence"))?;
        let taken: Vec<String> = Expression::parse_mode(licence, spdx::ParseMode::LAX)?
            .minimized_requirements(&accepted)
            .with_context(|| format!("{name} may not be used under any accepted licence: {licence}"))?
            .iter()
            .map(ToString::to_string)
            .collect();
        writeln!(out, "| {name} | {licence} | {} |", taken.join(" and "))?;
        let folder = package.manifest_path.parent().context("a package has a folder")?;
        for file in files(root, folder, &taken)? {
            let text = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let text = String::from_utf8_lossy(&text).trim().replace("\r\n", "\n");
            let same: String = text.split_whitespace().collect();
            texts.entry(same).or_insert_with(|| (text, BTreeSet::new())).1.insert(name.clone());
        }
    }
    out.push_str("\n## Texts\n");
    let mut texts: Vec<_> = texts.into_values().collect();
    texts.sort_by(|(a, of_a), (b, of_b)| (of_b.len(), of_a, a).cmp(&(of_a.len(), of_b, b)));
    for (text, crates) in texts {
        let crates: Vec<String> = crates.into_iter().collect();
        write!(out, "\n### {}\n\n```text\n{text}\n```\n", crates.join(", "))?;
    }
    Ok(out)
}

/// The crates that are in the program, by name. What only helps to build it (macros, build scripts, tests) is not.
fn shipped(metadata: &Metadata) -> Vec<&Package> {
    let packages: BTreeMap<_, _> = metadata.packages.iter().map(|package| (&package.id, package)).collect();
    let nodes: BTreeMap<_, _> = metadata.resolve.nodes.iter().map(|node| (&node.id, &node.deps)).collect();
    let mut ahead: Vec<_> = metadata.packages.iter().filter(|package| package.name == "tavlei").collect();
    let mut seen = BTreeSet::new();
    let mut shipped = Vec::new();
    while let Some(package) = ahead.pop() {
        if package.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "proc-macro")) {
            continue;
        }
        if package.source.is_some() {
            shipped.push(package);
        }
        let needed =
            nodes[&package.id].iter().filter(|other| other.dep_kinds.iter().any(|kind| kind.kind.is_none()));
        ahead.extend(needed.filter(|other| seen.insert(&other.pkg)).map(|other| packages[&other.pkg]));
    }
    shipped.sort_by_key(|package| (&package.name, &package.version));
    shipped
}

/// The files that say what is to be said of a crate: its notices, and the texts of the licences that are taken. That of
/// Apache-2.0 is this project's own copy.
fn files(root: &Path, folder: &Path, taken: &[String]) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    let with = |words: &[&str]| -> Vec<&String> {
        let has = |name: &&String| words.iter().any(|word| name.to_uppercase().contains(word));
        names.iter().filter(has).filter(|name| folder.join(name).is_file()).collect()
    };
    let mut found: Vec<PathBuf> = with(&["NOTICE"]).into_iter().map(|name| folder.join(name)).collect();
    if taken.iter().any(|licence| licence.starts_with("Apache-2.0")) {
        found.push(root.join("LICENSE-APACHE"));
    }
    let other: Vec<&String> = taken.iter().filter(|licence| !licence.starts_with("Apache-2.0")).collect();
    if !other.is_empty() {
        let mut own = with(&["LICENSE", "LICENCE", "COPYING"]);
        if own.len() > 1 {
            own.retain(|name| !name.to_uppercase().contains("APACHE"));
        }
        if own.is_empty() {
            bail!("{} has no text of its licence {other:?}", folder.display());
        }
        found.extend(own.into_iter().map(|name| folder.join(name)));
    }
    Ok(found)
}
