//! A checkpoint: every live record, in the order of the keys. An export is the same without the packing.
//!
//! It is a text of JSON lines, packed by gzip. The first line is `{"tavlei":"store","version":1,"changes":N}`: what is in
//! it is the sum of the first N changes. Then there is a line for each record, `{"key":"…","value":…}`, or
//! `{"key":"…","hex":"…"}` if the value is no JSON. The last line is `{"records":N,"crc32":"…"}`, with the checksum of
//! all bytes before it.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The version of the format.
const VERSION: u32 = 1;
/// What the name of a checkpoint ends with.
pub(super) const EXTENSION: &str = ".jsonl.gz";

/// The checkpoint of so many changes.
pub(super) fn path(folder: &Path, changes: u64) -> PathBuf {
    folder.join(format!("checkpoint.{changes:020}{EXTENSION}"))
}

#[derive(Serialize, Deserialize)]
struct First<'a> {
    tavlei: &'a str,
    version: u32,
    changes: u64,
}

#[derive(Default, Serialize, Deserialize)]
struct Line<'a> {
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    key: Option<Cow<'a, str>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    value: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    crc32: Option<String>,
}

/// Where a checkpoint is written, packed or not.
enum Sink<W: Write> {
    Plain(BufWriter<W>),
    Packed(Box<GzEncoder<BufWriter<W>>>),
}

/// Writes a checkpoint.
pub(super) struct Writer<W: Write> {
    to: Sink<W>,
    checksum: crc32fast::Hasher,
    /// Records so far.
    pub(super) records: u64,
    /// Bytes of keys and values so far.
    pub(super) live: u64,
}

impl<W: Write> Writer<W> {
    pub(super) fn begin(to: W, is_packed: bool, changes: u64) -> io::Result<Writer<W>> {
        let to = BufWriter::with_capacity(1 << 16, to);
        let to = if is_packed {
            Sink::Packed(Box::new(GzEncoder::new(to, Compression::fast())))
        } else {
            Sink::Plain(to)
        };
        let mut writer = Writer { to, checksum: crc32fast::Hasher::new(), records: 0, live: 0 };
        writer.line(&First { tavlei: "store", version: VERSION, changes })?;
        Ok(writer)
    }

    pub(super) fn record(&mut self, key: &str, value: &[u8]) -> io::Result<()> {
        let json = serde_json::from_slice::<&RawValue>(value).ok();
        // Only what can be read again byte for byte.
        let json = json.filter(|json| json.get().len() == value.len() && !value.contains(&b'\n'));
        let hex = json.is_none().then(|| value.iter().map(|byte| format!("{byte:02x}")).collect());
        self.line(&Line { key: Some(key.into()), value: json, hex, ..Line::default() })?;
        self.records += 1;
        self.live += (key.len() + value.len()) as u64;
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        let crc32 = Some(format!("{:08x}", self.checksum.clone().finalize()));
        self.line(&Line { records: Some(self.records), crc32, ..Line::default() })?;
        let mut to = match self.to {
            Sink::Plain(to) => to,
            Sink::Packed(to) => to.finish()?,
        };
        to.flush()
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        self.checksum.update(&bytes);
        match &mut self.to {
            Sink::Plain(to) => to.write_all(&bytes),
            Sink::Packed(to) => to.write_all(&bytes),
        }
    }
}

/// Reads a checkpoint, or an export whether packed or not, record by record.
pub(super) struct Reader {
    from: Box<dyn BufRead + Send>,
    checksum: crc32fast::Hasher,
    records: u64,
    /// The sum of how many changes it is.
    pub(super) changes: u64,
    line: Vec<u8>,
    key: String,
    /// Whether the last line may be missing or wrong.
    edited: bool,
}

fn wrong(why: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.into())
}

impl Reader {
    /// Begins to read a file. One that was edited by hand needs no right last line.
    ///
    /// # Errors
    /// It cannot be read, or is none (`InvalidData`).
    pub(super) fn open(path: &Path, edited: bool) -> io::Result<Reader> {
        let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
        let from: Box<dyn BufRead + Send> = if file.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
            Box::new(BufReader::with_capacity(1 << 16, GzDecoder::new(file)))
        } else {
            Box::new(file)
        };
        let mut reader = Reader {
            from,
            checksum: crc32fast::Hasher::new(),
            records: 0,
            changes: 0,
            line: Vec::new(),
            key: String::new(),
            edited,
        };
        reader.read_line()?;
        let first: First<'_> =
            serde_json::from_slice(&reader.line).map_err(|_| wrong("it does not begin as an export does"))?;
        if first.tavlei != "store" {
            return Err(wrong("it does not begin as an export does"));
        }
        if first.version > VERSION {
            return Err(wrong("it was written by a newer version of tavlei: use that version"));
        }
        reader.changes = first.changes;
        reader.checksum.update(&reader.line);
        Ok(reader)
    }

    fn read_line(&mut self) -> io::Result<usize> {
        self.line.clear();
        self.from.read_until(b'\n', &mut self.line).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => wrong("its packing is broken"),
            _ => error,
        })
    }

    /// The next record; none at the end, if everything is as it was written.
    pub(super) fn next(&mut self) -> io::Result<Option<(&str, Vec<u8>)>> {
        if self.read_line()? == 0 {
            return if self.edited { Ok(None) } else { Err(wrong("its end is missing")) };
        }
        let number = self.records + 2;
        let line: Line<'_> = serde_json::from_slice(&self.line)
            .map_err(|_| wrong(format!("its line {number} cannot be read")))?;
        let Some(key) = line.key else {
            let crc32 = format!("{:08x}", self.checksum.clone().finalize());
            if !self.edited && (line.crc32 != Some(crc32) || line.records != Some(self.records)) {
                return Err(wrong("its checksum is wrong"));
            }
            // The packing has a checksum of its own, which is looked at when it ends.
            return if self.read_line()? == 0 { Ok(None) } else { Err(wrong("it goes on behind its end")) };
        };
        if self.records > 0 && *key <= *self.key {
            return Err(wrong(format!("its line {number} is not in order")));
        }
        let value = match (line.value, line.hex) {
            (Some(value), None) => Some(value.get().as_bytes().to_vec()),
            (None, Some(hex)) => unhex(&hex),
            _ => None,
        };
        let value = value.ok_or_else(|| wrong(format!("its line {number} has no value")))?;
        let key = key.into_owned();
        self.checksum.update(&self.line);
        self.records += 1;
        self.key = key;
        Ok(Some((&self.key, value)))
    }

    /// Goes through all that is left.
    pub(super) fn check(mut self) -> io::Result<()> {
        while self.next()?.is_some() {}
        Ok(())
    }
}

fn unhex(hex: &str) -> Option<Vec<u8>> {
    if !hex.len().is_multiple_of(2) || !hex.is_ascii() {
        return None;
    }
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).ok()).collect()
}

/// Bytes of a file at a place.
pub(super) fn bytes_at(mut file: &File, at: u64, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    file.seek(io::SeekFrom::Start(at))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}
