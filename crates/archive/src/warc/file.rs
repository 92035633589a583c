//! A WARC file in memory: where each record lies, and the record again when it is asked for.
//!
//! A record that is a gzip member of its own (ISO 28500 annex D) stays compressed until it is asked for; whatever else a file
//! has (no compression, one stream, members cut anywhere) is kept decompressed. A record larger than the limit is passed over.
//! Left out on purpose: files that do not fit in memory.

use super::WarcError;
use super::record::{self, Flaw, Record};
use crate::limits::WarcLimits;
use flate2::bufread::GzDecoder;
use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;

/// The bytes of a WARC file.
pub(super) struct File {
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

/// What is told of a file's records while it is read.
pub(super) trait Watch {
    /// A record and where it lies.
    fn record(&mut self, place: Place, record: &Record<'_>) -> Result<(), WarcError>;

    /// A record that is too large to keep.
    fn too_large(&mut self) -> Result<(), WarcError>;
}

impl File {
    /// Walks through a file, shows every record with its place, and keeps what is needed to find them again.
    pub(super) fn read(
        file: Vec<u8>,
        limits: &WarcLimits,
        watch: &mut impl Watch,
    ) -> Result<Self, WarcError> {
        let zipped = file.starts_with(&[0x1f, 0x8b]);
        let file = if zipped {
            let loose = Members::new(&file, limits).walk(watch)?;
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
        file.walk_loose(zipped, limits, watch)?;
        Ok(file)
    }

    /// The bytes of a record that was shown by [`File::read`].
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
        limits: &WarcLimits,
        watch: &mut impl Watch,
    ) -> Result<(), WarcError> {
        let mut at = 0;
        loop {
            match record::read(&self.loose[at..]) {
                Ok(None) => return Ok(()),
                Ok(Some((_, used))) if used as u64 > limits.record_bytes => {
                    watch.too_large()?;
                    at += used;
                }
                Ok(Some((record, used))) => {
                    watch.record(Place::Loose(at..at + used), &record)?;
                    at += used;
                }
                Err(Flaw::NotWarc) => return Err(WarcError::NotWarc(at, zipped)),
                Err(Flaw::Cut) => return Err(WarcError::Cut(at, zipped)),
                Err(Flaw::NoLength) => return Err(WarcError::NoLength(at, zipped)),
            }
        }
    }
}

/// The gzip members of a file, one after the other.
struct Members<'a> {
    file: &'a [u8],
    limits: &'a WarcLimits,
    /// Bytes that may still be decompressed.
    inflatable: u64,
    /// The text of members that are no record of their own, in order.
    loose: Vec<u8>,
}

impl<'a> Members<'a> {
    fn new(file: &'a [u8], limits: &'a WarcLimits) -> Self {
        Self {
            file,
            limits,
            inflatable: limits.inflated_bytes,
            loose: Vec::new(),
        }
    }

    /// Shows the records that are members of their own; gives the text of all other members.
    fn walk(mut self, watch: &mut impl Watch) -> Result<Vec<u8>, WarcError> {
        let mut member = Vec::new();
        let mut at = 0;
        while at < self.file.len() {
            member.clear();
            let mut decoder = GzDecoder::new(&self.file[at..]);
            self.inflate(at, &mut decoder, self.limits.record_bytes, &mut member)?;
            if member.len() as u64 == self.limits.record_bytes {
                self.long_member(at, &mut decoder, &mut member, watch)?;
            }
            let end = self.file.len() - decoder.into_inner().len();
            match record::read(&member) {
                _ if member.is_empty() => {}
                Ok(Some((record, used))) if used == member.len() => {
                    watch.record(Place::Member(at..end), &record)?;
                }
                _ => self.keep(&mut member)?,
            }
            at = end;
        }
        Ok(self.loose)
    }

    /// A member that goes on behind the largest record: one record that is larger, and is passed over, or a stream of many.
    fn long_member(
        &mut self,
        at: usize,
        decoder: &mut GzDecoder<&[u8]>,
        member: &mut Vec<u8>,
        watch: &mut impl Watch,
    ) -> Result<(), WarcError> {
        if let Some(length) = record::length(member).filter(|length| *length > member.len() as u64)
        {
            let bytes = member.len() as u64 + self.skip(at, decoder)?;
            member.clear();
            return match bytes.saturating_sub(length) {
                0..=4 => watch.too_large(),
                _ => Err(WarcError::TooLarge(self.limits.loose_bytes)),
            };
        }
        let room = (self.limits.loose_bytes + 1).saturating_sub(self.loose.len() as u64);
        self.inflate(
            at,
            decoder,
            room.saturating_sub(member.len() as u64),
            member,
        )
    }

    /// Decompresses at most so many bytes.
    fn inflate(
        &mut self,
        at: usize,
        decoder: &mut GzDecoder<&[u8]>,
        most: u64,
        to: &mut Vec<u8>,
    ) -> Result<(), WarcError> {
        let most = most.min(self.inflatable);
        let read = decoder.by_ref().take(most).read_to_end(to);
        self.count(at, read.map(|bytes| bytes as u64))?;
        Ok(())
    }

    /// Decompresses the rest of a member, keeps nothing, and gives its length.
    fn skip(&mut self, at: usize, decoder: &mut GzDecoder<&[u8]>) -> Result<u64, WarcError> {
        let read = io::copy(&mut decoder.by_ref().take(self.inflatable), &mut io::sink());
        self.count(at, read)
    }

    fn count(&mut self, at: usize, read: io::Result<u64>) -> Result<u64, WarcError> {
        let read = read.map_err(|error| WarcError::Gzip(at, error.to_string()))?;
        self.inflatable -= read;
        match self.inflatable {
            0 => Err(WarcError::Bomb(self.limits.inflated_bytes)),
            _ => Ok(read),
        }
    }

    fn keep(&mut self, member: &mut Vec<u8>) -> Result<(), WarcError> {
        self.loose.append(member);
        match self.loose.len() as u64 {
            more if more > self.limits.loose_bytes => {
                Err(WarcError::TooLarge(self.limits.loose_bytes))
            }
            _ => Ok(()),
        }
    }
}
