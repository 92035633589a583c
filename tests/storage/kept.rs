//! Tests saved crawls: the worker continues them from their last state, in a real browser's
//! IndexedDB.

use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::event::{Event, EventKind};
use engine::journal;
use gloo_timers::future::TimeoutFuture;
use protocol::{ProxyAddress, Source, Suspect, ToPage, ToWorker};
use std::collections::BTreeSet;
use std::task::{Context, Waker};
use types::plan::Plan;
use types::report::{Notification, PageRecord, Phase};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::storage::database::{Batch, CrawlCard, Database, SavedItem, Sequenced, StorageError};

use crate::fakes::script::run;
use crate::fakes::session::Page;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["navigator", "locks"], js_name = request)]
    fn request_lock(name: &str, options: &js_sys::Object, callback: &js_sys::Function) -> js_sys::Promise;
}

fn urls(pages: &[PageRecord]) -> Vec<String> {
    pages.iter().map(|page| page.url.to_string()).collect()
}

#[wasm_bindgen_test]
async fn a_closed_crawl_continues_when_it_is_opened() {
    let page = Page::new();
    page.start(80).await;
    let whole = urls(&page.finished().await);
    let id = page.leave(80, 20).await;
    page.open(&id, Vec::new());
    assert_eq!(urls(&page.finished().await), whole);
    // The worker that finished it still has it.
    page.open(&id, Vec::new());
    assert_eq!(urls(&page.finished().await), whole, "an ended one is shown as it ended");
    let elsewhere = |message: &ToPage| match message {
        ToPage::Opened(opened) => Some(opened.elsewhere),
        _ => None,
    };
    assert_eq!(page.all(elsewhere), [false], "nobody else is at it");
}

#[wasm_bindgen_test]
async fn a_crawl_that_is_opened_paused_requests_nothing_before_it_is_resumed() {
    let page = Page::new();
    let id = page.leave(300, 20).await;
    page.forget();
    page.say(&ToWorker::Open { id, suspects: Vec::new(), paused: true });
    let phases = || {
        page.all(|message| match message {
            ToPage::Batch(batch) => Some(batch.progress.phase),
            _ => None,
        })
    };
    while page.pages().len() < 20 || phases().last() != Some(&Phase::Paused) {
        TimeoutFuture::new(5).await;
    }
    let known = page.pages().len();
    TimeoutFuture::new(300).await;
    assert_eq!(page.pages().len(), known);
    assert!(phases().iter().all(|phase| *phase == Phase::Paused));
    page.say(&ToWorker::Resume);
    assert_eq!(page.finished().await.len(), 300);
}

#[wasm_bindgen_test]
async fn a_page_that_crashed_workers_is_quarantined() {
    let page = Page::new();
    page.start(300).await;
    let whole = page.finished().await;
    let id = page.leave(300, 20).await;
    let store = Database::open("salticid").await.expect("the store opens");
    let (kept, _) = store.pages(&id).await.expect("it is kept");
    // Steps after the last saved one are repeated and lead to it.
    let bad = kept.len() + 10;
    let suspect = Suspect { url: whole[bad].url.to_string(), reason: "it broke the crawler twice".into() };
    page.open(&id, vec![suspect]);
    let pages = page.finished().await;
    assert_eq!(pages.len(), 300);
    for (n, (page, before)) in pages.iter().zip(&whole).enumerate() {
        let is_left_out = page.outcome.code() == "quarantined";
        assert_eq!(is_left_out, n == bad, "{n}: {}", page.url);
        assert!(n > bad || page.url == before.url, "{n}: {}", page.url);
    }
}

#[wasm_bindgen_test]
async fn a_crawl_open_elsewhere_is_followed_and_taken_over_when_released() {
    let (here, there) = (Page::new(), Page::new());
    let wanted = there.start(5_000).await;
    let left = here.start(5_000).await;
    here.open(&wanted, Vec::new());
    let opened = |message: &ToPage| match message {
        ToPage::Opened(opened) => Some((opened.id.clone(), opened.elsewhere)),
        _ => None,
    };
    assert_eq!(here.until(opened).await, (wanted.clone(), true));
    // The pages of the crawl in the other worker arrive, and none of the crawl that was open here is reported as one
    // of them.
    let since = || -> Vec<_> {
        let all = here.all(|message| Some(message.clone())).into_iter();
        let all = all.skip_while(|message| opened(message).is_none());
        let batches = all.filter_map(|message| match message {
            ToPage::Batch(batch) => Some(*batch),
            _ => None,
        });
        batches.collect()
    };
    let mut seen = BTreeSet::new();
    while seen.len() < 3 {
        TimeoutFuture::new(5).await;
        seen.extend(since().last().map(|batch| batch.progress.pages));
    }
    for batch in since() {
        let standstill = batch.standstill.unwrap_or_default();
        assert!(standstill.starts_with("This crawl is open in another tab"), "{standstill:?} is of another crawl");
    }
    let told = since().into_iter().flat_map(|batch| batch.notifications);
    let told = told.filter_map(|notification| match notification {
        Notification::Page(page) => Some(*page),
        _ => None,
    });
    let told = urls(&told.collect::<Vec<_>>());
    // Pages are saved before they are reported: either may be ahead.
    let theirs = urls(&there.pages());
    assert!(told.len() > 2 && told.iter().zip(&theirs).all(|(a, b)| a == b), "{told:?}");
    there.start(1).await;
    assert_eq!(here.until(|message| opened(message).filter(|(_, elsewhere)| !elsewhere)).await, (wanted, false));
    there.open(&left, Vec::new());
    assert_eq!(there.until(opened).await, (left, false), "what was left can be opened anywhere");
    for page in [&here, &there] {
        page.start(1).await;
        page.finished().await;
    }
}

/// The device's clock was an hour fast when the crawl was saved. The crawl's time continues from the saved time. If it
/// stood still for that hour, every host delay would last an hour longer.
#[wasm_bindgen_test]
async fn a_crawl_continues_after_the_clock_was_set_back() {
    const HOUR_MS: u64 = 3_600_000;
    let store = Database::open("salticid").await.expect("the store opens");
    let web = DemoWeb::new(DEFAULT_SEED);
    let topic = &web.topics()[0];
    let plan = Plan { query: topic.query.into(), seeds: topic.seeds.clone(), pages: 60, ..Plan::default() };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time since 1970")]
    let begun = js_sys::Date::now() as u64 + HOUR_MS;
    let event = Event::at(begun, EventKind::Seeded);
    let mut card = CrawlCard::new("00000000000000c1".into(), plan, Source::Demo, 1);
    (card.last, card.phase) = (1, Phase::Running);
    let batch = Batch {
        events: vec![Sequenced { number: 1, bytes: journal::record(&event, true).expect("plain data") }],
        ..Batch::default()
    };
    store.write(&card, &batch).await.expect("there is room");
    let page = Page::new();
    page.open(&card.id, Vec::new());
    let times: Vec<u64> = page.finished().await.iter().map(|page| page.fetch.at).collect();
    let (first, last) = (times[0], times[times.len() - 1]);
    assert!(begun <= first && first < last && last < begun + HOUR_MS, "{times:?}");
}

#[wasm_bindgen_test]
async fn an_unknown_crawl_id_is_reported() {
    let page = Page::new();
    page.open("0000000000000000", Vec::new());
    let (is_missing, message) = page.refusal().await;
    assert!(is_missing);
    assert!(message.contains("another browser"), "{message}");
}

#[wasm_bindgen_test]
async fn a_damaged_crawl_is_refused_and_stays_stored() {
    let page = Page::new();
    let id = page.start(30).await;
    page.finished().await;
    page.start(1).await;
    page.finished().await;
    let store = Database::open("salticid").await.expect("the store opens");
    let kept = store.read(&id).await.expect("the crawl is kept");
    let snapshot = kept.snapshot.expect("an ended crawl has a snapshot");
    for damage in [&snapshot[..snapshot.len() / 2], b"SLTC\x63\x00\x02", b""] {
        let batch = Batch { snapshot: Some(damage.to_vec()), ..Batch::default() };
        store.write(&kept.card, &batch).await.expect("there is room");
        page.open(&id, Vec::new());
        let (is_missing, message) = page.refusal().await;
        assert!(!is_missing, "{message}");
        let after = store.read(&id).await.expect("it is still there");
        assert_eq!(after.snapshot.as_deref(), Some(damage), "nothing was changed");
    }
}

#[wasm_bindgen_test]
fn a_card_with_a_remote_proxy_or_a_file_name_round_trips() {
    let address = ProxyAddress::read("127.0.0.1:7878", true).expect("an address");
    for source in [Source::ProxyAt(address), Source::RecordedIn("web.warc.gz".into())] {
        let card = CrawlCard::new("a".into(), Plan::default(), source, 1);
        let bytes = journal::seal(&card).expect("plain data");
        assert_eq!(journal::unseal(&bytes), Ok(card));
    }
}

fn card(id: &str) -> CrawlCard {
    CrawlCard::new(id.into(), Plan::default(), Source::Demo, 1)
}

fn event(number: u64) -> Sequenced {
    Sequenced { number, bytes: vec![1, 2, 3] }
}

#[wasm_bindgen_test]
async fn a_snapshot_replaces_earlier_events_and_erasing_removes_everything() {
    let store = Database::open("salticid-test-steps").await.expect("the store opens");
    let mut card = card("a");
    card.last = 3;
    let events = Batch { events: vec![event(1), event(2), event(3)], ..Batch::default() };
    store.write(&card, &events).await.expect("there is room");
    (card.last, card.snapshot) = (4, 3);
    let batch = Batch { events: vec![event(4)], snapshot: Some(vec![9]), ..Batch::default() };
    store.write(&card, &batch).await.expect("there is room");
    let kept = store.read("a").await.expect("it is kept");
    assert_eq!((kept.events.len(), kept.snapshot), (1, Some(vec![9])));
    store.erase(SavedItem::Crawl, "a").await.expect("it can be erased");
    assert_eq!(store.read("a").await.err(), Some(StorageError::NoSuchCrawl));
    assert_eq!(store.cards().await.map(|(cards, _)| cards.len()), Ok(0));
}

#[wasm_bindgen_test]
async fn a_write_is_completed_without_an_error_although_nobody_waits_for_it() {
    let store = Database::open("salticid-test-abandoned").await.expect("the store opens");
    run("self.uncaught = []; self.addEventListener('error', (event) => self.uncaught.push(event.message));");
    let (card, batch) = (card("a"), Batch::default());
    let mut write = Box::pin(store.write(&card, &batch));
    assert!(write.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    drop(write);
    // Its transaction comes after that of the write.
    store.write(&card, &batch).await.expect("there is room");
    assert_eq!(run("return self.uncaught.join()").as_string().as_deref(), Some(""));
    store.erase(SavedItem::Crawl, "a").await.expect("it can be erased");
}

/// Records the durability of every write transaction on this test's database: sessions of earlier tests may still write
/// to theirs.
const WATCH: &str = "
    self.asked = [];
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
        if (mode === 'readwrite' && this.name === 'salticid-test-strict') \
        self.asked.push(options?.durability ?? 'default');
        return begin.call(this, stores, mode, options);
    };
    return () => { IDBDatabase.prototype.transaction = begin; return self.asked.join(); };
";

fn watch() -> js_sys::Function {
    run(WATCH).unchecked_into()
}

#[wasm_bindgen_test]
async fn a_snapshot_is_durable_before_its_events_are_deleted() {
    let store = Database::open("salticid-test-strict").await;
    let store = store.expect("the store opens");
    let mut card = card("a");
    let events = Batch { events: vec![event(1)], ..Batch::default() };
    let snapshot = Batch { snapshot: Some(vec![9]), ..Batch::default() };
    let end = watch();
    card.last = 1;
    store.write(&card, &events).await.expect("there is room");
    card.snapshot = 1;
    store.write(&card, &snapshot).await.expect("there is room");
    let asked = end.call0(&JsValue::NULL).expect("it was watched");
    assert_eq!(asked.as_string().as_deref(), Some("default,strict"));
    store.erase(SavedItem::Crawl, "a").await.expect("it can be erased");
}

#[wasm_bindgen_test]
async fn erasing_a_crawl_keeps_crawls_with_the_same_id_prefix() {
    let store = Database::open("salticid-test-ids").await.expect("the store opens");
    for id in ["a", "ab", "b"] {
        let mut card = card(id);
        card.last = 1;
        let batch = Batch { events: vec![event(1)], ..Batch::default() };
        store.write(&card, &batch).await.expect("there is room");
    }
    store.erase(SavedItem::Crawl, "a").await.expect("it can be erased");
    let (cards, unreadable) = store.cards().await.expect("they can be read");
    let ids: Vec<&str> = cards.iter().map(|card| card.id.as_str()).collect();
    assert_eq!((ids, unreadable.len()), (vec!["ab", "b"], 0));
    for id in ["ab", "b"] {
        assert_eq!(store.read(id).await.expect("it is kept").events.len(), 1);
        store.erase(SavedItem::Crawl, id).await.expect("it can be erased");
    }
}

#[wasm_bindgen_test]
async fn an_older_version_closes_the_database_and_reports_it() {
    let name = "salticid-test-newer";
    let store = Database::open(name).await.expect("the store opens");
    assert!(store.cards().await.is_ok());
    let newer = idb::Factory::new().expect("this browser keeps");
    let newer = newer.open(name, Some(1_000)).expect("it can be asked for");
    let newer = newer.await.expect("the older version lets go");
    assert_eq!(store.cards().await.err(), Some(StorageError::Closed));
    let written = store.write(&card("a"), &Batch::default()).await;
    assert_eq!(written, Err(StorageError::Closed));
    assert_eq!(Database::open(name).await.err(), Some(StorageError::Newer));
    newer.close();
}

#[wasm_bindgen_test]
async fn a_connection_that_does_not_close_blocks_an_upgrade_for_a_few_seconds_only() {
    let name = "salticid-test-blocked";
    let old = idb::Factory::new().expect("this browser keeps");
    let old = old.open(name, Some(1)).expect("it can be asked for");
    let old = old.await.expect("it opens");
    assert_eq!(Database::open(name).await.err(), Some(StorageError::Blocked));
    old.close();
    assert!(Database::open(name).await.is_ok());
}

#[wasm_bindgen_test]
async fn a_crawl_whose_lock_was_stolen_pauses_and_is_written_no_longer() {
    let page = Page::new();
    let id = page.start(5_000).await;
    let options = js_sys::Object::new();
    js_sys::Reflect::set(&options, &"steal".into(), &true.into()).expect("it is an object");
    let hold = Closure::once(|| js_sys::Promise::new(&mut |_, _| {}));
    let _stolen = request_lock(&format!("salticid-crawl-{id}"), &options, hold.as_ref().unchecked_ref());
    let paused = |message: &ToPage| match message {
        ToPage::Batch(batch) if batch.progress.phase == Phase::Paused => batch.standstill.clone(),
        _ => None,
    };
    let why = page.until(paused).await;
    assert_eq!(why, StorageError::Elsewhere.to_string());
    let store = Database::open("salticid").await.expect("the store opens");
    let saved = store.card(&id).await.expect("it is kept").last;
    page.say(&ToWorker::Resume);
    TimeoutFuture::new(1_000).await;
    let later = store.card(&id).await.expect("it is kept").last;
    assert_eq!(saved, later);
}

#[wasm_bindgen_test]
async fn the_worker_sends_working_while_it_opens_a_long_crawl() {
    let page = Page::new();
    let id = page.leave(5_000, 150).await;
    page.open(&id, Vec::new());
    let opening = |message: &ToPage| match message {
        ToPage::Working => Some("working"),
        ToPage::Opened(_) => Some("opened"),
        _ => None,
    };
    page.until(|message| opening(message).filter(|one| *one == "opened")).await;
    assert_eq!(page.all(opening).first(), Some(&"working"));
}
