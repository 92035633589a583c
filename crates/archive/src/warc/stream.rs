//! Reads the pages of a WARC file from front to back, in little memory and in spite of damage.
//!
//! Records are passed on as they are decompressed, so a file of any size can be read from a pipe or an object store.
//! Damage never ends the reading: after a damaged gzip member the next member is searched, after a damaged record the
//! next start of a record. A truncated member does not end where it seems to, so the next one is searched among its
//! last bytes too. Each damaged place is reported once, with its offset. [`super::Recording`] finds pages by their
//! URLs, in a file that it holds in memory.
//!
//! Source: ISO 28500:2017 §4, annex D (one gzip member a record).

use super::input::{Input, More};
use super::record;
use super::recording::resource;
use super::{Response, http};
use crate::date;
use memchr::memmem;
use std::io::{self, BufRead};
use types::report::Millis;

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
    /// The offset of the current record in the file; in a compressed file, of the gzip member in which it begins.
    began: u64,
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
    pub fn new(input: R, record_bytes: u64) -> io::Result<Self> {
        Ok(Self {
            input: Input::new(input)?,
            text: Vec::new(),
            at: 0,
            began: 0,
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
        if let Some(found) = self.head()? {
            return Ok(found);
        }
        let Some(length) = record::length(&self.text[self.at..]) else {
            return self.resynchronize("a record has no valid length");
        };
        if length > self.record_bytes {
            return self.skip(length);
        }
        while ((self.text.len() - self.at) as u64) < length {
            if let Some(found) = self.more(true)? {
                return Ok(found);
            }
        }
        let Ok(Some((record, used))) = record::read(&self.text[self.at..]) else {
            return self.resynchronize("a record has no valid length");
        };
        self.is_lost = false;
        let found = page(&record);
        self.at += used;
        Ok(found.unwrap_or_else(|reason| Found::Damage(self.damage(reason))))
    }

    /// Reads until the text begins with the whole header of a record. Returns what is there instead: damage or the end.
    fn head(&mut self) -> io::Result<Option<Found>> {
        let mut searched = 0;
        loop {
            self.at += record::line_ends(&self.text[self.at..]);
            let rest = &self.text[self.at..];
            if searched == 0 {
                self.began = self.input.offset(rest.len());
            }
            match record::head_end(rest, searched) {
                Ok(Some(_)) => return Ok(None),
                Ok(None) => searched = rest.len(),
                Err(_) => {
                    let found = self.resynchronize("the bytes are not a WARC record")?;
                    return Ok(Some(found));
                }
            }
            if let Some(found) = self.more(searched > 0)? {
                return Ok(Some(found));
            }
        }
    }

    /// Returns damage of the current record.
    fn damage(&self, reason: String) -> Damage {
        Damage { offset: self.began, reason }
    }

    /// Appends decompressed bytes to the text. If nothing follows the incomplete record in it, or another record, drops
    /// the incomplete one and returns what follows instead: damage or the end. `is_inside` is false between two
    /// records.
    fn more(&mut self, is_inside: bool) -> io::Result<Option<Found>> {
        self.text.drain(..self.at);
        self.at = 0;
        let has = self.text.len();
        let found = match self.input.read(&mut self.text)? {
            More::Member if is_inside && self.text[has..].starts_with(record::START) => {
                self.text.drain(..has);
                let reason = "a record is longer than its gzip member".to_owned();
                return Ok(Some(Found::Damage(self.damage(reason))));
            }
            More::Bytes | More::Member => return Ok(None),
            More::Damage(reason) => {
                let offset = self.input.offset(0);
                Found::Damage(Damage { offset, reason })
            }
            More::End if has == 0 => Found::End,
            More::End => Found::Damage(self.damage("the file ends inside a record".to_owned())),
        };
        self.text.clear();
        Ok(Some(found))
    }

    /// Skips a record of this length, which is over the limit.
    fn skip(&mut self, length: u64) -> io::Result<Found> {
        let limit = self.record_bytes;
        let damage = self.damage(format!("a record of {length} bytes is over the limit of {limit}"));
        let mut left = length;
        loop {
            let has = (self.text.len() - self.at) as u64;
            let used = has.min(left);
            self.at += usize::try_from(used).unwrap_or_default();
            left -= used;
            if left == 0 || self.more(true)?.is_some() {
                return Ok(Found::Damage(damage));
            }
        }
    }

    /// Moves on to the next start of a record, and reports the place with this reason. Of several starts in the header
    /// of the damaged record the last one is taken: to try each would take the square of their number.
    fn resynchronize(&mut self, reason: &str) -> io::Result<Found> {
        let damage = Found::Damage(self.damage(reason.to_owned()));
        let rest = &self.text[self.at..];
        let head = &rest[..record::head_bytes(rest)];
        if let Some(start @ 1..) = memmem::rfind(head, record::START) {
            self.at += start;
            return Ok(damage);
        }
        // A start may continue in the next bytes.
        let tail = record::START.len() - 1;
        self.at += head.len().saturating_sub(tail).max(1);
        loop {
            if let Some(start) = memmem::find(&self.text[self.at..], record::START) {
                self.at += start;
                return Ok(damage);
            }
            self.at = self.at.max(self.text.len().saturating_sub(tail));
            if self.more(true)?.is_some() {
                return Ok(damage);
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
    let kind = record.kind();
    if !matches!(kind, "response" | "resource") {
        return Ok(Found::Other);
    }
    let url = record.target().filter(|url| !url.is_empty());
    let url = url.ok_or_else(|| format!("a record of type {kind} has no WARC-Target-URI"))?;
    let response = match kind {
        "resource" => resource(record),
        _ => http::response(record.block).map_err(|failure| failure.message)?,
    };
    Ok(Found::Page(StreamedPage { url: url.to_owned(), at: record.field("warc-date").and_then(date::parse), response }))
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
