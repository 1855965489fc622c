//! How far a store has come, beside it: sled takes a log that has lost its end for one that never went further.
//!
//! The changes of a store are counted in it, and after each flush the count is noted in a file of its own. A store that
//! knows fewer changes than the file has lost what was stored last.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The file with the count.
pub(super) const NEWEST: &str = "NEWEST";

/// The file with the count of an open store.
pub(super) struct Newest {
    file: Mutex<(File, u64)>,
}

impl Newest {
    /// The file of a store whose count is known, begun or brought up to date.
    pub(super) fn open(folder: &Path, count: u64) -> io::Result<Newest> {
        let path = folder.join(NEWEST);
        let file = File::options().write(true).create(true).truncate(false).open(path)?;
        let newest = Newest { file: Mutex::new((file, 0)) };
        newest.note(count)?;
        Ok(newest)
    }

    /// The count that was noted last; zero if none was, or if it cannot be read.
    pub(super) fn read(folder: &Path) -> io::Result<u64> {
        match fs::read_to_string(folder.join(NEWEST)) {
            Ok(text) => Ok(text.trim().parse().unwrap_or(0)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
            Err(error) => Err(error),
        }
    }

    /// Notes that so many changes are flushed.
    pub(super) fn note(&self, count: u64) -> io::Result<()> {
        let mut held = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, noted) = &mut *held;
        if count <= *noted {
            return Ok(());
        }
        // Always of the same length, so that it needs no more room later on.
        file.seek(SeekFrom::Start(0))?;
        file.write_all(format!("{count:020}\n").as_bytes())?;
        *noted = count;
        Ok(())
    }
}
