//! Reads the pages of a WARC file from front to back, in little memory and in spite of damage.
//!
//! Records are passed on as they are decompressed, so a file of any size can be read from a pipe or an object store. Damage never ends the
//! reading: after a damaged gzip member the next member is searched, after a damaged record the next line that begins a record. Each
//! damaged place is reported once, with its offset. [`super::Recording`] finds pages by their URLs, in a file that it holds in memory.
//!
//! Source: ISO 28500:2017 §4, annex D (one gzip member a record).

use super::record::{self, RecordError};
use super::recording::resource;
use super::{Response, http};
use crate::date;
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, Chain, Read};
use types::report::Millis;

/// The start of a gzip member with the only compression method (RFC 1952 §2.3.1).
const MEMBER: [u8; 3] = [0x1f, 0x8b, 8];
/// The start of a record.
const RECORD: &[u8] = b"WARC/";
/// The number of bytes that are read at once.
const CHUNK: u64 = 256 * 1024;

/// A page of a WARC file.
#[derive(Debug, PartialEq)]
pub struct StreamedPage {
    /// The recorded address, as it is written in the file.
    pub url: String,
    /// The time of recording; `None` if it cannot be parsed.
    pub at: Option<Millis>,
    /// The response.
    pub response: Response,
}

/// A damaged place of a WARC file, or a record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The offset of the place in the file. In a compressed file it is that of a gzip member.
    pub offset: u64,
    /// The reason, in a sentence.
    pub reason: String,
}

/// Reads the pages of a WARC file, which may be compressed.
pub struct PageStream<R> {
    input: Input<R>,
    /// Decompressed bytes that were not parsed yet, from `at` on.
    text: Vec<u8>,
    at: usize,
    /// The most bytes of a record; larger ones are skipped.
    record_bytes: u64,
    /// The number of records that are not pages.
    passed_over: u64,
    /// True after damage until the next record, so that one place is reported once.
    is_lost: bool,
}

impl<R: BufRead> PageStream<R> {
    /// Creates a reader of a file from its start.
    ///
    /// # Errors
    /// Returns the error of the first read.
    pub fn new(mut input: R, record_bytes: u64) -> io::Result<Self> {
        let is_zipped = input.fill_buf()?.starts_with(&MEMBER[..2]);
        let state = if is_zipped {
            State::Between(input)
        } else {
            State::Plain(input)
        };
        Ok(Self {
            input: Input {
                state,
                read: 0,
                passed: 0,
            },
            text: Vec::new(),
            at: 0,
            record_bytes,
            passed_over: 0,
            is_lost: false,
        })
    }

    /// Returns the number of records so far that are not pages: requests, metadata, revisits.
    pub fn passed_over(&self) -> u64 {
        self.passed_over
    }

    /// Returns the next page or damaged place; `None` at the end.
    fn advance(&mut self) -> io::Result<Option<Result<StreamedPage, Damage>>> {
        loop {
            match self.record()? {
                Found::Page(page) => return Ok(Some(Ok(page))),
                Found::Other => self.passed_over += 1,
                Found::Damage(damage) => {
                    if !std::mem::replace(&mut self.is_lost, true) {
                        return Ok(Some(Err(damage)));
                    }
                }
                Found::End => return Ok(None),
            }
        }
    }

    /// Reads the next record.
    fn record(&mut self) -> io::Result<Found> {
        loop {
            let rest = &self.text[self.at..];
            let length = record::length(rest);
            if let Some(length) = length.filter(|length| *length > self.record_bytes) {
                return self.skip(length);
            }
            let is_whole = length.is_none_or(|length| length <= rest.len() as u64);
            match record::read(if is_whole { rest } else { &[] }) {
                Ok(Some((record, used))) => {
                    let found = page(&record);
                    self.at += used;
                    self.is_lost = false;
                    return Ok(found.unwrap_or_else(|reason| Found::Damage(self.damage(reason))));
                }
                Err(RecordError::NotWarc) => {
                    return self.resynchronize("the bytes are not a WARC record");
                }
                Err(RecordError::NoLength) => {
                    return self.resynchronize("a record has no valid length");
                }
                Ok(None) | Err(RecordError::Truncated) => {}
            }
            if let Some(end) = self.more()? {
                return Ok(end);
            }
        }
    }

    fn damage(&self, reason: String) -> Damage {
        Damage {
            offset: self.input.offset(self.text.len() - self.at),
            reason,
        }
    }

    /// Appends decompressed bytes to the text. Without any, drops the incomplete record and returns what follows instead: damage or the end.
    fn more(&mut self) -> io::Result<Option<Found>> {
        self.text.drain(..self.at);
        self.at = 0;
        let found = match self.input.read(&mut self.text)? {
            More::Bytes => return Ok(None),
            More::Damage(reason) => Found::Damage(self.damage(reason)),
            More::End if self.text.iter().all(|byte| b"\r\n".contains(byte)) => Found::End,
            More::End => Found::Damage(self.damage("the file ends inside a record".to_owned())),
        };
        self.text.clear();
        Ok(Some(found))
    }

    /// Skips a record of this length, which is over the limit.
    fn skip(&mut self, length: u64) -> io::Result<Found> {
        let limit = self.record_bytes;
        let damage = self.damage(format!(
            "a record of {length} bytes is over the limit of {limit}"
        ));
        let mut left = length;
        loop {
            let has = (self.text.len() - self.at) as u64;
            let used = has.min(left);
            self.at += usize::try_from(used).unwrap_or_default();
            left -= used;
            if left == 0 || self.more()?.is_some() {
                return Ok(Found::Damage(damage));
            }
        }
    }

    /// Moves on to the next start of a record, and reports the place with this reason.
    fn resynchronize(&mut self, reason: &str) -> io::Result<Found> {
        let damage = self.damage(reason.to_owned());
        let mut from = self.at + 1;
        loop {
            let after = self.text.get(from..).unwrap_or_default();
            if let Some(found) = memchr::memmem::find(after, RECORD) {
                self.at = from + found;
                return Ok(Found::Damage(damage));
            }
            // A start may continue in the next bytes.
            self.at = self
                .text
                .len()
                .saturating_sub(RECORD.len() - 1)
                .max(self.at + 1);
            self.at = self.at.min(self.text.len());
            from = 0;
            if self.more()?.is_some() {
                return Ok(Found::Damage(damage));
            }
        }
    }
}

impl<R: BufRead> Iterator for PageStream<R> {
    type Item = io::Result<Result<StreamedPage, Damage>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().transpose()
    }
}

/// The next part of a file.
enum Found {
    Page(StreamedPage),
    /// A record of another kind.
    Other,
    Damage(Damage),
    End,
}

/// Returns the page of a record, or the reason why it cannot be read.
fn page(record: &record::Record<'_>) -> Result<Found, String> {
    let Some(url) = record.target().map(str::to_owned) else {
        return Ok(Found::Other);
    };
    let response = match record.kind() {
        "response" => http::response(record.block).map_err(|failure| failure.message)?,
        "resource" => resource(record),
        _ => return Ok(Found::Other),
    };
    let at = record.field("warc-date").and_then(date::parse);
    Ok(Found::Page(StreamedPage { url, at, response }))
}

/// The result of reading more bytes.
enum More {
    Bytes,
    End,
    /// A gzip member is damaged; reading continues with the next one.
    Damage(String),
}

/// The bytes of a file, decompressed.
struct Input<R> {
    state: State<R>,
    /// The bytes of the file that were read: in a compressed one, those before the last gzip member.
    read: u64,
    /// The bytes of the last gzip member, after its end.
    passed: u64,
}

enum State<R> {
    Plain(R),
    Between(R),
    /// Inside a gzip member, whose first bytes were already read.
    Member(GzDecoder<Counted<Chain<&'static [u8], R>>>),
    Ended,
}

/// Counts the bytes that are read.
struct Counted<R> {
    inner: R,
    count: u64,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(to)?;
        self.count += read as u64;
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, used: usize) {
        self.count += used as u64;
        self.inner.consume(used);
    }
}

impl<R: BufRead> Input<R> {
    /// Returns the offset of the text, of which `waiting` bytes were read and not parsed yet.
    fn offset(&self, waiting: usize) -> u64 {
        match self.state {
            State::Plain(_) => self.read.saturating_sub(waiting as u64),
            State::Between(_) | State::Member(_) | State::Ended => self.read,
        }
    }

    fn read(&mut self, text: &mut Vec<u8>) -> io::Result<More> {
        loop {
            match std::mem::replace(&mut self.state, State::Ended) {
                State::Ended => return Ok(More::End),
                State::Plain(mut input) => {
                    let read = input.by_ref().take(CHUNK).read_to_end(text)? as u64;
                    self.read += read;
                    self.state = State::Plain(input);
                    return Ok(if read == 0 { More::End } else { More::Bytes });
                }
                State::Between(mut input) => {
                    let (skipped, is_found) = find_member(&mut input)?;
                    self.read += std::mem::take(&mut self.passed) + skipped;
                    if !is_found {
                        return Ok(More::End);
                    }
                    let inner = MEMBER.chain(input);
                    self.state = State::Member(GzDecoder::new(Counted { inner, count: 0 }));
                }
                State::Member(mut decoder) => {
                    let before = text.len();
                    let more = match decoder.by_ref().take(CHUNK).read_to_end(text) {
                        Ok(read) if read as u64 == CHUNK => {
                            self.state = State::Member(decoder);
                            return Ok(More::Bytes);
                        }
                        Ok(0) => None,
                        Ok(_) => Some(More::Bytes),
                        Err(error) if is_damage(&error) => {
                            // The checksum comes last, so none of these bytes can be trusted.
                            text.truncate(before);
                            Some(More::Damage(format!("a gzip member is damaged: {error}")))
                        }
                        Err(error) => return Err(error),
                    };
                    let counted = decoder.into_inner();
                    self.passed = counted.count;
                    self.state = State::Between(counted.inner.into_inner().1);
                    if let Some(more) = more {
                        return Ok(more);
                    }
                }
            }
        }
    }
}

/// Returns true for an error of the compressed bytes, and not of their source.
fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

/// Reads up to and including the start of the next gzip member; returns the number of bytes before it, and whether there is one.
fn find_member(input: &mut impl BufRead) -> io::Result<(u64, bool)> {
    let (mut skipped, mut matched) = (0, 0);
    loop {
        let bytes = input.fill_buf()?;
        let Some(byte) = bytes.first().copied() else {
            return Ok((skipped + matched as u64, false));
        };
        if byte == MEMBER[matched] {
            matched += 1;
        } else {
            skipped += matched as u64;
            matched = usize::from(byte == MEMBER[0]);
            skipped += u64::from(matched == 0);
        }
        input.consume(1);
        if matched == MEMBER.len() {
            return Ok((skipped, true));
        }
    }
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
