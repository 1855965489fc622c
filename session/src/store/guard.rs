//! Watches over the files of a store: sled takes a damaged log for one that ends early, and begins anew on top of it.
//!
//! A store that was closed properly is sealed with a checksum of its files, which must still be right when it is
//! opened. One that was not (a crash) is opened with a copy at hand, and put back as it was if it turns out to be
//! empty.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::StoreError;
use super::newest::NEWEST;

/// Says that there is a store in a folder.
const MARK: &str = "STORE";
/// The checksums of the files of a store that was closed properly.
const SEAL: &str = "SEAL";
/// The files as they were before they were opened.
const BEFORE: &str = "BEFORE";

/// The file that sled locks while it is open.
const LOG: &str = "db";

/// The files of a store.
pub(super) struct Guard {
    folder: PathBuf,
}

impl Guard {
    pub(super) fn of(folder: &Path) -> Guard {
        Guard { folder: folder.to_path_buf() }
    }

    /// Whether there is, or was, a store in the folder.
    pub(super) fn is_marked(&self) -> bool {
        self.folder.join(MARK).exists()
    }

    /// Says from now on that there is a store in the folder.
    pub(super) fn mark(&self) -> io::Result<()> {
        fs::write(self.folder.join(MARK), "A store of tavlei. Copy or move the folder as a whole.\n")
    }

    /// Before the files are opened: looks at the seal, or keeps a copy where there is none.
    pub(super) fn before_opening(&self) -> Result<(), StoreError> {
        if !self.is_marked() {
            return Ok(());
        }
        let seal = self.folder.join(SEAL);
        let sealed = match fs::read_to_string(&seal) {
            Ok(sealed) => Some(sealed),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(explain(&error, &self.folder)),
        };
        match sealed {
            Some(sealed) => {
                let now = self.checksums().map_err(|error| explain(&error, &self.folder))?;
                if now != sealed {
                    let why = "its files are not as they were when it was closed".to_owned();
                    return Err(StoreError::Corrupt { folder: self.folder.clone(), why });
                }
                Ok(())
            }
            None => self.keep_copy().map_err(|error| explain(&error, &self.folder)),
        }
    }

    /// After the files were opened and are well: the seal is broken, the copy is not needed.
    pub(super) fn opened(&self) -> io::Result<()> {
        remove(fs::remove_file(self.folder.join(SEAL)))?;
        remove(fs::remove_dir_all(self.folder.join(BEFORE)))
    }

    /// The files could not be opened, or were not well: what was there before is put back, if a copy was kept.
    pub(super) fn put_back(&self) -> io::Result<()> {
        let before = self.folder.join(BEFORE);
        if !before.is_dir() {
            return Ok(());
        }
        for entry in self.entries()? {
            if entry.is_dir() { fs::remove_dir_all(entry)? } else { fs::remove_file(entry)? }
        }
        copy_all(&before, &self.folder, |_| true)?;
        fs::remove_dir_all(before)
    }

    /// After the last handle is gone: seals the files, unless somebody still writes in them.
    pub(super) fn closed(&self) -> io::Result<()> {
        let log = fs::File::open(self.folder.join(LOG))?;
        // Threads of sled's own may hold the files for a moment longer.
        let mut free = log.try_lock().is_ok();
        for _ in 0..50 {
            if free {
                break;
            }
            thread::sleep(Duration::from_millis(20));
            free = log.try_lock().is_ok();
        }
        if free {
            fs::write(self.folder.join(SEAL), self.checksums()?)?;
        }
        Ok(())
    }

    fn keep_copy(&self) -> io::Result<()> {
        let before = self.folder.join(BEFORE);
        if before.is_dir() {
            // An earlier attempt to open broke off: nothing was handled since.
            return Ok(());
        }
        let half = self.folder.join(format!("{BEFORE}.half"));
        remove(fs::remove_dir_all(&half))?;
        fs::create_dir(&half)?;
        if let Err(error) = copy_all(&self.folder, &half, is_of_store) {
            // Room is what is most likely missing.
            remove(fs::remove_dir_all(&half))?;
            return Err(error);
        }
        fs::rename(half, before)
    }

    /// The store's own files and folders, sorted; whatever else is in the folder is none of our business.
    fn entries(&self) -> io::Result<Vec<PathBuf>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if is_of_store(&entry.file_name()) {
                entries.push(entry.path());
            }
        }
        entries.sort();
        Ok(entries)
    }

    /// A line for each file: name, length, checksum.
    fn checksums(&self) -> io::Result<String> {
        let mut lines = String::new();
        let mut left = self.entries()?;
        left.reverse();
        while let Some(path) = left.pop() {
            if path.is_dir() {
                let mut inner: Vec<_> = fs::read_dir(&path)?
                    .map(|entry| entry.map(|entry| entry.path()))
                    .collect::<Result<_, _>>()?;
                inner.sort();
                inner.reverse();
                left.extend(inner);
                continue;
            }
            let mut file = fs::File::open(&path)?;
            let mut hasher = crc32fast::Hasher::new();
            let mut buffer = vec![0; 1 << 16];
            let mut length = 0_u64;
            loop {
                let count = file.read(&mut buffer)?;
                if count == 0 {
                    break;
                }
                hasher.update(&buffer[..count]);
                length += count as u64;
            }
            let name = path.strip_prefix(&self.folder).unwrap_or(&path).to_string_lossy().into_owned();
            lines.push_str(&format!("{name} {length} {:08x}\n", hasher.finalize()));
        }
        Ok(lines)
    }
}

/// What is not there need not be removed.
fn remove(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Whether sled gives a file or folder this name, or the count beside its files has it.
fn is_of_store(name: &OsStr) -> bool {
    [LOG, "conf", "blobs", NEWEST].iter().any(|known| name == *known)
        || name.to_string_lossy().starts_with("snap.")
}

fn copy_all(from: &Path, to: &Path, which: fn(&OsStr) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if !which(&name) {
            continue;
        }
        let target = to.join(&name);
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy_all(&entry.path(), &target, |_| true)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

/// A failure of the file system, in words.
pub(super) fn explain(error: &io::Error, folder: &Path) -> StoreError {
    let folder = folder.to_path_buf();
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            StoreError::Full(folder)
        }
        _ => StoreError::Other { folder, why: error.to_string() },
    }
}
