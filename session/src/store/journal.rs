//! The journal: every change in the order in which it was made, one frame each, in files that only grow.
//!
//! A file begins with a line that says what it is. A frame is, in big-endian numbers: the length of the rest (4 bytes), the
//! checksum (CRC-32 of everything else, 4), the number of the change (8), the number up to which changes were surely on the
//! disk when this one was written (8), and for each key its length (4), the key, the value's length (4; all ones for a
//! key that is removed) and the value.
//!
//! The second number tells what a crash left half-written from what was damaged later: a broken frame that a later frame
//! knows to have been on the disk is damaged, and one that nobody knows of was never acknowledged.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::Pair;

/// What a file of the journal begins with.
pub(super) const HEADER: &[u8] = b"tavlei journal 1\n";
/// Bytes of a frame before its writes.
const HEAD: usize = 24;
/// The length of a value that is not there.
const NONE: u32 = u32::MAX;

/// The file of a journal that begins with a change.
pub(super) fn path(folder: &Path, first: u64) -> PathBuf {
    folder.join(format!("journal.{first:020}"))
}

/// The number in the name of a file; none if it is not called like this.
pub(super) fn number_of(name: &str, before: &str, after: &str) -> Option<u64> {
    name.strip_prefix(before)?.strip_suffix(after)?.parse().ok()
}

/// Appends a frame to bytes. False if a key or value, or all together, are too long for one.
pub(super) fn encode(number: u64, durable: u64, writes: &[Pair], into: &mut Vec<u8>) -> bool {
    let begin = into.len();
    into.extend([0; 8]);
    into.extend(number.to_be_bytes());
    into.extend(durable.to_be_bytes());
    for (key, value) in writes {
        for bytes in [Some(key.as_bytes()), value.as_deref()] {
            let length = bytes.map_or(NONE, |bytes| u32::try_from(bytes.len()).unwrap_or(NONE));
            into.extend(length.to_be_bytes());
            into.extend(bytes.unwrap_or_default());
        }
    }
    let Ok(length) = u32::try_from(into.len() - begin - 8) else {
        into.truncate(begin);
        return false;
    };
    into[begin..begin + 4].copy_from_slice(&length.to_be_bytes());
    let checksum = checksum(&into[begin..]);
    into[begin + 4..begin + 8].copy_from_slice(&checksum.to_be_bytes());
    true
}

fn checksum(frame: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&frame[..4]);
    hasher.update(&frame[8..]);
    hasher.finalize()
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_be_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

/// The first frame of some bytes, if it is whole: all of it.
fn whole(bytes: &[u8]) -> Option<&[u8]> {
    let frame = bytes.get(..8 + u32_at(bytes, 0)? as usize)?;
    (frame.len() >= HEAD && checksum(frame) == u32_at(frame, 4)?).then_some(frame)
}

/// One write of a frame.
pub(super) struct Written<'a> {
    pub(super) key: &'a str,
    pub(super) value: Option<&'a [u8]>,
    /// Where the value stands in the file.
    pub(super) at: u64,
}

fn writes_of(frame: &[u8], begin: u64) -> Option<Vec<Written<'_>>> {
    let mut at = HEAD;
    let mut part = || {
        let length = u32_at(frame, at)?;
        at += 4;
        let begin = at;
        if length != NONE {
            at += length as usize;
        }
        Some((frame.get(begin..at)?, length != NONE, begin))
    };
    let mut writes = Vec::new();
    while let Some((key, true, _)) = part() {
        let (value, is_there, value_at) = part()?;
        let key = std::str::from_utf8(key).ok()?;
        writes.push(Written { key, value: is_there.then_some(value), at: begin + value_at as u64 });
    }
    (at == frame.len()).then_some(writes)
}

/// How a file of the journal ends.
#[derive(Debug, PartialEq)]
pub(super) struct End {
    /// The number of the last whole frame; the one before the first if there is none.
    pub(super) last: u64,
    /// How long the file is up to there.
    pub(super) length: u64,
    /// Bytes behind it that are no frame.
    pub(super) torn: u64,
    /// Whether these were a frame once.
    pub(super) is_damaged: bool,
}

/// Goes through the frames of a file, up to the first that is not whole.
pub(super) fn read(file: &File, first: u64, mut visit: impl FnMut(u64, &[Written<'_>])) -> io::Result<End> {
    let size = file.metadata()?.len();
    let mut from = BufReader::with_capacity(1 << 16, file);
    io::Seek::rewind(&mut from)?;
    let mut header = vec![0; HEADER.len().min(size as usize)];
    from.read_exact(&mut header)?;
    let mut end = End { last: first - 1, length: 0, torn: 0, is_damaged: false };
    let mut rest = header;
    if rest == HEADER {
        end.length = rest.len() as u64;
        rest.clear();
        loop {
            rest.resize(8, 0);
            let left = size.saturating_sub(end.length);
            let head = (left as usize).min(8);
            rest.truncate(head);
            from.read_exact(&mut rest)?;
            let length = u32_at(&rest, 0).map_or(0, u64::from);
            if head < 8 || 8 + length > left || length < (HEAD - 8) as u64 {
                break;
            }
            rest.resize(8 + length as usize, 0);
            from.read_exact(&mut rest[8..])?;
            let Some(frame) = whole(&rest).filter(|frame| u64_at(frame, 8) == Some(end.last + 1)) else {
                break;
            };
            let Some(writes) = writes_of(frame, end.length) else { break };
            visit(end.last + 1, &writes);
            end.last += 1;
            end.length += frame.len() as u64;
        }
    }
    from.take(size).read_to_end(&mut rest)?;
    end.torn = rest.len() as u64;
    end.is_damaged = was_on_the_disk(&rest, end.last + 1);
    Ok(end)
}

/// Whether a whole frame among bytes knows that a change was on the disk.
fn was_on_the_disk(bytes: &[u8], change: u64) -> bool {
    // Numbers grow by one a frame: most places are no frame by their number already.
    let most = change + (bytes.len() / HEAD) as u64;
    (0..bytes.len()).any(|at| {
        let is_later = u64_at(bytes, at + 8).is_some_and(|number| number > change && number <= most);
        is_later
            && u64_at(bytes, at + 16).is_some_and(|durable| durable >= change)
            && whole(&bytes[at..]).is_some()
    })
}
