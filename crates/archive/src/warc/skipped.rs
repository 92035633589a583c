//! Counts what a reader leaves out of a recording: records of other kinds, and damaged places with offset and reason.

use std::collections::BTreeMap;
use std::fmt;

/// The most damaged places that are listed; more are only counted.
const LISTED: usize = 100;

/// The kinds of records that are not pages (ISO 28500:2017 §5.5).
const KINDS: [&str; 5] = ["warcinfo", "request", "metadata", "conversion", "continuation"];

/// A damaged place of a recording, or a record that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The offset of the place in the file, in bytes. In a compressed file it is that of a gzip member or zstd frame,
    /// in a WACZ file that inside the WARC file which the reason names.
    pub offset: u64,
    /// The reason, in a sentence without its period.
    pub reason: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.reason)
    }
}

/// The damaged places of a recording, and the records that cannot be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkippedRecords {
    /// The number of places.
    pub count: u32,
    /// The first 100 of them.
    pub listed: Vec<Damage>,
}

impl SkippedRecords {
    /// Adds a place.
    pub(super) fn add(&mut self, damage: Damage) {
        self.count = self.count.saturating_add(1);
        if self.listed.len() < LISTED {
            self.listed.push(damage);
        }
    }
}

/// The numbers of records that are not pages, by their kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherRecords(BTreeMap<&'static str, u32>);

impl OtherRecords {
    /// Counts a record of a kind, such as `request`.
    pub(super) fn add(&mut self, kind: &str) {
        let known = KINDS.into_iter().find(|known| *known == kind);
        let count = self.0.entry(known.unwrap_or("other")).or_default();
        *count = count.saturating_add(1);
    }

    /// Returns the number of all records.
    pub fn total(&self) -> u32 {
        self.0.values().sum()
    }

    /// Returns the number of records by kind: those of ISO 28500:2017 §5.5, and `other` for the rest, which includes
    /// responses of other protocols than HTTP.
    pub fn by_kind(&self) -> &BTreeMap<&'static str, u32> {
        &self.0
    }
}
