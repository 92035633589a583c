//! Stores crawls: one transaction for each step. Reads them back.
//!
//! The values of a transaction are packed, so that a crawl writes a few values for dozens of pages. A pack is stored
//! under the number of its last value. So the values from a number on are those from the first pack at or after it, and
//! the events up to a snapshot are a range of keys. The bodies of a pack are compressed together, and so is a snapshot.

use super::{
    ALL, BODIES, CRAWLS, CrawlCard, Database, JOURNAL, MOMENTS, PAGES, SNAPSHOTS, StorageError, TEXTS, VISITS, all_of,
    bytes, committed, delete, entries, put,
};
use crate::browser::gzip;
use engine::journal;
use idb::{KeyRange, Query, Transaction};
use js_sys::Array;
use serde::{Deserialize, Serialize};
use std::mem;
use types::report::PageRecord;
use types::sorting;
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
    /// The body, compressed with gzip if it begins like a gzip file. In a pack it is plain, because packs are
    /// compressed.
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
        let after = events.into_iter().filter(|event| event.number > card.snapshot);
        Self { events: after.map(|event| event.bytes).collect(), card, snapshot }
    }
}

impl Database {
    /// Returns the cards of all crawls, and the ids of unreadable ones, with the reason.
    pub async fn cards(&self) -> Result<(Vec<CrawlCard>, Vec<(String, StorageError)>), StorageError> {
        let transaction = self.begin_read(&[CRAWLS])?;
        let (mut cards, mut unreadable) = (Vec::new(), Vec::new());
        for (key, value) in entries(&transaction, CRAWLS, None).await? {
            match journal::unseal(&value) {
                Ok(card) => cards.push(card),
                Err(error) => unreadable.push((key.as_string().unwrap_or_default(), error.into())),
            }
        }
        Ok((cards, unreadable))
    }

    /// Writes a step of a crawl, completely or not at all.
    pub async fn write(&self, card: &CrawlCard, batch: &Batch) -> Result<(), StorageError> {
        let transaction = self.begin_write(&ALL, batch.snapshot.is_some())?;
        write_step(&transaction, card, batch)?;
        committed(transaction).await
    }

    /// Returns the card of a crawl.
    pub async fn card(&self, id: &str) -> Result<CrawlCard, StorageError> {
        let card = self.get(CRAWLS, &id.into()).await?;
        Ok(journal::unseal(&card.ok_or(StorageError::NoSuchCrawl)?)?)
    }

    /// Changes a card in one transaction. `bodies` also deletes the response bodies and the texts of revisited pages.
    pub async fn change(&self, id: &str, how: impl Fn(&mut CrawlCard), bodies: bool) -> Result<(), StorageError> {
        let transaction = self.begin_write(&[CRAWLS, BODIES, VISITS], false)?;
        change_card(&transaction, id, how).await?;
        if bodies {
            delete(&transaction, &[BODIES], &all_of(id)?)?;
            delete(&transaction, &[VISITS], &range(id, TEXTS, 2 * TEXTS)?)?;
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
        let transaction = self.begin_read(&[CRAWLS, SNAPSHOTS, JOURNAL])?;
        let card = transaction.object_store(CRAWLS)?.get(Query::Key(id.into()))?;
        let snapshot = transaction.object_store(SNAPSHOTS)?.get(Query::Key(id.into()))?;
        let journal = entries(&transaction, JOURNAL, Some(all_of(id)?));
        let (card, snapshot, journal) = (card.await?, snapshot.await?, journal.await?);
        let mut snapshot = snapshot.map(|snapshot| bytes(&snapshot));
        if let Some(snapshot) = snapshot.as_mut().filter(|snapshot| snapshot.starts_with(gzip::MAGIC))
            && let Ok(plain) = gzip::decompress(snapshot.clone(), usize::MAX).await
        {
            *snapshot = plain;
        }
        Ok(SavedState {
            card: card.map(|card| bytes(&card)).ok_or(StorageError::NoSuchCrawl)?,
            snapshot,
            events: unpacked(journal.map(numbered)).await,
        })
    }

    /// Returns the sealed values of a crawl with the numbers of `most`, from a number on, and the rest of their last
    /// pack. Always returns some if there are any at or after that number.
    pub async fn piece(&self, part: SavedPart, id: &str, from: u64, most: u32) -> Result<Vec<Sequenced>, StorageError> {
        let store = match part {
            SavedPart::Pages => PAGES,
            SavedPart::Bodies => BODIES,
            SavedPart::Visits => VISITS,
            SavedPart::Moments => MOMENTS,
        };
        let transaction = self.begin_read(&[store])?;
        let store = transaction.object_store(store)?;
        let next = from.saturating_add(most.max(1).into());
        let end = Array::of2(&id.into(), &Array::new());
        let after = Query::KeyRange(KeyRange::bound(&key(id, next), &end, Some(false), Some(false))?);
        let mut values = Vec::new();
        for (which, limit) in [(range(id, from, next - 1)?, None), (after, Some(1))] {
            let (keys, found) = (store.get_all_keys(Some(which.clone()), limit)?, store.get_all(Some(which), limit)?);
            let pairs = keys.await?.into_iter().zip(found.await?);
            values.extend(pairs.map(|(key, value)| numbered((key, bytes(&value)))));
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

    /// Calls a function with each record of a crawl's pages by number, reading a piece at a time. Returns the number of
    /// unreadable ones.
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
}

/// Writes a step of a crawl within a transaction.
pub(super) fn write_step(transaction: &Transaction, card: &CrawlCard, batch: &Batch) -> Result<(), StorageError> {
    put(transaction, CRAWLS, &card.id.as_str().into(), &journal::seal(card)?)?;
    for (store, values) in [
        (JOURNAL, &batch.events),
        (PAGES, &batch.pages),
        (BODIES, &batch.bodies),
        (VISITS, &batch.visits),
        (MOMENTS, &batch.moments),
    ] {
        for value in values {
            put(transaction, store, &key(&card.id, value.number), &value.bytes)?;
        }
    }
    if let Some(snapshot) = &batch.snapshot {
        put(transaction, SNAPSHOTS, &card.id.as_str().into(), snapshot)?;
        delete(transaction, &[JOURNAL], &range(&card.id, 0, card.snapshot)?)?;
    }
    Ok(())
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

pub(super) fn range(id: &str, from: u64, to: u64) -> Result<Query, StorageError> {
    Ok(Query::KeyRange(KeyRange::bound(&key(id, from), &key(id, to), Some(false), Some(false))?))
}

/// Returns a value with the number in its key.
pub(super) fn numbered((key, bytes): (JsValue, Vec<u8>)) -> Sequenced {
    let number = types::to_u64(Array::from(&key).get(1).as_f64().unwrap_or_default());
    Sequenced { number, bytes }
}

/// The most bytes of a pack before compression, unless a single value is longer. A reader of one page unpacks all of
/// it.
pub(crate) const PACK_BYTES: usize = 512 * 1024;
/// The most values of a pack.
pub(crate) const PACK_VALUES: usize = 200;

/// A value with its number within the crawl.
#[derive(Clone)]
pub struct Sequenced {
    /// Its number.
    pub number: u64,
    /// The value.
    pub bytes: Vec<u8>,
}

impl Sequenced {
    /// Returns the bytes of all values.
    pub fn total_bytes<'a>(values: impl IntoIterator<Item = &'a Self>) -> u64 {
        values.into_iter().map(|value| value.bytes.len() as u64).sum()
    }
}

/// Holds all values of one transaction.
#[derive(Default)]
pub struct Batch {
    /// The events, each a separate log.
    pub events: Vec<Sequenced>,
    /// Records of pages.
    pub pages: Vec<Sequenced>,
    /// Their response bodies.
    pub bodies: Vec<Sequenced>,
    /// The history of revisited pages.
    pub visits: Vec<Sequenced>,
    /// The moments of its replay.
    pub moments: Vec<Sequenced>,
    /// The crawl's state after the last event. Earlier events are deleted.
    pub snapshot: Option<Vec<u8>>,
}

impl Batch {
    /// Packs the values of each object store, except for the history of revisited pages, which is changed page by page.
    pub fn pack(&mut self) {
        for values in [&mut self.events, &mut self.pages, &mut self.bodies, &mut self.moments] {
            *values = packed(mem::take(values));
        }
    }

    /// Compresses the packs of bodies and the snapshot, unless the browser cannot.
    pub async fn compress(&mut self) {
        for bytes in self.bodies.iter_mut().map(|pack| &mut pack.bytes).chain(&mut self.snapshot) {
            if !bytes.starts_with(gzip::MAGIC) {
                *bytes = gzip::compress(mem::take(bytes)).await;
            }
        }
    }
}

/// Packs the bodies of pages in order, and compresses the pack, unless the browser cannot.
pub(crate) async fn pack_of_bodies(bodies: Vec<(u32, Body)>) -> Option<Sequenced> {
    let mut values = Vec::new();
    for (n, mut body) in bodies {
        // Its first bytes would tell a reader that it was compressed here.
        if body.packed.starts_with(gzip::MAGIC) {
            body.packed = gzip::compress(body.packed).await;
        }
        let bytes = journal::seal(&body).ok()?;
        values.push((u64::from(n), bytes));
    }
    let number = values.last()?.0;
    let pack = journal::pack(values.iter().map(|(number, bytes)| (*number, &bytes[..])));
    drop(values);
    Some(Sequenced { number, bytes: gzip::compress(pack).await })
}

/// Packs values. Of several with the same number, which a file can have, the first one counts.
fn packed(mut values: Vec<Sequenced>) -> Vec<Sequenced> {
    sorting::sort_by_key(&mut values, |value| value.number);
    values.dedup_by_key(|value| value.number);
    let mut packs = Vec::new();
    while let Some(last) = fitting(&values).checked_sub(1) {
        let some: Vec<Sequenced> = values.drain(..=last).collect();
        let numbered = some.iter().map(|value| (value.number, &value.bytes[..]));
        packs.push(Sequenced { number: some[last].number, bytes: journal::pack(numbered) });
    }
    packs
}

/// Returns the number of values that fit into the next pack: at least one, if there is any.
fn fitting(values: &[Sequenced]) -> usize {
    let mut bytes = 0;
    let fits = values.iter().take(PACK_VALUES).take_while(|value| {
        bytes += value.bytes.len();
        bytes <= PACK_BYTES
    });
    fits.count().max(1).min(values.len())
}

/// Returns the values of packs, and single values. A pack that cannot be read is a value that cannot be read, with the
/// number of its last value.
async fn unpacked(stored: impl IntoIterator<Item = Sequenced>) -> Vec<Sequenced> {
    let mut values = Vec::new();
    for one in stored {
        let is_compressed = one.bytes.starts_with(gzip::MAGIC);
        // Of a damaged pack, the values before the damage are read.
        let plain = if is_compressed { gzip::decompress_head(one.bytes.clone(), usize::MAX).await.ok() } else { None };
        match journal::unpack(plain.as_ref().map_or(&one.bytes, |plain| &plain.bytes)) {
            Some(pack) => {
                values.extend(pack.into_iter().map(|(number, bytes)| Sequenced { number, bytes: bytes.to_vec() }));
            }
            None => values.push(one),
        }
    }
    values
}
