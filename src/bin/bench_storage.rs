//! Measures how fast a crawl is saved and read: recorded pages in transactions.
//!
//! `tests/e2e/bench/storage.mjs` builds it, hands it the pages and prints what it says. Not covered: the crawl, whose
//! events, records and moments are parts of the pages here.

#[path = "../bench.rs"]
mod bench;

use engine::journal;
use protocol::Source;
use serde::{Deserialize, Serialize};
use types::plan::Plan;
use wasm_bindgen::prelude::*;
use worker::storage::database::{Batch, Body, CrawlCard, Database, SavedItem, SavedPart, Sequenced, StorageError};

/// The pages of a transaction.
const AT_ONCE: usize = 20;
/// The most bytes of a page's event, record and moment.
const EVENT: usize = 8 * 1024;
const RECORD: usize = 700;
const MOMENT: usize = 1_024;
/// The number of responses that are read one by one.
const READS: usize = 100;

/// The task of a measurement.
#[derive(Deserialize)]
struct Task {
    /// The address of the recorded pages, one after the other.
    pages: String,
    /// The bytes of each.
    page_bytes: usize,
    /// True if the pages are read as well.
    reads: bool,
}

/// The result; times in milliseconds.
#[derive(Default, Serialize)]
struct Measured {
    /// Sealing, packing and compressing bodies.
    compress_ms: f64,
    /// The transactions.
    write_ms: f64,
    /// Reading all records and all bodies in pieces.
    read_ms: f64,
    /// Reading single responses.
    body_ms: f64,
    /// Bytes of all values as they are stored.
    stored: f64,
}

fn main() {
    bench::listen(response);
}

/// Returns the result of a measurement, or why there is none.
async fn response(task: Task) -> Result<Measured, JsValue> {
    let bytes = bench::fetched(&task.pages).await?;
    let pages: Vec<&[u8]> = bytes.chunks(task.page_bytes).collect();
    measure(&pages, &task).await.map_err(bench::exception)
}

async fn measure(pages: &[&[u8]], task: &Task) -> Result<Measured, StorageError> {
    let store = Database::open("salticid-bench").await?;
    let mut measured = Measured::default();
    let card = CrawlCard::new("bench".into(), Plan::default(), Source::Proxy, 1);
    for (at, pages) in pages.chunks(AT_ONCE).enumerate() {
        let numbered = || (1 + (at * AT_ONCE) as u64..).zip(pages);
        let mut batch = Batch {
            events: sealed(numbered(), EVENT)?,
            pages: sealed(numbered(), RECORD)?,
            moments: sealed(numbered(), MOMENT)?,
            ..Batch::default()
        };
        let began = now();
        batch.bodies = bodies(numbered())?;
        batch.pack();
        batch.compress().await;
        measured.compress_ms += now() - began;
        for values in [&batch.events, &batch.pages, &batch.moments, &batch.bodies] {
            measured.stored += Sequenced::total_bytes(values) as f64;
        }
        let began = now();
        store.write(&card, &batch).await?;
        measured.write_ms += now() - began;
    }
    if task.reads {
        measured.read(&store, &card.id, pages.len()).await?;
    }
    store.erase(SavedItem::Crawl, &card.id).await?;
    Ok(measured)
}

impl Measured {
    async fn read(&mut self, store: &Database, id: &str, pages: usize) -> Result<(), StorageError> {
        let began = now();
        read_all(store, id, SavedPart::Pages, 200).await?;
        read_all(store, id, SavedPart::Bodies, 32).await?;
        self.read_ms = now() - began;
        let began = now();
        for page in (1_u32..).step_by((pages / READS).max(1)).take(READS) {
            store.body(id, page).await?;
        }
        self.body_ms = now() - began;
        Ok(())
    }
}

/// Returns the beginnings of pages as values.
fn sealed<'a>(pages: impl Iterator<Item = (u64, &'a &'a [u8])>, most: usize) -> Result<Vec<Sequenced>, StorageError> {
    let value = |(number, page): (u64, &&[u8])| {
        let bytes = journal::seal(&page[..page.len().min(most)].to_vec())?;
        Ok(Sequenced { number, bytes })
    };
    pages.map(value).collect()
}

fn bodies<'a>(pages: impl Iterator<Item = (u64, &'a &'a [u8])>) -> Result<Vec<Sequenced>, StorageError> {
    let body = |(number, page): (u64, &&[u8])| {
        let (address, packed) = (format!("http://a.test/{number}"), page.to_vec());
        let bytes = journal::seal(&Body { address, status: 200, headers: Vec::new(), packed })?;
        Ok(Sequenced { number, bytes })
    };
    pages.map(body).collect()
}

async fn read_all(store: &Database, id: &str, part: SavedPart, most: u32) -> Result<(), StorageError> {
    let mut from = 0;
    while let Some(last) = store.piece(part, id, from, most).await?.last() {
        from = last.number + 1;
    }
    Ok(())
}

fn now() -> f64 {
    bench::scope().performance().map_or(0.0, |clock| clock.now())
}
