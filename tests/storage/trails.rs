//! Tests trails in the worker: saved in a real browser's IndexedDB, one tab at a time, read from files and written to
//! them.

use js_sys::Array;
use protocol::trails::{ImportedTrails, SavedTrail, SavedTrails, SourcedTrail, TrailsEvent, TrailsRequest};
use protocol::{FileKind, ProxyAddress, Source, ToPage, ToWorker};
use types::limits::{TRAIL_ENTRIES, TRAILS_BYTES};
use types::trails::{Trail, TrailKind, TrailPage};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;

use crate::fakes::session::Page;

async fn ask(page: &Page, order: TrailsRequest) -> TrailsEvent {
    page.forget();
    page.say(&ToWorker::Trails(order));
    news(page).await
}

async fn news(page: &Page) -> TrailsEvent {
    let told = |message: &ToPage| match message {
        ToPage::Trails(news) => Some((**news).clone()),
        _ => None,
    };
    page.until(told).await
}

async fn open(page: &Page) -> SavedTrails {
    kept(ask(page, TrailsRequest::Open).await)
}

/// Opens the trails in a tab that may change them: waits until the tab of an earlier test has left them.
async fn open_alone(page: &Page) -> SavedTrails {
    page.forget();
    page.say(&ToWorker::Trails(TrailsRequest::Open));
    let alone = |message: &ToPage| match message {
        ToPage::Trails(news) => Some(kept((**news).clone())).filter(|saved| !saved.elsewhere),
        _ => None,
    };
    page.until(alone).await
}

fn kept(news: TrailsEvent) -> SavedTrails {
    match news {
        TrailsEvent::Trails(kept) => kept.expect("this browser keeps"),
        other => panic!("no trails: {other:?}"),
    }
}

fn trail(id: u32, name: &str, pages: u32) -> SavedTrail {
    let page = |n| TrailPage {
        url: format!("http://a.test/{n}"),
        title: format!("Page {n}"),
        relevant: n == pages,
        visited_at: Some(u64::from(n)),
    };
    SavedTrail {
        id,
        trail: Trail { name: name.into(), pages: (1..=pages).map(page).collect(), ..Trail::default() },
        source: None,
    }
}

fn keep(edit: u32, put: &[SavedTrail], gone: &[u32], order: &[u32]) -> TrailsRequest {
    TrailsRequest::Save { edit, put: put.to_vec(), gone: gone.to_vec(), order: order.to_vec(), rated: Vec::new() }
}

/// Deletes the data of the test.
async fn clear(page: &Page) {
    let ids: Vec<u32> = open(page).await.trails.iter().map(|kept| kept.id).collect();
    ask(page, keep(99, &[], &ids, &[])).await;
    page.say(&ToWorker::Trails(TrailsRequest::Leave));
}

#[wasm_bindgen_test]
async fn saved_trails_are_listed_in_their_order() {
    let page = Page::new();
    open_alone(&page).await;
    let trails = [
        trail(1, "First", 2),
        SavedTrail { source: Some(Source::RecordedIn("a:b.warc.gz".into())), ..trail(2, "Second", 3) },
        SavedTrail { source: Some(Source::Demo), ..trail(3, "Third", 1) },
    ];
    let saved = ask(&page, keep(7, &trails, &[], &[3, 1, 2])).await;
    assert_eq!(saved, TrailsEvent::Saved { edit: 7, saved: Ok(()) });
    let [first, second, third] = trails;
    let told = open(&page).await;
    assert_eq!(told.trails, [third.clone(), first, second.clone()]);
    assert!(!told.elsewhere && told.unreadable.is_empty());
    let renamed = SavedTrail { trail: Trail { name: "Zweite".into(), ..second.trail }, ..second };
    ask(&page, keep(8, std::slice::from_ref(&renamed), &[1], &[2, 3])).await;
    assert_eq!(open(&page).await.trails, [renamed, third]);
    clear(&page).await;
}

#[wasm_bindgen_test]
async fn ratings_of_pages_are_saved_beside_the_trails() {
    let page = Page::new();
    open_alone(&page).await;
    let TrailsRequest::Save { edit, put, .. } = keep(1, &[trail(1, "First", 2)], &[], &[]) else {
        panic!("no request to save");
    };
    let rated = vec!["http://a.test/1".to_owned()];
    let request = TrailsRequest::Save { edit, put, gone: Vec::new(), order: vec![1], rated: rated.clone() };
    ask(&page, request).await;
    assert_eq!(open(&page).await.rated, rated);
    ask(&page, keep(2, &[], &[], &[1])).await;
    assert!(open(&page).await.rated.is_empty(), "withdrawn");
    clear(&page).await;
}

#[wasm_bindgen_test]
async fn a_second_tab_follows_the_trails_and_edits_them_when_the_first_closes() {
    let (first, second) = (Page::new(), Page::new());
    open_alone(&first).await;
    ask(&first, keep(1, &[trail(1, "Mine", 2)], &[], &[1])).await;
    let seen = open(&second).await;
    assert!(seen.elsewhere);
    assert_eq!(seen.trails.len(), 1);
    let refused = ask(&second, keep(1, &[], &[1], &[])).await;
    let TrailsEvent::Saved { saved: Err(why), .. } = refused else {
        panic!("it overwrote: {refused:?}");
    };
    assert!(why.contains("another tab"), "{why}");
    ask(&first, keep(2, &[trail(2, "More", 1)], &[], &[1, 2])).await;
    second.forget();
    first.say(&ToWorker::Trails(TrailsRequest::Leave));
    let saved = kept(news(&second).await);
    assert!(!saved.elsewhere);
    assert_eq!(saved.trails.len(), 2, "what was kept meanwhile is there");
    clear(&second).await;
}

#[wasm_bindgen_test]
async fn a_tab_that_stops_waiting_never_gets_the_lock() {
    let (first, second) = (Page::new(), Page::new());
    open_alone(&first).await;
    assert!(open(&second).await.elsewhere);
    second.say(&ToWorker::Trails(TrailsRequest::Leave));
    first.say(&ToWorker::Trails(TrailsRequest::Leave));
    let third = Page::new();
    open_alone(&third).await;
    clear(&third).await;
}

fn file(text: &str) -> Blob {
    let parts = Array::of1(&JsValue::from(text));
    Blob::new_with_str_sequence(&parts).expect("a blob can be made")
}

async fn imported(page: &Page, text: &str) -> Result<ImportedTrails, String> {
    read(ask(page, read_file(text, None)).await)
}

fn read_file(text: &str, kinds: Option<Vec<TrailKind>>) -> TrailsRequest {
    TrailsRequest::ReadFile { name: "file".into(), kinds, file: file(text) }
}

#[wasm_bindgen_test]
async fn a_bookmark_file_is_imported_when_the_kinds_of_its_folders_are_chosen() {
    let page = Page::new();
    let text = "<!DOCTYPE NETSCAPE-Bookmark-file-1><H1>Bookmarks</H1><DL><p>
<DT><H3>Way</H3><DL><p><DT><A HREF=\"http://a.test/1\">One</A><DT><A HREF=\"http://a.test/2\">Two</A></DL><p>
<DT><H3>Good</H3><DL><p><DT><A HREF=\"http://b.test/\">B</A><DT><A HREF=\"http://c.test/\">C</A></DL><p>
</DL>";
    let TrailsEvent::Folders(asked) = ask(&page, read_file(text, None)).await else {
        panic!("no question");
    };
    let folders = asked.folders.iter();
    let folders: Vec<_> = folders.map(|one| (&*one.name, one.pages, one.suggested)).collect();
    let expected = [("Way", 2, TrailKind::Path), ("Good", 2, TrailKind::Set)];
    assert_eq!(folders, expected);
    for (kinds, labels) in [
        ([TrailKind::Path, TrailKind::Set], [[false, true], [true, true]]),
        ([TrailKind::Set, TrailKind::Path], [[true, true], [false, true]]),
    ] {
        let answer = ask(&page, read_file(text, Some(kinds.to_vec()))).await;
        let read = read(answer).expect("it is read");
        for (at, SourcedTrail { trail, .. }) in read.trails.iter().enumerate() {
            let relevant: Vec<bool> = trail.pages.iter().map(|page| page.relevant).collect();
            assert_eq!((trail.kind, &*relevant), (kinds[at], &labels[at][..]));
        }
    }
}

fn read(news: TrailsEvent) -> Result<ImportedTrails, String> {
    match news {
        TrailsEvent::Read { read, .. } => read,
        other => panic!("nothing of a file: {other:?}"),
    }
}

#[wasm_bindgen_test]
async fn folders_become_trails_with_a_relevant_last_page_and_invalid_entries_are_reported() {
    let page = Page::new();
    let text = "<!DOCTYPE NETSCAPE-Bookmark-file-1><H1>Trails</H1><DL><p>
<DT><H3>Asthma</H3><DL><p><DT><A HREF=\"http://a.test/1\">One</A><DT><A HREF=\"javascript:x\">Script</A>\
<DT><A HREF=\"http://a.test/2\">Two</A></DL><p>
</DL>";
    let read = imported(&page, text).await.expect("it is read");
    let [SourcedTrail { trail, .. }] = read.trails.as_slice() else {
        panic!("not one trail: {:?}", read.trails);
    };
    let marks: Vec<bool> = trail.pages.iter().map(|page| page.relevant).collect();
    assert_eq!((trail.name.as_str(), marks), ("Asthma", vec![false, true]));
    assert_eq!(read.warnings.len(), 1);
    assert!(read.warnings[0].contains("“Script”"), "{:?}", read.warnings);
}

#[wasm_bindgen_test]
async fn exported_trails_are_imported_unchanged() {
    let page = Page::new();
    let mut own: Vec<SourcedTrail> = vec![(&trail(1, "One", 3)).into(), (&trail(2, "Two", 1)).into()];
    own[1].source = Some(Source::RecordedIn("web.warc".into()));
    for kind in [FileKind::Json, FileKind::Bookmarks] {
        let order = TrailsRequest::Write { trails: own.clone(), kind };
        let TrailsEvent::Written { text, .. } = ask(&page, order).await else {
            panic!("no file");
        };
        let again = imported(&page, &text).await.expect("it is read");
        let names = |trails: &[SourcedTrail]| -> Vec<(String, usize, bool)> {
            let last = |trail: &Trail| trail.pages.last().is_some_and(|page| page.relevant);
            let one = |trail: &Trail| (trail.name.clone(), trail.pages.len(), last(trail));
            trails.iter().map(|sourced| one(&sourced.trail)).collect()
        };
        assert_eq!(names(&again.trails), names(&own), "{kind:?}");
        if kind == FileKind::Json {
            assert_eq!(again.trails, own);
        }
    }
}

#[wasm_bindgen_test]
async fn a_trail_file_has_sources_but_no_remote_proxy() {
    let page = Page::new();
    let local = "http://127.0.0.1:8181/";
    let local = ProxyAddress::read(local, false).expect("an address");
    for (name, source) in [
        ("", None),
        (r#""source":"demo","#, Some(Source::Demo)),
        (r#""source":"direct","#, Some(Source::Direct)),
        (r#""source":"recorded","#, Some(Source::Recorded)),
        (r#""source":"recorded:x.warc","#, Some(Source::RecordedIn("x.warc".into()))),
        (r#""source":"proxy:http://127.0.0.1:8181/","#, Some(Source::ProxyAt(local.clone()))),
        (r#""source":"proxy:https://elsewhere.test/","#, Some(Source::Proxy)),
        (r#""source":"proxy: x y","#, None),
        (r#""source":"demo:x","#, None),
        (r#""source":"moon","#, None),
    ] {
        let trail = format!(r#"{{"name":"A",{name}"pages":[{{"url":"http://a.test/"}}]}}"#);
        let text = format!(r#"{{"version":1,"trails":[{trail}]}}"#);
        let read = imported(&page, &text).await.expect("it is read");
        assert_eq!(read.trails[0].source, source, "{name}");
    }
}

#[wasm_bindgen_test]
async fn a_file_without_trails_is_refused_with_a_reason() {
    let page = Page::new();
    for (text, expected) in [
        ("", "it contains no pages"),
        ("{\"version\":2,\"trails\":[]}", "version 2"),
        ("{\"trails\":3}", "not a trails file"),
        ("[1]", "contains no bookmarks"),
        ("<p>Hello</p>", "not a bookmark file"),
        ("hello world", "left out"),
    ] {
        let why = imported(&page, text).await.expect_err(text);
        assert!(why.contains(expected), "{text:?}: {why}");
    }
    let large = imported(&page, &" ".repeat(TRAILS_BYTES + 1)).await;
    assert!(large.expect_err("too large").contains("larger than 10 MB"));
}

#[wasm_bindgen_test]
async fn the_first_pages_of_a_long_file_are_imported_and_the_rest_is_reported() {
    let page = Page::new();
    let lines: Vec<String> = (0..=TRAIL_ENTRIES).map(|n| format!("http://a.test/{n}")).collect();
    let order = TrailsRequest::ReadList { text: lines.join("\n"), into: None };
    let read = read(ask(&page, order).await).expect("it is read");
    assert!(read.trails[0].trail.pages.len() < TRAIL_ENTRIES);
    assert!(read.warnings.last().is_some_and(|one| one.contains("50000")), "{:?}", read.warnings);
}
