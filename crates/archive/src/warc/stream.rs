//! Reads the pages of a WARC or ARC file from front to back, in little memory and in spite of damage.
//!
//! Records are passed on as they are decompressed, so a file of any size can be read from a pipe or an object store. The
//! last records are kept for revisit records, which have no payload of their own. [`super::Recording`] finds pages by
//! their URLs, and the payloads of all revisit records, in a file that it holds in memory.

use super::record::URL_CHARS;
use super::records::{RecordReader, Step};
use super::references::{self, LastPayloads};
use super::{Damage, OtherRecords, Response, recording};
use crate::date;
use crate::limits::STREAM_PAYLOAD_BYTES;
use std::io::{self, BufRead};
use types::report::Millis;
use types::text::cut;

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
    payloads: LastPayloads,
}

impl<R: BufRead> PageStream<R> {
    /// Creates a reader of a file from its start, which skips records of more than `record_bytes`.
    ///
    /// # Errors
    /// Returns the error of the first read.
    pub fn new(input: R, record_bytes: u64) -> io::Result<Self> {
        let records = RecordReader::new(input, record_bytes)?;
        Ok(Self { records, others: OtherRecords::default(), payloads: LastPayloads::default() })
    }

    /// Returns the records so far that are not pages: requests, metadata.
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
        let whole = match record.page_url() {
            Ok(Some(url)) => url,
            Ok(None) => {
                self.others.add(kind);
                return None;
            }
            Err(reason) => return Some(Err(self.records.damage(reason))),
        };
        let url = record.target()?;
        let references = if kind == "revisit" { references::of_revisit(&record, &whole) } else { Vec::new() };
        let payload = if kind == "revisit" {
            let found = self.payloads.find(&references);
            let Some(payload) = found.and_then(recording::record) else {
                let most = STREAM_PAYLOAD_BYTES >> 20;
                let reason = format!(
                    "a revisit record of {} refers to a record that is not among the last {most} MiB",
                    cut(url, URL_CHARS)
                );
                return Some(Err(self.records.damage(reason)));
            };
            Some(payload)
        } else {
            None
        };
        let response = match recording::response(&record, payload.as_ref(), self.records.is_short()) {
            Ok(response) => response,
            Err(reason) => return Some(Err(self.records.damage(reason))),
        };
        let keys = references::to_payload(&record, &whole);
        if kind == "revisit" {
            self.payloads.refer(&references, keys);
        } else {
            self.payloads.add(self.records.bytes().unwrap_or_default(), keys);
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
