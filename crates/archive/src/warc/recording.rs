//! Finds the pages of a recorded web by their URLs.
//!
//! `response` and `resource` records are pages, whatever their status, and so are `revisit` records, whose payload is
//! in another record of the file. If a URL was recorded more than once, the first success with a whole page is used,
//! or else the first success, whose page is empty or incomplete, or else the first record. A URL that was not recorded
//! is a 404, including robots.txt; `http` and `https` are distinguished.
//!
//! Addresses that differ only by parameters that canonical URLs omit are one page if all of them on the host were
//! recorded with the same content: any of them finds it. On other hosts each address is a page of its own.

use super::location::{Files, RecordLocation};
use super::reader::RecordingReader;
use super::record::{Format, Record};
use super::{OtherRecords, Response, SkippedRecords, WarcError, http};
use crate::date;
use crate::limits::WarcLimits;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use types::failure::{Failure, FailureKind};
use types::report::Millis;
use types::url::CanonicalUrl;

/// A parsed recording: an index of its pages over its bytes.
pub struct Recording {
    pub(super) files: Files,
    pub(super) pages: BTreeMap<CanonicalUrl, Entry>,
    /// The hosts on which addresses with omitted parameters are pages of their own.
    pub(super) apart: BTreeSet<Box<str>>,
    pub(super) summary: Summary,
}

/// A page of a recording.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// The record of the page.
    pub(super) location: RecordLocation,
    /// The record with the payload, if it is another one.
    pub(super) payload: Option<RecordLocation>,
    pub(super) status: u16,
    /// True if bytes of the block are missing.
    pub(super) is_short: bool,
    /// True if the content is empty, or incomplete as the record says or shows.
    pub(super) is_partial: bool,
    /// The hash of the recorded content ([`http::content`]).
    pub(super) content: u64,
}

/// Holds the counts of a recording that was read.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) others: OtherRecords,
    pub(super) skipped: SkippedRecords,
    pub(super) repeated: u32,
    pub(super) dates: Option<(String, String)>,
    pub(super) digest: u64,
}

impl Recording {
    /// Reads a file and builds the index at once.
    ///
    /// # Errors
    /// Returns an error if the file has no page, or exceeds a limit as a whole.
    pub fn read(file: Vec<u8>, limits: &WarcLimits) -> Result<Self, WarcError> {
        RecordingReader::new(file, limits)?.finish()
    }

    /// Returns the recorded URLs, in order.
    pub fn urls(&self) -> impl Iterator<Item = &CanonicalUrl> {
        self.pages.keys()
    }

    /// Returns the records that are not pages.
    pub fn others(&self) -> &OtherRecords {
        &self.summary.others
    }

    /// Returns the damaged places, and the records that cannot be read.
    pub fn skipped(&self) -> &SkippedRecords {
        &self.summary.skipped
    }

    /// Returns the number of duplicate records of URLs.
    pub fn repeated(&self) -> u32 {
        self.summary.repeated
    }

    /// Returns the earliest and the latest date of a page's record, as written.
    pub fn dates(&self) -> Option<(&str, &str)> {
        let (first, last) = self.summary.dates.as_ref()?;
        Some((first, last))
    }

    /// Returns a hash of the pages' records in order, with their addresses and contents, in hexadecimal digits. A
    /// recording of the same addresses on another day has another hash.
    pub fn digest(&self) -> String {
        format!("{:016x}", self.summary.digest)
    }

    /// Returns whether a URL in any spelling was recorded.
    pub fn has(&self, url: &str) -> bool {
        self.entry(url).is_some()
    }

    /// Returns the recorded response to a URL in any spelling, or a failure if it cannot be read; `None` if there is
    /// none.
    pub fn answer(&self, url: &str) -> Option<Result<Response, Failure>> {
        let entry = self.entry(url)?;
        let failure = |message| Failure { code: "recording".to_owned(), message, kind: FailureKind::Transient };
        Some(self.response(entry).map_err(failure))
    }

    /// Returns the time of recording; `None` if nothing was recorded or the date cannot be parsed.
    pub fn date(&self, url: &str) -> Option<Millis> {
        let bytes = self.files.bytes(self.entry(url)?.location)?;
        date::parse(record(&bytes)?.field("warc-date")?)
    }

    /// Returns the page of a whole address, or else of its canonical URL where both are one page.
    fn entry(&self, url: &str) -> Option<&Entry> {
        let whole = CanonicalUrl::whole(url).ok()?;
        if let Some(entry) = self.pages.get(&whole) {
            return Some(entry);
        }
        let is_apart = self.apart.contains(whole.host_key());
        if is_apart { None } else { self.pages.get(&CanonicalUrl::parse(url).ok()?) }
    }

    fn response(&self, entry: &Entry) -> Result<Response, String> {
        let bytes = self.bytes(entry.location)?;
        let page = record(&bytes).ok_or(DAMAGED)?;
        let payload = entry.payload.map(|location| self.bytes(location)).transpose()?;
        let payload = payload.as_deref().map(|bytes| record(bytes).ok_or(DAMAGED)).transpose()?;
        response(&page, payload.as_ref(), entry.is_short)
    }

    fn bytes(&self, location: RecordLocation) -> Result<Cow<'_, [u8]>, String> {
        self.files.bytes(location).ok_or_else(|| DAMAGED.to_owned())
    }
}

const DAMAGED: &str = "the record is damaged";

/// Returns the response of a record, whose payload may be in another one. `is_short` is true if bytes of its block are
/// missing.
///
/// # Errors
/// The reason, as a sentence without its period.
pub(super) fn response(page: &Record<'_>, payload: Option<&Record<'_>>, is_short: bool) -> Result<Response, String> {
    let source = payload.unwrap_or(page);
    let mut response = match (source.kind(), payload) {
        ("resource", _) => resource(source),
        (_, Some(original)) => http::revisited(page.block, original.block)?,
        (_, None) => http::response(page.block)?,
    };
    if let Some(reason) = source.truncated().or(is_short.then_some("unspecified")) {
        response.mark_truncated(reason);
    }
    Ok(response)
}

/// Parses the record of a location.
pub(super) fn record(bytes: &[u8]) -> Option<Record<'_>> {
    let format = if Format::Warc.starts(bytes) { Format::Warc } else { Format::Arc };
    format.record(bytes)
}

/// Returns the response of a record without HTTP (ISO 28500 §6.4), whose type is that of the record.
fn resource(record: &Record<'_>) -> Response {
    let media_type = record.field("content-type").map(str::to_owned);
    Response {
        status: 200,
        headers: media_type.map(|value| ("content-type".to_owned(), value)).into_iter().collect(),
        body: record.block.to_vec(),
    }
}

#[cfg(test)]
#[path = "recording_tests.rs"]
mod tests;
