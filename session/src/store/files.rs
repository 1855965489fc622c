//! Files of a store: each step that the disk must take in order, by one name. Only the owner may read them.
//!
//! The tests write these steps down, and make of them what a power cut may leave.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Writes a step down where a test wants to know.
macro_rules! note {
    ($path:expr, $step:expr) => {
        #[cfg(test)]
        trace::note($path, $step);
        #[cfg(not(test))]
        let _ = $path;
    };
}

/// Makes a folder, with those above it, or closes one to others that is there already.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    if !folder.is_dir() {
        fs::create_dir_all(folder)?;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let metadata = fs::metadata(folder)?;
        if metadata.permissions().mode() & 0o777 != 0o700 {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
        }
    }
    Ok(())
}

/// Lets only the owner read the files in a folder.
pub(super) fn close_to_others(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    for entry in fs::read_dir(folder)? {
        use std::os::unix::fs::PermissionsExt;
        let path = entry?.path();
        let mode = if path.is_dir() { 0o700 } else { 0o600 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

/// Opens a file for reading and writing; makes it if it is not there.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    note!(path, trace::Step::Make);
    Ok(file)
}

/// A file that is only good when it is whole: written beside, and put in its place with everything in it on the disk.
pub(super) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let beside = beside(path);
    let written = (|| {
        let file = open(&beside)?;
        set_length(&file, &beside, 0)?;
        let mut to = Traced { file: &file, path: &beside, at: 0 };
        write(&mut to)?;
        sync(&file, &beside)?;
        rename(&beside, path)?;
        sync_folder(path)
    })();
    if written.is_err() {
        // Whatever room it takes is wanted elsewhere; if it is still there, it is written over the next time.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// What the name of a file ends with before it is put in its place.
pub(super) const BESIDE: &str = "new";

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(BESIDE);
    name.into()
}

struct Traced<'a> {
    file: &'a File,
    path: &'a Path,
    at: u64,
}

impl Write for Traced<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write_at(self.file, self.path, self.at, bytes)?;
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes bytes at a place of a file.
pub(super) fn write_at(file: &File, path: &Path, at: u64, bytes: &[u8]) -> io::Result<()> {
    use std::io::{Seek, SeekFrom};
    let mut to = file;
    to.seek(SeekFrom::Start(at))?;
    to.write_all(bytes)?;
    note!(path, trace::Step::Write { at, bytes: bytes.to_vec() });
    Ok(())
}

/// Cuts a file off, or makes it longer.
pub(super) fn set_length(file: &File, path: &Path, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    note!(path, trace::Step::Length(length));
    Ok(())
}

/// Returns when everything in a file is on the disk.
pub(super) fn sync(file: &File, path: &Path) -> io::Result<()> {
    file.sync_data()?;
    note!(path, trace::Step::Sync);
    Ok(())
}

/// Returns when the names in the folder of a file are on the disk.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder)?.sync_all()?;
    }
    note!(path, trace::Step::SyncFolder);
    Ok(())
}

/// Gives a file another name, in the place of what had that name before.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    note!(from, trace::Step::Rename(to.to_path_buf()));
    Ok(())
}

/// Removes a file; what is not there need not be removed.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    missing_is_fine(fs::remove_file(path))?;
    note!(path, trace::Step::Remove);
    Ok(())
}

/// Removes a folder with everything in it; what is not there need not be removed.
pub(super) fn remove_folder(path: &Path) -> io::Result<()> {
    missing_is_fine(fs::remove_dir_all(path))
}

fn missing_is_fine(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// All bytes of a small file; none if it is not there.
pub(super) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    match File::open(path) {
        Ok(mut file) => file.read_to_end(&mut bytes).map(|_| Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// How many bytes the files of a folder take; what vanishes meanwhile takes none.
pub(super) fn size(path: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(path) else { return fs::metadata(path).map_or(0, |it| it.len()) };
    entries.flatten().map(|entry| size(&entry.path())).sum()
}

/// The steps taken in a folder, for the tests.
#[cfg(test)]
pub(super) mod trace {
    use std::path::{Path, PathBuf};
    use std::sync::{Mutex, PoisonError};

    /// One step.
    #[derive(Clone, Debug)]
    pub(crate) enum Step {
        Make,
        Write {
            at: u64,
            bytes: Vec<u8>,
        },
        Length(u64),
        Sync,
        SyncFolder,
        Rename(PathBuf),
        Remove,
        /// Not of a file: something was acknowledged to whoever runs the test.
        Told {
            writer: u64,
            change: u64,
        },
    }

    type Trace = (PathBuf, Vec<(PathBuf, Step)>);
    static TRACES: Mutex<Vec<Trace>> = Mutex::new(Vec::new());

    /// Writes down from now on what is done in a folder.
    pub(crate) fn begin(folder: &Path) {
        TRACES.lock().unwrap_or_else(PoisonError::into_inner).push((folder.to_path_buf(), Vec::new()));
    }

    pub(crate) fn end(folder: &Path) -> Vec<(PathBuf, Step)> {
        let mut traces = TRACES.lock().unwrap_or_else(PoisonError::into_inner);
        let at = traces.iter().position(|(of, _)| of == folder).expect("it was begun");
        traces.swap_remove(at).1
    }

    pub(crate) fn note(path: &Path, step: Step) {
        let mut traces = TRACES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, steps)) = traces.iter_mut().find(|(folder, _)| path.starts_with(folder)) {
            steps.push((path.to_path_buf(), step));
        }
    }
}
