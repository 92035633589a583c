//! A recorded web: the pages of a WARC file by their canonical URLs.
//!
//! `response` and `resource` records are pages, whatever their status; requests, metadata and revisits are passed over and
//! counted. Where a URL was recorded more than once the first success answers, or the first record where there is none.
//! A URL that was not recorded is a 404, robots.txt as well; `http` and `https` are as they were recorded.

use super::archive::{Archive, Place};
use super::warc::{self, Record};
use super::{Reply, Response, Web, WebError, http};
use crate::LabError;
use engine::url::CanonicalUrl;
use std::collections::BTreeMap;
use std::path::Path;

/// A WARC file that was read.
pub struct Recording {
    archive: Archive,
    pages: BTreeMap<CanonicalUrl, Entry>,
    passed_over: u32,
    repeated: u32,
    dates: Option<(String, String)>,
}

struct Entry {
    place: Place,
    status: u16,
}

impl Recording {
    /// Reads a file.
    pub fn open(path: &Path) -> Result<Self, LabError> {
        let file = std::fs::read(path).map_err(|source| LabError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::read(file).map_err(|problem| LabError::Web {
            path: path.to_owned(),
            problem,
        })
    }

    /// Reads the bytes of a file.
    pub fn read(file: Vec<u8>) -> Result<Self, WebError> {
        let mut index = Index::default();
        let archive = Archive::read(file, |place, record| index.add(place, record))?;
        if index.pages.is_empty() {
            return Err(WebError::Empty);
        }
        Ok(Self {
            archive,
            pages: index.pages,
            passed_over: index.passed_over,
            repeated: index.repeated,
            dates: index.dates,
        })
    }

    /// The URLs that were recorded, in their order.
    pub fn urls(&self) -> impl Iterator<Item = &CanonicalUrl> {
        self.pages.keys()
    }

    /// Records that are no pages.
    pub fn passed_over(&self) -> u32 {
        self.passed_over
    }

    /// Records of URLs that another record answers for.
    pub fn repeated(&self) -> u32 {
        self.repeated
    }

    /// The earliest and the latest date of a page's record, as they were written.
    pub fn dates(&self) -> Option<(&str, &str)> {
        let (first, last) = self.dates.as_ref()?;
        Some((first, last))
    }

    fn reply(&self, entry: &Entry) -> Reply {
        let bytes = self.archive.bytes(&entry.place);
        let record = warc::read(&bytes).ok().flatten();
        let (record, _) = record.expect("the record was read once, when the file was read");
        let outcome = if record.kind() == "resource" {
            Ok(resource(&record))
        } else {
            http::response(record.block)
        };
        Reply {
            delay_ms: 0,
            outcome,
        }
    }
}

impl Web for Recording {
    fn answer(&self, url: &str) -> Option<Reply> {
        let url = CanonicalUrl::parse(url).ok()?;
        Some(self.reply(self.pages.get(&url)?))
    }
}

/// A record without HTTP (ISO 28500 §6.4): its type is the record's own.
fn resource(record: &Record<'_>) -> Response {
    let media_type = record.field("content-type").map(str::to_owned);
    Response {
        status: 200,
        headers: media_type
            .map(|value| ("content-type".to_owned(), value))
            .into_iter()
            .collect(),
        body: record.block.to_vec(),
    }
}

/// What is gathered while a file is read.
#[derive(Default)]
struct Index {
    pages: BTreeMap<CanonicalUrl, Entry>,
    passed_over: u32,
    repeated: u32,
    dates: Option<(String, String)>,
}

impl Index {
    fn add(&mut self, place: Place, record: &Record<'_>) {
        let status = match record.kind() {
            "response" => http::status(record.block),
            "resource" => Some(200),
            _ => None,
        };
        let url = record
            .target()
            .and_then(|target| CanonicalUrl::parse(target).ok());
        let (Some(status), Some(url)) = (status, url) else {
            self.passed_over += 1;
            return;
        };
        self.date(record.field("warc-date").unwrap_or_default());
        let entry = Entry { place, status };
        let Some(known) = self.pages.get_mut(&url) else {
            self.pages.insert(url, entry);
            return;
        };
        self.repeated += 1;
        if !is_success(known.status) && is_success(status) {
            *known = entry;
        }
    }

    /// Dates are written so that their order is that of their letters (ISO 28500 §5.4, W3C date and time).
    fn date(&mut self, date: &str) {
        if date.is_empty() {
            return;
        }
        let (first, last) = self
            .dates
            .get_or_insert_with(|| (date.to_owned(), date.to_owned()));
        if date < first.as_str() {
            date.clone_into(first);
        } else if date > last.as_str() {
            date.clone_into(last);
        }
    }
}

fn is_success(status: u16) -> bool {
    (200..300).contains(&status)
}

#[cfg(test)]
#[path = "recording_tests.rs"]
mod tests;
