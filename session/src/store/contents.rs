//! What a store holds, by its files alone: the newest checkpoint that is whole, and the journal since.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::checkpoint::{self, Reader, Writer, bytes_at};
use super::journal::{self, End};
use super::watermark::watermark;
use super::{StoreError, explain, files};

/// The numbers in the names of a store's files, in order.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Names {
    pub(super) checkpoints: Vec<u64>,
    /// The files of the journal, by their first changes.
    pub(super) journals: Vec<u64>,
}

impl Names {
    /// What there is in a folder.
    pub(super) fn of(folder: &Path) -> io::Result<Names> {
        let mut names = Names::default();
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name();
            let name = name.to_string_lossy();
            names.journals.extend(journal::number_of(&name, "journal.", ""));
            names.checkpoints.extend(journal::number_of(&name, "checkpoint.", checkpoint::EXTENSION));
        }
        names.journals.sort_unstable();
        names.checkpoints.sort_unstable();
        Ok(names)
    }
}

/// What was written last under a key since the checkpoint.
struct Newer {
    change: u64,
    /// Where the value stands: the file of the journal, the place in it, the length. None if the key is gone.
    value: Option<(usize, u64, usize)>,
}

/// What a store holds.
pub(super) struct Contents {
    folder: PathBuf,
    /// The changes that are in the checkpoint; zero if there is none.
    pub(super) base: u64,
    /// The number of the last change.
    pub(super) last: u64,
    /// The last file of the journal: its first change, and how it ends. None if there is none yet.
    pub(super) end: Option<(u64, End)>,
    /// What is wrong behind the last change, if anything is.
    pub(super) damage: Option<String>,
    files: Vec<File>,
    newer: BTreeMap<String, Newer>,
}

/// Which checkpoint to begin with.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Begin {
    /// The newest, unread: for whoever has an index of what is in it.
    Newest,
    /// The newest that is whole.
    Whole,
}

impl Contents {
    /// Reads the journal since the newest checkpoint, no further than to a change.
    ///
    /// # Errors
    /// Something that was surely there is not whole, or missing.
    pub(super) fn read(folder: &Path, begin: Begin, until: u64) -> Result<Contents, StoreError> {
        let contents = Contents::read_partly(folder, begin, until)?;
        match contents.damage {
            None => Ok(contents),
            Some(why) => Err(StoreError::Corrupt { folder: contents.folder, why }),
        }
    }

    /// The same for whatever can be read in order, up to what is damaged.
    pub(super) fn read_partly(folder: &Path, begin: Begin, until: u64) -> Result<Contents, StoreError> {
        let io = |error: io::Error| explain(&error, folder);
        let names = Names::of(folder).map_err(io)?;
        let mut contents = Contents {
            folder: folder.to_path_buf(),
            base: 0,
            last: 0,
            end: None,
            damage: None,
            files: Vec::new(),
            newer: BTreeMap::new(),
        };
        for &changes in names.checkpoints.iter().rev() {
            let checked = match begin {
                Begin::Newest => Ok(()),
                Begin::Whole => {
                    Reader::open(&checkpoint::path(folder, changes), false).and_then(Reader::check)
                }
            };
            match checked {
                Ok(()) => {
                    contents.base = changes;
                    break;
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    let folder = folder.display();
                    tracing::warn!("in {folder}, the checkpoint of {changes} changes is damaged ({error})");
                }
                Err(error) => return Err(io(error)),
            }
        }
        contents.last = contents.base;
        match names.journals.iter().rposition(|&first| first <= contents.base + 1) {
            Some(needed) => {
                let needed = names.journals[needed..].iter().copied().filter(|&first| first <= until);
                contents.read_journals(&needed.collect::<Vec<_>>(), until)?;
            }
            None if contents.base == 0 && !names.checkpoints.is_empty() => {
                contents.damage = Some("none of its checkpoints can be read".to_owned());
            }
            // Nothing was done since it was begun, or made of an export.
            None if names.journals.is_empty() && watermark(folder)?.is_none() => {}
            None => {
                contents.damage = Some(format!("the journal from change {} on is missing", contents.base + 1))
            }
        }
        Ok(contents)
    }

    fn read_journals(&mut self, journals: &[u64], until: u64) -> Result<(), StoreError> {
        for (index, &first) in journals.iter().enumerate() {
            let path = journal::path(&self.folder, first);
            let io = |error: io::Error| explain(&error, &self.folder);
            let file = File::open(&path).map_err(io)?;
            let (base, newer) = (self.base, &mut self.newer);
            let end = journal::read(&file, first, |change, writes| {
                for write in writes.iter().filter(|_| change > base && change <= until) {
                    let value = write.value.map(|value| (index, write.at, value.len()));
                    newer.insert(write.key.to_owned(), Newer { change, value });
                }
            })
            .map_err(io)?;
            self.files.push(file);
            self.last = self.last.max(end.last.min(until));
            let is_cut = journals.get(index + 1).is_some_and(|&next| end.last + 1 != next || end.torn > 0);
            if end.is_damaged || is_cut || end.last < self.base && journals.len() == index + 1 {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                self.damage = Some(format!("change {} in the file {name} cannot be read", end.last + 1));
                break;
            }
            self.end = Some((first, end));
        }
        Ok(())
    }

    /// What was written after a change, and not written over: keys in order, with their values.
    pub(super) fn since(
        &self,
        change: u64,
        mut visit: impl FnMut(&str, Option<Vec<u8>>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        for (key, newer) in self.newer.iter().filter(|(_, newer)| newer.change > change) {
            visit(key, self.value(newer)?)?;
        }
        Ok(())
    }

    fn value(&self, newer: &Newer) -> Result<Option<Vec<u8>>, StoreError> {
        let value = newer.value.map(|(file, at, length)| bytes_at(&self.files[file], at, length));
        value.transpose().map_err(|error| explain(&error, &self.folder))
    }

    /// Every record, in the order of the keys.
    pub(super) fn each(
        &self,
        mut visit: impl FnMut(&str, &[u8]) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let io = |error: io::Error| explain(&error, &self.folder);
        let mut newer = self.newer.iter().peekable();
        if self.base > 0 {
            let mut reader = Reader::open(&checkpoint::path(&self.folder, self.base), false).map_err(io)?;
            while let Some((key, value)) = reader.next().map_err(io)? {
                while let Some((between, written)) = newer.next_if(|(other, _)| other.as_str() < key) {
                    if let Some(value) = self.value(written)? {
                        visit(between, &value)?;
                    }
                }
                match newer.next_if(|(other, _)| *other == key) {
                    None => visit(key, &value)?,
                    Some((_, written)) => {
                        if let Some(value) = self.value(written)? {
                            visit(key, &value)?;
                        }
                    }
                }
            }
        }
        for (key, written) in newer {
            if let Some(value) = self.value(written)? {
                visit(key, &value)?;
            }
        }
        Ok(())
    }

    /// Writes every record into a file as a checkpoint has them, packed or not, unless it is told to stop meanwhile.
    pub(super) fn save(
        &self,
        path: &Path,
        is_packed: bool,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Saved, StoreError> {
        let unwritten = |error: io::Error| match explain(&error, path.parent().unwrap_or(path)) {
            full @ StoreError::Full(_) => full,
            _ => StoreError::File { file: path.to_path_buf(), why: error.to_string() },
        };
        let mut failed = None;
        let mut saved = Saved::default();
        let written = files::write_whole(path, |to| {
            let mut writer = Writer::begin(to, is_packed, self.last)?;
            let each = self.each(|key, value| {
                if is_stopped() {
                    return Err(self.stopped());
                }
                writer.record(key, value).map_err(unwritten)
            });
            if let Err(why) = each {
                failed = Some(why);
                return Err(io::Error::other("it broke off"));
            }
            saved = Saved { records: writer.records, live: writer.live };
            writer.finish()
        });
        match (failed, written) {
            (Some(why), _) => Err(why),
            (None, written) => written.map(|()| saved).map_err(unwritten),
        }
    }

    /// Why something broke off that was told to stop.
    pub(super) fn stopped(&self) -> StoreError {
        StoreError::Other { folder: self.folder.clone(), why: "it is being closed".to_owned() }
    }
}

/// What was written into a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Saved {
    pub(super) records: u64,
    /// The bytes of all keys and values.
    pub(super) live: u64,
}
