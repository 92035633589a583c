//! Pages that were read in the reader, by their addresses: what training reads again instead of fetching.
//!
//! A card beside each says when it was fetched and what it takes, so that the oldest can be found without reading all. They are bounded:
//! beyond the limits the oldest go, first of those that stand in no trail. Left out on purpose: the bytes that the server sent, since
//! the text and the links are all that a model sees.

use super::commit::committed;
use super::{READING_CARDS, READINGS, Store, StoreError, bytes, value};
use crate::protocol::Source;
use engine::event::Millis;
use engine::fetch::Answer;
use engine::journal;
use engine::url::CanonicalUrl;
use idb::{Query, Transaction};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wasm_bindgen::JsValue;

/// Readings that are kept: the pages of hundreds of trails.
pub const READINGS_MOST: usize = 4_000;
/// Bytes that they take at most: 4,000 pages of the usual 16 KB, or some hundred of the largest.
pub const READING_BYTES_MOST: u64 = 64 * 1024 * 1024;

/// A page that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptReading {
    /// When it was fetched.
    pub at: Millis,
    /// Where it came from.
    pub source: Source,
    /// What was answered: a page.
    pub answer: Answer,
}

/// What is known of a reading without reading it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct ReadingCard {
    at: Millis,
    bytes: u64,
}

/// What all readings take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadingsWeight {
    /// How many there are.
    pub pages: u32,
    /// Bytes that they take.
    pub bytes: u64,
}

impl ReadingsWeight {
    /// True where one more page may make others give way: no page takes more than a tenth of the room.
    pub fn is_near_full(self) -> bool {
        self.pages as usize >= READINGS_MOST || self.bytes >= READING_BYTES_MOST / 10 * 9
    }
}

/// A reading's address and card.
type Carded = (String, ReadingCard);

impl Store {
    /// Keeps a reading, in place of an earlier one of the same address; others give way to it where there are too many, those of
    /// `wanted` last.
    pub async fn keep_reading(
        &self,
        url: &CanonicalUrl,
        reading: &KeptReading,
        wanted: &BTreeSet<String>,
    ) -> Result<(), StoreError> {
        let sealed = journal::seal(reading)?;
        let card = ReadingCard {
            at: reading.at,
            bytes: sealed.len() as u64,
        };
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

    /// A reading; `None` where there is none.
    pub async fn reading(&self, url: &CanonicalUrl) -> Result<Option<KeptReading>, StoreError> {
        let found = self.get(READINGS, &url.as_str().into()).await?;
        Ok(found.map(|bytes| journal::unseal(&bytes)).transpose()?)
    }

    /// The addresses of all readings that were fetched since a time.
    pub async fn readings_since(&self, since: Millis) -> Result<BTreeSet<String>, StoreError> {
        let transaction = self.connection.read(&[READING_CARDS])?;
        let all = cards(&transaction).await?.into_iter();
        let young = all.filter(|(_, card)| card.at >= since);
        Ok(young.map(|(address, _)| address).collect())
    }

    /// What all readings take.
    pub async fn readings_weight(&self) -> Result<ReadingsWeight, StoreError> {
        let transaction = self.connection.read(&[READING_CARDS])?;
        let all = cards(&transaction).await?;
        Ok(ReadingsWeight {
            pages: u32::try_from(all.len()).unwrap_or(u32::MAX),
            bytes: all.iter().map(|(_, card)| card.bytes).sum(),
        })
    }

    /// Forgets all readings.
    pub async fn forget_readings(&self) -> Result<(), StoreError> {
        let transaction = self.connection.write(&[READINGS, READING_CARDS], false)?;
        for store in [READINGS, READING_CARDS] {
            transaction.object_store(store)?.clear()?;
        }
        committed(transaction).await
    }
}

fn put(
    transaction: &Transaction,
    store: &str,
    key: &JsValue,
    sealed: &[u8],
) -> Result<(), StoreError> {
    transaction
        .object_store(store)?
        .put(&value(sealed), Some(key))?;
    Ok(())
}

fn forget(transaction: &Transaction, which: &Query) -> Result<(), StoreError> {
    for store in [READINGS, READING_CARDS] {
        transaction.object_store(store)?.delete(which.clone())?;
    }
    Ok(())
}

/// All cards, by address. One that cannot be read counts as the oldest.
async fn cards(transaction: &Transaction) -> Result<Vec<Carded>, StoreError> {
    let store = transaction.object_store(READING_CARDS)?;
    let (keys, values) = (store.get_all_keys(None, None)?, store.get_all(None, None)?);
    let (keys, values) = (keys.await?, values.await?);
    let pairs = keys.iter().zip(&values);
    let carded = pairs.map(|(key, value)| {
        let card = journal::unseal(&bytes(value)).unwrap_or_default();
        (key.as_string().unwrap_or_default(), card)
    });
    Ok(carded.collect())
}

/// Which readings have to go, the newest one apart.
fn surplus(
    mut all: Vec<Carded>,
    newest: &str,
    is_wanted: impl Fn(&str) -> bool,
) -> impl Iterator<Item = String> {
    let (mut pages, mut bytes) = (
        all.len(),
        all.iter().map(|(_, card)| card.bytes).sum::<u64>(),
    );
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
