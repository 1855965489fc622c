//! The store that ships: sled.

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sled::transaction::{ConflictableTransactionError, TransactionError};

use super::guard::{self, Guard};
use super::{Commit, Found, Pair, Read, Store, StoreError};

/// Bytes of memory for what was read or written lately.
const CACHE: u64 = 64 << 20;
/// A tree of its own with one key, by which a store is told from an empty one.
const BORN: &str = "born";

/// A store in a folder of its own. Clones are the same store.
#[derive(Clone)]
pub struct SledStore {
    tree: sled::Tree,
    // After the tree: the files are closed with the last handle of all, and sealed after that.
    open: Arc<Open>,
}

/// An open store.
struct Open {
    /// There until it is closed.
    db: Option<sled::Db>,
    folder: PathBuf,
    guard: Guard,
}

/// Why a transaction was given up.
struct Unexpected;

impl SledStore {
    /// Opens the store in a folder, or begins one there.
    ///
    /// # Errors
    /// The folder is in use, damaged (then it is left as it is), or cannot be read and written.
    pub fn open(folder: impl AsRef<Path>) -> Result<SledStore, StoreError> {
        let folder = folder.as_ref().to_path_buf();
        let guard = Guard::of(&folder);
        guard.before_opening()?;
        let db = match open_db(&folder, guard.is_marked()) {
            Ok(db) => db,
            Err(error) => {
                // Whoever has it open looks after its files.
                if !matches!(error, StoreError::Locked(_)) {
                    guard.put_back().map_err(|error| guard::explain(&error, &folder))?;
                }
                return Err(error);
            }
        };
        guard.mark().and_then(|()| guard.opened()).map_err(|error| guard::explain(&error, &folder))?;
        let tree: sled::Tree = (*db).clone();
        Ok(SledStore { tree, open: Arc::new(Open { db: Some(db), folder, guard }) })
    }

    fn explained(&self, error: &sled::Error) -> StoreError {
        explain(error, &self.open.folder)
    }
}

impl fmt::Debug for SledStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SledStore").field(&self.open.folder).finish()
    }
}

/// Opens the files; a store that should be there must be there.
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

impl Drop for Open {
    fn drop(&mut self) {
        let Some(db) = self.db.take() else { return };
        if let Err(error) = db.flush() {
            // Not sealed: it is looked at with care when it is opened again.
            return tracing::error!("{}", explain(&error, &self.folder));
        }
        drop(db);
        if let Err(error) = self.guard.closed() {
            tracing::error!("{}", guard::explain(&error, &self.folder));
        }
    }
}

impl Read for SledStore {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let value = self.tree.get(key).map_err(|error| self.explained(&error))?;
        Ok(value.map(|value| value.to_vec()))
    }
}

impl Store for SledStore {
    fn scan(&self, prefix: &str) -> Result<Vec<Found>, StoreError> {
        let pairs = self.tree.scan_prefix(prefix).map(|pair| {
            let (key, value) = pair.map_err(|error| self.explained(&error))?;
            Ok((String::from_utf8_lossy(&key).into_owned(), value.to_vec()))
        });
        pairs.collect()
    }

    fn commit(&self, expected: &[Pair], writes: &[Pair]) -> Result<Commit, StoreError> {
        let done = self.tree.transaction(|tree| {
            for (key, value) in expected {
                if tree.get(key)?.as_deref() != value.as_deref() {
                    return Err(ConflictableTransactionError::Abort(Unexpected));
                }
            }
            for (key, value) in writes {
                match value {
                    Some(value) => tree.insert(key.as_bytes(), value.as_slice())?,
                    None => tree.remove(key.as_bytes())?,
                };
            }
            Ok(())
        });
        match done {
            Ok(()) => Ok(Commit::Done),
            Err(TransactionError::Abort(Unexpected)) => Ok(Commit::Conflict),
            Err(TransactionError::Storage(error)) => Err(self.explained(&error)),
        }
    }

    fn flush(&self) -> Result<(), StoreError> {
        self.tree.flush().map(drop).map_err(|error| self.explained(&error))
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
