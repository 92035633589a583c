//! Tests the revisit of a crawl in the Library: its result, and texts of malicious pages, which
//! stay text.

use crate::fakes::revisit::{HOSTILE, result};
use protocol::library::{LibraryContents, LibraryEvent};
use protocol::revisit::{PieceKind, RevisitEvent, TextPiece};
use protocol::{Source, ToPage};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fakes::app::{count, gone, json, open_with, press, redraw, shown, text, wait_for_text};
use crate::fakes::crawl_summary::crawl;

fn difference() -> RevisitEvent {
    let piece = |kind, text: &str| TextPiece { kind, text: text.to_owned() };
    RevisitEvent::Difference {
        id: "a".into(),
        n: 1,
        difference: Ok(vec![
            piece(PieceKind::Kept, "kept "),
            piece(PieceKind::Deleted, "gone "),
            piece(PieceKind::Inserted, HOSTILE),
        ]),
    }
}

fn library() -> ToPage {
    ToPage::Library(Box::new(LibraryEvent::Contents(Ok(LibraryContents {
        crawls: vec![crawl(Source::Demo, 0)],
        ..LibraryContents::default()
    }))))
}

fn revisit(event: RevisitEvent) -> String {
    json(&ToPage::Revisit(Box::new(event)))
}

#[wasm_bindgen_test]
async fn the_result_of_a_revisit_is_listed_and_hostile_texts_stay_texts() {
    let hello = ToPage::Catalog { strategies: Vec::new(), providers: Vec::new(), examples: Vec::new() };
    let shows = RevisitEvent::Result { id: "a".into(), result: Ok(result()) };
    let script = format!(
        "onmessage = ({{data}}) => {{ if (data.Library) postMessage({}); if (data.Revisit?.Show) postMessage({}); \
        if (data.Revisit?.Difference) postMessage({}); }}; postMessage({});",
        json(&library()),
        revisit(shows),
        revisit(difference()),
        json(&hello)
    );
    open_with("#/library", &script);
    press("button[aria-label='Revisit: Foxes']").await;
    wait_for_text(".revisit [role=status]", "1 new, 1 changed, 1 gone, 2 unchanged, 1 not read").await;
    assert_eq!(count(".revisit details"), 5);
    assert!(text(".revisit").contains("about every 12 days"));

    press("button[aria-label^='Show changes']").await;
    shown(".difference ins").await;
    assert_eq!(text(".difference ins"), HOSTILE);
    assert_eq!(text(".difference del"), "gone ");
    assert_eq!(count(".revisit img") + count(".revisit b"), 0);

    press("button[aria-label='Revisit: Foxes']").await;
    gone(".revisit").await;
}

#[wasm_bindgen_test]
async fn a_page_that_crashes_the_crawler_twice_is_left_out_of_the_next_revisit() {
    let hello = ToPage::Catalog { strategies: Vec::new(), providers: Vec::new(), examples: Vec::new() };
    let bad = "http://a.test/1";
    let left_out = RevisitEvent::Result { id: "a".into(), result: Err("one page is left out".into()) };
    let crash = ToPage::Panicked { message: "poisoned".into() };
    let script = format!(
        "onmessage = ({{data}}) => {{ if (data.Library) postMessage({}); const start = data.Revisit?.Start; \
        if (start?.suspects[0]?.url === {bad:?}) postMessage({}); \
        else if (start) {{ postMessage({}); postMessage({}); }} }}; postMessage({});",
        json(&library()),
        revisit(left_out),
        json(&ToPage::Parsing(bad.into())),
        json(&crash),
        json(&hello)
    );
    open_with("#/library", &script);
    press("button[aria-label='Revisit: Foxes']").await;
    for problem in ["was restarted", "was restarted", "one page is left out"] {
        press(".revisit button.main").await;
        redraw().await;
        wait_for_text(".revisit [role=alert]", problem).await;
    }
}
