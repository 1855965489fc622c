//! The store that ships: sled.
//!
//! After the first write that fails, a full disk for one, sled does nothing more: what it has in memory may never reach
//! the disk. So its files are closed then, and opened again every now and then until that works: what was flushed is
//! still there. Whoever wants something of the store meanwhile is told why it cannot be had.

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, RwLock, RwLockReadGuard, TryLockError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use sled::transaction::{ConflictableTransactionError, TransactionError};
use tokio::sync::watch;

use super::guard::{self, Guard};
use super::newest::Newest;
use super::{Commit, Found, Pair, Read, Store, StoreError};

/// Bytes of memory for what was read or written lately.
const CACHE: u64 = 64 << 20;
/// A tree of its own with one key, by which a store is told from an empty one.
const BORN: &str = "born";
/// The key under which changes are counted.
const COUNT: &str = "store/count";
/// How long to wait before files that failed are opened again: at first, and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// How often files may turn out not to be closed yet when they are to be opened again.
const LOCKED: u32 = 6;
/// How long a flush may take. sled may wait for ever when something goes wrong beside it.
const LONGEST_FLUSH: Duration = Duration::from_secs(300);
/// How often flushes are looked after.
const LOOK: Duration = Duration::from_secs(5);
/// How often it is asked whether the files are free to be closed.
const MOMENT: Duration = Duration::from_millis(10);

/// A store in a folder of its own. Clones are the same store.
#[derive(Clone)]
pub struct SledStore {
    kept: Arc<Kept>,
}

/// A store with the thread that looks after it.
struct Kept {
    shelf: Arc<Shelf>,
    keeper: Option<JoinHandle<()>>,
}

/// The store as its threads share it.
struct Shelf {
    folder: PathBuf,
    guard: Guard,
    /// The files, or why they are closed.
    files: RwLock<Result<Files, StoreError>>,
    /// What the keeper is to know.
    news: Mutex<News>,
    wake: Condvar,
    /// Why this process cannot use the store any more, once it cannot.
    lost: watch::Sender<Option<StoreError>>,
}

#[derive(Default)]
struct News {
    /// Why the files that were opened so many times are of no use any more.
    failed: Option<(u64, StoreError)>,
    /// The flushes under way, by when they began.
    flushes: Vec<Instant>,
    /// Whether the store is to be closed.
    closing: bool,
}

/// Open files.
struct Files {
    tree: sled::Tree,
    db: sled::Db,
    newest: Newest,
    /// How many changes there were, those included that are not flushed.
    count: AtomicU64,
    /// How many times the files were opened before, by this process.
    before: u64,
}

/// Why a transaction was given up.
enum Refusal {
    /// Something was not as expected.
    Unexpected,
    /// The count of changes is none.
    Miscounted,
}

impl SledStore {
    /// Opens the store in a folder, or begins one there.
    ///
    /// # Errors
    /// The folder is in use, damaged (then it is left as it is), or cannot be read and written.
    pub fn open(folder: impl AsRef<Path>) -> Result<SledStore, StoreError> {
        let folder = folder.as_ref().to_path_buf();
        let guard = Guard::of(&folder);
        guard.before_opening()?;
        let files = open(&folder, &guard, 0)?;
        let shelf = Arc::new(Shelf {
            folder,
            guard,
            files: RwLock::new(Ok(files)),
            news: Mutex::default(),
            wake: Condvar::new(),
            lost: watch::Sender::new(None),
        });
        let kept = Arc::clone(&shelf);
        let keeper = thread::Builder::new().name("store-keeper".to_owned()).spawn(move || kept.keep());
        let keeper = keeper.map_err(|error| guard::explain(&error, &shelf.folder))?;
        Ok(SledStore { kept: Arc::new(Kept { shelf, keeper: Some(keeper) }) })
    }

    /// Returns when this process cannot use the store any more, with the reason. Another process may be able to; here
    /// threads wait for the store that will never go on, so that it cannot be closed either.
    pub fn lost(&self) -> impl Future<Output = StoreError> + Send + use<> {
        let mut lost = self.kept.shelf.lost.subscribe();
        async move {
            let why = lost.wait_for(Option::is_some).await.ok().and_then(|why| why.clone());
            match why {
                Some(why) => why,
                // A store that is closed is not lost.
                None => std::future::pending().await,
            }
        }
    }

    /// Does something with the files, and has them looked after if it fails.
    fn with<T>(&self, work: impl FnOnce(&Files) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let shelf = &self.kept.shelf;
        let files = shelf.files();
        let open = files.as_ref().map_err(Clone::clone)?;
        let done = catch_unwind(AssertUnwindSafe(|| work(open)));
        let done = done.unwrap_or_else(|_| Err(shelf.broken("it broke down")));
        let before = open.before;
        drop(files);
        match &done {
            // What cannot be read now will not be read better another time.
            Ok(_) | Err(StoreError::Corrupt { .. }) => {}
            Err(why) => shelf.tell(|news| news.failed = Some((before, why.clone()))),
        }
        done
    }
}

impl fmt::Debug for SledStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SledStore").field(&self.kept.shelf.folder).finish()
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.shelf.tell(|news| news.closing = true);
        if self.keeper.take().is_some_and(|keeper| keeper.join().is_err()) {
            tracing::error!("{}", self.shelf.broken("its keeper broke down"));
        }
        self.shelf.close();
    }
}

impl Shelf {
    fn files(&self) -> RwLockReadGuard<'_, Result<Files, StoreError>> {
        self.files.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn news(&self) -> std::sync::MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, change: impl FnOnce(&mut News)) {
        change(&mut self.news());
        self.wake.notify_all();
    }

    fn broken(&self, why: &str) -> StoreError {
        StoreError::Other { folder: self.folder.clone(), why: why.to_owned() }
    }

    /// Puts other files, or none, in the place of those before, as soon as nobody uses these.
    fn put(&self, files: Result<Files, StoreError>) -> Result<Files, StoreError> {
        loop {
            match self.files.try_write() {
                Ok(mut held) => return std::mem::replace(&mut *held, files),
                Err(TryLockError::Poisoned(held)) => {
                    return std::mem::replace(&mut *held.into_inner(), files);
                }
                Err(TryLockError::WouldBlock) => {
                    self.look_after(&self.news());
                    thread::sleep(MOMENT);
                }
            }
        }
    }

    /// The keeper's work, until the store is closed: files that failed are closed, and opened again.
    fn keep(&self) {
        let (mut opened, mut pause, mut times) = (Instant::now(), FIRST_PAUSE, 0);
        while let Some(why) = self.next_failure(times) {
            tracing::error!("{why}");
            // Where only room is missing, the files are well, and it would not do to want room for a copy of them.
            let is_well = matches!(why, StoreError::Full(_));
            drop(self.put(Err(why)));
            times += 1;
            pause = if opened.elapsed() > LONGEST_PAUSE { FIRST_PAUSE } else { pause };
            let mut locked = 0;
            loop {
                if self.is_closing_after(pause) {
                    return;
                }
                pause = (pause * 2).min(LONGEST_PAUSE);
                let ready = if is_well { Ok(()) } else { self.guard.before_opening() };
                match ready.and_then(|()| open(&self.folder, &self.guard, times)) {
                    Ok(files) => {
                        drop(self.put(Ok(files)));
                        tracing::info!("the store in {} is open again", self.folder.display());
                        break;
                    }
                    // sled itself still has them, for a moment or for good.
                    Err(StoreError::Locked(_)) => {
                        locked += 1;
                        if locked == LOCKED {
                            self.lost.send_replace(Some(self.broken("its files cannot be closed")));
                        }
                    }
                    Err(why) => {
                        if self.put(Err(why.clone())).err().as_ref() != Some(&why) {
                            tracing::error!("{why}");
                        }
                    }
                }
            }
            opened = Instant::now();
        }
    }

    /// Waits until files that were opened so many times before fail; none when the store is to be closed.
    fn next_failure(&self, times: u64) -> Option<StoreError> {
        let mut news = self.news();
        loop {
            if news.closing {
                return None;
            }
            if let Some((_, why)) = news.failed.take().filter(|(before, _)| *before == times) {
                return Some(why);
            }
            self.look_after(&news);
            news = self.wake.wait_timeout(news, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Looks whether a flush takes so long that it will never end.
    fn look_after(&self, news: &News) {
        if news.flushes.iter().any(|began| began.elapsed() > LONGEST_FLUSH) {
            self.lost.send_replace(Some(self.broken("the disk does not answer")));
        }
    }

    /// Waits for a while; true if the store is to be closed by then.
    fn is_closing_after(&self, wait: Duration) -> bool {
        let waited = self.wake.wait_timeout_while(self.news(), wait, |news| !news.closing);
        waited.unwrap_or_else(PoisonError::into_inner).0.closing
    }

    fn flush(&self, files: &Files) -> Result<(), StoreError> {
        let began = Instant::now();
        self.news().flushes.push(began);
        let done = catch_unwind(AssertUnwindSafe(|| files.flush(&self.folder)));
        let done = done.unwrap_or_else(|_| Err(self.broken("it broke down")));
        let mut news = self.news();
        if let Some(at) = news.flushes.iter().position(|other| *other == began) {
            news.flushes.swap_remove(at);
        }
        done
    }

    /// Closes the files, and seals them if all is well.
    fn close(&self) {
        let Ok(files) = self.put(Err(self.broken("it is closed"))) else { return };
        if let Err(error) = self.flush(&files) {
            // Not sealed: it is looked at with care when it is opened again.
            return tracing::error!("{error}");
        }
        drop(files);
        if let Err(error) = self.guard.closed() {
            tracing::error!("{}", guard::explain(&error, &self.folder));
        }
    }
}

/// Opens the files of a store; if they are damaged, they are put back as they were, as far as there is a copy.
fn open(folder: &Path, guard: &Guard, before: u64) -> Result<Files, StoreError> {
    match open_files(folder, guard.is_marked(), before) {
        Ok(files) => {
            let opened = guard.mark().and_then(|()| guard.opened());
            opened.map(|()| files).map_err(|error| guard::explain(&error, folder))
        }
        Err(error) => {
            // Whoever has it open looks after its files.
            if !matches!(error, StoreError::Locked(_)) {
                guard.put_back().map_err(|error| guard::explain(&error, folder))?;
            }
            Err(error)
        }
    }
}

fn open_files(folder: &Path, expected: bool, before: u64) -> Result<Files, StoreError> {
    let db = open_db(folder, expected)?;
    let tree: sled::Tree = (*db).clone();
    let io = |error: &io::Error| guard::explain(error, folder);
    let counted = tree.get(COUNT).map_err(|error| explain(&error, folder))?;
    let count = count_of(counted.as_deref()).ok_or_else(|| StoreError::Corrupt {
        folder: folder.to_path_buf(),
        why: "its changes are not counted".to_owned(),
    })?;
    let noted = Newest::read(folder).map_err(|error| io(&error))?;
    if let Some(missing) = noted.checked_sub(count).filter(|missing| *missing > 0) {
        return Err(StoreError::Behind { folder: folder.to_path_buf(), missing });
    }
    let newest = Newest::open(folder, count).map_err(|error| io(&error))?;
    Ok(Files { tree, db, newest, count: AtomicU64::new(count), before })
}

/// Opens sled's files; a store that should be there must be there.
fn open_db(folder: &Path, expected: bool) -> Result<sled::Db, StoreError> {
    // What sled makes of a file that is not its own may be a panic instead of an error.
    let opened = catch_unwind(AssertUnwindSafe(|| -> Result<Option<sled::Db>, sled::Error> {
        let db = sled::Config::new().path(folder).cache_capacity(CACHE).open()?;
        let born = db.open_tree(BORN)?;
        if born.get(BORN)?.is_none() {
            if expected {
                return Ok(None);
            }
            born.insert(BORN, BORN)?;
            db.flush()?;
        }
        drop(born);
        Ok(Some(db))
    }));
    let corrupt = |why: &str| StoreError::Corrupt { folder: folder.to_path_buf(), why: why.to_owned() };
    match opened {
        Ok(Ok(Some(db))) => Ok(db),
        Ok(Ok(None)) => Err(corrupt("its files hold nothing that can be read")),
        Ok(Err(error)) => Err(explain(&error, folder)),
        Err(_) => Err(corrupt("its files cannot be read")),
    }
}

/// The count of changes as it is stored; zero before there was any.
fn count_of(bytes: Option<&[u8]>) -> Option<u64> {
    let Some(bytes) = bytes else { return Some(0) };
    Some(u64::from_be_bytes(bytes.try_into().ok()?))
}

impl Files {
    fn flush(&self, folder: &Path) -> Result<(), StoreError> {
        // What is committed from here on may be flushed or not.
        let count = self.count.load(Ordering::Acquire);
        self.db.flush().map_err(|error| explain(&error, folder))?;
        self.newest.note(count).map_err(|error| guard::explain(&error, folder))
    }

    fn commit(&self, expected: &[Pair], writes: &[Pair], folder: &Path) -> Result<Commit, StoreError> {
        let done = self.tree.transaction(|tree| {
            let refuse = |why| Err(ConflictableTransactionError::Abort(why));
            for (key, value) in expected {
                if tree.get(key)?.as_deref() != value.as_deref() {
                    return refuse(Refusal::Unexpected);
                }
            }
            let Some(count) = count_of(tree.get(COUNT)?.as_deref()) else {
                return refuse(Refusal::Miscounted);
            };
            if writes.is_empty() {
                return Ok(count);
            }
            for (key, value) in writes {
                match value {
                    Some(value) => tree.insert(key.as_bytes(), value.as_slice())?,
                    None => tree.remove(key.as_bytes())?,
                };
            }
            tree.insert(COUNT.as_bytes(), &(count + 1).to_be_bytes())?;
            Ok(count + 1)
        });
        match done {
            Ok(count) => {
                self.count.fetch_max(count, Ordering::AcqRel);
                Ok(Commit::Done)
            }
            Err(TransactionError::Abort(Refusal::Unexpected)) => Ok(Commit::Conflict),
            Err(TransactionError::Abort(Refusal::Miscounted)) => {
                let why = "its changes are not counted".to_owned();
                Err(StoreError::Corrupt { folder: folder.to_path_buf(), why })
            }
            Err(TransactionError::Storage(error)) => Err(explain(&error, folder)),
        }
    }
}

impl Read for SledStore {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let folder = &self.kept.shelf.folder;
        let value = self.with(|files| files.tree.get(key).map_err(|error| explain(&error, folder)))?;
        Ok(value.map(|value| value.to_vec()))
    }
}

impl Store for SledStore {
    fn scan(&self, prefix: &str) -> Result<Vec<Found>, StoreError> {
        let folder = &self.kept.shelf.folder;
        self.with(|files| {
            let pairs = files.tree.scan_prefix(prefix).map(|pair| {
                let (key, value) = pair.map_err(|error| explain(&error, folder))?;
                Ok((String::from_utf8_lossy(&key).into_owned(), value.to_vec()))
            });
            pairs.collect()
        })
    }

    fn commit(&self, expected: &[Pair], writes: &[Pair]) -> Result<Commit, StoreError> {
        self.with(|files| files.commit(expected, writes, &self.kept.shelf.folder))
    }

    fn flush(&self) -> Result<(), StoreError> {
        self.with(|files| self.kept.shelf.flush(files))
    }
}

fn explain(error: &sled::Error, folder: &Path) -> StoreError {
    let folder = folder.to_path_buf();
    match error {
        sled::Error::Corruption { .. } | sled::Error::Unsupported(_) => {
            StoreError::Corrupt { folder, why: "parts of it cannot be read".to_owned() }
        }
        sled::Error::Io(error) if error.to_string().contains("could not acquire lock") => {
            StoreError::Locked(folder)
        }
        sled::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            StoreError::Corrupt { folder, why: error.to_string() }
        }
        sled::Error::Io(error) => guard::explain(error, &folder),
        error => StoreError::Other { folder, why: error.to_string() },
    }
}
