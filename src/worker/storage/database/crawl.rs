//! Stores crawls: one transaction for each step. Reads them back.

use super::batch::{Batch, Sequenced, unpacked};
use super::card::CrawlCard;
use super::commit::{committed, put};
use super::{
    ALL, BODIES, CRAWLS, Database, JOURNAL, MOMENTS, PAGES, SNAPSHOTS, StorageError, TEXTS, VISITS, bytes, entries,
};
use engine::journal::{self, JournalError};
use idb::{KeyRange, Query, Transaction};
use js_sys::Array;
use serde::{Deserialize, Serialize};
use types::report::PageRecord;
use wasm_bindgen::JsValue;

/// The number of records that are read at a time: a few milliseconds of work.
const RECORDS: u32 = 200;

/// The response for a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The requested URL.
    pub address: String,
    /// HTTP status.
    pub status: u16,
    /// Header names in lower case, with their values.
    pub headers: Vec<(String, String)>,
    /// The body, compressed with gzip if it begins like a gzip file. In a pack it is plain, because packs are compressed.
    pub packed: Vec<u8>,
}

/// A saved crawl.
pub struct SavedCrawl {
    /// Its card.
    pub card: CrawlCard,
    /// Its snapshot.
    pub snapshot: Option<Vec<u8>>,
    /// The events after it, each a separate log.
    pub events: Vec<Vec<u8>>,
}

/// The serialized state of a crawl.
pub struct SavedState {
    /// Its card.
    pub card: Vec<u8>,
    /// Its snapshot.
    pub snapshot: Option<Vec<u8>>,
    /// The saved events, each a separate log.
    pub events: Vec<Sequenced>,
}

/// The parts of a saved crawl that are read in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedPart {
    /// Records of pages.
    Pages,
    /// Response bodies.
    Bodies,
    /// The history of revisited pages.
    Visits,
    /// The moments of its replay.
    Moments,
}

impl SavedCrawl {
    /// Assembles a saved crawl. Events that its snapshot includes are omitted.
    pub fn new(card: CrawlCard, snapshot: Option<Vec<u8>>, events: Vec<Sequenced>) -> Self {
        let after = events.into_iter();
        let after = after.filter(|event| event.number > card.snapshot);
        Self { events: after.map(|event| event.bytes).collect(), card, snapshot }
    }
}

impl From<JournalError> for StorageError {
    fn from(error: JournalError) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl Database {
    /// Returns the cards of all crawls, and the ids of unreadable ones, with the reason.
    pub async fn cards(&self) -> Result<(Vec<CrawlCard>, Vec<(String, StorageError)>), StorageError> {
        let transaction = self.connection.read(&[CRAWLS])?;
        let (mut cards, mut unreadable) = (Vec::new(), Vec::new());
        for (key, value) in entries(&transaction, CRAWLS).await? {
            match journal::unseal(&value) {
                Ok(card) => cards.push(card),
                Err(error) => unreadable.push((key.as_string().unwrap_or_default(), error.into())),
            }
        }
        Ok((cards, unreadable))
    }

    /// Writes a step of a crawl, completely or not at all.
    pub async fn write(&self, card: &CrawlCard, batch: &Batch) -> Result<(), StorageError> {
        let transaction = self.connection.write(&ALL, batch.snapshot.is_some())?;
        put(&transaction, CRAWLS, &card.id.as_str().into(), &journal::seal(card)?)?;
        for (store, values) in [
            (JOURNAL, &batch.events),
            (PAGES, &batch.pages),
            (BODIES, &batch.bodies),
            (VISITS, &batch.visits),
            (MOMENTS, &batch.moments),
        ] {
            for value in values {
                put(&transaction, store, &key(&card.id, value.number), &value.bytes)?;
            }
        }
        if let Some(snapshot) = &batch.snapshot {
            put(&transaction, SNAPSHOTS, &card.id.as_str().into(), snapshot)?;
            let before = range(&card.id, 0, card.snapshot)?;
            transaction.object_store(JOURNAL)?.delete(Query::KeyRange(before))?;
        }
        committed(transaction).await
    }

    /// Returns the card of a crawl.
    pub async fn card(&self, id: &str) -> Result<CrawlCard, StorageError> {
        let card = self.get(CRAWLS, &id.into()).await?;
        Ok(journal::unseal(&card.ok_or(StorageError::NoSuchCrawl)?)?)
    }

    /// Changes a card in one transaction. `bodies` also deletes the response bodies and the texts of revisited pages.
    pub async fn change(&self, id: &str, how: impl Fn(&mut CrawlCard), bodies: bool) -> Result<(), StorageError> {
        let transaction = self.connection.write(&[CRAWLS, BODIES, VISITS], false)?;
        change_card(&transaction, id, how).await?;
        if bodies {
            let all = Query::KeyRange(whole(id)?);
            transaction.object_store(BODIES)?.delete(all)?;
            let texts = Query::KeyRange(range(id, TEXTS, 2 * TEXTS)?);
            transaction.object_store(VISITS)?.delete(texts)?;
        }
        committed(transaction).await
    }

    /// Returns the saved state of a crawl.
    pub async fn read(&self, id: &str) -> Result<SavedCrawl, StorageError> {
        let SavedState { card, snapshot, events } = self.raw(id).await?;
        Ok(SavedCrawl::new(journal::unseal(&card)?, snapshot, events))
    }

    /// Returns the bytes of a crawl's state at one moment, readable or not.
    pub async fn raw(&self, id: &str) -> Result<SavedState, StorageError> {
        let transaction = self.connection.read(&[CRAWLS, SNAPSHOTS, JOURNAL])?;
        let card = transaction.object_store(CRAWLS)?.get(Query::Key(id.into()))?;
        let snapshot = transaction.object_store(SNAPSHOTS)?.get(Query::Key(id.into()))?;
        let journal = transaction.object_store(JOURNAL)?;
        let all = || whole(id).map(Query::KeyRange);
        let keys = journal.get_all_keys(Some(all()?), None)?;
        let values = journal.get_all(Some(all()?), None)?;
        let (card, snapshot) = (card.await?, snapshot.await?);
        let (keys, values) = (keys.await?, values.await?);
        Ok(SavedState {
            card: card.map(|card| bytes(&card)).ok_or(StorageError::NoSuchCrawl)?,
            snapshot: snapshot.map(|snapshot| bytes(&snapshot)),
            events: unpacked(numbered(&keys, &values)).await,
        })
    }

    /// Returns the sealed values of a crawl with the numbers of `most`, from a number on, and the rest of their last pack. Always returns
    /// some if there are any at or after that number.
    pub async fn piece(&self, part: SavedPart, id: &str, from: u64, most: u32) -> Result<Vec<Sequenced>, StorageError> {
        let store = match part {
            SavedPart::Pages => PAGES,
            SavedPart::Bodies => BODIES,
            SavedPart::Visits => VISITS,
            SavedPart::Moments => MOMENTS,
        };
        let transaction = self.connection.read(&[store])?;
        let store = transaction.object_store(store)?;
        let next = from.saturating_add(most.max(1).into());
        let within = || range(id, from, next - 1).map(|range| Some(Query::KeyRange(range)));
        let after = || {
            let end = Array::of2(&id.into(), &Array::new());
            KeyRange::bound(&key(id, next), &end, Some(false), Some(false)).map(|range| Some(Query::KeyRange(range)))
        };
        let reads = [
            (store.get_all_keys(within()?, None)?, store.get_all(within()?, None)?),
            (store.get_all_keys(after()?, Some(1))?, store.get_all(after()?, Some(1))?),
        ];
        let mut values = Vec::new();
        for (keys, found) in reads {
            values.extend(numbered(&keys.await?, &found.await?));
        }
        let mut values = unpacked(values).await;
        values.retain(|value| value.number >= from);
        Ok(values)
    }

    /// Returns the response for the page of this number; `None` if it is not saved.
    pub async fn body(&self, id: &str, n: u32) -> Result<Option<Body>, StorageError> {
        let piece = self.piece(SavedPart::Bodies, id, n.into(), 1).await?;
        let body = piece.first().filter(|body| body.number == u64::from(n));
        Ok(body.map(|body| journal::unseal(&body.bytes)).transpose()?)
    }

    /// Returns the records of a crawl's pages by number, and the number of unreadable ones.
    pub async fn pages(&self, id: &str) -> Result<(Vec<PageRecord>, usize), StorageError> {
        let mut pages = Vec::new();
        let unreadable = self.each_page(id, |page| pages.push(page)).await?;
        Ok((pages, unreadable))
    }

    /// Calls a function with each record of a crawl's pages by number, reading a piece at a time. Returns the number of unreadable ones.
    pub async fn each_page(&self, id: &str, mut take: impl FnMut(PageRecord)) -> Result<usize, StorageError> {
        let (mut unreadable, mut before) = (0, 0);
        loop {
            let piece = self.piece(SavedPart::Pages, id, before + 1, RECORDS).await?;
            if piece.is_empty() {
                return Ok(usize::try_from(unreadable).unwrap_or(usize::MAX));
            }
            for value in piece {
                match journal::unseal(&value.bytes) {
                    Ok(page) => take(page),
                    // An unreadable pack has the number of its last record; records are numbered from 1 without gaps.
                    Err(_) => unreadable += value.number.saturating_sub(before),
                }
                before = value.number;
            }
        }
    }

    /// Deletes a crawl.
    pub async fn erase(&self, id: &str) -> Result<(), StorageError> {
        let transaction = self.connection.write(&ALL, false)?;
        for store in [CRAWLS, SNAPSHOTS] {
            transaction.object_store(store)?.delete(Query::Key(id.into()))?;
        }
        for store in [JOURNAL, PAGES, BODIES, VISITS, MOMENTS] {
            transaction.object_store(store)?.delete(Query::KeyRange(whole(id)?))?;
        }
        committed(transaction).await
    }
}

/// Changes the card of a crawl within a transaction.
pub(super) async fn change_card(
    transaction: &Transaction,
    id: &str,
    how: impl Fn(&mut CrawlCard),
) -> Result<(), StorageError> {
    let crawls = transaction.object_store(CRAWLS)?;
    let card = crawls.get(Query::Key(id.into()))?.await?;
    let mut card: CrawlCard = journal::unseal(&bytes(&card.ok_or(StorageError::NoSuchCrawl)?))?;
    how(&mut card);
    put(transaction, CRAWLS, &id.into(), &journal::seal(&card)?)
}

#[expect(clippy::cast_precision_loss, reason = "numbers of events are far below 2^53")]
pub(super) fn key(id: &str, number: u64) -> JsValue {
    Array::of2(&id.into(), &(number as f64).into()).into()
}

pub(super) fn range(id: &str, from: u64, to: u64) -> Result<KeyRange, StorageError> {
    Ok(KeyRange::bound(&key(id, from), &key(id, to), Some(false), Some(false))?)
}

/// Pairs values with the numbers in their keys.
pub(super) fn numbered(keys: &[JsValue], values: &[JsValue]) -> Vec<Sequenced> {
    let number = |key: &JsValue| types::to_u64(Array::from(key).get(1).as_f64().unwrap_or_default());
    let pairs = keys.iter().zip(values);
    pairs.map(|(key, value)| Sequenced { number: number(key), bytes: bytes(value) }).collect()
}

/// Returns the range of all keys of a crawl: arrays that begin with its id.
pub(super) fn whole(id: &str) -> Result<KeyRange, StorageError> {
    let (from, to) = (Array::of1(&id.into()), Array::of2(&id.into(), &Array::new()));
    Ok(KeyRange::bound(&from, &to, Some(false), Some(false))?)
}
