//! Indexes a recorded web: the pages of a WARC file by their canonical URLs.
//!
//! `response` and `resource` records are pages, whatever their status; requests, metadata and revisits are skipped and
//! counted. If a URL was recorded more than once, the first success is used, or the first record without a success. A
//! URL that was not recorded is a 404, including robots.txt; `http` and `https` are distinguished.

use super::reader::RecordingReader;
use super::record::{self, Record};
use super::{Response, WarcError, http};
use crate::date;
use crate::limits::WarcLimits;
use flate2::bufread::GzDecoder;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::ops::Range;
use types::failure::Failure;
use types::report::Millis;
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// A parsed WARC file: an index of its pages over its bytes.
pub struct Recording {
    pub(super) file: File,
    pub(super) index: Index,
}

pub(super) struct Entry {
    place: RecordLocation,
    status: u16,
}

/// The bytes of a WARC file. A record that is a separate gzip member (ISO 28500 annex D) stays compressed until it is
/// requested. All other data (uncompressed, one stream, members with several or partial records) are kept decompressed.
pub(super) struct File {
    /// The file, if it is compressed.
    pub(super) members: Vec<u8>,
    /// The records that are kept decompressed.
    pub(super) loose: Vec<u8>,
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
    /// Returns the bytes of a record.
    fn bytes(&self, place: &RecordLocation) -> Cow<'_, [u8]> {
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

impl Recording {
    /// Reads a file and builds the index at once. Pages that are separate gzip members stay compressed.
    pub fn read(file: Vec<u8>, limits: &WarcLimits) -> Result<Self, WarcError> {
        RecordingReader::new(file, limits).finish()
    }

    /// Returns the recorded URLs, in order.
    pub fn urls(&self) -> impl Iterator<Item = &CanonicalUrl> {
        self.index.pages.keys()
    }

    /// Returns the number of records that are not pages.
    pub fn passed_over(&self) -> u32 {
        self.index.passed_over
    }

    /// Returns the number of records over the size limit, pages or not. They are not part of
    /// [`Recording::passed_over`].
    pub fn too_large(&self) -> u32 {
        self.index.too_large
    }

    /// Returns the number of duplicate records of URLs.
    pub fn repeated(&self) -> u32 {
        self.index.repeated
    }

    /// Returns the earliest and the latest date of a page's record, as written.
    pub fn dates(&self) -> Option<(&str, &str)> {
        let (first, last) = self.index.dates.as_ref()?;
        Some((first, last))
    }

    /// Returns a hash of the pages' records in order, with their addresses and contents, in hexadecimal digits. A
    /// recording of the same addresses on another day has another hash.
    pub fn digest(&self) -> String {
        format!("{:016x}", self.index.digest)
    }

    /// Returns whether a URL in any spelling was recorded.
    pub fn has(&self, url: &str) -> bool {
        self.entry(url).is_some()
    }

    /// Returns the recorded response to a URL in any spelling, or a failure if it cannot be read; `None` if there is
    /// none.
    pub fn answer(&self, url: &str) -> Option<Result<Response, Failure>> {
        let entry = self.entry(url)?;
        Some(self.with(entry, |record| match record.kind() {
            "resource" => Ok(resource(record)),
            _ => http::response(record.block),
        }))
    }

    /// Returns the time of recording; `None` if nothing was recorded or the date cannot be parsed.
    pub fn date(&self, url: &str) -> Option<Millis> {
        let entry = self.entry(url)?;
        self.with(entry, |record| date::parse(record.field("warc-date")?))
    }

    fn entry(&self, url: &str) -> Option<&Entry> {
        self.index.pages.get(&CanonicalUrl::parse(url).ok()?)
    }

    fn with<T>(&self, entry: &Entry, look: impl FnOnce(&Record<'_>) -> T) -> T {
        let bytes = self.file.bytes(&entry.place);
        let record = record::read(&bytes).ok().flatten();
        let (record, _) = record.expect("the record was read once, when the file was read");
        look(&record)
    }
}

/// Returns the response of a record without HTTP (ISO 28500 §6.4), whose type is that of the record.
pub(super) fn resource(record: &Record<'_>) -> Response {
    let media_type = record.field("content-type").map(str::to_owned);
    Response {
        status: 200,
        headers: media_type.map(|value| ("content-type".to_owned(), value)).into_iter().collect(),
        body: record.block.to_vec(),
    }
}

/// The index that is built while a file is read.
pub(super) struct Index {
    pub(super) pages: BTreeMap<CanonicalUrl, Entry>,
    passed_over: u32,
    too_large: u32,
    repeated: u32,
    dates: Option<(String, String)>,
    digest: u64,
    limits: WarcLimits,
    /// The remaining capacity for records and for bytes of URLs.
    records: u32,
    url_bytes: u64,
}

impl Index {
    /// Adds a record at a location.
    pub(super) fn record(&mut self, place: RecordLocation, record: &Record<'_>) -> Result<(), WarcError> {
        self.count()?;
        let status = match record.kind() {
            "response" => http::status(record.block),
            "resource" => Some(200),
            _ => None,
        };
        let url = record.target().and_then(|target| CanonicalUrl::parse(target).ok());
        if let (Some(status), Some(url)) = (status, url) {
            self.date(record.field("warc-date").unwrap_or_default());
            self.digest = chained(self.digest, &url, record.block);
            self.page(url, Entry { place, status })
        } else {
            self.passed_over += 1;
            Ok(())
        }
    }

    /// Counts a record that is over the size limit.
    pub(super) fn too_large(&mut self) -> Result<(), WarcError> {
        self.too_large += 1;
        self.count()
    }

    pub(super) fn new(limits: &WarcLimits) -> Self {
        Self {
            pages: BTreeMap::new(),
            passed_over: 0,
            too_large: 0,
            repeated: 0,
            dates: None,
            digest: 0,
            limits: *limits,
            records: limits.records,
            url_bytes: limits.url_bytes,
        }
    }

    fn too_many(&self) -> WarcError {
        WarcError::TooMany(self.limits.records)
    }

    fn count(&mut self) -> Result<(), WarcError> {
        self.records = self.records.checked_sub(1).ok_or_else(|| self.too_many())?;
        Ok(())
    }

    /// Stores a page under its URL, unless a preferred one exists.
    fn page(&mut self, url: CanonicalUrl, entry: Entry) -> Result<(), WarcError> {
        let Some(known) = self.pages.get_mut(&url) else {
            let left = self.url_bytes.checked_sub(url.as_str().len() as u64);
            self.url_bytes = left.ok_or_else(|| self.too_many())?;
            self.pages.insert(url, entry);
            return Ok(());
        };
        self.repeated += 1;
        if !is_success(known.status) && is_success(entry.status) {
            *known = entry;
        }
        Ok(())
    }

    /// Dates have a format whose alphabetical order is chronological (ISO 28500 §5.4, W3C date and time).
    fn date(&mut self, date: &str) {
        if date.is_empty() {
            return;
        }
        let (first, last) = self.dates.get_or_insert_with(|| (date.to_owned(), date.to_owned()));
        if date < first.as_str() {
            date.clone_into(first);
        } else if date > last.as_str() {
            date.clone_into(last);
        }
    }
}

/// Returns the hash of all records up to this one.
fn chained(before: u64, url: &CanonicalUrl, block: &[u8]) -> u64 {
    let parts = [before, xxh3_64(url.as_str().as_bytes()), xxh3_64(block)];
    xxh3_64(parts.map(u64::to_le_bytes).as_flattened())
}

fn is_success(status: u16) -> bool {
    (200..300).contains(&status)
}

#[cfg(test)]
#[path = "recording_tests.rs"]
mod tests;
