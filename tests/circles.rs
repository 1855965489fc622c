//! No file of a crate uses another that uses it: what stands above and what below can be read from the imports.
//!
//! What counts is what a file names by a path (`use crate::…`, `super::…`, the name of a module of its own); a name that is
//! only handed on (`pub use`) is looked for where it comes from. Tests within a file do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// A path of names, such as `crate::search::Found` without its `crate`.
type Names = Vec<String>;

/// A crate's files and what each hands on, by module.
#[derive(Default)]
struct Tree {
    files: BTreeMap<Names, PathBuf>,
    /// What a module hands on: by its own name for it, the full path of the thing. The name `*` stands for all of a module.
    handed_on: BTreeMap<Names, Vec<(String, Names)>>,
    /// What the code of a module's file names.
    named: BTreeMap<Names, BTreeSet<Names>>,
}

impl Tree {
    fn of_crate(folder: &str) -> Tree {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("src");
        let mut tree = Tree::default();
        tree.read(&root.join("lib.rs"), &root, Vec::new());
        tree
    }

    /// Reads a file and those of its modules, which are in `folder`.
    fn read(&mut self, path: &Path, folder: &Path, module: Names) {
        let text = fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let file = syn::parse_file(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        self.files.insert(module.clone(), path.to_owned());
        let mut reader = Reader { module: module.clone(), ..Reader::default() };
        for item in &file.items {
            if let Item::Mod(inner) = item
                && inner.content.is_none()
                && !is_test(&inner.attrs)
            {
                let name = inner.ident.to_string();
                reader.children.insert(name.clone());
                let own = folder.join(&name);
                let flat = folder.join(format!("{name}.rs"));
                let path = if flat.exists() { flat } else { own.join("mod.rs") };
                self.read(&path, &own, [module.clone(), vec![name]].concat());
            }
        }
        reader.visit_file(&file);
        // What is handed on and also used by its bare name is used.
        for (name, target) in &reader.handed_on {
            if reader.bare.contains(name) {
                reader.named.insert(target.clone());
            }
        }
        self.handed_on.insert(module.clone(), reader.handed_on);
        self.named.insert(module, reader.named);
    }

    /// The module that a path leads to, through all that hand it on.
    fn module_of(&self, path: &[String]) -> Names {
        let depth = (0..=path.len()).rev().find(|&n| self.files.contains_key(&path[..n])).unwrap_or_default();
        let (module, rest) = path.split_at(depth);
        let Some(name) = rest.first() else { return module.to_vec() };
        for (own, target) in &self.handed_on[module] {
            if own == name {
                return self.module_of(&[target, &rest[1..]].concat());
            }
            if own == "*" {
                let found = self.module_of(&[&target[..], rest].concat());
                if found.starts_with(target) && self.defines(&found, name) {
                    return found;
                }
            }
        }
        module.to_vec()
    }

    /// Whether a module's file has an item of this name.
    fn defines(&self, module: &[String], name: &str) -> bool {
        let text = fs::read_to_string(&self.files[module]).unwrap_or_default();
        ["fn", "struct", "enum", "trait", "const", "static", "type"]
            .iter()
            .any(|kind| text.contains(&format!("{kind} {name}")))
    }

    /// Which file uses which others.
    fn uses(&self) -> BTreeMap<Names, BTreeSet<Names>> {
        let of = |(module, named): (&Names, &BTreeSet<Names>)| {
            let others = named.iter().map(|path| self.module_of(path)).filter(|other| other != module);
            (module.clone(), others.collect())
        };
        self.named.iter().map(of).collect()
    }
}

/// Collects what a file names.
#[derive(Default)]
struct Reader {
    module: Names,
    children: BTreeSet<String>,
    handed_on: Vec<(String, Names)>,
    named: BTreeSet<Names>,
    bare: BTreeSet<String>,
}

impl Reader {
    /// The full path of what is named here, if it is something of this crate.
    fn full(&self, names: &[String]) -> Option<Names> {
        let (first, rest) = names.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([&self.module[..], rest].concat()),
            "super" => {
                let ups = names.iter().take_while(|name| *name == "super").count();
                let above = self.module.len().checked_sub(ups)?;
                Some([&self.module[..above], &names[ups..]].concat())
            }
            child if self.children.contains(child) => Some([&self.module[..], names].concat()),
            _ => None,
        }
    }

    fn name(&mut self, names: &[String]) {
        match self.full(names) {
            Some(full) => {
                self.named.insert(full);
            }
            None => self.bare.extend(names.first().cloned()),
        }
    }

    /// Every path of a tree of imports, with the name that each is known by here.
    fn leaves(tree: &UseTree, before: &[String], found: &mut Vec<(String, Names)>) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => Reader::leaves(&path.tree, &with(&path.ident), found),
            UseTree::Name(name) if name.ident == "self" => {
                found.push((before.last().cloned().unwrap_or_default(), before.to_vec()));
            }
            UseTree::Name(name) => found.push((name.ident.to_string(), with(&name.ident))),
            UseTree::Rename(name) => found.push((name.rename.to_string(), with(&name.ident))),
            UseTree::Glob(_) => found.push(("*".to_owned(), before.to_vec())),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| Reader::leaves(tree, before, found));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut leaves = Vec::new();
        Reader::leaves(&item.tree, &[], &mut leaves);
        for (own, names) in leaves {
            match (&item.vis, self.full(&names)) {
                (Visibility::Inherited, _) => self.name(&names),
                (_, Some(full)) => self.handed_on.push((own, full)),
                (_, None) => {}
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.name(&names);
        visit::visit_path(self, path);
    }

    /// Who may see a thing (`pub(super)`) is no use of it.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    /// What stands in a macro is words only: paths are found by their colons.
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let text = mac.tokens.to_string().replace(" :: ", "::");
        for word in text.split(|c: char| !(c.is_alphanumeric() || "_:".contains(c))) {
            let names: Names = word.split("::").map(str::to_owned).collect();
            if names.iter().all(|name| !name.is_empty()) {
                self.name(&names);
            }
        }
        visit::visit_macro(self, mac);
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test")
    })
}

/// Everything that can be come to from a module.
fn reached(uses: &BTreeMap<Names, BTreeSet<Names>>, from: &Names) -> BTreeSet<Names> {
    let mut reached = BTreeSet::new();
    let mut ahead = vec![from];
    while let Some(module) = ahead.pop() {
        for next in &uses[module] {
            if reached.insert(next.clone()) {
                ahead.push(next);
            }
        }
    }
    reached
}

/// The circles, each as the files in it and what they use of one another.
fn circles(folder: &str) -> Vec<String> {
    let tree = Tree::of_crate(folder);
    let uses = tree.uses();
    let reach: BTreeMap<&Names, BTreeSet<Names>> = uses.keys().map(|m| (m, reached(&uses, m))).collect();
    let mut told = BTreeSet::new();
    let mut circles = Vec::new();
    for module in uses.keys().filter(|module| reach[module].contains(*module)) {
        let circle: BTreeSet<&Names> =
            uses.keys().filter(|m| reach[module].contains(*m) && reach[m].contains(module)).collect();
        if !told.insert(circle.clone()) {
            continue;
        }
        let named = |file: &Names| match file.is_empty() {
            true => "lib".to_owned(),
            false => file.join("::"),
        };
        let mut text = format!("{folder}: a circle of {} files", circle.len());
        for file in &circle {
            let within: Vec<String> = uses[*file].iter().filter(|m| circle.contains(m)).map(named).collect();
            text.push_str(&format!("\n  {} uses {}", named(file), within.join(", ")));
        }
        circles.push(text);
    }
    circles
}

#[test]
fn no_file_of_the_core_is_in_a_circle() {
    assert_eq!(circles("core").join("\n"), "");
}

#[test]
fn no_file_of_the_session_is_in_a_circle() {
    assert_eq!(circles("session").join("\n"), "");
}

#[test]
fn a_circle_is_found() {
    // Through what is handed on by a face, through a macro, and up to a parent; a test closes none.
    let found = circles("tests/data/circles");
    assert_eq!(
        found,
        [
            "tests/data/circles: a circle of 2 files\n  a uses b\n  b uses a",
            "tests/data/circles: a circle of 2 files\n  family uses family::child\n  family::child uses family",
        ]
    );
}
