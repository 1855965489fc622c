//! Taking over a store of an earlier version, which was sled alone, in the folder itself.
//!
//! Its files are not written in: a copy of them is read. When all that is in it stands in a checkpoint, they are moved into a
//! folder of their own, from where an operator may remove them.

use std::fs::{self, File, TryLockError};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::checkpoint::{self, Writer};
use super::contents::Names;
use super::{StoreError, explain, files};

/// sled's log.
const LOG: &str = "db";
/// Where the files are moved.
const BEFORE: &str = "before-journal";
/// Where they are copied to be read.
const COPY: &str = "takeover.tmp";
/// The key under which changes were counted.
const COUNT: &str = "store/count";
/// The file with the last count.
const NEWEST: &str = "NEWEST";
/// The tree by which a store was told from an empty one.
const BORN: &str = "born";

/// Whether there is an earlier store in a folder that was not taken over.
pub(super) fn is_needed(folder: &Path) -> io::Result<bool> {
    Ok(folder.join(LOG).is_file() && Names::of(folder)? == Names::default())
}

/// Takes an earlier store over, if there is one.
pub(super) fn take_over(folder: &Path) -> Result<(), StoreError> {
    let io = |error: io::Error| explain(&error, folder);
    if !folder.join(LOG).is_file() {
        return Ok(());
    }
    let log = File::open(folder.join(LOG)).map_err(io)?;
    match log.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(StoreError::Locked(folder.to_path_buf())),
        Err(TryLockError::Error(error)) => return Err(io(error)),
    }
    if is_needed(folder).map_err(io)? {
        let copy = folder.join(COPY);
        files::remove_folder(&copy).map_err(io)?;
        let read = copy_all(folder, &copy).map_err(io).and_then(|()| read(folder, &copy));
        files::remove_folder(&copy).map_err(io)?;
        let records = read?;
        let (folder, before) = (folder.display(), folder.join(BEFORE));
        tracing::info!(
            "the store in {folder} was taken over from an earlier version, {records} records; its old files are in {} now",
            before.display()
        );
    }
    move_all(folder).map_err(io)
}

/// Whether an earlier version gave a file or folder this name.
fn is_of_store(name: &str) -> bool {
    [LOG, "conf", "blobs", NEWEST, "SEAL", "STORE", "BEFORE"].contains(&name) || name.starts_with("snap.")
}

fn move_all(folder: &Path) -> io::Result<()> {
    let before = folder.join(BEFORE);
    files::make_folder(&before)?;
    // The log last: by it the others are found again if this breaks off.
    let mut names: Vec<_> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.file_name())).collect::<Result<_, _>>()?;
    names.sort_by_key(|name| name == LOG);
    for name in names.iter().filter(|name| is_of_store(&name.to_string_lossy())) {
        fs::rename(folder.join(name), before.join(name))?;
    }
    files::sync_folder(&before)
}

fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    files::make_folder(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        let text = name.to_string_lossy();
        if text == "blobs" {
            copy_folder(&entry.path(), &to.join(&name))?;
        } else if is_of_store(&text) && entry.path().is_file() {
            fs::copy(entry.path(), to.join(&name))?;
        }
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    files::make_folder(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

/// Writes what is in a copy into a checkpoint. Gives how many records there are.
fn read(folder: &Path, copy: &Path) -> Result<u64, StoreError> {
    let damaged = |why: &str| StoreError::Other {
        folder: folder.to_path_buf(),
        why: format!(
            "it is of an earlier version and damaged ({why}), and was left as it is: put a backup in its place"
        ),
    };
    let noted = files::read(&copy.join(NEWEST)).map_err(|error| explain(&error, folder))?;
    let noted =
        noted.and_then(|bytes| String::from_utf8(bytes).ok()?.trim().parse::<u64>().ok()).unwrap_or(0);
    let read = catch_unwind(AssertUnwindSafe(|| -> Result<u64, StoreError> {
        let sled = |error: sled::Error| match error {
            sled::Error::Io(error) if error.kind() != io::ErrorKind::InvalidData => explain(&error, folder),
            error => damaged(&error.to_string()),
        };
        let db = sled::Config::new().path(copy).open().map_err(sled)?;
        let count = db.get(COUNT).map_err(sled)?;
        let count = count.map_or(Some(0), |count| Some(u64::from_be_bytes(count.as_ref().try_into().ok()?)));
        let count = count.ok_or_else(|| damaged("its changes are not counted"))?;
        if count < noted {
            return Err(damaged(&format!("the last {} changes are missing", noted - count)));
        }
        if count > 0 && db.open_tree(BORN).and_then(|born| born.get(BORN)).map_err(sled)?.is_none() {
            return Err(damaged("parts of it are missing"));
        }
        let (mut records, mut failed) = (0, None);
        let count = count.max(1);
        let written = files::write_whole(&checkpoint::path(folder, count), |to| {
            let mut writer = Writer::begin(to, true, count)?;
            for pair in db.iter() {
                let pair = pair.inspect_err(|error| failed = Some(sled(error.clone())));
                let (key, value) = pair.map_err(|_| io::Error::other("it broke off"))?;
                let key = String::from_utf8_lossy(&key);
                if key != COUNT {
                    writer.record(&key, &value)?;
                }
            }
            records = writer.records;
            writer.finish()
        });
        match failed {
            Some(why) => Err(why),
            None => written.map(|()| records).map_err(|error| explain(&error, folder)),
        }
    }));
    read.unwrap_or_else(|_| Err(damaged("its files cannot be read")))
}
