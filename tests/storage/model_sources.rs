//! Tests that a model is trained on pages from the sources of its trails, in a real browser.

use js_sys::{Array, Uint8Array};
use protocol::library::{ImportResult, LibraryEvent, LibraryRequest};
use protocol::models::{ModelView, ModelsRequest};
use protocol::reader::{PageRequest, ReaderRequest};
use protocol::{Source, ToPage, ToWorker};
use types::plan::Plan;
use types::trails::{Trail, TrailPage, Trails};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;

use crate::fakes::session::Page;
use crate::library::recording_of;

/// The name of the file of the recorded web.
const FILE: &str = "garden.warc";

/// A recorded web of one host: pages 0 to 4.
fn recording() -> Vec<u8> {
    let page = |n| (garden(n), format!("<title>{n}</title><p>Spiders of the garden, part {n}.</p>"));
    recording_of((0..5).map(page))
}

fn garden(n: u32) -> String {
    format!("http://garden.test/{n}")
}

async fn open_recording(page: &Page) {
    let bytes = Array::of1(&Uint8Array::from(recording().as_slice()));
    let request = LibraryRequest::Import {
        name: FILE.into(),
        file: Blob::new_with_u8_array_sequence(&bytes).expect("a blob can be made"),
    };
    match page.ask(request).await {
        LibraryEvent::Imported { result: Ok(ImportResult::Web(_)), .. } => {}
        other => panic!("no recorded web: {other:?}"),
    }
}

/// A path over these pages, of which the last one is relevant.
fn trail(name: &str, pages: &[String]) -> Trail {
    let last = pages.len() - 1;
    let page =
        |(at, url): (usize, &String)| TrailPage { url: url.clone(), relevant: at == last, ..TrailPage::default() };
    Trail { name: name.into(), pages: pages.iter().enumerate().map(page).collect(), ..Trail::default() }
}

async fn learned(
    page: &Page,
    trails: Vec<Trail>,
    source: Source,
    sources: Vec<Option<Source>>,
) -> Result<Box<ModelView>, String> {
    page.learned(ModelsRequest::Learn {
        number: 1,
        name: "sources".to_owned(),
        plan: Box::new(Plan { strategy: "centroid".into(), trails: Trails { trails }, ..Plan::default() }),
        source,
        sources,
    })
    .await
}

fn recorded() -> Source {
    Source::RecordedIn(FILE.into())
}

#[wasm_bindgen_test]
async fn each_trail_is_read_from_its_own_source() {
    let page = Page::new();
    let trails = || {
        let garden = |from: u32, to: u32| [garden(from), garden(to)];
        let demo = ["http://portal.test/", "http://web-guide.test/"].map(String::from);
        vec![trail("First", &garden(0, 1)), trail("Second", &garden(2, 3)), trail("Third", &demo)]
    };
    let sources = || vec![Some(recorded()), Some(recorded()), None];
    let refused = learned(&page, trails(), Source::Demo, sources()).await;
    let refused = refused.expect_err("the recorded web is not open");
    assert!(refused.starts_with("Some pages of “First” are not saved. Choose “garden.warc” again"), "{refused}");
    open_recording(&page).await;
    let view = learned(&page, trails(), Source::Demo, sources()).await;
    let view = view.expect("all pages are there");
    assert_eq!((view.report.read, view.report.given), (6, 6));
    assert_eq!(view.card.source, Some(recorded()), "that of most trails");
    let all = [recorded(), recorded(), Source::Demo];
    assert_eq!(view.card.trail_sources, all);
    // The source of the form is named after the open file, as that of a crawl is.
    let own = trails().into_iter().take(2).collect();
    let view = learned(&page, own, Source::Recorded, vec![None, None]).await;
    let view = view.expect("the form's source has the pages");
    assert_eq!(view.card.source, Some(recorded()));
}

#[wasm_bindgen_test]
async fn a_page_saved_from_another_source_is_not_used_for_training() {
    let page = Page::new();
    open_recording(&page).await;
    // The reader saves page 4 of the recorded web.
    page.say(&ToWorker::Reader(ReaderRequest::Read(PageRequest {
        number: 1,
        address: garden(4),
        source: Source::Recorded,
        kept_will_do: false,
    })));
    let read = |message: &ToPage| match message {
        ToPage::Read { read, .. } => Some(read.clone()),
        _ => None,
    };
    let shown = page.until(read).await.expect("it is recorded");
    assert_eq!(shown.source, recorded());
    let trails = || {
        let demo = ["http://portal.test/", "http://web-guide.test/"].map(String::from);
        vec![trail("Garden", &[garden(4)]), trail("Demo", &demo)]
    };
    for (own, read) in [(Some(recorded()), 3), (None, 3), (Some(Source::Demo), 2)] {
        let sources = vec![own.clone(), Some(Source::Demo)];
        let view = learned(&page, trails(), Source::Demo, sources).await;
        let view = view.expect("there is something to learn from");
        assert_eq!(view.report.read, read, "{own:?}");
    }
}
