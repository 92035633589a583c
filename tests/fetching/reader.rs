//! Tests the reader in the worker: pages of the demo web, responses that are not pages, and saved readings.

use engine::fetch::{Content, FetchResponse};
use engine::html::Document;
use engine::robots::MetaRobots;
use protocol::reader::{PageRequest, ReaderPage, ReaderRequest};
use protocol::why::{TextUnavailable, WhyRequest};
use protocol::{Source, ToPage, ToWorker};
use std::collections::BTreeSet;
use types::url::CanonicalUrl;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::storage::database::{Database, READING_BYTES_MOST, READINGS_MOST, SavedReaderPage};

use crate::fakes::fetch::FakeFetch;
use crate::fakes::session::Page;

fn wanted(number: u32, address: &str) -> PageRequest {
    PageRequest { number, address: address.into(), source: Source::Demo, kept_will_do: false }
}

async fn read(page: &Page, wanted: PageRequest) -> Result<Box<ReaderPage>, String> {
    page.forget();
    let own = wanted.number;
    page.say(&ToWorker::Reader(ReaderRequest::Read(wanted)));
    let told = |message: &ToPage| match message {
        ToPage::Read { number, read } if *number == own => Some(read.clone()),
        _ => None,
    };
    page.until(told).await
}

fn text(reading: &ReaderPage) -> String {
    let blocks = reading.blocks.iter();
    let lines = blocks.map(|block| {
        let pieces = block.pieces.iter().map(|piece| piece.text.as_str());
        pieces.collect::<String>()
    });
    lines.collect::<Vec<String>>().join("\n")
}

#[wasm_bindgen_test]
async fn a_page_is_text_with_its_links_in_place() {
    let page = Page::new();
    let reading = read(&page, wanted(1, "portal.test")).await;
    let reading = reading.expect("the portal can be read");
    assert_eq!(reading.url.as_str(), "http://portal.test/");
    assert!(!reading.title.is_empty());
    let heading = reading.blocks.iter().find(|block| block.heading);
    assert!(heading.is_some(), "a page of the demo web has a heading");
    let mut linked = 0;
    for piece in reading.blocks.iter().flat_map(|block| &block.pieces) {
        if let Some(place) = piece.link {
            let link = &reading.links[place as usize];
            assert_eq!(piece.text, link.anchor, "{}", link.url);
            linked += 1;
        }
    }
    assert_eq!(linked, reading.links.len(), "each link stands in the text");
    assert!(!reading.was_kept && reading.unkept.is_none() && !reading.cut);
}

#[wasm_bindgen_test]
async fn redirects_are_followed_and_the_last_address_is_reported() {
    let page = Page::new();
    let reading = read(&page, wanted(1, "http://moved.test/permanent")).await;
    let reading = reading.expect("it leads to the portal");
    assert_eq!(reading.url.as_str(), "http://portal.test/");
    let asked = reading.moved_from.as_ref().map(CanonicalUrl::as_str);
    assert_eq!(asked, Some("http://moved.test/permanent"));
    let slash = read(&page, wanted(2, "http://asthma-guide.test/triggers")).await;
    assert_eq!(slash.expect("a spelling is insisted on").url.as_str(), "http://asthma-guide.test/triggers/");
}

#[wasm_bindgen_test]
async fn an_unreadable_page_is_reported_with_a_reason() {
    let page = Page::new();
    let cases = [
        ("http://moved.test/loop/a", "in a loop"),
        ("http://moved.test/script", "invalid URL"),
        ("http://heavy.test/report.pdf", "labeled as a document"),
        ("http://portal.test/no-such-page", "not found"),
        ("http://failing.test/error", "Try again later"),
        ("http://failing.test/reset", "Try again later"),
        ("http://example.org/", "another source"),
        ("", "The URL is empty"),
        ("javascript:alert(1)", "Only http and https"),
    ];
    for (number, (address, expected)) in (1..).zip(cases) {
        let unread = read(&page, wanted(number, address)).await;
        let unread = unread.expect_err(address);
        assert!(unread.contains(expected), "{address}: {unread}");
        assert!(unread.ends_with(['.', ')']), "{unread}");
    }
}

#[wasm_bindgen_test]
async fn the_error_names_the_file_of_a_recorded_web_that_is_not_open() {
    let page = Page::new();
    for (source, file) in
        [(Source::Recorded, "the file of the recorded web"), (Source::RecordedIn("web.warc".into()), "“web.warc”")]
    {
        let recorded = PageRequest { source, ..wanted(1, "http://portal.test/") };
        let unread = read(&page, recorded).await.expect_err("nothing is open");
        let start = format!("Choose {file} again under “Source”");
        assert!(unread.starts_with(&start), "{unread}");
    }
}

#[wasm_bindgen_test]
async fn sites_are_read_directly_if_they_allow_it_and_else_the_error_names_the_proxy() {
    let _sites = FakeFetch::install(include_str!("../fakes/sites.js"));
    let page = Page::new();
    let direct = |number, address| PageRequest { source: Source::Direct, ..wanted(number, address) };
    let reading = read(&page, direct(1, "http://open.site.org/")).await;
    assert_eq!(text(&reading.expect("it can be read")), "a page");
    for closed in ["http://moved.site.org/", "http://closed.site.org/"] {
        let unread = read(&page, direct(2, closed)).await;
        let why = unread.expect_err("it is closed");
        assert!(why.contains("Use the proxy as the source"), "{why}");
    }
    let proxy = PageRequest { source: Source::Proxy, ..wanted(3, "http://a.test/") };
    let unread = read(&page, proxy).await.expect_err("there is no proxy");
    assert!(unread.contains("choose another source"), "{unread}");
}

#[wasm_bindgen_test]
async fn a_later_page_request_replaces_an_earlier_one() {
    let page = Page::new();
    page.forget();
    page.say(&ToWorker::Reader(ReaderRequest::Read(wanted(1, "http://slow.test/"))));
    page.say(&ToWorker::Reader(ReaderRequest::Read(wanted(2, "http://portal.test/"))));
    let first = |message: &ToPage| match message {
        ToPage::Read { number, .. } => Some(*number),
        _ => None,
    };
    assert_eq!(page.until(first).await, 2);
}

#[wasm_bindgen_test]
async fn a_page_is_saved_as_parsed_and_read_again_without_a_fetch() {
    let page = Page::new();
    let address = "http://portal.test/";
    let fetched = read(&page, wanted(1, address)).await.expect("it is read");
    let again = PageRequest {
        kept_will_do: true,
        // No recorded web is open: only a saved reading can be the answer.
        source: Source::Recorded,
        ..wanted(2, address)
    };
    let kept = read(&page, again).await.expect("it was kept");
    assert!(kept.was_kept);
    assert_eq!((kept.at, text(&kept)), (fetched.at, text(&fetched)));
    let store = Database::open("salticid").await.expect("the store opens");
    let url = CanonicalUrl::parse(address).expect("is a URL");
    let kept = store.reading(&url).await.expect("it can be read");
    let Content::Page(document) = kept.expect("it is there").response.content else {
        panic!("it is no page");
    };
    assert_eq!(document.links.len(), fetched.links.len());
    let weight = store.readings_weight().await.expect("it can be told");
    assert!(weight.pages >= 1 && weight.bytes > 1_000);
    store.delete_readings().await.expect("they can be forgotten");
    assert!(store.reading(&url).await.expect("it can be asked").is_none());
}

/// Returns a reading with a body of this many bytes.
fn kept(at: u64, bytes: usize) -> SavedReaderPage {
    let document = Document { body: "x".repeat(bytes), ..Document::default() };
    SavedReaderPage {
        at,
        source: Source::Demo,
        response: FetchResponse {
            is_rendered: false,
            status: 200,
            location: None,
            retry_after_ms: None,
            robots: MetaRobots::default(),
            validators: types::report::Validators::default(),
            bytes: 0,
            elapsed_ms: 0,
            content: Content::Page(Box::new(document)),
        },
    }
}

fn numbered(n: usize) -> CanonicalUrl {
    CanonicalUrl::parse(&format!("http://a.test/{n}")).expect("is a URL")
}

#[wasm_bindgen_test]
async fn without_room_the_oldest_pages_are_deleted_and_pages_of_trails_last() {
    let store = Database::open("bounded").await.expect("the store opens");
    let size = 2 * 1024 * 1024;
    let most = usize::try_from(READING_BYTES_MOST).expect("fits") / size;
    let wanted = BTreeSet::from([numbered(0).to_string()]);
    for n in 0..=most {
        let reading = kept(n as u64, size);
        let done = store.save_reading(&numbered(n), &reading, &wanted).await;
        done.expect("there is room");
    }
    let weight = store.readings_weight().await.expect("it can be told");
    assert!(weight.bytes <= READING_BYTES_MOST && weight.is_near_full());
    for (n, is_there) in [(0, true), (1, false), (most, true)] {
        let found = store.reading(&numbered(n)).await.expect("it can be asked");
        assert_eq!(found.is_some(), is_there, "reading {n}");
    }
    store.delete_readings().await.expect("they can be forgotten");
    assert!(READINGS_MOST as u64 * 16 * 1024 <= READING_BYTES_MOST);
}

/// The page of a result as the reader gets it.
async fn result(page: &Page, request: WhyRequest) -> Result<ReaderPage, TextUnavailable> {
    page.forget();
    page.say(&ToWorker::ReadResult(Box::new(request)));
    let read = |message: &ToPage| match message {
        ToPage::ResultRead(read) => Some(read.text.clone()),
        _ => None,
    };
    page.until(read).await
}

#[wasm_bindgen_test]
async fn a_result_is_shown_in_full_with_its_words_marked_and_is_not_saved() {
    let page = Page::new();
    page.start(30).await;
    let pages = page.finished().await;
    let record = pages.iter().rev().find(|page| !page.words.is_empty());
    let record = record.expect("a page with the words");
    let request = WhyRequest {
        n: record.n,
        words: record.words.iter().map(|(word, _)| word.clone()).collect(),
        stemming: true,
        language: Some("en".into()),
        ..WhyRequest::new(record.url.clone(), Source::Demo)
    };
    let shown = result(&page, request).await.expect("it can be read");
    assert_eq!((&shown.url, &shown.title), (&record.url, &record.text.title));
    let pieces = shown.blocks.iter().flat_map(|block| &block.pieces);
    let marked = pieces.flat_map(|piece| {
        let marks = piece.marks.iter();
        marks.map(|(from, to)| piece.text[*from as usize..*to as usize].to_lowercase())
    });
    assert!(marked.count() > 0, "{shown:?}");
    let store = Database::open("salticid").await.expect("this browser keeps");
    let kept = store.reading(&record.url).await.expect("it can be looked up");
    assert!(kept.is_none());
}

#[wasm_bindgen_test]
async fn the_reader_names_the_file_of_a_recording_that_is_not_open() {
    let page = Page::new();
    let url = CanonicalUrl::parse("http://garden.test/").expect("is a URL");
    let source = Source::RecordedIn("garden.warc.gz".into());
    let read = result(&page, WhyRequest::new(url, source)).await;
    let Err(TextUnavailable::Failed(sentence)) = read else {
        panic!("{read:?}");
    };
    assert!(sentence.starts_with("This page was not saved"), "{sentence}");
    assert!(sentence.contains("choose “garden.warc.gz” again"), "{sentence}");
}
