//! A WARC file in memory: where each record lies, and the record again when it is asked for.
//!
//! A record that is a gzip member of its own (ISO 28500 annex D) stays compressed until it is asked for; whatever else a file
//! has (no compression, one stream, members cut anywhere) is kept decompressed. A record larger than the limit is passed over.
//! Not covered: files that do not fit in memory; the way through a file, which is [`super::walk`]'s.

use flate2::bufread::GzDecoder;
use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;

/// The bytes of a WARC file.
pub(super) struct File {
    /// The file, where it is compressed.
    members: Vec<u8>,
    /// Records that are kept as they are.
    loose: Vec<u8>,
}

/// The location of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RecordLocation {
    /// A gzip member of its own.
    Member(Range<usize>),
    /// Among those kept as they are.
    Loose(Range<usize>),
}

impl File {
    /// Returns the file, once it was walked through, and the records that are kept as they are.
    pub(super) fn new(members: Vec<u8>, loose: Vec<u8>) -> Self {
        Self { members, loose }
    }

    /// Returns the bytes of a record that was shown while the file was walked through.
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
