//! What an operator does with a store.

use std::io;
use std::path::Path;

use super::checkpoint::{self, Reader, Writer};
use super::contents::{Begin, Contents, Names};
use super::disk::{self, DiskStore};
use super::watermark::watermark;
use super::{StoreError, explain, files, takeover};

/// What is in a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many changes were made in all.
    pub changes: u64,
    /// How many records there are.
    pub records: u64,
    /// The bytes of their keys and values.
    pub live: u64,
    /// The bytes that the folder takes on the disk.
    pub size: u64,
    /// What is not as it should be, though no record is lost by it.
    pub troubles: Vec<String>,
}

/// What a store holds, by reading its files alone: also while it is in use.
fn read(folder: &Path, begin: Begin) -> Result<Contents, StoreError> {
    let io = |error: io::Error| explain(&error, folder);
    let names = match Names::of(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(StoreError::Missing(folder.to_path_buf()));
        }
        names => names.map_err(io)?,
    };
    if takeover::is_needed(folder).map_err(io)? {
        let why = "it is of an earlier version: start tavlei on it once, then it is taken over".to_owned();
        return Err(StoreError::Other { folder: folder.to_path_buf(), why });
    }
    if names == Names::default() && !folder.join("watermark").exists() {
        return Err(StoreError::Missing(folder.to_path_buf()));
    }
    for _ in 0..5 {
        let before = Names::of(folder).map_err(io)?;
        // Looked at first: what is acknowledged by now must be in what is read afterwards.
        let acknowledged = watermark(folder)?.unwrap_or(0);
        let mut contents = Contents::read_partly(folder, begin, u64::MAX);
        if let Ok(contents) = &mut contents
            && contents.damage.is_none()
            && contents.last < acknowledged
        {
            contents.damage = Some(format!("the last {} changes are missing", acknowledged - contents.last));
        }
        // A checkpoint that is made meanwhile takes files away.
        if contents.as_ref().is_ok_and(|contents| contents.damage.is_none())
            || before == Names::of(folder).map_err(io)?
        {
            return contents;
        }
    }
    Err(StoreError::Other { folder: folder.to_path_buf(), why: "it changes too fast: try again".to_owned() })
}

fn damaged(folder: &Path, contents: &Contents) -> Result<(), StoreError> {
    let corrupt = |why: &String| Err(StoreError::Corrupt { folder: folder.to_path_buf(), why: why.clone() });
    contents.damage.as_ref().map_or(Ok(()), corrupt)
}

/// Reads all of a store, also while it is in use.
///
/// # Errors
/// There is none, or it is damaged.
pub fn check(folder: &Path) -> Result<Report, StoreError> {
    let contents = read(folder, Begin::Whole)?;
    damaged(folder, &contents)?;
    let mut report = Report { changes: contents.last, size: files::size(folder), ..Report::default() };
    contents.each(|key, value| {
        report.records += 1;
        report.live += (key.len() + value.len()) as u64;
        if !serde_json::from_slice::<serde_json::Value>(value).is_ok_and(|value| value["kind"].is_string()) {
            report.troubles.push(format!("what is stored under {key} is no record"));
        }
        Ok(())
    })?;
    for changes in Names::of(folder).map_err(|error| explain(&error, folder))?.checkpoints {
        let path = checkpoint::path(folder, changes);
        if let Err(error) = Reader::open(&path, false).and_then(Reader::check) {
            report
                .troubles
                .push(format!("{} is damaged ({error}): tavlei store compact makes another", path.display()));
        }
    }
    Ok(report)
}

/// Writes every record into a file, as JSON lines, packed if its name ends with `.gz`; also while the store is in use. If as
/// much as can be read is enough, what is damaged is told, and what lies before it is written.
///
/// # Errors
/// The store is damaged, or the file cannot be written.
pub fn export(folder: &Path, file: &Path, partial: bool) -> Result<Report, StoreError> {
    let contents = read(folder, Begin::Whole)?;
    if !partial {
        damaged(folder, &contents)?;
    }
    let is_packed = file.extension().is_some_and(|extension| extension == "gz");
    let saved = contents.save(file, is_packed, &|| false)?;
    let troubles = contents.damage.iter().cloned().collect();
    Ok(Report {
        changes: contents.last,
        records: saved.records,
        live: saved.live,
        size: files::size(file),
        troubles,
    })
}

/// Makes a store of an export. One that was edited by hand needs no right last line.
///
/// # Errors
/// There is a store already, or the file is no whole export.
pub fn import(folder: &Path, file: &Path, edited: bool) -> Result<Report, StoreError> {
    let unusable = |error: io::Error| {
        let mut why = error.to_string();
        if error.kind() == io::ErrorKind::InvalidData && !edited {
            why.push_str("; if it was edited by hand, say --edited");
        }
        StoreError::File { file: file.to_path_buf(), why }
    };
    let mut reader = Reader::open(file, edited).map_err(unusable)?;
    let _lock = disk::lock(folder)?;
    files::make_folder(folder).map_err(|error| explain(&error, folder))?;
    let is_empty = Names::of(folder).map_err(|error| explain(&error, folder))? == Names::default();
    if !is_empty || ["db", "watermark"].iter().any(|name| folder.join(name).exists()) {
        return Err(StoreError::Exists(folder.to_path_buf()));
    }
    let changes = reader.changes.max(1);
    let mut report = Report { changes, ..Report::default() };
    let mut unread = None;
    let written = files::write_whole(&checkpoint::path(folder, changes), |to| {
        let mut writer = Writer::begin(to, true, changes)?;
        loop {
            match reader.next() {
                Ok(Some((key, value))) => writer.record(key, &value)?,
                Ok(None) => break,
                Err(error) => {
                    unread = Some(error);
                    return Err(io::Error::other("it broke off"));
                }
            }
        }
        (report.records, report.live) = (writer.records, writer.live);
        writer.finish()
    });
    if let Some(error) = unread {
        return Err(unusable(error));
    }
    written.map_err(|error| explain(&error, folder))?;
    report.size = files::size(folder);
    Ok(report)
}

/// Makes a store as small as it can be, which nobody else may use meanwhile. Gives what it is afterwards.
///
/// # Errors
/// It is in use, damaged, or there is no room.
pub fn compact(folder: &Path) -> Result<Report, StoreError> {
    if !folder.is_dir() {
        return Err(StoreError::Missing(folder.to_path_buf()));
    }
    let store = DiskStore::open(folder)?;
    store.inner().make_checkpoint()?;
    store.inner().build_index()?;
    drop(store);
    check(folder)
}
