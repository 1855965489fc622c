//! The file `watermark`: the number of the last change that was acknowledged.

use std::path::Path;

use super::{StoreError, explain, files};

/// The number of the last change that was acknowledged, as far as it is known.
pub(super) fn watermark(folder: &Path) -> Result<Option<u64>, StoreError> {
    let bytes = files::read(&folder.join("watermark")).map_err(|error| explain(&error, folder))?;
    let read = |bytes: Vec<u8>| {
        let (number, checksum) = bytes.split_at_checked(8)?;
        (checksum == crc32fast::hash(number).to_be_bytes()).then_some(())?;
        Some(u64::from_be_bytes(number.try_into().ok()?))
    };
    Ok(bytes.and_then(read))
}

/// The bytes of the file `watermark`.
pub(super) fn watermark_bytes(change: u64) -> [u8; 12] {
    let mut bytes = [0; 12];
    bytes[..8].copy_from_slice(&change.to_be_bytes());
    let checksum = crc32fast::hash(&bytes[..8]);
    bytes[8..].copy_from_slice(&checksum.to_be_bytes());
    bytes
}
