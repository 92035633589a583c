//! Holds a WARC file in memory, with the location of each record, which is decompressed on request.
//!
//! A record that is a separate gzip member (ISO 28500 annex D) stays compressed until it is requested. All other data (uncompressed, one
//! stream, members with several or partial records) are kept decompressed. Records over the size limit are skipped. Files must fit in
//! memory. [`super::walk`] scans the file.

use flate2::bufread::GzDecoder;
use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;

/// The bytes of a WARC file.
pub(super) struct File {
    /// The file, if it is compressed.
    members: Vec<u8>,
    /// The records that are kept decompressed.
    loose: Vec<u8>,
}

/// The location of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RecordLocation {
    /// A separate gzip member.
    Member(Range<usize>),
    /// A range of the decompressed records.
    Loose(Range<usize>),
}

impl File {
    /// Creates a file from its members and its decompressed records, after the scan.
    pub(super) fn new(members: Vec<u8>, loose: Vec<u8>) -> Self {
        Self { members, loose }
    }

    /// Returns the bytes of a record at a location from the scan.
    pub(super) fn bytes(&self, place: &RecordLocation) -> Cow<'_, [u8]> {
        match place {
            RecordLocation::Loose(range) => Cow::Borrowed(&self.loose[range.clone()]),
            RecordLocation::Member(range) => {
                let mut bytes = Vec::new();
                let read = GzDecoder::new(&self.members[range.clone()]).read_to_end(&mut bytes);
                read.expect("the member was decompressed once, when the file was read");
                Cow::Owned(bytes)
            }
        }
    }
}
