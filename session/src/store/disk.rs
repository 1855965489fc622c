//! The store that ships. What is true is in the journal; sled is its index.
//!
//! A change is appended to the journal and on the disk before it is in the index, and in the index before it is
//! acknowledged. Changes that come while others are on their way to the disk wait, and go there together. So what is in the
//! index is always on the disk, and an index that knows more than the journal is proof that the journal has lost something.
//!
//! | file | holds |
//! |---|---|
//! | `lock` | nothing: whoever uses the store has it locked |
//! | `journal.N` | the changes from number N on ([`super::journal`]) |
//! | `checkpoint.N.jsonl.gz` | every record after change N ([`super::checkpoint`]); the newest two are kept |
//! | `watermark` | the number of the last change that was acknowledged, and its checksum |
//! | `index.N` | sled ([`super::index`]) |

use std::collections::HashMap;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::contents::{Begin, Contents, Names};
use super::index::{self, Index};
use super::journal::{self, HEADER};
use super::watermark::{watermark, watermark_bytes};
use super::{Commit, Found, Pair, Read, Store, StoreError, checkpoint, explain, files, takeover};

/// The least length of the journal at which a checkpoint is made.
const LEAST: u64 = 4 << 20;
/// The greatest.
const MOST: u64 = 64 << 20;
/// What an index may take besides two and a half times the live records: a new one takes twice as much as these.
const SMALL: u64 = 8 << 20;
/// How long to wait before an index that failed is opened again.
const PAUSE: Duration = Duration::from_secs(1);

/// A store in a folder of its own. Clones are the same store.
#[derive(Clone)]
pub struct DiskStore {
    kept: Arc<Kept>,
}

/// A store with the thread that makes its checkpoints.
struct Kept {
    inner: Arc<Inner>,
    /// Wakes the thread; none when the store is to be closed.
    wake: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

pub(super) struct Inner {
    pub(super) folder: PathBuf,
    /// Locked as long as the store is open.
    _lock: File,
    /// The least length of the journal at which a checkpoint is made.
    least: u64,
    /// Whoever has it writes for all that wait. Taken before `gathered`, never after.
    writer: Mutex<Writer>,
    gathered: Mutex<Gathered>,
    index: RwLock<Result<Index, Failed>>,
    /// Whoever makes a checkpoint or builds an index does it alone. Taken before `writer`.
    upkeep: Mutex<()>,
    /// Whether the journal is long enough for a checkpoint.
    is_long: AtomicBool,
    is_closing: AtomicBool,
}

/// The end of the journal.
pub(super) struct Writer {
    /// The first change of its last file.
    first: u64,
    path: PathBuf,
    /// The file; none after a failure, until it is as it was before.
    file: Option<File>,
    /// How long it is as far as it is acknowledged.
    length: u64,
    watermark: Option<File>,
    /// The length at which a checkpoint is made.
    limit: u64,
}

/// Changes that are checked, and not yet on the disk.
pub(super) struct Gathered {
    /// The number of the last of them.
    last: u64,
    /// The number of the last change that is on the disk.
    durable: u64,
    /// What they write, those included that are on their way: the number of the change and the value.
    pub(super) pending: HashMap<String, (u64, Option<Vec<u8>>)>,
    group: Group,
}

/// Changes that go to the disk together.
#[derive(Default)]
struct Group {
    frames: Vec<u8>,
    writes: Vec<Pair>,
    outcome: Arc<OnceLock<Result<(), StoreError>>>,
}

/// An index that cannot be used.
struct Failed {
    why: StoreError,
    at: Instant,
    /// How often it could not be opened again.
    times: u32,
}

impl DiskStore {
    /// Opens the store in a folder, or begins one there.
    ///
    /// # Errors
    /// The folder is in use, damaged (then it is left as it is), or cannot be read and written.
    pub fn open(folder: impl AsRef<Path>) -> Result<DiskStore, StoreError> {
        DiskStore::open_with(folder.as_ref(), LEAST)
    }

    /// The same with another least length of the journal.
    pub(super) fn open_with(folder: &Path, least: u64) -> Result<DiskStore, StoreError> {
        let inner = Arc::new(Inner::open(folder, least)?);
        let (wake, woken) = mpsc::channel();
        let at_work = Arc::clone(&inner);
        let thread = thread::Builder::new().name("store-checkpoint".to_owned());
        let thread = thread.spawn(move || at_work.make_checkpoints(&woken));
        let thread = thread.map_err(|error| explain(&error, folder))?;
        // Perhaps the last run broke off before it did this.
        let _ = wake.send(());
        Ok(DiskStore { kept: Arc::new(Kept { inner, wake: Some(wake), thread: Some(thread) }) })
    }

    pub(super) fn inner(&self) -> &Inner {
        &self.kept.inner
    }
}

impl fmt::Debug for DiskStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DiskStore").field(&self.kept.inner.folder).finish()
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.inner.is_closing.store(true, Ordering::Relaxed);
        self.wake = None;
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the thread that makes checkpoints of the store broke down");
        }
        self.inner.close();
    }
}

/// Has a folder for oneself alone.
pub(super) fn lock(folder: &Path) -> Result<File, StoreError> {
    let io = |error: io::Error| explain(&error, folder);
    if !folder.is_dir() {
        files::make_folder(folder).map_err(io)?;
    }
    let lock = files::open(&folder.join("lock")).map_err(io)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(folder.to_path_buf())),
        Err(TryLockError::Error(error)) => Err(io(error)),
    }
}

/// Begins an empty file of a journal, and lets nothing follow before that is on the disk.
pub(super) fn begin_journal(path: &Path) -> io::Result<File> {
    let file = files::open(path)?;
    files::set_length(&file, path, 0)?;
    files::write_at(&file, path, 0, HEADER)?;
    files::sync(&file, path)?;
    files::sync_folder(path)?;
    Ok(file)
}

impl Inner {
    fn open(folder: &Path, least: u64) -> Result<Inner, StoreError> {
        let io = |error: io::Error| explain(&error, folder);
        let lock = lock(folder)?;
        files::make_folder(folder).map_err(io)?;
        takeover::take_over(folder)?;
        let contents = Contents::read(folder, Begin::Newest, u64::MAX)?;
        let missing = watermark(folder)?.unwrap_or(0).saturating_sub(contents.last);
        if missing > 0 {
            return Err(StoreError::Behind { folder: folder.to_path_buf(), missing });
        }
        let index = open_index(folder, &contents, false)?;
        let writer = open_journal(folder, &contents, least).map_err(io)?;
        let durable = contents.last;
        let gathered = Gathered { last: durable, durable, pending: HashMap::new(), group: Group::default() };
        tidy_up(folder, &index.path).map_err(io)?;
        let is_long = writer.length > writer.limit;
        Ok(Inner {
            folder: folder.to_path_buf(),
            _lock: lock,
            least,
            writer: Mutex::new(writer),
            gathered: Mutex::new(gathered),
            index: RwLock::new(Ok(index)),
            upkeep: Mutex::default(),
            is_long: AtomicBool::new(is_long),
            is_closing: AtomicBool::new(false),
        })
    }

    pub(super) fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn index(&self) -> RwLockReadGuard<'_, Result<Index, Failed>> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, index: Result<Index, Failed>) -> Result<Index, Failed> {
        std::mem::replace(&mut *self.index.write().unwrap_or_else(PoisonError::into_inner), index)
    }

    // ---- The index ----

    /// Does something with the index, and opens it again if it has failed.
    fn with_index<T>(&self, work: impl Fn(&Index) -> Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(failed) = &*self.index() {
            if failed.times > 0 && failed.at.elapsed() < PAUSE {
                return Err(failed.why.clone());
            }
        } else {
            return self.try_index(work);
        }
        self.mend(&mut self.writer());
        self.try_index(work)
    }

    fn try_index<T>(&self, work: impl Fn(&Index) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let done = self.index().as_ref().map_err(|failed| failed.why.clone()).and_then(work);
        if let Err(why) = &done {
            self.index_failed(why);
        }
        done
    }

    /// The index cannot be used until it is opened again. After the first write that fails sled does nothing more.
    fn index_failed(&self, why: &StoreError) {
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        if index.is_ok() {
            tracing::error!("{why}");
            let failed = Failed { why: why.clone(), at: Instant::now(), times: 0 };
            let old = std::mem::replace(&mut *index, Err(failed));
            // It may wait for threads of its own that have failed too.
            thread::spawn(move || drop(old));
        }
    }

    /// Opens an index that has failed, or builds another. Nobody writes meanwhile.
    fn mend(&self, _: &mut Writer) {
        let (why, times) = match &*self.index() {
            Ok(_) => return,
            Err(failed) => (failed.why.clone(), failed.times),
        };
        let is_damaged = matches!(why, StoreError::Corrupt { .. });
        let opened = Contents::read(&self.folder, Begin::Newest, self.gathered().durable)
            .and_then(|contents| open_index(&self.folder, &contents, is_damaged || times > 5));
        if opened.is_ok() {
            tracing::info!("the store in {} is open again", self.folder.display());
        }
        let _ = self.put(opened.map_err(|why| Failed { why, at: Instant::now(), times: times + 1 }));
    }

    // ---- Changes ----

    fn commit(&self, expected: &[Pair], writes: &[Pair]) -> Result<Commit, StoreError> {
        // Opened again where that is possible.
        self.with_index(|_| Ok(()))?;
        let mut gathered = self.gathered();
        let mut is_pending = false;
        for (key, value) in expected {
            let is_expected = match gathered.pending.get(key) {
                Some((_, pending)) => {
                    is_pending = true;
                    pending == value
                }
                None => self.try_index(|index| index.get(key))? == *value,
            };
            if !is_expected {
                let outcome = Arc::clone(&gathered.group.outcome);
                drop(gathered);
                if is_pending {
                    // Whoever looks again is to see what was in the way.
                    let _ = self.settle(&outcome);
                }
                return Ok(Commit::Conflict);
            }
        }
        if writes.is_empty() {
            let outcome = Arc::clone(&gathered.group.outcome);
            drop(gathered);
            return if is_pending { self.settle(&outcome).map(|()| Commit::Done) } else { Ok(Commit::Done) };
        }
        let (number, durable) = (gathered.last + 1, gathered.durable);
        if !journal::encode(number, durable, writes, &mut gathered.group.frames) {
            let why = "a change is too large".to_owned();
            return Err(StoreError::Other { folder: self.folder.clone(), why });
        }
        gathered.last = number;
        for (key, value) in writes {
            gathered.pending.insert(key.clone(), (number, value.clone()));
        }
        gathered.group.writes.extend_from_slice(writes);
        let outcome = Arc::clone(&gathered.group.outcome);
        drop(gathered);
        self.settle(&outcome)?;
        Ok(Commit::Done)
    }

    /// Waits until the group of an outcome is on the disk; takes it there if nobody else has.
    fn settle(&self, outcome: &OnceLock<Result<(), StoreError>>) -> Result<(), StoreError> {
        let mut writer = self.writer();
        if let Some(outcome) = outcome.get() {
            return outcome.clone();
        }
        let (group, last) = {
            let mut gathered = self.gathered();
            if !std::ptr::eq(outcome, &*gathered.group.outcome) {
                // Whoever took it broke down, and nobody knows how far it came.
                let why = "its thread broke down".to_owned();
                return Err(StoreError::Other { folder: self.folder.clone(), why });
            }
            (std::mem::take(&mut gathered.group), gathered.last)
        };
        let written = if group.frames.is_empty() { Ok(()) } else { self.append(&mut writer, &group.frames) };
        if let Err(why) = &written {
            let mut gathered = self.gathered();
            // Whoever has come meanwhile relies on what could not be written.
            let _ = std::mem::take(&mut gathered.group).outcome.set(Err(why.clone()));
            gathered.pending.clear();
            gathered.last = gathered.durable;
        } else {
            if let Some(file) = &writer.watermark {
                // Without it less is noticed, and nothing is lost.
                let _ = files::write_at(file, &self.folder.join("watermark"), 0, &watermark_bytes(last));
            }
            let applied = match &mut *self.index.write().unwrap_or_else(PoisonError::into_inner) {
                Ok(index) => index.apply(&group.writes, last),
                Err(_) => Ok(()),
            };
            if let Err(why) = applied {
                self.index_failed(&why);
            }
            let mut gathered = self.gathered();
            gathered.durable = last;
            gathered.pending.retain(|_, (number, _)| *number > last);
        }
        let _ = group.outcome.set(written.clone());
        written
    }

    /// Has frames on the disk, or none of them.
    fn append(&self, writer: &mut Writer, frames: &[u8]) -> Result<(), StoreError> {
        let had_failed = writer.file.is_none();
        let appended = (|| {
            if writer.file.is_none() {
                let file = files::open(&writer.path)?;
                files::set_length(&file, &writer.path, writer.length)?;
                files::sync(&file, &writer.path)?;
                writer.file = Some(file);
            }
            let Some(file) = &writer.file else { return Ok(()) };
            files::write_at(file, &writer.path, writer.length, frames)?;
            files::sync(file, &writer.path)
        })();
        match appended {
            Ok(()) => {
                writer.length += frames.len() as u64;
                self.is_long.store(writer.length > writer.limit, Ordering::Relaxed);
                if had_failed {
                    tracing::info!("the store in {} is open again", self.folder.display());
                }
                Ok(())
            }
            Err(error) => {
                let why = explain(&error, &self.folder);
                if !had_failed {
                    tracing::error!("{why}");
                }
                if let Some(file) = writer.file.take() {
                    // If it cannot be cut off now, it is before anything is written again.
                    let _ = files::set_length(&file, &writer.path, writer.length);
                }
                Err(why)
            }
        }
    }

    // ---- Checkpoints ----

    fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Relaxed)
    }

    fn make_checkpoints(&self, woken: &Receiver<()>) {
        while woken.recv().is_ok() {
            while woken.try_recv().is_ok() {}
            if self.is_closing() {
                return;
            }
            let is_long = self.is_long.swap(false, Ordering::Relaxed);
            let done = is_long.then(|| self.make_checkpoint());
            let done = done.unwrap_or(Ok(())).and_then(|()| self.keep_index_small());
            if let Err(why) = done
                && !self.is_closing()
            {
                tracing::error!("no checkpoint could be made: {why}");
                let mut writer = self.writer();
                writer.limit = writer.length + self.least;
            }
        }
    }

    /// Begins another file of the journal, and writes every record as it is after the last change before.
    pub(super) fn make_checkpoint(&self) -> Result<(), StoreError> {
        let io = |error: io::Error| explain(&error, &self.folder);
        let _alone = self.upkeep.lock().unwrap_or_else(PoisonError::into_inner);
        let next = {
            let mut writer = self.writer();
            let next = self.gathered().durable + 1;
            if writer.file.is_none() {
                return Ok(());
            }
            if next > writer.first {
                let path = journal::path(&self.folder, next);
                writer.file = Some(begin_journal(&path).map_err(io)?);
                writer.path = path;
                writer.first = next;
                writer.length = HEADER.len() as u64;
            }
            next
        };
        let contents = Contents::read(&self.folder, Begin::Whole, next - 1)?;
        // The newer ones are damaged, and would stand in the way of the one that is whole.
        for &damaged in
            Names::of(&self.folder).map_err(io)?.checkpoints.iter().filter(|&&it| it > contents.base)
        {
            let path = checkpoint::path(&self.folder, damaged);
            files::rename(&path, &path.with_extension("gz.damaged")).map_err(io)?;
        }
        if contents.last > contents.base {
            let path = checkpoint::path(&self.folder, contents.last);
            let saved = contents.save(&path, true, &|| self.is_closing())?;
            self.with_index(|index| index.set_live(saved.live))?;
        }
        let length = std::fs::metadata(checkpoint::path(&self.folder, next - 1)).map_or(0, |it| it.len());
        self.writer().limit = length.clamp(self.least, MOST.max(self.least));
        let index = self.with_index(|index| Ok(index.path.clone()))?;
        tidy_up(&self.folder, &index).map_err(io)
    }

    /// Builds the index anew if most of it is rubbish.
    fn keep_index_small(&self) -> Result<(), StoreError> {
        let (size, live) = self.with_index(|index| Ok((index.size(), index.live()?)))?;
        if size > live / 2 * 5 + SMALL { self.build_index() } else { Ok(()) }
    }

    /// Builds the index anew. Changes are made meanwhile, and wait only at the end.
    pub(super) fn build_index(&self) -> Result<(), StoreError> {
        let _alone = self.upkeep.lock().unwrap_or_else(PoisonError::into_inner);
        let durable = || self.gathered().durable;
        let contents = Contents::read(&self.folder, Begin::Whole, durable())?;
        let mut index = Index::build(&self.folder, &contents, &|| self.is_closing())?;
        drop(contents);
        let writer = self.writer();
        // Nobody writes now.
        index.follow(&Contents::read(&self.folder, Begin::Newest, durable())?)?;
        let old = self.put(Ok(index));
        drop(writer);
        if let Ok(old) = old {
            let path = old.path.clone();
            drop(old);
            files::remove_folder(&path).map_err(|error| explain(&error, &self.folder))?;
        }
        Ok(())
    }

    fn close(&self) {
        let writer = self.writer();
        if let Some(file) = &writer.watermark {
            // What it says may be less than what there is.
            let _ = file.sync_data();
        }
        let why = StoreError::Other { folder: self.folder.clone(), why: "it is closed".to_owned() };
        let closed = self.put(Err(Failed { why, at: Instant::now(), times: 1 }));
        if let Ok(index) = closed
            && let Err(why) = index.close()
        {
            // It is built anew, or brought up, when the store is opened.
            tracing::warn!("{why}");
        }
    }
}

/// Opens the journal where it goes on, and cuts off what a crash has left half-written.
fn open_journal(folder: &Path, contents: &Contents, least: u64) -> io::Result<Writer> {
    let (first, length) = match &contents.end {
        Some((first, end)) => (*first, end.length),
        None => (contents.last + 1, 0),
    };
    let path = journal::path(folder, first);
    let file = if length == 0 {
        begin_journal(&path)?
    } else {
        let file = files::open(&path)?;
        if let Some((_, end)) = contents.end.as_ref().filter(|(_, end)| end.torn > 0) {
            let (torn, folder) = (end.torn, folder.display());
            tracing::warn!(
                "the last {torn} bytes of the journal in {folder} were never acknowledged: they are cut off"
            );
            files::set_length(&file, &path, length)?;
        }
        // What the last run had not acknowledged yet may not be on the disk.
        files::sync(&file, &path)?;
        file
    };
    let watermark = files::open(&folder.join("watermark"))?;
    files::write_at(&watermark, &folder.join("watermark"), 0, &watermark_bytes(contents.last))?;
    let length = length.max(HEADER.len() as u64);
    let limit = std::fs::metadata(checkpoint::path(folder, contents.base)).map_or(0, |it| it.len());
    let limit = limit.clamp(least, MOST.max(least));
    Ok(Writer { first, path, file: Some(file), length, watermark: Some(watermark), limit })
}

/// Opens the newest index and brings it up, or builds one.
fn open_index(folder: &Path, contents: &Contents, is_damaged: bool) -> Result<Index, StoreError> {
    let io = |error: io::Error| explain(&error, folder);
    let mut why = if contents.last == 0 { None } else { Some("there is none") };
    for (_, path) in index::all(folder).map_err(io)?.iter().rev() {
        why = Some("it was open when the machine went down");
        let opened = if is_damaged {
            Err(StoreError::Corrupt {
                folder: folder.to_path_buf(),
                why: "parts of it cannot be read".to_owned(),
            })
        } else {
            Index::open(folder, path)
        };
        match opened {
            Ok(Some(index)) if index.applied > contents.last => {
                let missing = index.applied - contents.last;
                return Err(StoreError::Behind { folder: folder.to_path_buf(), missing });
            }
            Ok(Some(mut index)) if index.applied >= contents.base => {
                index.follow(contents)?;
                return Ok(index);
            }
            Ok(_) => {}
            Err(why @ StoreError::Full(_)) => return Err(why),
            Err(error) => {
                tracing::warn!("the index {} is damaged ({error})", path.display());
                let aside = folder.join("index.damaged");
                files::remove_folder(&aside).and_then(|()| std::fs::rename(path, &aside)).map_err(io)?;
                why = Some("the last one is damaged, and was moved aside to index.damaged");
            }
        }
    }
    if let Some(why) = why {
        tracing::info!("the index of the store in {} is built anew: {why}", folder.display());
    }
    let contents = Contents::read(folder, Begin::Whole, u64::MAX)?;
    let built = Index::build(folder, &contents, &|| false);
    if !matches!(built, Err(StoreError::Full(_))) {
        return built;
    }
    // What is in the old ones is in the journal too, and their room is wanted.
    for (_, path) in index::all(folder).map_err(io)? {
        files::remove_folder(&path).map_err(io)?;
    }
    files::remove_folder(&folder.join("index.damaged")).map_err(io)?;
    Index::build(folder, &contents, &|| false)
}

/// Removes what was written half and what newer files have made superfluous. The last checkpoint but one is kept, with the
/// journal since.
fn tidy_up(folder: &Path, index: &Path) -> io::Result<()> {
    let names = Names::of(folder)?;
    let older = names.checkpoints.len().saturating_sub(2);
    for &changes in &names.checkpoints[..older] {
        files::remove(&checkpoint::path(folder, changes))?;
    }
    let kept = if names.checkpoints.len() > 1 { names.checkpoints[older] } else { 0 };
    for pair in names.journals.windows(2).filter(|pair| pair[1] <= kept + 1) {
        files::remove(&journal::path(folder, pair[0]))?;
    }
    for (_, path) in index::all(folder)?.into_iter().filter(|(_, path)| path != index) {
        files::remove_folder(&path)?;
    }
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == files::BESIDE) {
            files::remove(&path)?;
        }
    }
    Ok(())
}

impl Read for DiskStore {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.inner().with_index(|index| index.get(key))
    }
}

impl Store for DiskStore {
    fn page(&self, prefix: &str, after: Option<&str>, most: usize) -> Result<Vec<Found>, StoreError> {
        self.inner().with_index(|index| index.page(prefix, after, most))
    }

    fn commit(&self, expected: &[Pair], writes: &[Pair]) -> Result<Commit, StoreError> {
        let done = self.inner().commit(expected, writes);
        if self.inner().is_long.load(Ordering::Relaxed)
            && let Some(wake) = &self.kept.wake
        {
            // If nobody listens, the thread broke down, and that was said.
            let _ = wake.send(());
        }
        done
    }
}
