//! The index: sled, which finds by its key what the journal says. Nothing is only here, so it may be thrown away and
//! built anew at any time, and need not reach the disk when something is written.
//!
//! After a power cut it is not looked at: sled would take pages that were lost for pages that never were.

use std::fs;
use std::io;
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::contents::Contents;
use super::{Found, Pair, StoreError, explain as explain_io, files};

/// Bytes of memory for what was read or written lately.
const CACHE: u64 = 8 << 20;
/// How long to wait before files that somebody still holds are opened again.
const MOMENT: Duration = Duration::from_millis(20);
/// How many bytes are written at once when it is built.
const BATCH: usize = 1 << 20;
/// The key of the number of the last change that is in it. No text begins like this.
const APPLIED: &[u8] = b"\xffapplied";
/// The key of how many bytes all keys and values took at the last checkpoint.
const LIVE: &[u8] = b"\xfflive";
/// The file that says whether an index can be trusted: since which start of the machine it is open, or that it was closed.
const SINCE: &str = "since";
/// What the file says when it was closed.
const CLOSED: &str = "closed";

/// An open index.
pub(super) struct Index {
    db: sled::Db,
    /// Its own folder.
    pub(super) path: PathBuf,
    /// The folder of the store.
    folder: PathBuf,
    /// The number of the last change that is in it.
    pub(super) applied: u64,
}

/// The folders of indexes in a store, by number, the newest last.
pub(super) fn all(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let number = super::journal::number_of(&entry.file_name().to_string_lossy(), "index.", "");
        found.extend(number.map(|number| (number, entry.path())));
    }
    found.sort();
    Ok(found)
}

/// Something that is the same until the machine is started again. Where the system does not tell, it never is.
fn boot() -> String {
    fs::read_to_string("/proc/sys/kernel/random/boot_id")
        .map_or_else(|_| format!("{:?}", std::time::SystemTime::now()), |id| id.trim().to_owned())
}

impl Index {
    /// Opens an index that was left behind; none if it is not to be trusted.
    ///
    /// # Errors
    /// It is damaged, or cannot be read or written.
    pub(super) fn open(folder: &Path, path: &Path) -> Result<Option<Index>, StoreError> {
        let since = files::read(&path.join(SINCE)).map_err(|error| explain_io(&error, folder))?;
        let is_trusted = since.is_some_and(|since| since == CLOSED.as_bytes() || since == boot().as_bytes());
        if !is_trusted {
            return Ok(None);
        }
        let mut index = Index::start(folder, path)?;
        let Some(applied) = index.number(APPLIED)? else { return Ok(None) };
        index.applied = applied;
        Ok(Some(index))
    }

    /// Builds an index of what a store holds. If it breaks off, nothing is left of it.
    ///
    /// # Errors
    /// It cannot be written, or the contents cannot be read.
    pub(super) fn build(
        folder: &Path,
        contents: &Contents,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Index, StoreError> {
        let known = all(folder).map_err(|error| explain_io(&error, folder))?;
        let number = known.last().map_or(1, |(number, _)| number + 1);
        let path = folder.join(format!("index.{number}"));
        let built = Index::start(folder, &path).and_then(|mut index| {
            let (mut batch, mut bytes, mut live) = (Vec::new(), 0, 0);
            contents.each(|key, value| {
                live += (key.len() + value.len()) as u64;
                bytes += key.len() + value.len();
                batch.push((key.to_owned(), Some(value.to_vec())));
                if bytes > BATCH {
                    bytes = 0;
                    index.write(&std::mem::take(&mut batch), None)?;
                }
                if is_stopped() { Err(contents.stopped()) } else { Ok(()) }
            })?;
            index.write(&batch, Some(contents.last))?;
            index.set_live(live)?;
            index.applied = contents.last;
            Ok(index)
        });
        built.inspect_err(|_| {
            // Whatever room it takes is wanted elsewhere; if it cannot be removed now, it is when the store is opened.
            let _ = files::remove_folder(&path);
        })
    }

    fn start(folder: &Path, path: &Path) -> Result<Index, StoreError> {
        let io = |error: io::Error| explain_io(&error, folder);
        files::make_folder(path).map_err(io)?;
        // On the disk before sled writes anything: what is open at a power cut must be known to have been.
        files::write_whole(&path.join(SINCE), |to| to.write_all(boot().as_bytes())).map_err(io)?;
        let open = || sled::Config::new().path(path).cache_capacity(CACHE).flush_every_ms(None).open();
        let db = guarded(folder, || {
            // Threads of an index that was just closed may hold its files for a moment longer.
            for _ in 0..50 {
                match open() {
                    Err(sled::Error::Io(error)) if error.to_string().contains("acquire lock") => {
                        thread::sleep(MOMENT)
                    }
                    opened => return opened,
                }
            }
            open()
        })?;
        files::close_to_others(path).map_err(io)?;
        Ok(Index { db, path: path.to_path_buf(), folder: folder.to_path_buf(), applied: 0 })
    }

    fn number(&self, key: &[u8]) -> Result<Option<u64>, StoreError> {
        let bytes = guarded(&self.folder, || self.db.get(key))?;
        Ok(bytes.and_then(|bytes| Some(u64::from_be_bytes(bytes.as_ref().try_into().ok()?))))
    }

    /// How many bytes all keys and values took at the last checkpoint.
    pub(super) fn live(&self) -> Result<u64, StoreError> {
        Ok(self.number(LIVE)?.unwrap_or(0))
    }

    pub(super) fn set_live(&self, live: u64) -> Result<(), StoreError> {
        guarded(&self.folder, || self.db.insert(LIVE, &live.to_be_bytes())).map(|_| ())
    }

    /// Brings it up to the last change of a store.
    pub(super) fn follow(&mut self, contents: &Contents) -> Result<(), StoreError> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        contents.since(self.applied, |key, value| {
            bytes += key.len() + value.as_ref().map_or(0, Vec::len);
            batch.push((key.to_owned(), value));
            if bytes > BATCH {
                bytes = 0;
                self.write(&std::mem::take(&mut batch), None)?;
            }
            Ok(())
        })?;
        if contents.last > self.applied { self.apply(&batch, contents.last) } else { Ok(()) }
    }

    /// Takes in all changes up to one, or none of them.
    pub(super) fn apply(&mut self, writes: &[Pair], last: u64) -> Result<(), StoreError> {
        self.write(writes, Some(last))?;
        self.applied = last;
        Ok(())
    }

    fn write(&self, writes: &[Pair], last: Option<u64>) -> Result<(), StoreError> {
        let mut batch = sled::Batch::default();
        for (key, value) in writes {
            match value {
                Some(value) => batch.insert(key.as_bytes(), value.as_slice()),
                None => batch.remove(key.as_bytes()),
            }
        }
        if let Some(last) = last {
            batch.insert(APPLIED, &last.to_be_bytes());
        }
        guarded(&self.folder, || self.db.apply_batch(batch))
    }

    pub(super) fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(guarded(&self.folder, || self.db.get(key))?.map(|value| value.to_vec()))
    }

    pub(super) fn page(
        &self,
        prefix: &str,
        after: Option<&str>,
        most: usize,
    ) -> Result<Vec<Found>, StoreError> {
        let after = after.filter(|after| *after >= prefix);
        let from =
            after.map_or(Bound::Included(prefix.as_bytes()), |after| Bound::Excluded(after.as_bytes()));
        guarded(&self.folder, || {
            let mut page = Vec::new();
            for pair in self.db.range::<&[u8], _>((from, Bound::Unbounded)).take(most) {
                let (key, value) = pair?;
                // What is the index's own is behind all texts.
                let Ok(key) = std::str::from_utf8(&key) else { break };
                if !key.starts_with(prefix) {
                    break;
                }
                page.push((key.to_owned(), value.to_vec()));
            }
            Ok(page)
        })
    }

    /// How many bytes its files take.
    pub(super) fn size(&self) -> u64 {
        files::size(&self.path)
    }

    /// Closes it so that it can be trusted whatever happens to the machine.
    pub(super) fn close(self) -> Result<(), StoreError> {
        guarded(&self.folder, || self.db.flush())?;
        let path = self.path.clone();
        let synced = fs::read_dir(&path).and_then(|entries| {
            for entry in entries {
                let entry = entry?.path();
                if entry.is_file() {
                    fs::File::open(entry)?.sync_all()?;
                }
            }
            files::write_whole(&path.join(SINCE), |to| to.write_all(CLOSED.as_bytes()))
        });
        synced.map_err(|error| explain_io(&error, &self.folder))
    }
}

/// Does something with sled, which panics at some files that are not its own instead of saying so.
fn guarded<T>(folder: &Path, work: impl FnOnce() -> sled::Result<T>) -> Result<T, StoreError> {
    let corrupt = |why: String| StoreError::Corrupt { folder: folder.to_path_buf(), why };
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(sled::Error::Io(error))) => Err(explain_io(&error, folder)),
        Ok(Err(error)) => Err(corrupt(error.to_string())),
        Err(_) => Err(corrupt("sled broke down".to_owned())),
    }
}
