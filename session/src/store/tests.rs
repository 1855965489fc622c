//! What every store does, and what this one survives. `ROUNDS=300` looks longer.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::files::trace::{self, Step};
use super::*;

/// A length of the journal at which there are many checkpoints.
const SHORT: u64 = 30_000;

fn rounds(otherwise: u64) -> u64 {
    std::env::var("ROUNDS").ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn pair(key: &str, value: &str) -> Pair {
    (key.to_owned(), Some(value.as_bytes().to_vec()))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("readable") {
        let path = entry.expect("readable").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() { copy(&path, &target) } else { _ = fs::copy(&path, &target).expect("copied") }
    }
}

fn all_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() { found.extend(all_files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

fn bytes_of(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    all_files(folder).into_iter().map(|path| (path.clone(), fs::read(path).expect("readable"))).collect()
}

// ---- What every store does ----

/// Runs a test over every store there is.
fn over_all(test: impl Fn(&dyn Store)) {
    test(&MemoryStore::default());
    let folder = folder();
    test(&DiskStore::open_with(folder.path(), SHORT).expect("opens"));
}

#[test]
fn a_commit_is_all_or_nothing_and_only_if_everything_is_as_expected() {
    over_all(|store| {
        assert_eq!(store.get("a"), Ok(None));
        assert_eq!(
            store.commit(&[("a".to_owned(), None)], &[pair("a", "1"), pair("b", "")]),
            Ok(Commit::Done)
        );
        assert_eq!(store.get("a"), Ok(Some(b"1".to_vec())));
        assert_eq!(store.get("b"), Ok(Some(Vec::new())));
        for expected in [pair("a", "2"), ("a".to_owned(), None), pair("c", "")] {
            let done = store.commit(&[pair("b", ""), expected], &[pair("a", "3"), pair("c", "3")]);
            assert_eq!(done, Ok(Commit::Conflict));
            assert_eq!((store.get("a"), store.get("c")), (Ok(Some(b"1".to_vec())), Ok(None)));
        }
        assert_eq!(
            store.commit(&[pair("a", "1")], &[("a".to_owned(), None), pair("c", "4")]),
            Ok(Commit::Done)
        );
        assert_eq!(store.scan(""), Ok(vec![("b".to_owned(), Vec::new()), ("c".to_owned(), b"4".to_vec())]));
        assert_eq!(store.commit(&[pair("c", "4")], &[]), Ok(Commit::Done));
        assert_eq!(store.commit(&[pair("c", "5")], &[]), Ok(Commit::Conflict));
        // The last write of a key counts, and bytes need not be text.
        let bytes = ("d".to_owned(), Some(vec![0, 255, 10]));
        assert_eq!(store.commit(&[], &[pair("d", "x"), bytes.clone()]), Ok(Commit::Done));
        assert_eq!(store.get("d"), Ok(bytes.1));
    });
}

#[test]
fn pages_are_in_order_and_end_with_their_prefix() {
    over_all(|store| {
        let keys = ["a", "a/", "a/1", "a/10", "a/2", "a/я", "a0", "b"];
        for key in keys.iter().rev() {
            assert_eq!(store.commit(&[], &[pair(key, key)]), Ok(Commit::Done));
        }
        let page = |prefix, after, most| -> Vec<String> {
            store.page(prefix, after, most).expect("readable").into_iter().map(|(key, _)| key).collect()
        };
        assert_eq!(page("", None, 99), keys);
        assert_eq!(page("a/", None, 99), keys[1..6]);
        assert_eq!(page("a/", None, 2), keys[1..3]);
        assert_eq!(page("a/", Some("a/1"), 2), keys[3..5]);
        assert_eq!(page("a/", Some("a/15"), 99), keys[4..6]);
        assert_eq!(page("a/", Some("a"), 1), keys[1..2]);
        assert_eq!(page("a/", Some("b"), 99), [""; 0]);
        assert_eq!(page("c", None, 99), [""; 0]);
        let many: Vec<Pair> = (0..2 * PAGE + 1).map(|n| pair(&format!("many/{n:05}"), "x")).collect();
        assert_eq!(store.commit(&[], &many), Ok(Commit::Done));
        assert_eq!(store.scan("many/").expect("readable").len(), many.len());
    });
}

#[test]
fn of_several_that_change_the_same_thing_each_is_counted_once() {
    over_all(|store| {
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        loop {
                            let before = store.get("count").expect("readable");
                            let count: u32 = before.as_ref().map_or(0, |bytes| {
                                std::str::from_utf8(bytes).expect("text").parse().expect("a number")
                            });
                            let write = pair("count", &(count + 1).to_string());
                            let done = store.commit(&[("count".to_owned(), before)], &[write]);
                            if done.expect("stored") == Commit::Done {
                                break;
                            }
                        }
                    }
                });
            }
        });
        assert_eq!(store.get("count"), Ok(Some(b"160".to_vec())));
    });
}

// ---- Writers whose changes can be checked ----

/// One of several that write beside each other, each change with keys of its own.
struct Writer {
    name: u64,
    /// The last change that was acknowledged.
    done: u64,
    /// The last change that was tried.
    tried: u64,
}

/// The parts of a change.
fn parts(name: u64, change: u64) -> impl Iterator<Item = (String, Vec<u8>)> {
    (0..1 + change % 4).map(move |part| {
        let length = (change * 7_919 + part * 104_729 + name) % 900 + 20;
        let text: String =
            (0..length).map(|at| char::from(b'a' + ((change + part + at) % 26) as u8)).collect();
        // JSON as records are, and bytes that are none.
        let value =
            if part == 3 { format!("\x01{text}") } else { format!(r#"{{"kind":"test","text":"{text}"}}"#) };
        (format!("{name}/{change:08}/{part}"), value.into_bytes())
    })
}

impl Writer {
    fn all() -> Vec<Writer> {
        (0..3).map(|name| Writer { name, done: 0, tried: 0 }).collect()
    }

    fn write(&mut self, store: &DiskStore, changes: u64) -> Result<(), StoreError> {
        for _ in 0..changes {
            let change = self.done + 1;
            self.tried = change;
            let mut writes: Vec<Pair> =
                parts(self.name, change).map(|(key, value)| (key, Some(value))).collect();
            writes.push(pair(&format!("{}/last", self.name), &change.to_string()));
            let old = change.saturating_sub(30);
            writes.extend(parts(self.name, old).map(|(key, _)| (key, None)));
            assert_eq!(store.commit(&[], &writes)?, Commit::Done);
            self.done = change;
            trace::note(&store.inner().folder, Step::Told { writer: self.name, change });
        }
        Ok(())
    }

    /// Everything up to a change that was acknowledged or at least tried is there, and nothing else.
    fn check(&mut self, store: &dyn Store, what: &str) {
        let last = store.get(&format!("{}/last", self.name)).expect("readable");
        let last = last.map_or(0, |last| String::from_utf8(last).expect("text").parse().expect("a number"));
        let (name, done, tried) = (self.name, self.done, self.tried);
        assert!(
            (done..=tried).contains(&last),
            "{what}: writer {name}: {done} of {tried} were done, {last} are there"
        );
        let mut expected: BTreeMap<String, Vec<u8>> =
            (last.saturating_sub(29).max(1)..=last).flat_map(|change| parts(name, change)).collect();
        if last > 0 {
            expected.insert(format!("{name}/last"), last.to_string().into_bytes());
        }
        let found: BTreeMap<_, _> = store.scan(&format!("{name}/")).expect("readable").into_iter().collect();
        assert!(found == expected, "{what}: writer {name}: not all of the first {last} changes are there");
        self.done = last;
    }
}

fn write_all(store: &DiskStore, writers: &mut [Writer], changes: u64) {
    std::thread::scope(|scope| {
        for writer in writers {
            scope.spawn(move || writer.write(store, changes).expect("stored"));
        }
    });
}

#[test]
fn what_is_written_is_there_when_the_store_is_opened_again_and_takes_little_room() {
    let folder = folder();
    let mut writers = Writer::all();
    for round in 0..6 {
        let store = DiskStore::open_with(folder.path(), SHORT).expect("opens");
        for writer in &mut writers {
            writer.check(&store, &format!("round {round}"));
        }
        write_all(&store, &mut writers, 150);
    }
    let names = contents::Names::of(folder.path()).expect("readable");
    assert_eq!(names.checkpoints.len(), 2, "the last checkpoint and the one before: {names:?}");
    assert!(names.checkpoints[0] > 500, "{names:?}");
    assert!(names.journals[0] <= names.checkpoints[0] + 1, "{names:?}");
    assert!(names.journals.len() < 8, "{names:?}");
}

#[test]
fn changes_that_wait_go_to_the_disk_together() {
    let folder = folder();
    let store = DiskStore::open(folder.path()).expect("opens");
    trace::begin(folder.path());
    let writer = store.inner().writer();
    let arrived = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for n in 0..20 {
            let (store, arrived) = (&store, &arrived);
            scope.spawn(move || {
                arrived.fetch_add(1, Ordering::SeqCst);
                store.commit(&[], &[pair(&format!("key/{n}"), "x")])
            });
        }
        while store.inner().gathered().pending.len() < 20 {
            std::thread::yield_now();
        }
        // Nobody has told anything yet, and nothing is to be seen yet.
        assert_eq!(store.scan("key/"), Ok(Vec::new()));
        drop(writer);
    });
    assert_eq!(store.scan("key/").expect("readable").len(), 20);
    let syncs = trace::end(folder.path()).iter().filter(|(_, step)| matches!(step, Step::Sync)).count();
    assert_eq!(syncs, 1);
}

#[test]
fn an_index_that_is_mostly_rubbish_is_built_anew_while_the_store_is_used() {
    let folder = folder();
    let store = DiskStore::open_with(folder.path(), SHORT).expect("opens");
    let mut writers = Writer::all();
    write_all(&store, &mut writers, 100);
    let before = index::all(folder.path()).expect("readable");
    std::thread::scope(|scope| {
        let building = scope.spawn(|| store.inner().build_index());
        write_all(&store, &mut writers, 100);
        building.join().expect("no panic").expect("built");
    });
    assert_ne!(index::all(folder.path()).expect("readable"), before);
    for writer in &mut writers {
        writer.check(&store, "built anew");
    }
    write_all(&store, &mut writers, 10);
    drop(store);
    let store = DiskStore::open_with(folder.path(), SHORT).expect("opens");
    for writer in &mut writers {
        writer.check(&store, "opened again");
    }
}

// ---- Refusals ----

#[test]
fn a_second_start_leaves_no_trace() {
    let folder = folder();
    let store = DiskStore::open(folder.path()).expect("opens");
    assert_eq!(store.commit(&[], &[pair("a", "1")]), Ok(Commit::Done));
    let before = bytes_of(folder.path());
    let why = DiskStore::open(folder.path()).expect_err("in use");
    assert_eq!(why, StoreError::Locked(folder.path().into()));
    assert!(why.to_string().contains("in use by another process"), "{why}");
    assert_eq!(bytes_of(folder.path()), before);
    drop(store);
    let file = folder.path().join("lock");
    let why = DiskStore::open(&file).expect_err("no folder").to_string();
    assert!(why.starts_with("the store in") && !why.contains('\n'), "{why}");
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_a_store() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    let folder = folder();
    let data = folder.path().join("data");
    fs::create_dir(&data).expect("made");
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).expect("opened to all");
    let store = DiskStore::open_with(&data, 100).expect("opens");
    write_all(&store, &mut Writer::all(), 10);
    store.inner().make_checkpoint().expect("made");
    assert_eq!(mode(&data), 0o700);
    for file in all_files(&data) {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}

/// A closed store with checkpoints and journals, and the same as a kill would have left it a moment before.
fn closed_and_killed() -> (tempfile::TempDir, tempfile::TempDir, Vec<Writer>) {
    let (closed, killed) = (folder(), folder());
    let mut writers = Writer::all();
    let store = DiskStore::open_with(closed.path(), SHORT).expect("opens");
    while contents::Names::of(closed.path()).expect("readable").checkpoints.len() < 2 {
        write_all(&store, &mut writers, 40);
    }
    store.inner().make_checkpoint().expect("made");
    write_all(&store, &mut writers, 12);
    copy(closed.path(), killed.path());
    drop(store);
    (closed, killed, writers)
}

fn again(writers: &[Writer]) -> Vec<Writer> {
    writers.iter().map(|w| Writer { name: w.name, done: w.done, tried: w.tried }).collect()
}

#[test]
fn a_flipped_bit_or_a_missing_end_is_mended_or_refused_and_never_hidden() {
    let (closed, killed, writers) = closed_and_killed();
    let mut rng = StdRng::seed_from_u64(7);
    let (mut opened, mut refused) = (0, 0);
    for round in 0..rounds(40) {
        let image = folder();
        copy(if round % 2 == 0 { closed.path() } else { killed.path() }, image.path());
        let mut files = all_files(image.path());
        files.retain(|file| fs::metadata(file).is_ok_and(|it| it.len() > 0));
        let file = &files[rng.random_range(0..files.len())];
        let mut bytes = fs::read(file).expect("readable");
        let at = rng.random_range(0..bytes.len());
        let is_flip = rng.random_bool(0.5);
        if is_flip {
            bytes[at] ^= 1 << rng.random_range(0..8)
        } else {
            bytes.truncate(at)
        }
        fs::write(file, &bytes).expect("written");
        let what =
            format!("round {round}: {} {} at {at}", file.display(), if is_flip { "flipped" } else { "cut" });
        match DiskStore::open_with(image.path(), SHORT) {
            Ok(store) => {
                opened += 1;
                for mut writer in again(&writers) {
                    writer.check(&store, &what);
                }
            }
            Err(why) => {
                refused += 1;
                assert!(
                    matches!(why, StoreError::Corrupt { .. } | StoreError::Behind { .. }),
                    "{what}: {why}"
                );
                let said = why.to_string();
                assert!(
                    said.contains("tavlei store export --partial FILE")
                        && said.contains("tavlei store import FILE")
                );
                assert_eq!(fs::read(file).expect("readable"), bytes, "{what}: it is left as it is");
            }
        }
    }
    println!("{opened} opened with everything in them, {refused} refused");
}

#[test]
fn a_broken_frame_is_cut_off_only_if_nobody_was_told_of_it() {
    let (_, killed, writers) = closed_and_killed();
    let first = *contents::Names::of(killed.path()).expect("readable").journals.last().expect("a journal");
    let journal = journal::path(killed.path(), first);
    let whole = fs::read(&journal).expect("readable");
    // What was begun behind it, as a kill leaves it.
    let mut bytes = whole.clone();
    bytes.extend_from_slice(&whole[journal::HEADER.len()..][..100]);
    fs::write(&journal, &bytes).expect("written");
    let image = folder();
    copy(killed.path(), image.path());
    let store = DiskStore::open(image.path()).expect("opens");
    for mut writer in again(&writers) {
        writer.check(&store, "half a frame");
    }
    drop(store);
    // The last frame, which was acknowledged; and one in the middle.
    for at in [whole.len() - 3, journal::HEADER.len() + 40] {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        fs::write(&journal, &bytes).expect("written");
        let why = DiskStore::open(killed.path()).expect_err("refused");
        let fits = if at == whole.len() - 3 {
            why == StoreError::Behind { folder: killed.path().into(), missing: 1 }
        } else {
            matches!(why, StoreError::Corrupt { .. })
        };
        assert!(fits, "{why}");
        // What can be read is saved, moved, and goes on.
        let (file, moved) = (image.path().join("saved"), folder());
        assert!(matches!(export(killed.path(), &file, false), Err(StoreError::Corrupt { .. })));
        let report = export(killed.path(), &file, true).expect("written");
        assert_eq!(report.troubles.len(), 1, "{report:?}");
        assert_eq!(import(moved.path(), &file, false).expect("read").records, report.records);
        let store = DiskStore::open(moved.path()).expect("opens");
        assert_eq!(store.scan("").expect("readable").len() as u64, report.records);
    }
}

// ---- Power cuts ----

/// A file as it is in memory: what is surely on the disk, and what was done since.
#[derive(Default)]
struct Inode {
    durable: Vec<u8>,
    since: Vec<Step>,
}

fn write_into(bytes: &mut Vec<u8>, at: usize, part: &[u8]) {
    bytes.resize(bytes.len().max(at + part.len()), 0);
    bytes[at..at + part.len()].copy_from_slice(part);
}

impl Inode {
    fn sync(&mut self) {
        for step in std::mem::take(&mut self.since) {
            match step {
                Step::Write { at, bytes } => write_into(&mut self.durable, at as usize, &bytes),
                Step::Length(length) => self.durable.resize(length as usize, 0),
                _ => {}
            }
        }
    }

    /// What may be on the disk: of what was not yet synced nothing, or pieces in no order.
    fn left(&self, rng: &mut StdRng, is_torn: bool) -> Vec<u8> {
        let mut bytes = self.durable.clone();
        for step in self.since.iter().filter(|_| is_torn) {
            match step {
                Step::Length(length) if rng.random_bool(0.5) => bytes.resize(*length as usize, 0),
                Step::Write { at, bytes: written } => {
                    let (mut from, share) = (*at as usize, rng.random_range(0.0..=1.0));
                    while from < *at as usize + written.len() {
                        // Sectors are written as a whole.
                        let to = (from / 512 * 512 + 512).min(*at as usize + written.len());
                        if rng.random_bool(share) {
                            write_into(&mut bytes, from, &written[from - *at as usize..to - *at as usize]);
                        }
                        from = to;
                    }
                }
                _ => {}
            }
        }
        bytes
    }
}

/// The files of a folder after a power cut behind some steps, and what had been told to writers by then.
fn image(root: &Path, steps: &[(PathBuf, Step)], rng: &mut StdRng, to: &Path) -> HashMap<u64, u64> {
    let mut inodes: Vec<Inode> = Vec::new();
    let mut names: HashMap<PathBuf, usize> = HashMap::new();
    let mut durable: HashMap<PathBuf, usize> = HashMap::new();
    let mut moves: Vec<(PathBuf, Step, usize)> = Vec::new();
    let mut told = HashMap::new();
    fn carry_out(names: &mut HashMap<PathBuf, usize>, path: &Path, step: &Step, inode: usize) {
        if !matches!(step, Step::Make) {
            names.remove(path);
        }
        match step {
            Step::Make => _ = names.insert(path.to_path_buf(), inode),
            Step::Rename(to) => _ = names.insert(to.clone(), inode),
            _ => {}
        }
    }
    for (path, step) in steps {
        if let Step::Told { writer, change } = step {
            told.insert(*writer, *change);
        }
        if path.parent() != Some(root) {
            continue;
        }
        match step {
            Step::Make if names.contains_key(path) => {}
            Step::Make => {
                inodes.push(Inode::default());
                carry_out(&mut names, path, step, inodes.len() - 1);
                moves.push((path.clone(), step.clone(), inodes.len() - 1));
            }
            Step::Rename(_) | Step::Remove => {
                let Some(&inode) = names.get(path) else { continue };
                carry_out(&mut names, path, step, inode);
                moves.push((path.clone(), step.clone(), inode));
            }
            Step::SyncFolder => {
                for (path, step, inode) in moves.drain(..) {
                    carry_out(&mut durable, &path, &step, inode);
                }
            }
            Step::Sync => inodes[names[path]].sync(),
            Step::Write { .. } | Step::Length(_) => inodes[names[path]].since.push(step.clone()),
            Step::Told { .. } => {}
        }
    }
    let is_torn = rng.random_bool(0.67);
    for (path, step, inode) in &moves {
        if is_torn && rng.random_bool(0.5) {
            carry_out(&mut durable, path, step, *inode);
        }
    }
    fs::create_dir_all(to).expect("a folder");
    for (path, inode) in durable {
        let left = inodes[inode].left(rng, is_torn);
        fs::write(to.join(path.file_name().expect("a name")), left).expect("written");
    }
    told
}

#[test]
fn a_power_cut_costs_nothing_that_was_acknowledged() {
    let runs = rounds(20).div_ceil(20);
    let (mut images, mut cut_off) = (0, 0);
    for run in 0..runs {
        let mut rng = StdRng::seed_from_u64(run);
        let live = folder();
        trace::begin(live.path());
        let store = DiskStore::open_with(live.path(), SHORT).expect("opens");
        let mut writers = Writer::all();
        write_all(&store, &mut writers, 30);
        // The first images are of a young store, the others of one with checkpoints.
        store.inner().make_checkpoint().expect("made");
        write_all(&store, &mut writers, 60);
        drop(store);
        let store = DiskStore::open_with(live.path(), SHORT).expect("opens");
        write_all(&store, &mut writers, 30);
        let steps = trace::end(live.path());
        drop(store);
        let indexes = index::all(live.path()).expect("readable");
        for round in 0..20 {
            let what = format!("run {run}, image {round}");
            let to = folder();
            let behind = rng.random_range(1..=steps.len());
            let told = image(live.path(), &steps[..behind], &mut rng, to.path());
            // sled's files are never synced: anything may be left of them, or nothing.
            for (_, index) in indexes.iter().filter(|_| round % 4 > 0) {
                let left = to.path().join(index.file_name().expect("a name"));
                copy(index, &left);
                fs::write(left.join("since"), "another start of the machine").expect("written");
                for file in all_files(&left) {
                    let mut bytes = fs::read(&file).expect("readable");
                    for block in bytes.chunks_mut(4096) {
                        if rng.random_bool(0.2) {
                            block.fill(0);
                        }
                    }
                    fs::write(&file, bytes).expect("written");
                }
            }
            let mut after: Vec<Writer> = again(&writers);
            for (turn, changes) in [(1, 5), (2, 0)] {
                let store =
                    DiskStore::open_with(to.path(), SHORT).unwrap_or_else(|why| panic!("{what}: {why}"));
                for writer in &mut after {
                    if turn == 1 {
                        writer.done = told.get(&writer.name).copied().unwrap_or(0);
                    }
                    writer.check(&store, &what);
                    writer.tried = writer.done;
                }
                write_all(&store, &mut after, changes);
            }
            images += 1;
            cut_off += usize::from(behind < steps.len());
        }
    }
    println!("{images} images, {cut_off} of them from the midst");
}

// ---- What operators do ----

#[test]
fn an_export_becomes_the_same_store_elsewhere_also_while_it_is_used() {
    let (from, to) = (folder(), folder());
    let store = DiskStore::open_with(from.path(), SHORT).expect("opens");
    let mut writers = Writer::all();
    write_all(&store, &mut writers, 50);
    let odd = [
        pair("odd/quote\" \n я", "{\"kind\":\"x\", \"a\": 1}"),
        ("odd/bytes".to_owned(), Some(vec![0, 255])),
        pair("odd/line", "{\n}"),
    ];
    assert_eq!(store.commit(&[], &odd), Ok(Commit::Done));
    for (turn, name) in ["plain.jsonl", "packed.jsonl.gz"].into_iter().enumerate() {
        let file = to.path().join(name);
        let report = export(from.path(), &file, false).expect("written");
        assert_eq!(report.records, store.scan("").expect("readable").len() as u64);
        assert_eq!(fs::read(&file).expect("readable").starts_with(b"{\"tavlei\":\"store\""), turn == 0);
        let data = to.path().join(turn.to_string());
        assert_eq!(import(&data, &file, false).expect("read").records, report.records);
        assert_eq!(import(&data, &file, false), Err(StoreError::Exists(data.clone())));
        let copied = DiskStore::open(&data).expect("opens");
        assert_eq!(copied.scan(""), store.scan(""));
        assert_eq!(copied.commit(&[], &[pair("a", "1")]), Ok(Commit::Done));
    }
    // While others write, an export is a moment between their changes.
    std::thread::scope(|scope| {
        let store = &store;
        let writing = scope.spawn(move || {
            write_all(store, &mut writers, 150);
            writers
        });
        for round in 0..5 {
            let file = to.path().join(format!("busy {round}"));
            export(from.path(), &file, false).expect("written");
            let data = to.path().join(format!("data {round}"));
            import(&data, &file, false).expect("read");
            let copied = DiskStore::open(&data).expect("opens");
            for name in 0..3 {
                Writer { name, done: 50, tried: 200 }.check(&copied, "busy");
            }
        }
        writing.join().expect("no panic");
    });
    assert!(check(from.path()).is_ok());
}

#[test]
fn a_file_that_is_no_whole_export_is_refused() {
    let folder = folder();
    let (from, file) = (folder.path().join("from"), folder.path().join("file"));
    let store = DiskStore::open(&from).expect("opens");
    write_all(&store, &mut Writer::all(), 5);
    export(&from, &file, false).expect("written");
    let text = fs::read_to_string(&file).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let without_end = lines[..lines.len() - 1].join("\n") + "\n";
    let edited = text.replacen("abc", "xyz", 1);
    assert_ne!(edited, text);
    let swapped = [&lines[..1], &[lines[2], lines[1]], &lines[3..]].concat().join("\n");
    let longer = format!("{text}{}", lines[1]);
    let newer = text.replacen("\"version\":1", "\"version\":2", 1);
    for (index, (wrong, why)) in [
        (&without_end, "its end is missing"),
        (&edited, "its checksum is wrong"),
        (&swapped, "is not in order"),
        (&longer, "it goes on behind its end"),
        (&newer, "newer version"),
        (&"{}".to_owned(), "does not begin as an export does"),
        (&String::new(), "does not begin as an export does"),
    ]
    .into_iter()
    .enumerate()
    {
        fs::write(&file, wrong).expect("written");
        let data = folder.path().join(format!("refused {index}"));
        let refused = import(&data, &file, false).expect_err("refused");
        assert!(matches!(refused, StoreError::File { .. }) && refused.to_string().contains(why), "{refused}");
        if ["its end is missing", "its checksum is wrong"].contains(&why) {
            assert!(refused.to_string().contains("--edited"), "{refused}");
            import(&data, &file, true).expect("read");
        }
        if DiskStore::open(&data).is_ok_and(|store| store.scan("").is_ok_and(|all| !all.is_empty())) {
            assert!(why.contains("end") || why.contains("checksum"), "{why}");
        }
    }
}

#[test]
fn a_store_is_checked_and_made_small() {
    let folder = folder();
    let data = folder.path().join("data");
    assert_eq!(check(&data), Err(StoreError::Missing(data.clone())));
    assert_eq!(compact(&data), Err(StoreError::Missing(data.clone())));
    let store = DiskStore::open(&data).expect("opens");
    let record =
        |n: u32| pair("key", &format!(r#"{{"kind":"test","n":{n},"text":"{}"}}"#, "x".repeat(5_000)));
    for n in 0..1_000 {
        assert_eq!(store.commit(&[], &[record(n)]), Ok(Commit::Done));
    }
    let before = check(&data).expect("whole");
    assert_eq!((before.changes, before.records, before.troubles.len()), (1_000, 1, 0), "{before:?}");
    assert_eq!(compact(&data), Err(StoreError::Locked(data.clone())));
    drop(store);
    let after = compact(&data).expect("done");
    assert_eq!((after.changes, after.records), (1_000, 1));
    // The journal up to the only checkpoint is kept.
    assert!(after.size < before.size, "{before:?} {after:?}");
    let store = DiskStore::open(&data).expect("opens");
    assert_eq!(store.get("key"), Ok(record(999).1));
    assert_eq!(store.commit(&[], &[pair("wrong", "{}")]), Ok(Commit::Done));
    assert_eq!(check(&data).expect("whole").troubles, ["what is stored under wrong is no record"]);
}

#[test]
fn a_damaged_checkpoint_is_made_good_by_the_one_before() {
    let (closed, _, mut writers) = closed_and_killed();
    let names = contents::Names::of(closed.path()).expect("readable");
    let newest = checkpoint::path(closed.path(), names.checkpoints[1]);
    let mut bytes = fs::read(&newest).expect("readable");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&newest, bytes).expect("written");
    let report = check(closed.path()).expect("nothing is lost");
    let is_told =
        |trouble: &String| trouble.contains("is damaged") && trouble.contains("tavlei store compact");
    assert_eq!(report.troubles.iter().filter(|trouble| is_told(trouble)).count(), 1, "{report:?}");
    // Not even without the index.
    for (_, index) in index::all(closed.path()).expect("readable") {
        fs::remove_dir_all(index).expect("removed");
    }
    let store = DiskStore::open_with(closed.path(), SHORT).expect("opens");
    for writer in &mut writers {
        writer.check(&store, "without the newest checkpoint");
    }
    write_all(&store, &mut writers, 5);
    drop(store);
    assert!(!compact(closed.path()).expect("done").troubles.iter().any(is_told));
}

// ---- Stores of earlier versions ----

/// A store as the versions before the journal made it, closed or as a kill left it.
fn earlier(folder: &Path, records: u32) -> Vec<Found> {
    let db = sled::Config::new().path(folder).open().expect("opens");
    db.open_tree("born").and_then(|born| born.insert("born", "born")).expect("written");
    let mut all = Vec::new();
    for n in 0..records {
        let (key, value) = (format!("game/{n:05}"), format!(r#"{{"kind":"game","v":1,"n":{n}}}"#));
        db.insert(&key, value.as_str()).expect("written");
        all.push((key, value.into_bytes()));
    }
    db.insert("store/count", &u64::from(records).to_be_bytes()).expect("written");
    db.flush().expect("flushed");
    fs::write(folder.join("NEWEST"), format!("{records:020}\n")).expect("written");
    fs::write(folder.join("STORE"), "A store of tavlei.\n").expect("written");
    all
}

#[test]
fn a_store_of_an_earlier_version_is_taken_over_with_everything_in_it() {
    let old = folder();
    let all = earlier(old.path(), 3_000);
    assert!(check(old.path()).expect_err("not yet").to_string().contains("start tavlei on it once"));
    for _ in 0..2 {
        let store = DiskStore::open(old.path()).expect("taken over");
        assert_eq!(store.scan(""), Ok(all.clone()));
    }
    assert_eq!(check(old.path()).map(|report| report.records), Ok(3_000));
    assert!(old.path().join("before-journal/db").is_file() && !old.path().join("db").exists());

    let (used, lost, killed) = (folder(), folder(), folder());
    earlier(used.path(), 100);
    let log = fs::File::open(used.path().join("db")).expect("there");
    log.lock().expect("locked");
    let before = bytes_of(used.path());
    assert_eq!(DiskStore::open(used.path()).expect_err("in use"), StoreError::Locked(used.path().into()));
    assert!(before.iter().all(|(path, bytes)| fs::read(path).is_ok_and(|now| now == *bytes)));

    // One that has lost something is refused, and left as it is.
    earlier(lost.path(), 100);
    fs::write(lost.path().join("NEWEST"), "00000000000000000107\n").expect("written");
    let before = bytes_of(lost.path());
    let why = DiskStore::open(lost.path()).expect_err("refused").to_string();
    assert!(why.contains("the last 7 changes are missing"), "{why}");
    assert!(before.iter().all(|(path, bytes)| fs::read(path).is_ok_and(|now| now == *bytes)));

    // And one that is not there any more is not taken for an empty one.
    earlier(killed.path(), 100);
    fs::write(killed.path().join("db"), vec![0; 5_000]).expect("written");
    let why = DiskStore::open(killed.path()).expect_err("refused").to_string();
    assert!(why.contains("damaged"), "{why}");
}
