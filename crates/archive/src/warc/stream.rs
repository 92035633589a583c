//! Reads the pages of a WARC or ARC file from front to back, in little memory and in spite of damage.
//!
//! Records are passed on as they are decompressed, so a file of any size can be read from a pipe or an object store. A
//! revisit record has no payload of its own, and an earlier one is not kept, so revisits are counted as other records.
//! [`super::Recording`] finds pages by their URLs, revisits too, in a file that it holds in memory.

use super::recording::resource;
use super::records::{RecordReader, Step};
use super::{Damage, OtherRecords, Response, http};
use crate::date;
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

/// Reads the pages of a WARC file, which may be compressed.
pub struct PageStream<R> {
    records: RecordReader<R>,
    others: OtherRecords,
}

impl<R: BufRead> PageStream<R> {
    /// Creates a reader of a file from its start, which skips records of more than `record_bytes`.
    ///
    /// # Errors
    /// Returns the error of the first read.
    pub fn new(input: R, record_bytes: u64) -> io::Result<Self> {
        Ok(Self { records: RecordReader::new(input, record_bytes)?, others: OtherRecords::default() })
    }

    /// Returns the records so far that are not pages: requests, metadata, revisits.
    pub fn others(&self) -> &OtherRecords {
        &self.others
    }

    /// Returns the next page or damaged place; `None` at the end.
    fn advance(&mut self) -> io::Result<Option<Result<StreamedPage, Damage>>> {
        loop {
            match self.records.step()? {
                Step::Working => {}
                Step::End => return Ok(None),
                Step::Damage(damage) => return Ok(Some(Err(damage))),
                Step::Record => {
                    if let Some(page) = self.page() {
                        return Ok(Some(page));
                    }
                }
            }
        }
    }

    /// Returns the page of the current record, or why it cannot be read; `None` if it is none, which is counted.
    fn page(&mut self) -> Option<Result<StreamedPage, Damage>> {
        let (record, _) = self.records.record()?;
        let kind = record.kind();
        if !matches!(kind, "response" | "resource") {
            self.others.add(kind);
            return None;
        }
        let Some(url) = record.target() else {
            let reason = format!("a record of type {kind} has no WARC-Target-URI");
            return Some(Err(self.records.damage(reason)));
        };
        let response = match kind {
            "resource" => Ok(resource(&record)),
            _ => http::response(record.block),
        };
        let mut response = match response {
            Ok(response) => response,
            Err(reason) => return Some(Err(self.records.damage(reason))),
        };
        let is_short = self.records.is_short();
        if let Some(reason) = record.truncated().or(is_short.then_some("unspecified")) {
            response.mark_truncated(reason);
        }
        let at = record.field("warc-date").and_then(date::parse);
        Some(Ok(StreamedPage { url: url.to_owned(), at, response }))
    }
}

impl<R: BufRead> Iterator for PageStream<R> {
    type Item = io::Result<Result<StreamedPage, Damage>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().transpose()
    }
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
