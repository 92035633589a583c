//! Defines the frames of saved files: a magic word and the format version, then the length, checksum and bytes of each
//! record.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The format version, raised with every change of the saved data.
pub(super) const VERSION: u16 = 1;

const MAGIC: &[u8; 4] = b"SLTC";
const HEADER: usize = MAGIC.len() + 3;
/// The bytes of a frame before its record: length and checksum.
pub(super) const PREFIX: usize = 4 + 8;

/// The kind of content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Journal = 1,
    Snapshot = 2,
    Sealed = 3,
    Model = 4,
    Text = 5,
    Pack = 6,
}

/// An error of reading saved bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The bytes do not begin with the magic word.
    #[error("this is not a saved crawl: choose a file that Salticid wrote")]
    NotOurs,
    /// The bytes have another format version.
    #[error(
        "this crawl has format {found}, this version reads format {VERSION}: open it with the version that wrote it"
    )]
    Version {
        /// The format version of the bytes.
        found: u16,
    },
    /// A record is truncated or its checksum is wrong. The records before it are valid.
    #[error("the saved crawl is damaged after {intact} records: use the intact part, or run it again from its plan")]
    Damaged {
        /// The number of records before the damage.
        intact: usize,
    },
    /// A record is complete but cannot be parsed.
    #[error("a record of the saved crawl is invalid: {0}")]
    Content(String),
}

impl From<postcard::Error> for JournalError {
    fn from(error: postcard::Error) -> Self {
        Self::Content(error.to_string())
    }
}

pub(super) fn header(kind: Kind) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.push(kind as u8);
    bytes
}

pub(super) fn frame(payload: &[u8]) -> Vec<u8> {
    [&prefix(payload)[..], payload].concat()
}

/// Appends a value as a frame, without a copy of its bytes.
pub(super) fn append<T: Serialize>(mut bytes: Vec<u8>, value: &T) -> Result<Vec<u8>, JournalError> {
    let start = bytes.len();
    let payload = start + PREFIX;
    bytes.extend([0; PREFIX]);
    let mut bytes = postcard::to_extend(value, bytes)?;
    let prefix = prefix(&bytes[payload..]);
    bytes[start..payload].copy_from_slice(&prefix);
    Ok(bytes)
}

/// Returns the length and the checksum of a record.
fn prefix(record: &[u8]) -> [u8; PREFIX] {
    let length = u32::try_from(record.len()).expect("a record is far below 4 GiB: limits bound every part of it");
    let mut prefix = [0; PREFIX];
    prefix[..4].copy_from_slice(&length.to_le_bytes());
    prefix[4..].copy_from_slice(&xxhash_rust::xxh3::xxh3_64(record).to_le_bytes());
    prefix
}

/// Returns the records of a file, and the damage that ended the reading, if any.
pub(super) fn frames(bytes: &[u8], kind: Kind) -> (Vec<&[u8]>, Option<JournalError>) {
    let mut rest = match body(bytes, kind) {
        Ok(rest) => rest,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut records = Vec::new();
    while !rest.is_empty() {
        let Some((record, after)) = split(rest) else {
            let intact = records.len();
            return (records, Some(JournalError::Damaged { intact }));
        };
        records.push(record);
        rest = after;
    }
    (records, None)
}

/// Deserializes one record of an undamaged file.
pub(super) fn value<T: DeserializeOwned>(bytes: &[u8], kind: Kind, index: usize) -> Result<T, JournalError> {
    let (records, damage) = frames(bytes, kind);
    match (damage, records.get(index)) {
        (Some(error), _) => Err(error),
        (None, Some(record)) => Ok(postcard::from_bytes(record)?),
        (None, None) => Err(JournalError::Damaged { intact: index }),
    }
}

/// Returns the records of a file of any version, up to the first damage.
pub(super) fn of_any_version(bytes: &[u8], kind: Kind) -> Result<Vec<&[u8]>, JournalError> {
    let mut rest = body_of_any_version(bytes, kind)?;
    let mut records = Vec::new();
    while let Some((record, after)) = split(rest) {
        records.push(record);
        rest = after;
    }
    Ok(records)
}

/// Returns a file of any version without its header.
pub(super) fn body_of_any_version(bytes: &[u8], kind: Kind) -> Result<&[u8], JournalError> {
    match body(bytes, kind) {
        Err(JournalError::Version { .. }) if bytes[HEADER - 1] == kind as u8 => Ok(&bytes[HEADER..]),
        found => found,
    }
}

fn body(bytes: &[u8], kind: Kind) -> Result<&[u8], JournalError> {
    let (head, body) = bytes.split_at_checked(HEADER).ok_or(JournalError::NotOurs)?;
    if !head.starts_with(MAGIC) {
        return Err(JournalError::NotOurs);
    }
    match (u16::from_le_bytes([head[4], head[5]]), head[6]) {
        (VERSION, found) if found == kind as u8 => Ok(body),
        // A pack is read as another kind only if it cannot be unpacked.
        (VERSION, found) if found == Kind::Pack as u8 => Err(JournalError::Damaged { intact: 0 }),
        (VERSION, _) => Err(JournalError::NotOurs),
        (found, _) => Err(JournalError::Version { found }),
    }
}

/// Returns the first record and the bytes after it; `None` if it is damaged.
pub(super) fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (prefix, rest) = bytes.split_at_checked(PREFIX)?;
    let length = u32::from_le_bytes(prefix[..4].try_into().ok()?);
    let checksum = u64::from_le_bytes(prefix[4..].try_into().ok()?);
    let (record, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    (xxhash_rust::xxh3::xxh3_64(record) == checksum).then_some((record, after))
}
