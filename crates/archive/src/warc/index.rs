//! Builds the index of a recording while its records are read, and finds the payloads of revisit records at the end,
//! also through other revisit records. Merges addresses with the same content at last.
//!
//! Source: ISO 28500:2017 §6.7 (revisit records).

use super::location::RecordLocation;
use super::record::Record;
use super::recording::{Entry, Summary};
use super::references;
use super::{Damage, WarcError, http};
use crate::limits::WarcLimits;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// The index of a recording.
pub(super) struct Index {
    /// The pages by their whole addresses.
    pages: BTreeMap<CanonicalUrl, Entry>,
    /// The whole addresses of pages by their canonical URLs, if these omit parameters.
    wholes: BTreeMap<CanonicalUrl, Vec<CanonicalUrl>>,
    summary: Summary,
    limits: WarcLimits,
    /// The remaining capacity for records and for bytes of URLs.
    records: u32,
    url_bytes: u64,
    /// The records with a payload, by hashes of what revisit records refer to them by.
    payloads: Vec<(u64, Payload)>,
    revisits: Vec<Revisit>,
}

/// The pages of a recording that was read to its end.
pub(super) struct Indexed {
    pub(super) pages: BTreeMap<CanonicalUrl, Entry>,
    /// See [`super::Recording`].
    pub(super) apart: BTreeSet<Box<str>>,
    pub(super) summary: Summary,
}

/// A record with a payload, and the hash of its content.
#[derive(Clone, Copy)]
struct Payload {
    location: RecordLocation,
    content: u64,
    is_partial: bool,
}

/// A record whose payload is in another one.
struct Revisit {
    url: CanonicalUrl,
    entry: Entry,
    offset: u64,
    /// The hashes of its references, the most exact first.
    references: Vec<u64>,
    /// The hashes of what others may refer to it by.
    keys: Vec<u64>,
}

/// The most revisit records between one that stands before them and the payload. Those that stand in order, as recorders
/// write them, have no limit.
const REVISITS: usize = 16;

impl Index {
    pub(super) fn new(limits: &WarcLimits) -> Self {
        Self {
            pages: BTreeMap::new(),
            wholes: BTreeMap::new(),
            summary: Summary::default(),
            limits: *limits,
            records: limits.records,
            url_bytes: limits.url_bytes,
            payloads: Vec::new(),
            revisits: Vec::new(),
        }
    }

    /// Adds a damaged place, or a record that cannot be read.
    pub(super) fn skip(&mut self, damage: Damage) -> Result<(), WarcError> {
        self.summary.skipped.add(damage);
        self.count()
    }

    /// Adds a record. Returns whether its bytes are needed, or the reason why it cannot be read. `place` has its
    /// offset.
    pub(super) fn record(
        &mut self,
        location: RecordLocation,
        record: &Record<'_>,
        place: &Damage,
        is_short: bool,
    ) -> Result<Result<bool, String>, WarcError> {
        self.count()?;
        let kind = record.kind();
        let url = match record.page_url() {
            Ok(Some(url)) => url,
            Ok(None) => {
                self.summary.others.add(kind);
                return Ok(Ok(false));
            }
            Err(reason) => return Ok(Err(reason)),
        };
        let message = match kind {
            "response" => http::head(record.block)
                .map(|head| (head.status, http::content(record.block, &head), &record.block[head.end..])),
            // Its content is that of its payload.
            "revisit" => Ok((http::head(record.block).map_or(304, |head| head.status), 0, record.block)),
            _ => Ok((200, xxh3_64(record.block), record.block)),
        };
        let (status, content, body) = match message {
            Ok(message) => message,
            Err(reason) => return Ok(Err(reason)),
        };
        // A body of chunks that is empty has the last one.
        let is_empty = matches!(body.trim_ascii(), b"" | b"0");
        let is_partial = is_short || record.truncated().is_some() || is_empty;
        let date = record.field("warc-date").unwrap_or_default();
        self.date(date);
        self.summary.digest = chained(self.summary.digest, &url, record.block);
        let entry = Entry { location, payload: None, status, is_short, is_partial, content };
        if kind == "revisit" {
            let references = references::of_revisit(record, &url);
            let keys = references::to_payload(record, &url).collect();
            self.revisits.push(Revisit { url, entry, offset: place.offset, references, keys });
            return Ok(Ok(true));
        }
        let payload = Payload { location, content, is_partial };
        self.payloads.extend(references::to_payload(record, &url).map(|key| (key, payload)));
        self.page(url, entry)?;
        Ok(Ok(true))
    }

    /// Finds the payloads of the revisit records, and returns the pages.
    pub(super) fn finish(mut self) -> Result<Indexed, WarcError> {
        // The sort is stable: of several records with one key the first is taken.
        self.payloads.sort_by_key(|(key, _)| *key);
        // The payloads of the revisit records that were found.
        let mut known = HashMap::new();
        let mut left = std::mem::take(&mut self.revisits);
        for _ in 0..=REVISITS {
            let revisits = std::mem::take(&mut left);
            let count = revisits.len();
            for revisit in revisits {
                let payload = |key: &u64| self.payload(*key).or_else(|| known.get(key).copied());
                let Some(payload) = revisit.references.iter().find_map(payload) else {
                    left.push(revisit);
                    continue;
                };
                for key in revisit.keys {
                    known.entry(key).or_insert(payload);
                }
                // A head of 304 says that the earlier response is still valid.
                let status = if revisit.entry.status == 304 { 200 } else { revisit.entry.status };
                let Payload { location, content, is_partial } = payload;
                let entry = Entry { payload: Some(location), status, content, is_partial, ..revisit.entry };
                self.page(revisit.url, entry)?;
            }
            if left.len() == count {
                break;
            }
        }
        for Revisit { url, offset, .. } in left {
            let reason = format!("a revisit record of {url} refers to a record that is not in this file");
            self.summary.skipped.add(Damage { offset, reason });
        }
        let apart = self.merge_addresses();
        Ok(Indexed { pages: self.pages, apart, summary: self.summary })
    }

    /// Merges addresses that differ only by omitted parameters on hosts where all of them have the same content.
    /// Returns the other hosts.
    fn merge_addresses(&mut self) -> BTreeSet<Box<str>> {
        let wholes = std::mem::take(&mut self.wholes);
        let differs = |(bare, wholes): &(&CanonicalUrl, &Vec<CanonicalUrl>)| {
            let entries = wholes.iter().chain([*bare]).filter_map(|url| self.pages.get(url));
            let mut contents = entries.map(|entry| (entry.status, entry.content));
            let first = contents.next();
            contents.any(|other| Some(other) != first)
        };
        let apart = wholes.iter().filter(differs).map(|(bare, _)| bare.host_key().into());
        let apart: BTreeSet<Box<str>> = apart.collect();
        for (bare, wholes) in wholes.into_iter().filter(|(bare, _)| !apart.contains(bare.host_key())) {
            for whole in wholes {
                let Some(entry) = self.pages.remove(&whole) else { continue };
                if self.pages.contains_key(&bare) {
                    self.summary.repeated += 1;
                } else {
                    self.pages.insert(bare.clone(), entry);
                }
            }
        }
        apart
    }

    fn payload(&self, key: u64) -> Option<Payload> {
        let at = self.payloads.partition_point(|(given, _)| *given < key);
        let (given, payload) = self.payloads.get(at)?;
        (*given == key).then_some(*payload)
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
            let bare = CanonicalUrl::parse(url.as_str()).ok().filter(|bare| *bare != url);
            let bytes = bare.iter().chain([&url]).map(|url| url.as_str().len() as u64).sum();
            self.url_bytes = self.url_bytes.checked_sub(bytes).ok_or_else(|| self.too_many())?;
            if let Some(bare) = bare {
                self.wholes.entry(bare).or_default().push(url.clone());
            }
            self.pages.insert(url, entry);
            return Ok(());
        };
        self.summary.repeated += 1;
        if rank(&entry) > rank(known) {
            *known = entry;
        }
        Ok(())
    }

    /// Dates have a format whose alphabetical order is chronological (ISO 28500 §5.4, W3C date and time).
    fn date(&mut self, date: &str) {
        if date.is_empty() {
            return;
        }
        let (first, last) = self.summary.dates.get_or_insert_with(|| (date.to_owned(), date.to_owned()));
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

/// Returns how much of a page a capture has: nothing, a success without all of it, or all.
fn rank(entry: &Entry) -> u8 {
    let is_whole = !entry.is_partial && !matches!(entry.status, 204..=206);
    if (200..300).contains(&entry.status) { 1 + u8::from(is_whole) } else { 0 }
}
