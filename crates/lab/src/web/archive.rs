//! A WARC file in memory: where each record lies, and the record again when it is asked for.
//!
//! A record that is a gzip member of its own (ISO 28500 annex D) stays compressed until it is asked for; whatever else a file
//! has (no compression, one stream, members cut anywhere) is kept decompressed. Left out on purpose: files that do not fit in
//! memory.

use super::warc::{self, Flaw, Record};
use flate2::bufread::GzDecoder;
use std::borrow::Cow;
use std::io::Read as _;
use std::ops::Range;

/// Most bytes of a recording that are kept decompressed; a gzip bomb stops here.
const LOOSE_BYTES: usize = 4 << 30;

/// The bytes of a WARC file.
pub(super) struct Archive {
    /// The file, where it is compressed.
    members: Vec<u8>,
    /// Records that are kept as they are.
    loose: Vec<u8>,
}

/// Where a record lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A gzip member of its own.
    Member(Range<usize>),
    /// Among those kept as they are.
    Loose(Range<usize>),
}

/// Why a file is no recorded web.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebError {
    /// It does not begin like a WARC file, or stops being one.
    #[error("there is no WARC record at byte {0}{of}; give a .warc or .warc.gz file (ISO 28500)", of = decompressed(*.1))]
    NotWarc(usize, bool),
    /// It ends in the middle of a record.
    #[error("it ends in the middle of the record at byte {0}{of}: the file is cut, record or download it again", of = decompressed(*.1))]
    Cut(usize, bool),
    /// A record does not say how long it is.
    #[error("the record at byte {0}{of} has no valid Content-Length", of = decompressed(*.1))]
    NoLength(usize, bool),
    /// Its compression is broken.
    #[error(
        "the gzip member at byte {0} is broken or cut ({1}): record or download the file again"
    )]
    Gzip(usize, String),
    /// It is too large.
    #[error("it holds more than {} GiB that are not compressed record by record: split it", LOOSE_BYTES >> 30)]
    TooLarge,
    /// It holds no page.
    #[error("it holds no response: record pages with their answers")]
    Empty,
}

/// Says of which bytes an offset counts, where it is not the file's own.
fn decompressed(yes: bool) -> &'static str {
    if yes { " of the decompressed part" } else { "" }
}

impl Archive {
    /// Walks through a file, shows every record with its place, and keeps what is needed to find them again.
    pub(super) fn read(
        file: Vec<u8>,
        mut on_record: impl FnMut(Place, &Record<'_>),
    ) -> Result<Self, WebError> {
        let zipped = file.starts_with(&[0x1f, 0x8b]);
        let archive = if zipped {
            let loose = walk_members(&file, &mut on_record)?;
            Self {
                members: file,
                loose,
            }
        } else {
            Self {
                members: Vec::new(),
                loose: file,
            }
        };
        archive.walk_loose(zipped, &mut on_record)?;
        Ok(archive)
    }

    /// The bytes of a record that was shown by [`Archive::read`].
    pub(super) fn bytes(&self, place: &Place) -> Cow<'_, [u8]> {
        match place {
            Place::Loose(range) => Cow::Borrowed(&self.loose[range.clone()]),
            Place::Member(range) => {
                let mut bytes = Vec::new();
                let read = GzDecoder::new(&self.members[range.clone()]).read_to_end(&mut bytes);
                read.expect("the member was decompressed once, when the file was read");
                Cow::Owned(bytes)
            }
        }
    }

    fn walk_loose(
        &self,
        zipped: bool,
        on_record: &mut impl FnMut(Place, &Record<'_>),
    ) -> Result<(), WebError> {
        let mut at = 0;
        loop {
            match warc::read(&self.loose[at..]) {
                Ok(None) => return Ok(()),
                Ok(Some((record, used))) => {
                    on_record(Place::Loose(at..at + used), &record);
                    at += used;
                }
                Err(Flaw::NotWarc) => return Err(WebError::NotWarc(at, zipped)),
                Err(Flaw::Cut) => return Err(WebError::Cut(at, zipped)),
                Err(Flaw::NoLength) => return Err(WebError::NoLength(at, zipped)),
            }
        }
    }
}

/// Shows the records that are members of their own; gives the text of all other members, in order.
fn walk_members(
    file: &[u8],
    on_record: &mut impl FnMut(Place, &Record<'_>),
) -> Result<Vec<u8>, WebError> {
    let mut loose = Vec::new();
    let mut member = Vec::new();
    let mut at = 0;
    while at < file.len() {
        member.clear();
        let room = (LOOSE_BYTES - loose.len()) as u64;
        let mut decoder = GzDecoder::new(&file[at..]).take(room);
        decoder
            .read_to_end(&mut member)
            .map_err(|error| WebError::Gzip(at, error.to_string()))?;
        if decoder.limit() == 0 {
            return Err(WebError::TooLarge);
        }
        let end = file.len() - decoder.into_inner().into_inner().len();
        match warc::read(&member) {
            Ok(Some((record, used))) if used == member.len() => {
                on_record(Place::Member(at..end), &record);
            }
            _ => loose.append(&mut member),
        }
        at = end;
    }
    Ok(loose)
}
