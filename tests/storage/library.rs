//! Tests changes of saved crawls in the library, in a real browser's IndexedDB.

use archive::warc::{Exchange, Form, Origin, Response, Writer};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::journal;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Date, Reflect, Uint8Array};
use protocol::library::{
    CrawlFile, CrawlSummary, ExportRequest, ExportScope, ImportResult, LibraryContents, LibraryEvent, LibraryRequest,
    PageCopy, Search, SearchHit, SearchResults, UpdateCrawl,
};
use protocol::models::ModelCard;
use protocol::subjects::JudgmentEdit;
use protocol::{ProxyAddress, Source, ToPage, ToWorker};
use std::cell::Cell;
use std::io::Read;
use std::rc::Rc;
use types::export::{DocumentsFormat, ExportFormat};
use types::judgment::{JudgmentChange, JudgmentState};
use types::plan::{Plan, Politeness};
use types::report::{EndReason, FetchOutcome, PageRecord, Phase, Validators};
use types::revisit::{Visit, VisitOutcome};
use types::site_map::Arrangement;
use types::url::CanonicalUrl;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;
use worker::storage::database::{
    Batch, Body, CompareCard, CrawlCard, PageHistory, SavedItem, SavedPart, Sequenced, StorageError,
};

use crate::fakes::record as fake;

use crate::fakes::script::run;
use crate::fakes::session::{Page, store};

/// A crawl with a card and pages, but no state to open.
async fn keep(card: &CrawlCard, pages: &[PageRecord], bodies: &[Body]) {
    fn sealed<T: serde::Serialize>(number: usize, value: &T) -> Sequenced {
        Sequenced { number: number as u64 + 1, bytes: journal::seal(value).expect("plain data") }
    }
    let batch = Batch {
        pages: (pages.iter().enumerate().map(|(n, page)| sealed(n, page))).collect(),
        bodies: (bodies.iter().enumerate().map(|(n, body)| sealed(n, body))).collect(),
        ..Batch::default()
    };
    store().await.write(card, &batch).await.expect("there is room");
}

fn card(id: &str, query: &str) -> CrawlCard {
    let plan = Plan { query: query.into(), ..Plan::default() };
    let mut card = CrawlCard::new(id.into(), plan, Source::Proxy, 1);
    card.phase = Phase::Ended(EndReason::BudgetSpent);
    card
}

fn shelf(news: LibraryEvent) -> LibraryContents {
    match news {
        LibraryEvent::Contents(shelf) => shelf.expect("the crawls can be told"),
        other => panic!("not a list: {other:?}"),
    }
}

fn of<'a>(shelf: &'a LibraryContents, id: &str) -> Option<&'a CrawlSummary> {
    shelf.crawls.iter().find(|crawl| crawl.id == id)
}

pub(crate) fn made(news: LibraryEvent) -> CrawlFile {
    match news {
        LibraryEvent::Exported(made) => made.expect("the file is made"),
        other => panic!("no file: {other:?}"),
    }
}

fn import_result(news: LibraryEvent) -> Result<ImportResult, String> {
    match news {
        LibraryEvent::Imported { result, .. } => result,
        other => panic!("nothing of a file: {other:?}"),
    }
}

fn found(news: LibraryEvent) -> SearchResults {
    match news {
        LibraryEvent::SearchResults(found) => found,
        other => panic!("nothing of a search: {other:?}"),
    }
}

pub(crate) async fn bytes(file: &Blob) -> Vec<u8> {
    let buffer = JsFuture::from(file.array_buffer()).await;
    Uint8Array::new(&buffer.expect("a blob can be read")).to_vec()
}

pub(crate) fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    let read = flate2::read::MultiGzDecoder::new(packed).read_to_end(&mut plain);
    read.expect("it is whole");
    plain
}

fn blob(bytes: &[u8]) -> Blob {
    let parts = Array::of1(&Uint8Array::from(bytes));
    Blob::new_with_u8_array_sequence(&parts).expect("a blob can be made")
}

/// Returns true if a crawl found the page: other tests save crawls in the same database.
fn is_of_crawl(hit: &SearchHit, id: &str) -> bool {
    hit.topics.iter().any(|topic| topic.crawls.iter().any(|(crawl, _)| crawl == id))
}

fn import(bytes: &[u8]) -> LibraryRequest {
    LibraryRequest::Import { name: "file".into(), file: blob(bytes) }
}

pub(crate) fn export(id: &str, format: ExportFormat) -> LibraryRequest {
    LibraryRequest::Export(ExportRequest::whole(id, format))
}

#[wasm_bindgen_test]
async fn a_running_crawl_keeps_its_new_name_and_can_be_deleted_and_restored() {
    let page = Page::new();
    let id = page.start(60).await;
    while page.pages().len() < 5 {
        TimeoutFuture::new(1).await;
    }
    let name = "  Foxes \u{202e}of the North ".to_owned();
    let renamed = LibraryRequest::Rename { id: id.clone(), name };
    let listed = shelf(page.ask(renamed).await);
    let crawl = of(&listed, &id).expect("it is listed");
    assert_eq!(crawl.name, "Foxes of the North");
    assert!(crawl.is_held);
    page.finished().await;
    let listed = shelf(page.ask(LibraryRequest::List).await);
    let crawl = of(&listed, &id).expect("it is listed");
    assert_eq!((crawl.name.as_str(), crawl.pages), ("Foxes of the North", 60));
    let deleted = shelf(page.ask(LibraryRequest::Delete(id.clone())).await);
    assert!(of(&deleted, &id).is_some_and(|crawl| crawl.is_deleted));
    let back = shelf(page.ask(LibraryRequest::Restore(id.clone())).await);
    assert!(of(&back, &id).is_some_and(|crawl| !crawl.is_deleted));
}

#[wasm_bindgen_test]
async fn a_running_crawl_is_paused_when_deleted_and_continues_when_restored() {
    let page = Page::new();
    let id = page.start(80).await;
    while page.pages().len() < 5 {
        TimeoutFuture::new(1).await;
    }
    page.ask(LibraryRequest::Delete(id.clone())).await;
    let listed = shelf(page.ask(LibraryRequest::List).await);
    assert!(of(&listed, &id).is_some_and(|crawl| crawl.is_deleted));
    page.ask(LibraryRequest::Restore(id.clone())).await;
    page.say(&ToWorker::Resume);
    assert_eq!(page.finished().await.len(), 80);
    let listed = shelf(page.ask(LibraryRequest::List).await);
    assert!(of(&listed, &id).is_some_and(|crawl| !crawl.is_deleted));
}

#[wasm_bindgen_test]
async fn what_was_deleted_is_erased_by_a_worker_started_a_minute_later() {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a date")]
    let now = Date::now() as u64;
    for (id, ago) in [("00000000000000a1", 70_000), ("00000000000000a2", 5_000)] {
        let mut card = card(id, "gone");
        card.deleted = Some(now - ago);
        keep(&card, &[fake::record(1, 0.5)], &[]).await;
    }
    let kept = store().await;
    for (id, ago) in [("00000000000000a3", 70_000), ("00000000000000a4", 5_000)] {
        let deleted = Some(now - ago);
        let model = ModelCard { id: id.into(), deleted, ..ModelCard::default() };
        kept.save_model(&model, Some(b"model")).await.expect("saved");
        let comparison = CompareCard { id: id.into(), deleted, ..CompareCard::default() };
        kept.save_comparison(&comparison).await.expect("saved");
    }
    let _page = Page::new();
    let store = store().await;
    while store.card("00000000000000a1").await.is_ok() {
        TimeoutFuture::new(5).await;
    }
    let old = store.piece(SavedPart::Pages, "00000000000000a1", 0, 9).await;
    assert!(old.expect("they can be asked for").is_empty());
    assert!(store.card("00000000000000a2").await.is_ok());
    store.erase(SavedItem::Crawl, "00000000000000a2").await.expect("erased");
    for item in [SavedItem::Model, SavedItem::Comparison] {
        let marked = async || store.deleted_until(item, now).await.expect("they can be listed");
        while marked().await.iter().any(|id| id == "00000000000000a3") {
            TimeoutFuture::new(5).await;
        }
        assert!(marked().await.iter().any(|id| id == "00000000000000a4"));
        store.erase(item, "00000000000000a4").await.expect("erased");
    }
}

#[wasm_bindgen_test]
async fn a_site_map_is_exported_in_each_format_with_the_pages_of_the_crawl() {
    let page = Page::new();
    let id = page.start(40).await;
    let read = |page: &&PageRecord| page.outcome.is_read();
    let pages = page.finished().await.iter().filter(read).count();
    for (format, end, content) in [
        (ExportFormat::SiteMapHtml, "-site-map.html", format!("<p>{pages} pages, ")),
        (ExportFormat::SiteMapSvg(Arrangement::Path), "-site-map-path.svg", format!(">By path: {pages} pages, ")),
        (ExportFormat::SiteMapSvg(Arrangement::Links), "-site-map-links.svg", format!(">By links: {pages} pages, ")),
        (ExportFormat::SiteMapGraphMl, "-site-map.graphml", "<data key=\"tree\">true</data>".to_owned()),
    ] {
        let file = made(page.ask(export(&id, format)).await);
        assert!(file.name.ends_with(end), "{}", file.name);
        let text = String::from_utf8(bytes(&file.file).await).expect("text");
        assert!(text.contains(&content), "{end} without {content}");
    }
}

#[wasm_bindgen_test]
async fn deleting_bodies_keeps_results_and_the_recording_lists_missing_pages() {
    let id = "00000000000000b1";
    let pages = [fake::record(1, 0.9), fake::record(2, 0.1)];
    let body = |page: &PageRecord| Body {
        address: page.url.to_string(),
        status: 200,
        headers: vec![("content-type".into(), "text/html".into())],
        packed: b"<p>plain".to_vec(),
    };
    let mut kept = card(id, "bodies");
    kept.weight.bodies = 99;
    keep(&kept, &pages, &[body(&pages[0]), body(&pages[1])]).await;
    let page = Page::new();
    let whole = made(page.ask(export(id, ExportFormat::WarcGz)).await);
    assert_eq!((whole.name.as_str(), whole.lacks), ("bodies-pages.warc.gz", None));
    let listed = shelf(page.ask(LibraryRequest::DropBodies(id.into())).await);
    assert_eq!(of(&listed, id).map(|crawl| crawl.body_bytes), Some(0));
    let table = made(page.ask(export(id, ExportFormat::Csv)).await);
    let text = String::from_utf8(bytes(&table.file).await).expect("text");
    assert_eq!(text.lines().count(), 3);
    let empty = made(page.ask(export(id, ExportFormat::WarcGz)).await);
    assert!(empty.lacks.is_some_and(|lacks| lacks.starts_with("2 pages")));
    store().await.erase(SavedItem::Crawl, id).await.expect("erased");
}

#[wasm_bindgen_test]
async fn texts_are_made_of_saved_bodies_for_chosen_pages_and_for_the_clipboard() {
    let id = "00000000000000d7";
    let pages = [fake::record(1, 0.9), fake::record(2, 0.8)];
    let body = Body {
        address: pages[0].url.to_string(),
        status: 200,
        headers: vec![("content-type".into(), "text/html".into())],
        packed: b"<h1>Orb webs</h1><p>Spun of <a href=/silk>silk</a>.<ul><li>dry<li>sticky</ul>".to_vec(),
    };
    keep(&card(id, "texts"), &pages, &[body]).await;
    let page = Page::new();
    let file = made(page.ask(export(id, ExportFormat::Markdown)).await);
    assert_eq!(file.name, "texts-pages.md");
    assert!(file.lacks.is_some_and(|lacks| lacks.starts_with("1 page has no text")));
    let text = String::from_utf8(bytes(&file.file).await).expect("text");
    assert!(text.contains("- dry\n- sticky") && text.contains(pages[1].url.as_str()), "{text}");
    for format in [
        ExportFormat::Excel,
        ExportFormat::Csv,
        ExportFormat::Jsonl,
        ExportFormat::Urls,
        ExportFormat::Bookmarks,
        ExportFormat::Warc,
    ] {
        let chosen = Some(vec![pages[0].url.clone()]);
        let request = ExportRequest { pages: chosen, ..ExportRequest::whole(id, format) };
        let file = made(page.ask(LibraryRequest::Export(request)).await);
        let text = String::from_utf8(bytes(&file.file).await).expect("text");
        assert!(text.contains(pages[0].url.as_str()) && !text.contains(pages[1].url.as_str()), "{format:?}: {text}");
        assert_eq!(file.lacks, None, "{format:?}");
    }
    for (text, expected) in [(PageCopy::Markdown, "- dry\n- sticky"), (PageCopy::Citation, pages[0].url.as_str())] {
        let (scope, url) = (ExportScope::Crawl, pages[0].url.clone());
        let LibraryEvent::Copy(Ok(copied)) = page.ask(LibraryRequest::Copy { id: id.into(), scope, url, text }).await
        else {
            panic!("nothing is copied");
        };
        assert!(copied.contains(expected), "{copied}");
    }
    store().await.erase(SavedItem::Crawl, id).await.expect("erased");
}

#[wasm_bindgen_test]
async fn a_topic_is_exported_in_the_formats_of_pages_with_each_page_once() {
    let ids = ["00000000000000f1", "00000000000000f2"];
    let mut third = fake::record(2, 0.5);
    third.url = CanonicalUrl::parse("http://a.test/3").expect("a URL");
    third.discovery.parent = Some(1);
    keep(&card(ids[0], "two crawls"), &[fake::record(1, 0.9), fake::record(2, 0.1)], &[]).await;
    let mut with_bodies = card(ids[1], "two crawls");
    with_bodies.weight.bodies = 99;
    let body = Body {
        address: "http://a.test/1".into(),
        status: 200,
        headers: vec![("content-type".into(), "text/html".into())],
        packed: b"<p>plain".to_vec(),
    };
    keep(&with_bodies, &[fake::record(1, 0.5), third], &[body]).await;
    let page = Page::new();
    let topic = topic_of(&page, ids[0]).await;
    let exported = async |format| {
        let request = ExportRequest { scope: ExportScope::Topic, ..ExportRequest::whole(&topic, format) };
        let file = made(page.ask(LibraryRequest::Export(request)).await);
        (bytes(&file.file).await, file.lacks)
    };
    let text = async |format| String::from_utf8(exported(format).await.0).expect("text");
    assert_eq!(text(ExportFormat::Urls).await, "http://a.test/1\nhttp://a.test/2\nhttp://a.test/3\n");
    let listed =
        Some(["http://a.test/2", "http://a.test/3"].map(|url| CanonicalUrl::parse(url).expect("a URL")).into());
    let request = ExportRequest { pages: listed, ..ExportRequest::whole(&topic, ExportFormat::Urls) };
    let request = ExportRequest { scope: ExportScope::Topic, ..request };
    let file = made(page.ask(LibraryRequest::Export(request)).await);
    assert_eq!(bytes(&file.file).await, b"http://a.test/2\nhttp://a.test/3\n");
    assert_eq!(text(ExportFormat::Csv).await.lines().count(), 4);
    let lines = text(ExportFormat::Jsonl).await;
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), &lines[0]["relevance"]), (3, &0.9.into()), "the most relevant record");
    assert_eq!(lines[2]["parent"], "http://a.test/1", "the page with the link in its own crawl");
    let texts = text(ExportFormat::TextJsonl).await;
    assert!(texts.lines().count() == 3 && texts.contains("\"text\":\"plain\""), "{texts}");
    let (recording, lacks) = exported(ExportFormat::WarcGz).await;
    assert!(lacks.is_some_and(|lacks| lacks.starts_with("2 pages are missing")));
    let recording = String::from_utf8(unpacked(&recording)).expect("text");
    assert_eq!(recording.matches("WARC-Type: response").count(), 1);
    assert!(recording.contains("WARC-Target-URI: http://a.test/1\r\n"), "the record whose body is saved: {recording}");
    let (url, text) = (fake::record(1, 0.9).url, PageCopy::Markdown);
    let copy = LibraryRequest::Copy { id: topic.clone(), scope: ExportScope::Topic, url, text };
    assert_eq!(page.ask(copy).await, LibraryEvent::Copy(Ok("# Page 1\n\n<http://a.test/1>\n\nplain\n".into())));
    for id in ids {
        store().await.erase(SavedItem::Crawl, id).await.expect("erased");
    }
}

#[wasm_bindgen_test]
async fn an_export_reports_pages_with_unreadable_records() {
    let id = "00000000000000b2";
    let mut pages: Vec<PageRecord> = (1..=3).map(|n| fake::record(n, 0.5)).collect();
    (pages[1].discovery.parent, pages[2].discovery.parent) = (Some(1), Some(1));
    let body = |page: &PageRecord| Body {
        address: page.url.to_string(),
        status: 200,
        headers: vec![("content-type".into(), "text/html".into())],
        packed: b"<p>plain".to_vec(),
    };
    let bodies: Vec<Body> = pages.iter().map(body).collect();
    keep(&card(id, "damage"), &pages, &bodies).await;
    let damaged = Batch { pages: vec![Sequenced { number: 1, bytes: vec![1, 2, 3] }], ..Batch::default() };
    let kept = card(id, "damage");
    store().await.write(&kept, &damaged).await.expect("there is room");
    let page = Page::new();
    for format in
        [ExportFormat::Csv, ExportFormat::Jsonl, ExportFormat::Bookmarks, ExportFormat::Urls, ExportFormat::WarcGz]
    {
        let file = made(page.ask(export(id, format)).await);
        let lacks = file.lacks.unwrap_or_default();
        assert!(lacks.contains("1 page is missing: its record"), "{format:?}: {lacks:?}");
        let text = bytes(&file.file).await;
        let text = if format == ExportFormat::WarcGz { unpacked(&text) } else { text };
        let text = String::from_utf8(text).expect("text");
        assert!(text.contains(pages[1].url.as_str()), "{format:?}: the others are in it");
        // The page that led to them is no longer known, and no other page replaces it.
        assert!(!text.contains("via:"), "{text}");
    }
    store().await.erase(SavedItem::Crawl, id).await.expect("erased");
}

#[wasm_bindgen_test]
async fn an_exported_and_imported_crawl_continues_unchanged() {
    let page = Page::new();
    page.start(300).await;
    let whole: Vec<String> = urls(&page.finished().await);
    let id = page.leave(300, 20).await;
    let file = bytes(&made(page.ask(export(&id, ExportFormat::Crawl)).await).file).await;
    let Ok(ImportResult::Crawl { id: beside, .. }) = import_result(page.ask(import(&file)).await) else {
        panic!("it is not imported");
    };
    assert_ne!(beside, id, "the one that is there stays");
    store().await.erase(SavedItem::Crawl, &id).await.expect("erased");
    let Ok(ImportResult::Crawl { id: again, .. }) = import_result(page.ask(import(&file)).await) else {
        panic!("it is not imported");
    };
    assert!(again != id && again != beside, "the id in the file is not taken over, even where it is free");
    for id in [&beside, &again] {
        page.open(id, Vec::new());
        assert_stands(&page).await;
        page.say(&ToWorker::Resume);
        // The earlier pages were sent when it was opened.
        let rest = urls(&page.finished().await);
        assert!(!rest.is_empty() && whole.ends_with(&rest), "{rest:?}");
    }
}

/// The open crawl is paused, and stays open.
async fn assert_stands(page: &Page) {
    let progress = |message: &ToPage| match message {
        ToPage::Batch(batch) => Some(batch.progress.clone()),
        _ => None,
    };
    let before = page.until(progress).await;
    page.forget();
    // A running crawl would have read dozens of pages of the demo web by then.
    TimeoutFuture::new(1_500).await;
    let after = page.until(progress).await;
    assert_eq!((before.phase, after.phase), (Phase::Paused, Phase::Paused), "it waits for the person");
    assert_eq!((after.pages, after.requests), (before.pages, before.requests));
}

#[wasm_bindgen_test]
async fn a_live_crawl_without_delay_is_not_imported() {
    let page = Page::new();
    let id = page.leave(300, 3).await;
    let raw = store().await.raw(&id).await.expect("it is kept");
    assert!(raw.snapshot.is_none(), "the plan is the card's");
    let events: Vec<u8> = raw
        .events
        .iter()
        .flat_map(|event| {
            let length = u32::try_from(event.bytes.len()).expect("short");
            let head = [&event.number.to_le_bytes()[..], &length.to_le_bytes()].concat();
            [head, event.bytes.clone()].concat()
        })
        .collect();
    for (source, politeness, is_taken_in) in [
        (Source::Direct, Politeness::Replay, false),
        (Source::Proxy, Politeness::Replay, false),
        (Source::Proxy, Politeness::Adaptive, true),
        (Source::Demo, Politeness::Replay, true),
    ] {
        let mut card: CrawlCard = journal::unseal(&raw.card).expect("a card");
        (card.source, card.plan.politeness) = (source, politeness);
        let (mut writer, mut file) = archive::bundle::Writer::begin();
        let sealed = journal::seal(&card).expect("plain data");
        let head: archive::bundle::CrawlMetadata = journal::unseal(&sealed).expect("its first fields");
        assert_eq!(
            (head.id, head.name, head.created, head.changed, head.plan),
            (card.id.clone(), card.name.clone(), card.created, card.changed, card.plan.clone()),
            "other programs read these"
        );
        file.extend(writer.section("card", &sealed).expect("it fits"));
        file.extend(writer.section("events", &events).expect("it fits"));
        file.extend(writer.finish());
        let result = import_result(page.ask(import(&file)).await);
        assert_eq!(result.is_ok(), is_taken_in, "{result:?}");
    }
}

/// A file with a false card, pages with invented numbers, and bodies without pages.
#[wasm_bindgen_test]
async fn only_the_rebuilt_crawl_of_a_hostile_file_is_trusted() {
    let page = Page::new();
    let id = page.leave(300, 20).await;
    let store = store().await;
    let raw = store.raw(&id).await.expect("it is kept");
    let mut lie: CrawlCard = journal::unseal(&raw.card).expect("a card");
    let hostile = "<img src=x onerror=alert(1)>\u{202e}".repeat(1_000);
    lie.name = hostile.clone();
    lie.phase = Phase::Ended(EndReason::BudgetSpent);
    (lie.pages, lie.good) = (4_000_000_000, 4_000_000_000);
    (lie.created, lie.changed) = (u64::MAX, u64::MAX);
    lie.weight.bodies = u64::MAX;
    if raw.snapshot.is_some() {
        (lie.plan.in_flight, lie.plan.pages) = (1_000_000_000, 4_000_000_000);
    }
    let (pages, _) = store.pages(&id).await.expect("they are kept");
    let mut record = pages.first().expect("a page").clone();
    record.n = u32::MAX;
    record.discovery.parent = Some(u32::MAX);
    record.text.title = hostile;
    let body = Body { address: "javascript:alert(1)".into(), status: 200, headers: Vec::new(), packed: Vec::new() };
    let list = |number: u64, bytes: Vec<u8>| {
        let length = u32::try_from(bytes.len()).expect("short");
        [&number.to_le_bytes()[..], &length.to_le_bytes(), &bytes].concat()
    };
    let events: Vec<u8> = raw.events.iter().flat_map(|event| list(u64::MAX, event.bytes.clone())).collect();
    let (mut writer, mut file) = archive::bundle::Writer::begin();
    let mut add = |name: &str, bytes: &[u8]| file.extend(writer.section(name, bytes).expect("it fits"));
    add("card", &journal::seal(&lie).expect("plain data"));
    if let Some(snapshot) = &raw.snapshot {
        add("snapshot", snapshot);
    }
    add("events", &events);
    add("pages/0", &list(u64::MAX, journal::seal(&record).expect("plain data")));
    add("bodies/0", &list(1 << 60, journal::seal(&body).expect("plain data")));
    file.extend(writer.finish());
    let Ok(ImportResult::Crawl { id: own, name }) = import_result(page.ask(import(&file)).await) else {
        panic!("it is not imported");
    };
    assert!(name.len() <= 200 && !name.contains('\u{202e}'), "{name}");
    let card = store.card(&own).await.expect("it is kept");
    assert_eq!(card.phase, Phase::Paused);
    assert!(card.pages <= 300 && card.good <= 300 && card.plan.pages == 300 && card.plan.in_flight == 1);
    assert!(card.created <= card.changed && card.last < 1_000 && card.weight.bodies == 0);
    let (kept, unreadable) = store.pages(&own).await.expect("they are kept");
    assert_eq!((kept.len(), unreadable), (card.pages as usize, 0));
    let bodies = store.piece(SavedPart::Bodies, &own, 0, 10).await.expect("none");
    assert!(bodies.is_empty());
    // A reader of all crawls iterates over the numbers, and must terminate.
    let told = found(page.ask(LibraryRequest::Search("onerror".into())).await);
    assert!(!told.hits.iter().any(|hit| is_of_crawl(hit, &own)));
    page.open(&own, Vec::new());
    assert_stands(&page).await;
    for id in [&id, &own] {
        page.start(1).await;
        page.finished().await;
        store.erase(SavedItem::Crawl, id).await.expect("erased");
    }
}

fn urls(pages: &[PageRecord]) -> Vec<String> {
    pages.iter().map(|page| page.url.to_string()).collect()
}

#[wasm_bindgen_test]
async fn an_invalid_file_is_refused_without_changes() {
    let page = Page::new();
    let id = page.start(20).await;
    page.finished().await;
    let whole = bytes(&made(page.ask(export(&id, ExportFormat::Crawl)).await).file).await;
    let before = shelf(page.ask(LibraryRequest::List).await).crawls.len();
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    let mut newer = whole.clone();
    newer[8] = 9;
    let files: [(&[u8], &str); 10] = [
        (&whole[..whole.len() / 2], "truncated"),
        (&flipped, ""),
        (&newer, "version"),
        (b"SALTICID", ""),
        (b"\x89\xfe\x00binary", "not a saved crawl"),
        (b"<!DOCTYPE NETSCAPE-Bookmark-file-1>", "bookmarks"),
        (b"no address\n", "no URL"),
        (b"", "empty"),
        (b"mozLz40\0x", "backup of Firefox"),
        (b"{\"a\":1}", "no bookmarks"),
    ];
    for (file, word) in files {
        let told = import_result(page.ask(import(file)).await).expect_err("it is refused");
        assert!(told.contains(word), "{told}");
    }
    let after = shelf(page.ask(LibraryRequest::List).await).crawls.len();
    assert_eq!(after, before);
}

#[wasm_bindgen_test]
async fn a_list_of_addresses_gives_seeds_and_reports_omissions() {
    let page = Page::new();
    let list = import(b"# mine\nhttp://a.test/\nb.test/x\njavascript:alert(1)\n");
    let Ok(ImportResult::Seeds { urls, warnings }) = import_result(page.ask(list).await) else {
        panic!("no seeds");
    };
    assert_eq!(urls, ["http://a.test/", "http://b.test/x"]);
    assert_eq!(warnings.len(), 1);
    let utf16: Vec<u8> = "http://a.test/\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let Ok(ImportResult::Seeds { urls, .. }) = import_result(page.ask(import(&utf16)).await) else {
        panic!("no seeds");
    };
    assert_eq!(urls, ["http://a.test/"]);
    let refusal = import_result(page.ask(import(b"just text\n")).await).expect_err("no seeds");
    assert!(refusal.contains("no URL"), "{refusal}");
}

#[wasm_bindgen_test]
async fn a_bookmark_file_gives_seeds_by_folder_and_counts_omissions() {
    let bad = r#"<DT><A HREF="javascript:alert(1)">bad</A>"#.repeat(8);
    let file = format!(
        "\u{feff}<!DOCTYPE NETSCAPE-Bookmark-file-1><H1>Bookmarks</H1><DL><p>\
         <DT><H3>First</H3><DL><p><DT><A HREF=\"http://b.test/\">B</A></DL><p>\
         <DT><H3>Second</H3><DL><p><DT><A HREF=\"http://c.test/\">C</A>\
         <DT><A HREF=\"http://a.test/\">A again</A></DL><p>\
         <DT><A HREF=\"http://a.test/\">A</A>{bad}</DL><p>"
    );
    let page = Page::new();
    let Ok(ImportResult::Seeds { urls, warnings }) = import_result(page.ask(import(file.as_bytes())).await) else {
        panic!("no seeds");
    };
    assert_eq!(urls, ["http://a.test/", "http://b.test/", "http://c.test/"]);
    assert_eq!(warnings.len(), 6, "{warnings:?}");
    assert_eq!(warnings[0], "duplicates were left out: 1", "the page in two folders");
    assert_eq!(warnings[5], "and 4 more like these");
    for empty in ["<html><body><p>A page</p></body></html>", "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL></DL>"] {
        let refusal = import_result(page.ask(import(empty.as_bytes())).await).expect_err("no seeds");
        assert!(refusal.contains("export your bookmarks"), "{refusal}");
    }
}

#[wasm_bindgen_test]
async fn bookmarks_of_other_programs_give_seeds() {
    let page = Page::new();
    let utf16: Vec<u8> = "\u{feff}title,url\nA,http://a.test/\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for file in [
        &b"title,url,time_added,tags,status\nA,http://a.test/,1728576752,,unread\n"[..],
        &utf16,
        b"{\"title\":\"\",\"children\":[{\"title\":\"menu\",\"children\":[{\"title\":\"A\",\
        \"uri\":\"http://a.test/\"}]}]}",
        b"<title>Pocket Export</title><h1>Unread</h1><ul><li><a href='http://a.test/' time_added=1>\xC4</a></ul>",
        b"<?xml version='1.0'?><opml><body>\
        <outline text='A' xmlUrl='http://a.test/f' htmlUrl='http://a.test/'/></body></opml>",
    ] {
        let Ok(ImportResult::Seeds { urls, warnings }) = import_result(page.ask(import(file)).await) else {
            panic!("no seeds");
        };
        assert_eq!((urls, warnings), (vec!["http://a.test/".to_owned()], Vec::new()));
    }
}

#[wasm_bindgen_test]
async fn unreadable_entries_are_listed_and_exported_unchanged() {
    let id = "00000000000000c1";
    keep(&card(id, "damaged"), &[fake::record(1, 0.5)], &[]).await;
    let garbage = Uint8Array::from(&b"no card"[..]);
    put_card(id, &garbage).await;
    let page = Page::new();
    let listed = shelf(page.ask(LibraryRequest::List).await);
    assert!(listed.unreadable.iter().any(|(lost, why)| lost == id && !why.is_empty()));
    let file = made(page.ask(export(id, ExportFormat::Crawl)).await);
    let file = bytes(&file.file).await;
    assert!(file.starts_with(b"SALTICID"));
    assert!(import_result(page.ask(import(&file)).await).is_err());
    let store = store().await;
    assert!(matches!(store.card(id).await, Err(StorageError::Unreadable(_))));
    store.erase(SavedItem::Crawl, id).await.expect("erased");
}

#[wasm_bindgen_test]
async fn only_unreadable_entries_are_erased() {
    let (lost, fine) = ("00000000000000c2", "00000000000000c3");
    for id in [lost, fine] {
        keep(&card(id, "damaged"), &[fake::record(1, 0.5)], &[]).await;
    }
    put_card(lost, &Uint8Array::from(&b"no card"[..])).await;
    let page = Page::new();
    let listed = shelf(page.ask(LibraryRequest::Erase(lost.into())).await);
    assert!(listed.unreadable.iter().all(|(id, _)| id != lost));
    let pages = store().await.piece(SavedPart::Pages, lost, 0, 9).await;
    assert!(pages.expect("they can be asked for").is_empty());
    let refused = page.ask(LibraryRequest::Erase(fine.into())).await;
    assert!(matches!(refused, LibraryEvent::Unchanged(_)), "{refused:?}");
    assert!(store().await.card(fine).await.is_ok());
    store().await.erase(SavedItem::Crawl, fine).await.expect("erased");
}

/// A recording of this many pages.
fn recording(pages: usize) -> Vec<u8> {
    let page = |n: usize| (format!("http://many.test/{n}"), format!("<p>{n}</p>{}", "word ".repeat(400)));
    recording_of((0..pages).map(page))
}

/// A recording of pages with these addresses and contents.
pub(crate) fn recording_of(pages: impl IntoIterator<Item = (String, String)>) -> Vec<u8> {
    let origin = Origin { software: "test", description: "some pages", started: 0 };
    let (mut writer, mut file) = Writer::begin(Form::Plain, &origin);
    for (url, html) in pages {
        let response = Response {
            status: 200,
            headers: vec![("content-type".into(), "text/html".into())],
            body: html.into_bytes(),
        };
        file.extend(writer.exchange(&Exchange::new(&url, 0, &response)));
    }
    file
}

/// Returns the result of a request, and how often other work of the worker ran before it.
async fn counted<T>(request: impl Future<Output = T>) -> (T, u32) {
    let turns = Rc::new(Cell::new(0));
    let counter = Rc::clone(&turns);
    spawn_local(async move {
        while Rc::strong_count(&counter) > 1 {
            TimeoutFuture::new(1).await;
            counter.set(counter.get() + 1);
        }
    });
    let given = request.await;
    (given, turns.get())
}

#[wasm_bindgen_test]
async fn importing_a_long_recording_reports_progress_and_keeps_the_worker_responsive() {
    let page = Page::new();
    let file = recording(20_000);
    let (news, turns) = counted(page.ask(import(&file))).await;
    let Ok(ImportResult::Web(web)) = import_result(news) else {
        panic!("no recorded web");
    };
    assert_eq!(web.pages, 20_000);
    assert!(turns >= 4, "other work ran {turns} times");
    let parts = page.parts_read();
    assert!(!parts.is_empty(), "nothing was said on the way");
    assert!(parts.is_sorted() && parts.iter().all(|part| (0.0..=1.0).contains(part)), "{parts:?}");
}

#[wasm_bindgen_test]
async fn a_damaged_recording_opens_with_its_skipped_records() {
    let page = Page::new();
    let whole = recording(2);
    let file = [&whole[..], b"noise"].concat();
    let Ok(ImportResult::Web(web)) = import_result(page.ask(import(&file)).await) else {
        panic!("no recorded web");
    };
    assert_eq!((web.pages, web.skipped), (2, 1));
    let reason = "the bytes are not a WARC record";
    assert_eq!(web.warnings, [format!("byte {}: {reason}", whole.len())]);
}

#[wasm_bindgen_test]
async fn documents_are_exported_of_a_crawl_and_of_a_topic_once() {
    let page = Page::new();
    let seeds = [
        ("http://owls.test/a", "<title>One</title><p>weather</p><a href=/owls.pdf>file</a>"),
        ("http://owls.test/b", "<title>Two</title><p>owls</p><a href=/owls.pdf>owls</a><a href=/x.epub>x</a>"),
    ];
    let file = recording_of(seeds.map(|(url, html)| (url.to_owned(), html.to_owned())));
    import_result(page.ask(import(&file)).await).expect("it is imported");
    let mut crawls = Vec::new();
    for (seed, _) in seeds {
        page.forget();
        let plan = Plan { query: "owls".into(), seeds: vec![seed.into()], pages: 1, ..Plan::default() };
        let (plan, source) = (Box::new(plan), Source::Recorded);
        page.say(&ToWorker::Start { plan, source, stay: false, model: None, topic: None });
        crawls.push(page.kept().await);
        page.finished().await;
    }
    let listed = shelf(page.ask(LibraryRequest::List).await);
    let mut subjects = listed.subjects.into_iter().map(|summary| summary.subject);
    let topic = subjects.find(|subject| subject.crawls.contains(&crawls[0])).expect("each crawl has a topic");
    let exported = async |id: &str, scope, format| {
        let request = ExportRequest { scope, ..ExportRequest::whole(id, ExportFormat::Documents(format)) };
        let file = made(page.ask(LibraryRequest::Export(request)).await);
        assert_eq!(file.lacks, None);
        String::from_utf8(bytes(&file.file).await).expect("text")
    };
    let of_crawl = exported(&crawls[0], ExportScope::Crawl, DocumentsFormat::Urls).await;
    assert_eq!(of_crawl, "http://owls.test/owls.pdf\n");
    let of_topic = exported(&topic.id, ExportScope::Topic, DocumentsFormat::Markdown).await;
    let lines: Vec<&str> = of_topic.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(
        lines,
        [
            "- [owls](http://owls.test/owls.pdf) (PDF), linked from [Two](http://owls.test/b)",
            "- [x](http://owls.test/x.epub) (E-book), linked from [Two](http://owls.test/b)",
        ]
    );
}

#[wasm_bindgen_test]
async fn a_canceled_import_keeps_the_earlier_recording() {
    let page = Page::new();
    let Ok(ImportResult::Web(before)) = import_result(page.ask(import(&recording(3))).await) else {
        panic!("no recorded web");
    };
    page.forget();
    // Canceled at once: under load a timer may fire only after the import ended.
    page.say(&ToWorker::Library(import(&recording(20_000))));
    let news = page.ask(LibraryRequest::CancelImport).await;
    assert_eq!(news, LibraryEvent::ImportCanceled("file".into()));
    page.forget();
    page.say(&ToWorker::Start {
        plan: Box::new(Plan { query: "word".into(), seeds: before.seeds.clone(), pages: 1, ..Plan::default() }),
        source: Source::Recorded,
        stay: false,
        model: None,
        topic: None,
    });
    page.finished().await;
}

/// Writes into the database, bypassing the store.
async fn put_card(id: &str, value: &Uint8Array) {
    use idb::{Factory, TransactionMode};
    let database = Factory::new().expect("a factory").open("salticid", None);
    let database = database.expect("opens").await.expect("opens");
    let transaction = database.transaction(&["crawls"], TransactionMode::ReadWrite).expect("begins");
    let crawls = transaction.object_store("crawls").expect("is there");
    crawls.put(value, Some(&id.into())).expect("is asked").await.expect("is written");
    transaction.await.expect("ends");
    database.close();
}

#[wasm_bindgen_test]
async fn a_search_lists_each_page_once_with_its_best_relevance_by_topic() {
    let named = |n: u32, title: &str, relevance: f64| {
        let mut record = fake::record(n, relevance);
        record.text.title = title.into();
        record.text.snippet = String::new();
        record.discovery.anchor = String::new();
        record
    };
    let (a, b, c) = ("00000000000000d1", "00000000000000d2", "00000000000000d3");
    keep(&card(a, "quokka habits"), &[named(1, "Quokkas at gloaming", 0.4), named(2, "Zymurgy", 0.9)], &[]).await;
    keep(&card(b, "quokka habits"), &[named(1, "Quokkas at gloaming", 0.6)], &[]).await;
    keep(&card(c, "islands"), &[named(1, "Quokkas at gloaming", 0.2), named(3, "Gloaming", 0.9)], &[]).await;
    let visit = Visit { at: u64::MAX, found: u64::MAX, outcome: VisitOutcome::Gone, validators: Validators::default() };
    let history = PageHistory { visits: vec![visit], ..PageHistory::default() };
    store().await.save_history(c, 3, &history, None).await.expect("saved");
    let page = Page::new();
    let told = found(page.ask(LibraryRequest::Search("quokka gloaming".into())).await);
    assert_eq!(told.hits.len(), 2, "{told:?}");
    let first = &told.hits[0];
    assert_eq!(first.title, "Quokkas at gloaming");
    assert_eq!(first.title_marks, [(0, 7), (11, 19)]);
    assert_eq!([&told.hits[0], &told.hits[1]].map(|hit| hit.is_gone), [false, true]);
    assert!((first.score - 0.8).abs() < 1e-9, "1 · (1 + 0.6) / 2");
    let topics: Vec<(&str, f64, &str)> =
        first.topics.iter().map(|topic| (topic.query.as_str(), topic.relevance, topic.crawls[0].0.as_str())).collect();
    assert_eq!(topics, [("quokka habits", 0.6, b), ("islands", 0.2, c)]);
    assert_eq!(first.topics[0].crawls.len(), 2);
    assert!(told.hits[1].score < first.score, "one word of two");
    let nothing = found(page.ask(LibraryRequest::Search("the".into())).await);
    assert!(nothing.hits.is_empty());
    let d = "00000000000000d4";
    let mut missing = named(1, "", 0.0);
    (missing.outcome, missing.fetch.at) = (FetchOutcome::Status(410), missing.fetch.at + 1);
    keep(&card(d, "islands"), &[missing], &[]).await;
    let told = found(page.ask(LibraryRequest::Search("quokka gloaming".into())).await);
    assert!(told.hits[0].is_gone, "a later crawl did not find it");
    for id in [a, b, c, d] {
        store().await.erase(SavedItem::Crawl, id).await.expect("erased");
    }
}

#[wasm_bindgen_test]
async fn similar_words_are_found_below_the_words_themselves() {
    let id = "00000000000000d1";
    let record = |n: u32, title: &str, relevance: f64| {
        let mut page = fake::record(n, relevance);
        title.clone_into(&mut page.text.title);
        page
    };
    let pages = [record(1, "Girls", 0.9), record(2, "A woman", 0.0), record(3, "Boats", 0.9)];
    keep(&card(id, "people"), &pages, &[]).await;
    let titles = |told: &SearchResults| -> Vec<String> {
        told.hits.iter().filter(|hit| is_of_crawl(hit, id)).map(|hit| hit.title.clone()).collect()
    };
    let without = Page::new();
    let told = found(without.ask(LibraryRequest::Search("woman".into())).await);
    let reason = told.similar.clone().expect_err("there are no word vectors");
    assert!(reason.starts_with("Similar words were not searched"), "{reason}");
    assert_eq!(titles(&told), ["A woman"]);

    serve_vectors();
    let page = Page::new();
    let told = found(page.ask(LibraryRequest::Search("woman".into())).await);
    assert_eq!(titles(&told), ["A woman", "Girls"]);
    assert!(told.similar.is_ok_and(|similar| similar.contains(&"girls".to_owned())), "the word vectors were searched");
    let exact = Search { is_exact: true, ..Search::from("woman") };
    let told = found(page.ask(LibraryRequest::Search(exact)).await);
    assert_eq!(titles(&told), ["A woman"]);
    assert_eq!(told.similar, Ok(Vec::new()));
    store().await.erase(SavedItem::Crawl, id).await.expect("erased");
    run("delete self.salticidVectors");
}

/// Serves a small table of word vectors to later sessions.
fn serve_vectors() {
    let table = include_bytes!("../../crates/engine/tests/fixtures/tiny.vec");
    let parts = Array::of1(&Uint8Array::from(&table[..]));
    let blob = Blob::new_with_u8_array_sequence(&parts).expect("a blob");
    let address = web_sys::Url::create_object_url_with_blob(&blob).expect("an address");
    let global = js_sys::global();
    Reflect::set(&global, &"salticidVectors".into(), &address.into()).expect("it is set");
}

#[wasm_bindgen_test]
async fn the_worker_stays_responsive_while_fifty_thousand_records_are_searched() {
    let id = "00000000000000e1";
    let pages: Vec<PageRecord> = (1..=50_000).map(|n| fake::record(n, 0.5)).collect();
    keep(&card(id, "many"), &pages, &[]).await;
    let page = Page::new();
    let search = page.ask(LibraryRequest::Search("page".into()));
    let (news, turns) = counted(search).await;
    let told = found(news);
    assert!(told.records >= 50_000, "{} records", told.records);
    assert!(turns >= 4, "other work ran {turns} times");
    store().await.erase(SavedItem::Crawl, id).await.expect("erased");
}

#[wasm_bindgen_test]
async fn a_closed_crawl_can_be_reopened_while_its_fetches_hang() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let is_slow = |url: &String| {
        let response = web.fetch(url);
        response.is_some_and(|response| response.delay_ms > 500)
    };
    let mut roots = demo_web::hosts().map(|host| format!("http://{host}/"));
    let slow = roots.find(is_slow).expect("the demo web has slow hosts");
    let page = Page::new();
    page.say(&ToWorker::Start {
        plan: Box::new(Plan { query: "asthma".into(), seeds: vec![slow], pages: 3, ..Plan::default() }),
        source: Source::Demo,
        stay: false,
        model: None,
        topic: None,
    });
    let batch = |message: &ToPage| matches!(message, ToPage::Batch(_)).then_some(());
    page.until(batch).await;
    let id = page.kept().await;
    page.start(1).await;
    page.finished().await;
    page.open(&id, Vec::new());
    let opened = |message: &ToPage| match message {
        ToPage::Opened(opened) => Some(opened.elsewhere),
        _ => None,
    };
    assert!(!page.until(opened).await, "it is not open elsewhere");
    page.start(1).await;
    page.finished().await;
}

#[wasm_bindgen_test]
async fn a_crawl_of_a_recording_starts_only_if_the_recording_is_open() {
    let page = Page::new();
    let id = page.start(40).await;
    let pages = page.finished().await;
    let warc = bytes(&made(page.ask(export(&id, ExportFormat::WarcGz)).await).file).await;
    let start = |seed: &str| ToWorker::Start {
        plan: Box::new(Plan { query: "asthma".into(), seeds: vec![seed.into()], pages: 10, ..Plan::default() }),
        source: Source::Recorded,
        stay: false,
        model: None,
        topic: None,
    };
    let refused = |message: &ToPage| match message {
        ToPage::Refused(problems) => Some(problems[0].clone()),
        _ => None,
    };
    let seed = pages[0].url.as_str();
    page.say(&start(seed));
    let problem = page.until(refused).await;
    assert_eq!(problem.field, "source");
    assert!(problem.message.contains("choose the file"), "{}", problem.message);
    let Ok(ImportResult::Web(web)) = import_result(page.ask(import(&warc)).await) else {
        panic!("no recorded web");
    };
    let answered = pages.iter().filter(|page| page.status > 0).count();
    assert_eq!(web.pages as usize, answered);
    assert!(web.hosts > 0 && !web.seeds.is_empty());
    page.forget();
    page.say(&start("http://elsewhere.test/"));
    let problem = page.until(refused).await;
    assert!(problem.message.contains("none of the seeds"), "{}", problem.message);
    page.forget();
    page.say(&start(seed));
    let crawled = page.finished().await;
    assert_eq!(crawled.len(), 10);
    assert_eq!(crawled[0].text.title, pages[0].text.title);
}

#[wasm_bindgen_test]
async fn a_crawl_of_a_recording_remembers_the_file_name() {
    let page = Page::new();
    let mut named = import(&recording(30));
    if let LibraryRequest::Import { name, .. } = &mut named {
        "my web.warc".clone_into(name);
    }
    let Ok(ImportResult::Web(web)) = import_result(page.ask(named).await) else {
        panic!("no recorded web");
    };
    page.forget();
    page.say(&ToWorker::Start {
        plan: Box::new(Plan { query: "word".into(), seeds: web.seeds, pages: 1, ..Plan::default() }),
        source: Source::Recorded,
        stay: false,
        model: None,
        topic: None,
    });
    let id = page.kept().await;
    page.finished().await;
    let mut card = store().await.card(&id).await.expect("it is kept");
    assert_eq!(card.source, Source::RecordedIn("my web.warc".into()));
    // The state in the middle of the crawl, in a tab without a recording.
    card.phase = Phase::Running;
    let write = store().await.write(&card, &Batch::default()).await;
    write.expect("there is room");
    // The crawl that ended holds its lock until another one begins.
    page.start(1).await;
    page.finished().await;
    let later = Page::new();
    later.open(&id, Vec::new());
    let (_, message) = later.refusal().await;
    assert!(message.contains("choose “my web.warc” again"), "{message}");
    store().await.erase(SavedItem::Crawl, &id).await.expect("erased");
}

#[wasm_bindgen_test]
async fn an_imported_crawl_keeps_no_proxy_of_another_device() {
    for (address, expected) in [
        ("https://crawler.example.org/", Source::Proxy),
        ("http://127.0.0.1:7878/", Source::ProxyAt(proxy("http://127.0.0.1:7878/"))),
    ] {
        let id = "00000000000000d1";
        let mut kept = card(id, "elsewhere");
        let seed = "http://portal.test/";
        kept.plan.seeds = vec![seed.into()];
        kept.source = Source::ProxyAt(proxy(address));
        keep(&kept, &[], &[]).await;
        let page = Page::new();
        let file = bytes(&made(page.ask(export(id, ExportFormat::Crawl)).await).file).await;
        store().await.erase(SavedItem::Crawl, id).await.expect("erased");
        let Ok(ImportResult::Crawl { id, .. }) = import_result(page.ask(import(&file)).await) else {
            panic!("it is not imported");
        };
        let card = store().await.card(&id).await.expect("it is kept");
        assert_eq!(card.source, expected, "{address}");
        store().await.erase(SavedItem::Crawl, &id).await.expect("erased");
    }
}

fn proxy(address: &str) -> ProxyAddress {
    ProxyAddress::read(address, true).expect("an address")
}

#[wasm_bindgen_test]
async fn a_judged_page_of_a_deleted_crawl_is_gone_once_another_crawl_does_not_find_it() {
    let ids = ["00000000000000d5", "00000000000000d6"];
    let read = fake::record(1, 0.9);
    let mut missing = fake::record(1, 0.0);
    (missing.outcome, missing.fetch.at) = (FetchOutcome::Status(410), read.fetch.at + 1);
    keep(&card(ids[0], "lost islands"), std::slice::from_ref(&read), &[]).await;
    keep(&card(ids[1], "lost islands"), &[missing], &[]).await;
    let page = Page::new();
    let subject = topic_of(&page, ids[0]).await;
    let change = JudgmentChange::Set(Some(JudgmentState::Kept));
    let edit = JudgmentEdit { subject: subject.clone(), url: read.url.clone(), change, at: 1 };
    assert_eq!(store().await.judge(&[edit]).await, Ok(0));
    page.ask(LibraryRequest::Delete(ids[0].into())).await;
    let LibraryEvent::Subject(_, Ok(open)) = page.ask(LibraryRequest::OpenSubject(subject)).await else {
        panic!("the topic cannot be opened");
    };
    let gone: Vec<_> = open.pages.iter().map(|page| (&page.url, page.gone)).collect();
    assert_eq!(gone, [(&read.url, Some(read.fetch.at + 1))]);
    for id in ids {
        store().await.erase(SavedItem::Crawl, id).await.expect("erased");
    }
}

#[wasm_bindgen_test]
async fn an_update_crawls_the_web_of_most_pages_of_its_topic() {
    let ids = ["00000000000000d7", "00000000000000d8"];
    let mut live = card(ids[0], "distant islands");
    live.pages = 40;
    let mut in_class = CrawlCard { source: Source::Demo, created: 2, ..card(ids[1], "distant islands") };
    in_class.pages = 5;
    keep(&live, &[fake::record(1, 0.9)], &[]).await;
    keep(&in_class, &[fake::record(2, 0.9)], &[]).await;
    let page = Page::new();
    let id = topic_of(&page, ids[0]).await;
    page.ask(LibraryRequest::BeginUpdate { id: id.clone(), pages: 40 }).await;
    let LibraryEvent::UpdateCrawl(_, Ok(Some(next))) = page.ask(LibraryRequest::CrawlOfUpdate { id, pages: 40 }).await
    else {
        panic!("nothing is crawled");
    };
    let UpdateCrawl::Start(next) = next else {
        panic!("no crawl is unfinished");
    };
    assert_eq!((next.source, next.plan.seeds), (Source::Proxy, vec!["http://a.test/1".to_owned()]));
    for id in ids {
        store().await.erase(SavedItem::Crawl, id).await.expect("erased");
    }
}

/// Returns the id of the topic of a crawl.
async fn topic_of(page: &Page, crawl: &str) -> String {
    let listed = shelf(page.ask(LibraryRequest::List).await);
    let mut subjects = listed.subjects.into_iter().map(|summary| summary.subject);
    subjects.find(|subject| subject.crawls.iter().any(|id| id == crawl)).expect("each crawl has a topic").id
}
