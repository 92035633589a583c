//! Tests how a crawl's values are stored: packed by transaction.

use engine::journal;
use idb::{Factory, TransactionMode};
use js_sys::Array;
use protocol::{Source, ToPage};
use types::export::ExportFormat;
use types::plan::Plan;
use types::report::{EndReason, Phase};
use wasm_bindgen_test::wasm_bindgen_test;
use worker::storage::database::{Batch, Body, CrawlCard, SavedItem, SavedPart, Sequenced, StorageError};

use crate::fakes::record as fake;

use crate::fakes::script::run;
use crate::fakes::session::{Page, store};
use crate::library::{bytes, export, made, unpacked};

fn card(id: &str) -> CrawlCard {
    let plan = Plan { query: "packs".into(), ..Plan::default() };
    let mut card = CrawlCard::new(id.into(), plan, Source::Proxy, 1);
    card.phase = Phase::Ended(EndReason::BudgetSpent);
    card
}

fn sealed<T: serde::Serialize>(n: u32, value: &T) -> Sequenced {
    Sequenced { number: n.into(), bytes: journal::seal(value).expect("plain data") }
}

fn content(n: u32) -> Vec<u8> {
    format!("<p>page {n}, which is about {}", "packs ".repeat(200)).into_bytes()
}

fn body(n: u32, packed: Vec<u8>) -> Body {
    Body {
        address: format!("http://a.test/{n}"),
        status: 200,
        headers: vec![("content-type".into(), "text/html".into())],
        packed,
    }
}

/// Returns the values of pages with these numbers; every third has no body.
fn values(numbers: impl Iterator<Item = u32>) -> Batch {
    let mut batch = Batch::default();
    for n in numbers {
        batch.events.push(sealed(n, &n));
        batch.moments.push(sealed(n, &n));
        batch.pages.push(sealed(n, &fake::record(n, 0.5)));
        if !n.is_multiple_of(3) {
            batch.bodies.push(sealed(n, &body(n, content(n))));
        }
    }
    batch
}

async fn packed(numbers: impl Iterator<Item = u32>) -> Batch {
    let mut batch = values(numbers);
    batch.pack();
    batch.compress().await;
    batch
}

/// Saves three transactions of ten pages.
async fn keep(id: &str) {
    let store = store().await;
    for first in [1, 11, 21] {
        let batch = packed(first..first + 10).await;
        let written = store.write(&card(id), &batch).await;
        written.expect("there is room");
    }
}

/// Returns the numbers of all values, read in pieces.
async fn numbers(part: SavedPart, id: &str, from: u64, most: u32) -> Vec<u64> {
    let store = store().await;
    let (mut from, mut numbers) = (from, Vec::new());
    loop {
        let piece = store.piece(part, id, from, most).await.expect("readable");
        numbers.extend(piece.iter().map(|value| value.number));
        match piece.last() {
            Some(last) => from = last.number + 1,
            None => return numbers,
        }
    }
}

/// Returns the number of values of a crawl in an object store, beneath the store's own interface.
async fn count(name: &str, id: &str) -> usize {
    let database = Factory::new().expect("a factory").open("salticid", None);
    let database = database.expect("opens").await.expect("opens");
    let transaction = database.transaction(&[name], TransactionMode::ReadOnly);
    let values = transaction.expect("begins").object_store(name);
    let keys = values.expect("is there").get_all_keys(None, None);
    let keys = keys.expect("is asked").await.expect("is read");
    database.close();
    keys.iter().filter(|key| Array::from(key).get(0) == id).count()
}

#[wasm_bindgen_test]
async fn values_are_read_from_any_number_in_pieces() {
    let id = "00000000000000a1";
    keep(id).await;
    assert_eq!([count("journal", id).await, count("bodies", id).await], [3, 3]);
    for (from, most) in [(0, 4), (7, 1), (11, 40), (20, 200), (30, 3), (31, 3)] {
        for part in [SavedPart::Pages, SavedPart::Moments] {
            let all: Vec<u64> = (from.max(1)..=30).collect();
            assert_eq!(numbers(part, id, from, most).await, all);
        }
        let with_body = (from..=30).filter(|n| !n.is_multiple_of(3)).collect();
        let with_body: Vec<u64> = with_body;
        assert_eq!(numbers(SavedPart::Bodies, id, from, most).await, with_body);
    }
    let store = store().await;
    let (pages, unreadable) = store.pages(id).await.expect("readable");
    assert_eq!((pages.len(), unreadable), (30, 0));
    assert_eq!(store.read(id).await.expect("readable").events.len(), 30);
    for n in 1..=30 {
        let found = store.body(id, n).await.expect("readable");
        assert_eq!(found.is_some(), !n.is_multiple_of(3), "{n}");
        assert!(found.is_none_or(|body| body.address.ends_with(&format!("/{n}"))));
    }
    let mut last = card(id);
    (last.last, last.snapshot) = (30, 20);
    let snapshot = Batch { snapshot: Some(vec![9]), ..Batch::default() };
    let written = store.write(&last, &snapshot).await;
    written.expect("there is room");
    let rest = store.raw(id).await.expect("readable").events;
    let rest: Vec<u64> = rest.iter().map(|event| event.number).collect();
    assert_eq!(rest, (21..=30).collect::<Vec<u64>>());
    let dropped = store.change(id, CrawlCard::drop_bodies, true).await;
    dropped.expect("they can be deleted");
    assert!(numbers(SavedPart::Bodies, id, 0, 9).await.is_empty());
    store.erase(SavedItem::Crawl, id).await.expect("erased");
    assert_eq!([count("journal", id).await, count("bodies", id).await], [0, 0]);
}

#[wasm_bindgen_test]
async fn a_pack_has_few_values_and_not_too_many_bytes() {
    let mut batch = values(1..1_001);
    batch.bodies = (1..41).map(|n| sealed(n, &body(n, vec![b'x'; 100_000]))).collect();
    let plain = Sequenced::total_bytes(&batch.bodies);
    batch.bodies.push(sealed(41, &body(41, vec![b'y'; 3_000_000])));
    batch.pack();
    assert!(batch.events.len() == 5 && batch.pages.len() >= 5);
    let longest = batch.bodies.iter().map(|pack| pack.bytes.len()).max();
    assert!(longest.is_some_and(|bytes| bytes < 3_001_000));
    let packs = batch.bodies.len();
    assert!((8..=10).contains(&packs), "{packs}");
    batch.compress().await;
    assert!(Sequenced::total_bytes(&batch.bodies) < plain / 50);
    let id = "00000000000000a2";
    let store = store().await;
    let written = store.write(&card(id), &batch).await;
    written.expect("there is room");
    let last = store.body(id, 41).await.expect("readable");
    assert_eq!(last.map(|body| body.packed.len()), Some(3_000_000));
    store.erase(SavedItem::Crawl, id).await.expect("erased");
}

#[wasm_bindgen_test]
async fn without_compression_streams_packs_are_stored_plain() {
    let id = "00000000000000a3";
    run("self.kept = self.CompressionStream; self.CompressionStream = undefined;");
    keep(id).await;
    run("self.CompressionStream = self.kept;");
    let found = store().await.body(id, 14).await.expect("readable");
    assert_eq!(found, Some(body(14, content(14))));
    store().await.erase(SavedItem::Crawl, id).await.expect("erased");
}

#[wasm_bindgen_test]
async fn a_recording_has_the_bodies_of_packs() {
    let id = "00000000000000a4";
    let page = Page::new();
    keep(id).await;
    let file = made(page.ask(export(id, ExportFormat::WarcGz)).await);
    assert!(file.lacks.is_some_and(|lacks| lacks.starts_with("10 pages are missing")));
    let text = unpacked(&bytes(&file.file).await);
    let text = String::from_utf8(text).expect("text");
    for n in (1..=30_u32).filter(|n| !n.is_multiple_of(3)) {
        assert!(text.contains(&format!("<p>page {n}, which")), "{n}");
    }
    let whole = made(page.ask(export(id, ExportFormat::Crawl)).await);
    let whole = bytes(&whole.file).await;
    let bundle = archive::bundle::Bundle::open(&whole).expect("readable");
    let section = bundle.read_section("bodies/0").expect("there").expect("readable");
    let values = archive::bundle::values(&section).expect("a list");
    assert_eq!(values.len(), 20);
    for (number, value) in values {
        let found: Body = journal::unseal(value).expect("readable");
        let n = u32::try_from(number).expect("small");
        assert_eq!(unpacked(&found.packed), content(n), "each body is compressed");
    }
    store().await.erase(SavedItem::Crawl, id).await.expect("erased");
}

#[wasm_bindgen_test]
async fn a_damaged_pack_loses_only_its_own_values() {
    let id = "00000000000000a5";
    keep(id).await;
    let store = store().await;
    let damage = |value: &mut Sequenced| {
        let bytes = &mut value.bytes;
        // The list of a plain pack, and the first data of a compressed one.
        for byte in &mut bytes[12..40] {
            *byte ^= 0x55;
        }
    };
    let page = Page::new();
    let mut damaged = packed(11..21).await;
    damaged.events.clear();
    let records = std::mem::take(&mut damaged.pages);
    for part in [&mut damaged.bodies, &mut damaged.moments] {
        part.iter_mut().for_each(damage);
    }
    let written = store.write(&card(id), &damaged).await;
    written.expect("there is room");
    let file = made(page.ask(export(id, ExportFormat::WarcGz)).await);
    let lacks = file.lacks.expect("some are missing");
    assert!(lacks.starts_with("17 pages are missing: their responses"), "{lacks}");
    damaged.pages = records;
    damaged.pages.iter_mut().for_each(damage);
    let written = store.write(&card(id), &damaged).await;
    written.expect("there is room");
    let (pages, unreadable) = store.pages(id).await.expect("the others can be read");
    let read: Vec<u32> = pages.iter().map(|page| page.n).collect();
    assert_eq!((read, unreadable), ((1..=10).chain(21..=30).collect(), 10));
    for n in [10, 22] {
        let found = store.body(id, n).await.expect("readable");
        assert_eq!(found.map(|body| body.packed), Some(content(n)));
    }
    let lost = store.body(id, 14).await;
    assert!(matches!(lost, Ok(None) | Err(StorageError::Unreadable(_))));
    for format in [ExportFormat::Csv, ExportFormat::WarcGz] {
        let file = made(page.ask(export(id, format)).await);
        let lacks = file.lacks.expect("some are missing");
        let expected = "10 pages are missing: their records cannot be read.";
        assert!(lacks.contains(expected), "{format:?}: {lacks}");
    }
    assert!(made(page.ask(export(id, ExportFormat::Crawl)).await).lacks.is_none());
    store.erase(SavedItem::Crawl, id).await.expect("erased");
}

#[wasm_bindgen_test]
async fn events_of_a_damaged_pack_are_reported_when_the_crawl_is_opened() {
    let page = Page::new();
    let id = page.leave(300, 20).await;
    let store = store().await;
    let raw = store.raw(&id).await.expect("it is kept");
    let last = raw.events.last().expect("an event").number;
    let card: CrawlCard = journal::unseal(&raw.card).expect("a card");
    let pack = journal::pack([(last, &b"an event"[..])]);
    let damaged = Batch { events: vec![Sequenced { number: last, bytes: pack[..30].to_vec() }], ..Batch::default() };
    let written = store.write(&card, &damaged).await;
    written.expect("there is room");
    page.open(&id, Vec::new());
    let (is_missing, message) = page.refusal().await;
    assert!(!is_missing, "{message}");
    assert!(message.contains("Export what is left"), "{message}");
    store.erase(SavedItem::Crawl, &id).await.expect("erased");
}

#[wasm_bindgen_test]
async fn damaged_records_are_counted_when_a_crawl_is_opened_and_the_rest_opens() {
    let page = Page::new();
    let id = page.leave(300, 20).await;
    let store = store().await;
    let card = store.card(&id).await.expect("readable");
    let last = async |part| {
        let values = store.piece(part, &id, 0, u32::MAX).await.expect("readable");
        values.last().expect("some are saved").number
    };
    let (page_number, moment) = (last(SavedPart::Pages).await, last(SavedPart::Moments).await);
    let damaged = |number| vec![Sequenced { number, bytes: vec![1, 2, 3] }];
    let batch = Batch { pages: damaged(page_number), moments: damaged(moment), ..Batch::default() };
    store.write(&card, &batch).await.expect("there is room");
    let (readable, unreadable) = store.pages(&id).await.expect("the others can be read");
    assert!(unreadable > 0 && readable.len() + unreadable == card.pages as usize);
    page.open(&id, Vec::new());
    let report = page.until(|message| match message {
        ToPage::Damaged(damaged) => Some(damaged.clone()),
        _ => None,
    });
    let report = report.await;
    assert_eq!((&report.id, report.pages as usize), (&id, unreadable));
    // The moments before the damaged one are differences of each other.
    assert_eq!(u64::from(report.moments), moment.min(card.pages.into()));
    assert_eq!(page.finished().await.len(), 300, "all pages are there");
    store.erase(SavedItem::Crawl, &id).await.expect("erased");
}

#[wasm_bindgen_test]
async fn a_snapshot_is_stored_compressed_and_read_plain() {
    let page = Page::new();
    let id = page.start(20).await;
    page.finished().await;
    let store = store().await;
    let card = store.card(&id).await.expect("readable");
    let snapshot = store.raw(&id).await.expect("readable").snapshot.expect("an ended crawl has one");
    assert_eq!(card.weight.plain_snapshot, snapshot.len() as u64);
    assert!(card.weight.snapshot < card.weight.plain_snapshot / 2, "{:?}", card.weight);
    store.erase(SavedItem::Crawl, &id).await.expect("erased");
}
