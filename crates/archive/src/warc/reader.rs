//! Reads a WARC file into a [`Recording`], in steps of bounded work.
//!
//! Records that are separate gzip members are indexed as they are decompressed; the text of all other members is
//! collected and scanned at the end. There are no threads, which a tab does not have.

use super::WarcError;
use super::record::{self, RecordError};
use super::recording::{File, Index, RecordLocation, Recording};
use crate::limits::{WarcLimits, inflated};
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

/// The most bytes that are decompressed in one step: a few milliseconds of work.
const STEP_BYTES: u64 = 512 * 1024;

/// Reads a WARC file step by step, so that the caller can do other work between two steps.
pub struct RecordingReader {
    file: Arc<Vec<u8>>,
    is_zipped: bool,
    limits: WarcLimits,
    /// The number of bytes that may still be decompressed.
    inflatable: u64,
    /// The text of members that are not exactly one record, in order; the whole file if it is uncompressed.
    loose: Vec<u8>,
    stage: Stage,
    index: Index,
}

/// The position in a file.
enum Stage {
    /// At the start of a gzip member, or at the end of the file.
    Between(usize),
    /// Inside a gzip member.
    Within(Box<Member>),
    /// At a record among the decompressed ones.
    Loose(usize),
}

/// A gzip member that is being decompressed.
struct Member {
    at: usize,
    decoder: GzDecoder<Tail>,
    text: Vec<u8>,
    content: Content,
}

/// The content of a member, as far as it is known.
#[derive(Clone, Copy)]
enum Content {
    /// One record, as far as it was read.
    Record,
    /// A stream of records, which continues beyond the size limit of a record.
    Stream,
    /// One record over the size limit: the bytes so far, and its declared length.
    TooLarge(u64, u64),
}

/// The rest of a file from an offset.
struct Tail {
    file: Arc<Vec<u8>>,
    at: usize,
}

impl Tail {
    fn rest(&self) -> &[u8] {
        &self.file[self.at.min(self.file.len())..]
    }
}

impl Read for Tail {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.rest().read(to)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Tail {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.rest())
    }

    fn consume(&mut self, used: usize) {
        self.at += used;
    }
}

impl RecordingReader {
    /// Creates a reader at the start of a file.
    pub fn new(file: Vec<u8>, limits: &WarcLimits) -> Self {
        let is_zipped = file.starts_with(&[0x1f, 0x8b]);
        let loose_bytes = limits.loose_bytes.min(inflated(file.len()));
        let (members, loose) = if is_zipped { (file, Vec::new()) } else { (Vec::new(), file) };
        Self {
            file: Arc::new(members),
            is_zipped,
            limits: WarcLimits { loose_bytes, ..*limits },
            inflatable: limits.inflated_bytes,
            loose,
            stage: Stage::Between(0),
            index: Index::new(limits),
        }
    }

    /// Processes a record, or a part of a large one, which takes some milliseconds at most. Returns false at the end of
    /// the file.
    pub fn step(&mut self) -> Result<bool, WarcError> {
        match std::mem::replace(&mut self.stage, Stage::Loose(0)) {
            Stage::Between(at) if at < self.file.len() => {
                self.stage = Stage::Within(Box::new(Member::new(&self.file, at)));
                Ok(true)
            }
            Stage::Between(_) => Ok(true),
            Stage::Within(member) => {
                self.stage = self.within(member)?;
                Ok(true)
            }
            Stage::Loose(at) => {
                let next = self.loose_record(at)?;
                self.stage = Stage::Loose(next.unwrap_or(at));
                Ok(next.is_some())
            }
        }
    }

    /// Returns the share of the file that was read, in 0..=1.
    pub fn part(&self) -> f64 {
        let (at, of) = match &self.stage {
            Stage::Between(at) => (*at, self.file.len()),
            Stage::Within(member) => (member.decoder.get_ref().at, self.file.len()),
            Stage::Loose(_) if self.is_zipped => (1, 1),
            Stage::Loose(at) => (*at, self.loose.len()),
        };
        at as f64 / of.max(1) as f64
    }

    /// Reads the rest, and builds the recording.
    pub fn finish(mut self) -> Result<Recording, WarcError> {
        while self.step()? {}
        // A decoder shares the file.
        drop(self.stage);
        let file = File { members: Arc::unwrap_or_clone(self.file), loose: self.loose };
        if self.index.pages.is_empty() { Err(WarcError::Empty) } else { Ok(Recording { file, index: self.index }) }
    }

    /// Decompresses a part of a member, and processes the member at its end.
    fn within(&mut self, mut member: Box<Member>) -> Result<Stage, WarcError> {
        let room = self.room(&member);
        if room == 0 && matches!(member.content, Content::Record) {
            member.look_again();
            return Ok(Stage::Within(member));
        }
        let most = room.min(STEP_BYTES).min(self.inflatable);
        let read = member.inflate(most)?;
        self.inflatable -= read;
        if self.inflatable == 0 {
            return Err(WarcError::Bomb(self.limits.inflated_bytes));
        }
        if read == most && most > 0 {
            return Ok(Stage::Within(member));
        }
        self.close(*member).map(Stage::Between)
    }

    /// Returns the number of bytes of a member that may still be decompressed, which depends on its content.
    fn room(&self, member: &Member) -> u64 {
        let has = member.text.len() as u64;
        match member.content {
            Content::Record => self.limits.record_bytes.saturating_sub(has),
            // One more byte than the limit reveals an excess.
            Content::Stream => (self.limits.loose_bytes + 1).saturating_sub(self.loose.len() as u64 + has),
            Content::TooLarge(..) => u64::MAX,
        }
    }

    /// Indexes the record of a member, or keeps its text; returns the start of the next one.
    fn close(&mut self, member: Member) -> Result<usize, WarcError> {
        let (at, end) = (member.at, member.decoder.get_ref().at);
        match (member.content, record::read(&member.text)) {
            (Content::TooLarge(bytes, length), _) => match bytes.saturating_sub(length) {
                0..=4 => self.index.too_large()?,
                _ => return Err(self.too_much()),
            },
            _ if member.text.is_empty() => {}
            (_, Ok(Some((record, used)))) if used == member.text.len() => {
                self.index.record(RecordLocation::Member(at..end), &record)?;
            }
            _ => self.keep(member.text)?,
        }
        Ok(end)
    }

    fn keep(&mut self, mut text: Vec<u8>) -> Result<(), WarcError> {
        self.loose.append(&mut text);
        match self.loose.len() as u64 {
            more if more > self.limits.loose_bytes => Err(self.too_much()),
            _ => Ok(()),
        }
    }

    fn too_much(&self) -> WarcError {
        WarcError::TooLarge(self.limits.loose_bytes)
    }

    /// Indexes the record at an offset of the decompressed ones; returns the offset of the next one, if there is one.
    fn loose_record(&mut self, at: usize) -> Result<Option<usize>, WarcError> {
        match record::read(&self.loose[at..]) {
            Ok(None) => Ok(None),
            Ok(Some((_, used))) if used as u64 > self.limits.record_bytes => {
                self.index.too_large()?;
                Ok(Some(at + used))
            }
            Ok(Some((record, used))) => {
                self.index.record(RecordLocation::Loose(at..at + used), &record)?;
                Ok(Some(at + used))
            }
            Err(RecordError::NotWarc) => Err(WarcError::NotWarc(at, self.is_zipped)),
            Err(RecordError::Truncated) => Err(WarcError::Truncated(at, self.is_zipped)),
            Err(RecordError::NoLength) => Err(WarcError::NoLength(at, self.is_zipped)),
        }
    }
}

impl Member {
    fn new(file: &Arc<Vec<u8>>, at: usize) -> Self {
        let file = Arc::clone(file);
        Self { at, decoder: GzDecoder::new(Tail { file, at }), text: Vec::new(), content: Content::Record }
    }

    /// Handles a member that continues beyond the size limit of a record: it is one record over the limit, which is
    /// skipped, or a stream of records.
    fn look_again(&mut self) {
        let has = self.text.len() as u64;
        self.content = match record::length(&self.text).filter(|length| *length > has) {
            Some(length) => {
                self.text = Vec::new();
                Content::TooLarge(has, length)
            }
            None => Content::Stream,
        };
    }

    /// Decompresses at most `most` bytes, and keeps them if they are needed. Fewer bytes mean the end of the member.
    fn inflate(&mut self, most: u64) -> Result<u64, WarcError> {
        let mut piece = self.decoder.by_ref().take(most);
        let read = match &mut self.content {
            Content::TooLarge(bytes, _) => {
                let read = io::copy(&mut piece, &mut io::sink());
                *bytes += read.as_ref().map_or(0, |read| *read);
                read
            }
            _ => piece.read_to_end(&mut self.text).map(|read| read as u64),
        };
        read.map_err(|error| WarcError::Gzip(self.at, error.to_string()))
    }
}
