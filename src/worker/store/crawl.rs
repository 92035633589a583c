//! A crawl in the store: one transaction a step, and the way back.

use super::card::Card;
use super::commit::committed;
use super::{ALL, BODIES, CRAWLS, JOURNAL, PAGES, SNAPSHOTS, Store, StoreError, bytes, value};
use engine::journal::{self, JournalError};
use engine::report::PageRecord;
use idb::{KeyRange, Query, Transaction};
use js_sys::Array;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

/// A value with its number within the crawl.
pub struct Numbered {
    /// Its number.
    pub number: u64,
    /// The value.
    pub bytes: Vec<u8>,
}

/// What a server sent for a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The address that was asked for.
    pub address: String,
    /// HTTP status.
    pub status: u16,
    /// Header names in lower case, with their values.
    pub headers: Vec<(String, String)>,
    /// The bytes, compressed with gzip.
    pub packed: Vec<u8>,
}

/// What is written at once.
#[derive(Default)]
pub struct Batch {
    /// Events, each a log of its own.
    pub events: Vec<Numbered>,
    /// Records of pages.
    pub pages: Vec<Numbered>,
    /// What their servers sent.
    pub bodies: Vec<Numbered>,
    /// The crawl after the last of all events; those before it are forgotten.
    pub snapshot: Option<Vec<u8>>,
}

/// A crawl as it is kept.
pub struct Kept {
    /// Its card.
    pub card: Card,
    /// Its snapshot.
    pub snapshot: Option<Vec<u8>>,
    /// The events after it, each a log of its own.
    pub events: Vec<Vec<u8>>,
}

impl From<JournalError> for StoreError {
    fn from(error: JournalError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl Store {
    /// The cards of all crawls, and the ids of those that cannot be read, with the reason.
    pub async fn cards(&self) -> Result<(Vec<Card>, Vec<(String, StoreError)>), StoreError> {
        let transaction = self
            .connection
            .database
            .transaction(&[CRAWLS], idb::TransactionMode::ReadOnly)?;
        let store = transaction.object_store(CRAWLS)?;
        let (keys, values) = (store.get_all_keys(None, None)?, store.get_all(None, None)?);
        let (keys, values) = (keys.await?, values.await?);
        let (mut cards, mut unreadable) = (Vec::new(), Vec::new());
        for (key, value) in keys.iter().zip(&values) {
            match journal::unseal(&bytes(value)) {
                Ok(card) => cards.push(card),
                Err(error) => unreadable.push((key.as_string().unwrap_or_default(), error.into())),
            }
        }
        Ok((cards, unreadable))
    }

    /// Writes a step of a crawl, all of it or nothing.
    pub async fn write(&self, card: &Card, batch: &Batch) -> Result<(), StoreError> {
        let transaction = self.connection.write(&ALL, batch.snapshot.is_some())?;
        put(
            &transaction,
            CRAWLS,
            &card.id.as_str().into(),
            &journal::seal(card)?,
        )?;
        for (store, values) in [
            (JOURNAL, &batch.events),
            (PAGES, &batch.pages),
            (BODIES, &batch.bodies),
        ] {
            for value in values {
                put(
                    &transaction,
                    store,
                    &key(&card.id, value.number),
                    &value.bytes,
                )?;
            }
        }
        if let Some(snapshot) = &batch.snapshot {
            put(&transaction, SNAPSHOTS, &card.id.as_str().into(), snapshot)?;
            let before = range(&card.id, 0, card.snapshot)?;
            transaction
                .object_store(JOURNAL)?
                .delete(Query::KeyRange(before))?;
        }
        committed(transaction).await
    }

    /// Writes a card alone.
    pub async fn write_card(&self, card: &Card) -> Result<(), StoreError> {
        let transaction = self.connection.write(&[CRAWLS], false)?;
        put(
            &transaction,
            CRAWLS,
            &card.id.as_str().into(),
            &journal::seal(card)?,
        )?;
        committed(transaction).await
    }

    /// The card of a crawl.
    pub async fn card(&self, id: &str) -> Result<Card, StoreError> {
        let card = self.get(CRAWLS, &id.into()).await?;
        Ok(journal::unseal(&card.ok_or(StoreError::NoSuchCrawl)?)?)
    }

    /// A crawl as it was kept last.
    pub async fn read(&self, id: &str) -> Result<Kept, StoreError> {
        let card = self.card(id).await?;
        let snapshot = self.get(SNAPSHOTS, &id.into()).await?;
        let events = if card.last > card.snapshot {
            let after = range(id, card.snapshot + 1, card.last)?;
            self.get_all(JOURNAL, Query::KeyRange(after)).await?
        } else {
            Vec::new()
        };
        Ok(Kept {
            card,
            snapshot,
            events,
        })
    }

    /// The records of a crawl's pages, in their order. Those that cannot be read are left out.
    pub async fn pages(&self, id: &str) -> Result<Vec<PageRecord>, StoreError> {
        let all = self.get_all(PAGES, Query::KeyRange(whole(id)?)).await?;
        Ok(all
            .iter()
            .filter_map(|bytes| journal::unseal(bytes).ok())
            .collect())
    }

    /// Forgets a crawl, all of it.
    pub async fn erase(&self, id: &str) -> Result<(), StoreError> {
        let transaction = self.connection.write(&ALL, false)?;
        for store in [CRAWLS, SNAPSHOTS] {
            transaction
                .object_store(store)?
                .delete(Query::Key(id.into()))?;
        }
        for store in [JOURNAL, PAGES, BODIES] {
            transaction
                .object_store(store)?
                .delete(Query::KeyRange(whole(id)?))?;
        }
        committed(transaction).await
    }
}

fn put(
    transaction: &Transaction,
    store: &str,
    key: &JsValue,
    bytes: &[u8],
) -> Result<(), StoreError> {
    transaction
        .object_store(store)?
        .put(&value(bytes), Some(key))?;
    Ok(())
}

#[expect(
    clippy::cast_precision_loss,
    reason = "numbers of events are far below 2^53"
)]
fn key(id: &str, number: u64) -> JsValue {
    Array::of2(&id.into(), &(number as f64).into()).into()
}

fn range(id: &str, from: u64, to: u64) -> Result<KeyRange, StoreError> {
    Ok(KeyRange::bound(
        &key(id, from),
        &key(id, to),
        Some(false),
        Some(false),
    )?)
}

/// All that belongs to a crawl: an array of its id and whatever follows.
fn whole(id: &str) -> Result<KeyRange, StoreError> {
    let (from, to) = (
        Array::of1(&id.into()),
        Array::of2(&id.into(), &Array::new()),
    );
    Ok(KeyRange::bound(&from, &to, Some(false), Some(false))?)
}
