//! Finds the payloads of revisit records: the hashes of what they refer to other records by, and the last payloads of a
//! stream. A revisit record may refer to another one, whose payload it then has.
//!
//! Source: ISO 28500:2017 §5.8 to §5.12 (ids, digests, references), §6.7 (revisit records).

use super::record::Record;
use crate::limits::STREAM_PAYLOAD_BYTES;
use std::collections::{HashMap, VecDeque};
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// Returns the hashes of what revisit records may refer to a record by.
pub(super) fn to_payload(record: &Record<'_>, url: &CanonicalUrl) -> impl Iterator<Item = u64> {
    let id = record.url_field("warc-record-id").map(|id| key("id", id, ""));
    let exact = record.field("warc-date").map(|date| key("date", url.as_str(), date));
    [id, exact, digest(record), Some(key("url", url.as_str(), ""))].into_iter().flatten()
}

/// Returns the hashes of a revisit record's references: to an address and a date, to an id, to an address of any date,
/// to a digest. Ids come second, because some writers repeat them. A record without one, or whose profile is that the
/// server said that nothing changed (§6.7.3), refers to its own address.
pub(super) fn of_revisit(record: &Record<'_>, url: &CanonicalUrl) -> Vec<u64> {
    let target = record.url_field("warc-refers-to-target-uri").and_then(|target| CanonicalUrl::whole(target).ok());
    let date = record.field("warc-refers-to-date");
    let exact = target.as_ref().zip(date).map(|(target, date)| key("date", target.as_str(), date));
    let id = record.url_field("warc-refers-to").map(|id| key("id", id, ""));
    let any = target.map(|target| key("url", target.as_str(), ""));
    let digest = digest(record);
    let is_same = record.field("warc-profile").is_some_and(|profile| profile.contains("server-not-modified"));
    let own_address = (is_same || exact.or(id).or(any).or(digest).is_none()).then(|| key("url", url.as_str(), ""));
    [exact, id, any, digest, own_address].into_iter().flatten().collect()
}

/// Returns the hash of a payload's digest, which writers spell in either case. Its algorithm is ignored: it has several
/// names, some writers omit it, and digests of two algorithms are never equal.
fn digest(record: &Record<'_>) -> Option<u64> {
    let digest = record.field("warc-payload-digest")?.rsplit(':').next()?.trim();
    (!digest.is_empty()).then(|| key("digest", &digest.to_ascii_lowercase(), ""))
}

/// Returns the hash of a reference of some kind.
fn key(kind: &str, value: &str, date: &str) -> u64 {
    let parts = [kind, value, date].map(|part| xxh3_64(part.as_bytes()).to_le_bytes());
    xxh3_64(parts.as_flattened())
}

/// The last records with payloads of a stream, at most [`STREAM_PAYLOAD_BYTES`] of them.
#[derive(Default)]
pub(super) struct LastPayloads {
    records: VecDeque<Payload>,
    bytes: usize,
    /// The number of records that were dropped.
    dropped: u64,
    /// The number of the last record with each hash.
    numbers: HashMap<u64, u64>,
}

/// A record with a payload.
struct Payload {
    bytes: Vec<u8>,
    keys: Vec<u64>,
}

impl Payload {
    /// Returns the bytes of memory that it takes, with those of the table.
    fn size(&self) -> usize {
        self.bytes.len() + self.keys.len() * 64
    }
}

impl LastPayloads {
    /// Adds the bytes of a record with its hashes.
    pub(super) fn add(&mut self, bytes: &[u8], keys: impl Iterator<Item = u64>) {
        let payload = Payload { bytes: bytes.to_vec(), keys: keys.collect() };
        let number = self.dropped + self.records.len() as u64;
        self.numbers.extend(payload.keys.iter().map(|key| (*key, number)));
        self.bytes += payload.size();
        self.records.push_back(payload);
        self.trim();
    }

    /// Adds the hashes of a revisit record to the record that the first known one of its references refers to.
    pub(super) fn refer(&mut self, to: &[u64], keys: impl Iterator<Item = u64>) {
        let Some(number) = self.number(to) else {
            return;
        };
        let at = usize::try_from(number - self.dropped).unwrap_or(usize::MAX);
        if let Some(payload) = self.records.get_mut(at) {
            for key in keys {
                payload.keys.push(key);
                self.bytes += 64;
                self.numbers.insert(key, number);
            }
        }
        self.trim();
    }

    /// Drops the oldest records that exceed the limit.
    fn trim(&mut self) {
        while self.bytes > STREAM_PAYLOAD_BYTES
            && let Some(oldest) = self.records.pop_front()
        {
            self.bytes -= oldest.size();
            for key in oldest.keys {
                if self.numbers.get(&key) == Some(&self.dropped) {
                    self.numbers.remove(&key);
                }
            }
            self.dropped += 1;
        }
    }

    /// Returns the bytes of the record that the first known one of these hashes refers to.
    pub(super) fn find(&self, keys: &[u64]) -> Option<&[u8]> {
        let at = usize::try_from(self.number(keys)? - self.dropped).ok()?;
        Some(&self.records.get(at)?.bytes)
    }

    fn number(&self, keys: &[u64]) -> Option<u64> {
        keys.iter().find_map(|key| self.numbers.get(key)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_payloads_are_kept_up_to_a_limit() {
        let mut payloads = LastPayloads::default();
        let record = vec![0; STREAM_PAYLOAD_BYTES / 4];
        for n in 0..10_u64 {
            payloads.add(&record, [n, 100].into_iter());
        }
        let known: Vec<u64> = (0..10).filter(|n| payloads.find(&[*n]).is_some()).collect();
        assert_eq!((known, payloads.find(&[100]).is_some()), (vec![7, 8, 9], true));
        assert!(payloads.bytes <= STREAM_PAYLOAD_BYTES && payloads.numbers.len() == 4);
        payloads.refer(&[8], [20].into_iter());
        payloads.refer(&[9], [21].into_iter());
        assert_eq!((payloads.find(&[20]), payloads.find(&[21])), (payloads.find(&[8]), payloads.find(&[9])));
        payloads.add(&vec![0; 2 * STREAM_PAYLOAD_BYTES], [11].into_iter());
        assert!(payloads.records.is_empty() && payloads.numbers.is_empty() && payloads.bytes == 0);
    }
}
