//! A store on a disk that fills up: this process may not make files any longer, and what was acknowledged is there for all that.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rustix::process::{Resource, Rlimit, setrlimit};
use tavlei_session::store::{Commit, Pair, Read};
use tavlei_session::{DiskStore, Store, StoreError};
use tokio::signal::unix::{SignalKind, signal};

/// The signal that ends a process which makes a file too long, unless it is looked after.
const TOO_LONG: i32 = 25;
/// Writers beside one another.
const WRITERS: u64 = 3;

/// No file may get longer than this any more; what is longer already stays.
fn limit(longest: Option<u64>) {
    let hard = rustix::process::getrlimit(Resource::Fsize).maximum;
    setrlimit(Resource::Fsize, Rlimit { current: longest, maximum: hard }).expect("a soft limit can be set");
}

/// How long the journal is.
fn length(folder: &Path) -> u64 {
    let journals = std::fs::read_dir(folder).expect("readable").map(|entry| entry.expect("readable"));
    let journals = journals.filter(|entry| entry.file_name().to_string_lossy().starts_with("journal."));
    journals.map(|journal| journal.metadata().expect("there").len()).max().expect("a journal")
}

/// A number from the environment, for whoever wants to look longer.
fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

/// Whether the store takes a change.
fn takes(store: &DiskStore, round: u64) -> bool {
    let change = ("round".to_owned(), Some(round.to_string().into_bytes()));
    store.commit(&[], &[change]).is_ok()
}

/// One of several that write beside each other, each change with keys of its own.
struct Writer {
    name: u64,
    rng: StdRng,
    /// The last change that was done.
    done: u64,
    /// The last change that was tried.
    tried: u64,
}

impl Writer {
    fn key(&self, change: u64, part: u64) -> String {
        format!("{}/{change:08}/{part}", self.name)
    }

    fn value(change: u64, part: u64) -> Vec<u8> {
        let length = (change * 7_919 + part * 104_729) % 9_000 + 20;
        (0..length).map(|at| (change + part + at) as u8).collect()
    }

    /// Writes and flushes changes until that fails, or as many as there are to be.
    fn write(&mut self, store: &DiskStore, most: u64) -> Result<(), StoreError> {
        for _ in 0..most {
            let change = self.done + 1;
            self.tried = change;
            let last = format!("{}/last", self.name);
            let mut writes: Vec<Pair> = (0..1 + change % 4)
                .map(|part| (self.key(change, part), Some(Writer::value(change, part))))
                .collect();
            writes.push((last.clone(), Some(change.to_string().into_bytes())));
            // What is old is forgotten, so that there is something to tidy up.
            let old = change.saturating_sub(200);
            writes.extend((0..4).map(|part| (self.key(old, part), None)));
            if store.commit(&[], &writes)? == Commit::Conflict {
                panic!("nothing was expected");
            }
            self.done = change;
            if self.rng.random_ratio(1, 8) {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        Ok(())
    }

    /// What is stored goes exactly as far as it must, or as far as it may.
    fn check(&mut self, store: &DiskStore) {
        let last = store.get(&format!("{}/last", self.name)).expect("readable");
        let last = last.map_or(0, |last| String::from_utf8(last).expect("text").parse().expect("a number"));
        assert!(
            (self.done..=self.tried).contains(&last),
            "writer {}: {} was done, {} tried, {last} is there",
            self.name,
            self.done,
            self.tried
        );
        let mut expected = BTreeMap::new();
        for change in last.saturating_sub(199).max(1)..=last {
            for part in 0..1 + change % 4 {
                expected.insert(self.key(change, part), Writer::value(change, part));
            }
        }
        let mut found: BTreeMap<_, _> =
            store.scan(&format!("{}/", self.name)).expect("readable").into_iter().collect();
        found.remove(&format!("{}/last", self.name));
        assert!(found == expected, "writer {}: half a change is there", self.name);
        self.done = last;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_outlives_a_full_disk_and_the_store_goes_on_by_itself() {
    let mut signals = signal(SignalKind::from_raw(TOO_LONG)).expect("the signal can be looked after");
    tokio::spawn(async move { while signals.recv().await.is_some() {} });
    let rounds = number("ROUNDS", 6);
    let done = tokio::task::spawn_blocking(move || {
        let folder = tempfile::tempdir().expect("a folder");
        let mut rng = StdRng::seed_from_u64(number("SEED", 1));
        let mut full = 0;
        let mut store = DiskStore::open(folder.path()).expect("opens");
        let mut writers: Vec<Writer> = (0..WRITERS)
            .map(|name| Writer { name, rng: StdRng::seed_from_u64(name), done: 0, tried: 0 })
            .collect();
        let write = |store: &DiskStore, writers: &mut [Writer], most: u64| -> Vec<StoreError> {
            std::thread::scope(|scope| {
                let at_work: Vec<_> =
                    writers.iter_mut().map(|writer| scope.spawn(move || writer.write(store, most))).collect();
                at_work.into_iter().filter_map(|one| one.join().expect("no panic").err()).collect()
            })
        };
        for round in 0..rounds {
            assert_eq!(write(&store, &mut writers, rng.random_range(5..60)), []);
            limit(Some(length(folder.path()) + rng.random_range(0..200_000)));
            let why = write(&store, &mut writers, 80);
            // There may be room enough for all of it.
            full += usize::from(!why.is_empty());
            for why in &why {
                assert_eq!(*why, StoreError::Full(folder.path().into()), "round {round}");
            }
            if round % 3 == 2 {
                // The same through another process, as it were.
                drop(store);
                limit(None);
                store = DiskStore::open(folder.path()).expect("opens");
            } else {
                // Room is made, and nobody does anything about the store.
                if round % 3 == 1 {
                    std::thread::sleep(Duration::from_secs(2));
                }
                limit(None);
                while !takes(&store, round) {
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
            for writer in &mut writers {
                writer.check(&store);
            }
        }
        assert!(full * 2 > rounds as usize, "the disk was hardly ever full: {full} of {rounds}");
        assert_eq!(write(&store, &mut writers, 20), []);
        drop(store);
        let store = DiskStore::open(folder.path()).expect("opens");
        for writer in &mut writers {
            writer.check(&store);
        }
    });
    done.await.expect("no panic");
}
