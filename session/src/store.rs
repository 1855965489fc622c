//! The store as the rest sees it: keys and values in order, changed by transactions that compare and swap.

mod guard;
mod memory;
mod newest;
mod sled;

use std::path::PathBuf;

pub use memory::MemoryStore;
pub use sled::SledStore;

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

/// Where everything that must not be lost is kept.
pub trait Store: Read + Send + Sync + 'static {
    /// All keys that begin with a prefix, in bytewise order, with their values.
    ///
    /// # Errors
    /// The store cannot be read.
    fn scan(&self, prefix: &str) -> Result<Vec<Found>, StoreError>;

    /// Writes all of `writes`, or nothing: only if everything is still as `expected`.
    ///
    /// # Errors
    /// The store cannot be written; then nothing was.
    fn commit(&self, expected: &[Pair], writes: &[Pair]) -> Result<Commit, StoreError>;

    /// Returns when everything committed so far would survive the end of this process, however it comes. A power cut may
    /// cost the last half second.
    ///
    /// # Errors
    /// It would not.
    fn flush(&self) -> Result<(), StoreError>;
}

/// Why the store failed, in words for whoever runs the bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process has the store open.
    #[error("the store in {} is in use by another process: only one tavlei can run on it; stop the other one", .0.display())]
    Locked(PathBuf),
    /// What is in the folder is not a whole store.
    #[error(
        "the store in {} is damaged ({why}): put a copy back in its place, or move the folder away to begin anew",
        .folder.display()
    )]
    Corrupt {
        /// The folder.
        folder: PathBuf,
        /// What the store says.
        why: String,
    },
    /// What was stored last is not there any more.
    #[error(
        "the store in {} has lost what was stored last ({missing} changes): put a copy back in its place, or remove the \
         file NEWEST from it to go on with what is left",
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
    /// Anything else.
    #[error("the store in {} cannot be used: {why}", .folder.display())]
    Other {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        why: String,
    },
}
