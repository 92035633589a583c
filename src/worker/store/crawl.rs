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
#[derive(Clone)]
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

/// The bytes of a crawl's state.
pub struct Raw {
    /// Its card.
    pub card: Vec<u8>,
    /// Its snapshot.
    pub snapshot: Option<Vec<u8>>,
    /// The events that are kept, each a log of its own.
    pub events: Vec<Numbered>,
}

/// What is read in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Records of pages.
    Pages,
    /// What their servers sent.
    Bodies,
}

impl Kept {
    /// A crawl of what is kept of it, of which events that its snapshot knows do not count.
    pub fn new(card: Card, snapshot: Option<Vec<u8>>, events: Vec<Numbered>) -> Self {
        let after = events.into_iter();
        let after = after.filter(|event| event.number > card.snapshot);
        Self {
            events: after.map(|event| event.bytes).collect(),
            card,
            snapshot,
        }
    }
}

impl From<JournalError> for StoreError {
    fn from(error: JournalError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl Store {
    /// The cards of all crawls, and the ids of those that cannot be read, with the reason.
    pub async fn cards(&self) -> Result<(Vec<Card>, Vec<(String, StoreError)>), StoreError> {
        let transaction = self.connection.read(&[CRAWLS])?;
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

    /// The card of a crawl.
    pub async fn card(&self, id: &str) -> Result<Card, StoreError> {
        let card = self.get(CRAWLS, &id.into()).await?;
        Ok(journal::unseal(&card.ok_or(StoreError::NoSuchCrawl)?)?)
    }

    /// Changes a card, whatever else is written meanwhile; `bodies` forgets what the servers sent for its pages, too.
    pub async fn change(
        &self,
        id: &str,
        how: impl Fn(&mut Card),
        bodies: bool,
    ) -> Result<(), StoreError> {
        let transaction = self.connection.write(&[CRAWLS, BODIES], false)?;
        let crawls = transaction.object_store(CRAWLS)?;
        let card = crawls.get(Query::Key(id.into()))?.await?;
        let mut card: Card = journal::unseal(&bytes(&card.ok_or(StoreError::NoSuchCrawl)?))?;
        how(&mut card);
        put(&transaction, CRAWLS, &id.into(), &journal::seal(&card)?)?;
        if bodies {
            let all = Query::KeyRange(whole(id)?);
            transaction.object_store(BODIES)?.delete(all)?;
        }
        committed(transaction).await
    }

    /// A crawl as it was kept last.
    pub async fn read(&self, id: &str) -> Result<Kept, StoreError> {
        let Raw {
            card,
            snapshot,
            events,
        } = self.raw(id).await?;
        Ok(Kept::new(journal::unseal(&card)?, snapshot, events))
    }

    /// The bytes of a crawl's state, of one moment, whether they can be read or not.
    pub async fn raw(&self, id: &str) -> Result<Raw, StoreError> {
        let transaction = self.connection.read(&[CRAWLS, SNAPSHOTS, JOURNAL])?;
        let card = transaction
            .object_store(CRAWLS)?
            .get(Query::Key(id.into()))?;
        let snapshot = transaction
            .object_store(SNAPSHOTS)?
            .get(Query::Key(id.into()))?;
        let journal = transaction.object_store(JOURNAL)?;
        let all = || whole(id).map(Query::KeyRange);
        let keys = journal.get_all_keys(Some(all()?), None)?;
        let values = journal.get_all(Some(all()?), None)?;
        let (card, snapshot) = (card.await?, snapshot.await?);
        let (keys, values) = (keys.await?, values.await?);
        Ok(Raw {
            card: card
                .map(|card| bytes(&card))
                .ok_or(StoreError::NoSuchCrawl)?,
            snapshot: snapshot.map(|snapshot| bytes(&snapshot)),
            events: numbered(&keys, &values),
        })
    }

    /// So many sealed values of a crawl at most, those of the least numbers from one on.
    pub async fn piece(
        &self,
        part: Part,
        id: &str,
        from: u64,
        most: u32,
    ) -> Result<Vec<Numbered>, StoreError> {
        let store = match part {
            Part::Pages => PAGES,
            Part::Bodies => BODIES,
        };
        let transaction = self.connection.read(&[store])?;
        let store = transaction.object_store(store)?;
        let rest = || {
            let end = Array::of2(&id.into(), &Array::new());
            KeyRange::bound(&key(id, from), &end, Some(false), Some(false)).map(Query::KeyRange)
        };
        let keys = store.get_all_keys(Some(rest()?), Some(most))?;
        let values = store.get_all(Some(rest()?), Some(most))?;
        Ok(numbered(&keys.await?, &values.await?))
    }

    /// What a server sent for a page, by the page's number; `None` where it is not kept.
    pub async fn body(&self, id: &str, n: u32) -> Result<Option<Body>, StoreError> {
        let body = self.get(BODIES, &key(id, u64::from(n))).await?;
        Ok(body.map(|body| journal::unseal(&body)).transpose()?)
    }

    /// The records of a crawl's pages, by their numbers, and how many more there are that cannot be read.
    pub async fn pages(&self, id: &str) -> Result<(Vec<PageRecord>, usize), StoreError> {
        let all = self.get_all(PAGES, Query::KeyRange(whole(id)?)).await?;
        let read = all.iter().map(|bytes| journal::unseal(bytes));
        let pages: Vec<PageRecord> = read.filter_map(Result::ok).collect();
        let unreadable = all.len() - pages.len();
        Ok((pages, unreadable))
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

/// Values with the numbers of their keys.
fn numbered(keys: &[JsValue], values: &[JsValue]) -> Vec<Numbered> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "written by `key`; the conversion saturates"
    )]
    let number = |key: &JsValue| Array::from(key).get(1).as_f64().unwrap_or_default() as u64;
    let pairs = keys.iter().zip(values);
    pairs
        .map(|(key, value)| Numbered {
            number: number(key),
            bytes: bytes(value),
        })
        .collect()
}

/// All that belongs to a crawl: an array of its id and whatever follows.
pub(super) fn whole(id: &str) -> Result<KeyRange, StoreError> {
    let (from, to) = (
        Array::of1(&id.into()),
        Array::of2(&id.into(), &Array::new()),
    );
    Ok(KeyRange::bound(&from, &to, Some(false), Some(false))?)
}
