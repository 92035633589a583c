//! Stores pages that were read in the reader, by address. Training uses them instead of fetching them again.
//!
//! A separate card has the time and size of each, so that the oldest can be found without reading them all. Beyond the limits the oldest
//! are deleted, starting with those in no trail. Response bodies are not saved, because models only use text and links.

use super::commit::{committed, put};
use super::{Database, READING_CARDS, READINGS, StorageError, entries};
use crate::protocol::Source;
use engine::fetch::FetchResponse;
use engine::journal;
use idb::{Query, Transaction};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use types::report::Millis;
use types::url::CanonicalUrl;
use wasm_bindgen::JsValue;

/// The most readings that are saved: the pages of hundreds of trails.
pub const READINGS_MOST: usize = 4_000;
/// The most bytes of readings: 4,000 pages of the usual 16 KB, or some hundred of the largest.
pub const READING_BYTES_MOST: u64 = 64 * 1024 * 1024;

/// A page that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedReaderPage {
    /// The time of the fetch.
    pub at: Millis,
    /// Its source.
    pub source: Source,
    /// The response, which is a page.
    pub response: FetchResponse,
}

/// Describes a reading without its content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct ReaderPageCard {
    at: Millis,
    bytes: u64,
}

/// The size of all readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReaderStorageSize {
    /// The number of readings.
    pub pages: u32,
    /// Their bytes.
    pub bytes: u64,
}

impl ReaderStorageSize {
    /// Returns whether another page may displace existing ones, given that no page takes more than a tenth of the space.
    pub fn is_near_full(self) -> bool {
        self.pages as usize >= READINGS_MOST || self.bytes >= READING_BYTES_MOST / 10 * 9
    }
}

/// A reading's address and card.
type Carded = (String, ReaderPageCard);

impl Database {
    /// Saves a reading, which replaces an earlier one of the same address. Beyond the limits it displaces others, those of `wanted` last.
    pub async fn save_reading(
        &self,
        url: &CanonicalUrl,
        reading: &SavedReaderPage,
        wanted: &BTreeSet<String>,
    ) -> Result<(), StorageError> {
        let sealed = journal::seal(reading)?;
        let card = ReaderPageCard { at: reading.at, bytes: sealed.len() as u64 };
        let transaction = self.connection.write(&[READINGS, READING_CARDS], false)?;
        let key = JsValue::from(url.as_str());
        put(&transaction, READINGS, &key, &sealed)?;
        put(&transaction, READING_CARDS, &key, &journal::seal(&card)?)?;
        let all = cards(&transaction).await?;
        let is_wanted = |address: &str| wanted.contains(address);
        for address in surplus(all, url.as_str(), is_wanted) {
            forget(&transaction, &Query::Key(address.as_str().into()))?;
        }
        committed(transaction).await
    }

    /// Returns a reading; `None` if there is none.
    pub async fn reading(&self, url: &CanonicalUrl) -> Result<Option<SavedReaderPage>, StorageError> {
        let found = self.get(READINGS, &url.as_str().into()).await?;
        Ok(found.map(|bytes| journal::unseal(&bytes)).transpose()?)
    }

    /// Returns the addresses of all readings fetched since a time.
    pub async fn readings_since(&self, since: Millis) -> Result<BTreeSet<String>, StorageError> {
        let transaction = self.connection.read(&[READING_CARDS])?;
        let all = cards(&transaction).await?.into_iter();
        let young = all.filter(|(_, card)| card.at >= since);
        Ok(young.map(|(address, _)| address).collect())
    }

    /// Returns the size of all readings.
    pub async fn readings_weight(&self) -> Result<ReaderStorageSize, StorageError> {
        let transaction = self.connection.read(&[READING_CARDS])?;
        let all = cards(&transaction).await?;
        Ok(ReaderStorageSize { pages: engine::count(all.len()), bytes: all.iter().map(|(_, card)| card.bytes).sum() })
    }

    /// Deletes all readings.
    pub async fn delete_readings(&self) -> Result<(), StorageError> {
        let transaction = self.connection.write(&[READINGS, READING_CARDS], false)?;
        for store in [READINGS, READING_CARDS] {
            transaction.object_store(store)?.clear()?;
        }
        committed(transaction).await
    }
}

fn forget(transaction: &Transaction, which: &Query) -> Result<(), StorageError> {
    for store in [READINGS, READING_CARDS] {
        transaction.object_store(store)?.delete(which.clone())?;
    }
    Ok(())
}

/// Returns all cards by address. An unreadable one counts as the oldest.
async fn cards(transaction: &Transaction) -> Result<Vec<Carded>, StorageError> {
    let all = entries(transaction, READING_CARDS).await?;
    let carded = all.map(|(key, value)| {
        let card = journal::unseal(&value).unwrap_or_default();
        (key.as_string().unwrap_or_default(), card)
    });
    Ok(carded.collect())
}

/// Returns the readings that must be deleted, never the newest.
fn surplus(mut all: Vec<Carded>, newest: &str, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = String> {
    let (mut pages, mut bytes) = (all.len(), all.iter().map(|(_, card)| card.bytes).sum::<u64>());
    if pages > READINGS_MOST || bytes > READING_BYTES_MOST {
        all.sort_by_cached_key(|(address, card)| (is_wanted(address), card.at));
        all.retain(|(address, _)| address != newest);
    }
    all.into_iter()
        .take_while(move |(_, card)| {
            let too_many = pages > READINGS_MOST || bytes > READING_BYTES_MOST;
            pages -= 1;
            bytes = bytes.saturating_sub(card.bytes);
            too_many
        })
        .map(|(address, _)| address)
}
