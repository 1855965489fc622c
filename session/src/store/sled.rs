//! The store that ships: sled.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use sled::transaction::{ConflictableTransactionError, TransactionError};

use super::{Commit, Found, Pair, Read, Store, StoreError};

/// Bytes of memory for what was read or written lately.
const CACHE: u64 = 64 << 20;

/// A store in a folder of its own.
#[derive(Clone, Debug)]
pub struct SledStore {
    db: sled::Db,
    folder: PathBuf,
}

/// Why a transaction was given up.
struct Unexpected;

impl SledStore {
    /// Opens the store in a folder, or begins one there.
    ///
    /// # Errors
    /// The folder is in use, damaged, or cannot be read and written.
    pub fn open(folder: impl AsRef<Path>) -> Result<SledStore, StoreError> {
        let folder = folder.as_ref().to_path_buf();
        // What sled makes of a file that is not its own may be a panic instead of an error.
        let opened =
            catch_unwind(AssertUnwindSafe(|| sled::Config::new().path(&folder).cache_capacity(CACHE).open()));
        match opened {
            Ok(Ok(db)) => Ok(SledStore { db, folder }),
            Ok(Err(error)) => Err(explain(&error, &folder)),
            Err(_) => Err(StoreError::Corrupt { folder, why: "it cannot be read".to_owned() }),
        }
    }

    fn explained(&self, error: &sled::Error) -> StoreError {
        explain(error, &self.folder)
    }
}

impl Read for SledStore {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let value = self.db.get(key).map_err(|error| self.explained(&error))?;
        Ok(value.map(|value| value.to_vec()))
    }
}

impl Store for SledStore {
    fn scan(&self, prefix: &str) -> Result<Vec<Found>, StoreError> {
        let pairs = self.db.scan_prefix(prefix).map(|pair| {
            let (key, value) = pair.map_err(|error| self.explained(&error))?;
            Ok((String::from_utf8_lossy(&key).into_owned(), value.to_vec()))
        });
        pairs.collect()
    }

    fn commit(&self, expected: &[Pair], writes: &[Pair]) -> Result<Commit, StoreError> {
        let done = self.db.transaction(|tree| {
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
        self.db.flush().map(drop).map_err(|error| self.explained(&error))
    }
}

fn explain(error: &sled::Error, folder: &Path) -> StoreError {
    let folder = folder.to_path_buf();
    match error {
        sled::Error::Corruption { .. } | sled::Error::Unsupported(_) => {
            StoreError::Corrupt { folder, why: "parts of it cannot be read".to_owned() }
        }
        sled::Error::Io(error) if error.kind() == io::ErrorKind::StorageFull => StoreError::Full(folder),
        sled::Error::Io(error) if error.to_string().contains("could not acquire lock") => {
            StoreError::Locked(folder)
        }
        sled::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            StoreError::Corrupt { folder, why: error.to_string() }
        }
        error => StoreError::Other { folder, why: error.to_string() },
    }
}
