//! The bytes of recordings in memory, and where their records are.

use super::packing;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// A WARC file in memory: a whole file, or a part of one.
#[derive(Clone)]
pub(super) struct FileSlice {
    /// The name inside a WACZ file.
    pub(super) name: Option<String>,
    pub(super) bytes: Arc<Vec<u8>>,
    pub(super) range: Range<usize>,
}

impl AsRef<[u8]> for FileSlice {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[self.range.clone()]
    }
}

/// The files of a recording. A record that begins a gzip member or zstd frame (ISO 28500 annex D) stays compressed
/// until it is requested. Other compressed records are kept decompressed.
#[derive(Default)]
pub(super) struct Files {
    pub(super) slices: Vec<FileSlice>,
    /// The records that are kept decompressed.
    pub(super) loose: Vec<u8>,
}

/// The location of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordLocation {
    /// In an uncompressed file: the number of the file, the offset, and the length.
    Plain(u32, usize, usize),
    /// In a gzip member or zstd frame of a file: its offset, the decompressed bytes before the record, and its length.
    Packed { file: u32, start: usize, skip: usize, length: usize },
    /// Among the decompressed records: offset and length.
    Loose(usize, usize),
}

impl Files {
    /// Returns the bytes of a record; `None` if they cannot be decompressed.
    pub(super) fn bytes(&self, location: RecordLocation) -> Option<Cow<'_, [u8]>> {
        let file = |number: u32| self.slices.get(number as usize).map(AsRef::as_ref);
        match location {
            RecordLocation::Plain(number, at, length) => file(number)?.get(at..at + length).map(Cow::Borrowed),
            RecordLocation::Loose(at, length) => self.loose.get(at..at + length).map(Cow::Borrowed),
            RecordLocation::Packed { file: number, start, skip, length } => {
                let file = file(number)?;
                packing::decompress(file, start, skip, length).map(Cow::Owned)
            }
        }
    }
}
