//! The store as the rest sees it: keys and values in order, changed by transactions that compare and swap.

mod checkpoint;
mod contents;
mod disk;
mod files;
mod index;
mod journal;
mod memory;
mod takeover;
#[cfg(test)]
mod tests;
mod tools;
mod watermark;

use std::io;
use std::path::{Path, PathBuf};

pub use disk::DiskStore;
pub use memory::MemoryStore;
pub use tools::{Report, check, compact, export, import};

/// A key with the value that it has or is to have; no value: the key is not there.
pub type Pair = (String, Option<Vec<u8>>);

/// A value in the order of its key.
pub type Found = (String, Vec<u8>);

/// What a transaction came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Commit {
    /// Everything was written.
    Done,
    /// Something was not as expected: nothing was written.
    Conflict,
}

/// Stored state that can be read.
pub trait Read {
    /// The value of a key.
    ///
    /// # Errors
    /// The store cannot be read.
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError>;
}

/// How many keys are read at once when all of a prefix are wanted.
const PAGE: usize = 1_000;

/// Where everything that must not be lost is kept. What is read of it would survive a power cut at that moment.
pub trait Store: Read + Send + Sync + 'static {
    /// Keys that begin with a prefix, in bytewise order, with their values: so many at most, and only those behind a key
    /// if one is given.
    ///
    /// # Errors
    /// The store cannot be read.
    fn page(&self, prefix: &str, after: Option<&str>, most: usize) -> Result<Vec<Found>, StoreError>;

    /// Writes all of `writes`, or nothing: only if everything is still as `expected`. Returns when that would survive a
    /// power cut.
    ///
    /// # Errors
    /// The store cannot be written.
    fn commit(&self, expected: &[Pair], writes: &[Pair]) -> Result<Commit, StoreError>;

    /// All keys that begin with a prefix, in bytewise order, with their values: for prefixes under which there are few.
    ///
    /// # Errors
    /// The store cannot be read.
    fn scan(&self, prefix: &str) -> Result<Vec<Found>, StoreError> {
        let mut all: Vec<Found> = Vec::new();
        loop {
            let page = self.page(prefix, all.last().map(|(key, _)| key.as_str()), PAGE)?;
            let is_last = page.len() < PAGE;
            all.extend(page);
            if is_last {
                return Ok(all);
            }
        }
    }
}

/// What helps when a store is damaged.
const ADVICE: &str = "put a backup in its place, or save what can be read: tavlei store export --partial FILE, then move \
                      the folder away, then tavlei store import FILE";

/// Why the store failed, in words for whoever runs the bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process has the store open.
    #[error("the store in {} is in use by another process: only one tavlei can run on it; stop the other one", .0.display())]
    Locked(PathBuf),
    /// What is in the folder is not a whole store.
    #[error("the store in {} is damaged ({why}) and was left as it is: {ADVICE}", .folder.display())]
    Corrupt {
        /// The folder.
        folder: PathBuf,
        /// What cannot be read.
        why: String,
    },
    /// What was stored last is not there any more.
    #[error(
        "the store in {} has lost what was stored last ({missing} changes) and was left as it is: {ADVICE}",
        .folder.display()
    )]
    Behind {
        /// The folder.
        folder: PathBuf,
        /// How many changes are missing.
        missing: u64,
    },
    /// The disk is full, or the store may not grow any more.
    #[error("no room is left for the store in {}: make room on the disk; nothing that was accepted is lost", .0.display())]
    Full(PathBuf),
    /// There is a store already where one is to be made.
    #[error("there is a store in {} already: move the folder away first, or set TAVLEI_DATA to another one", .0.display())]
    Exists(PathBuf),
    /// There is no store.
    #[error("there is no store in {}: set TAVLEI_DATA to the folder of one", .0.display())]
    Missing(PathBuf),
    /// An export cannot be read or written.
    #[error("the file {} cannot be used: {why}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Anything else.
    #[error("the store in {} cannot be used: {why}", .folder.display())]
    Other {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        why: String,
    },
}

/// A failure of the file system, in words.
fn explain(error: &io::Error, folder: &Path) -> StoreError {
    let folder = folder.to_path_buf();
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            StoreError::Full(folder)
        }
        io::ErrorKind::InvalidData => StoreError::Corrupt { folder, why: error.to_string() },
        _ => StoreError::Other { folder, why: error.to_string() },
    }
}
