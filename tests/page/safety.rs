//! Tests that one press deletes nothing: the person confirms, or can undo.

use protocol::library::{LibraryContents, LibraryEvent};
use protocol::{Source, ToPage};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fakes::app::{count, gone, json, open_with, press, shown, text, wait_for_text};
use crate::fakes::crawl_summary::crawl;

const FREE: &str = "button[aria-label='Free space: page bodies of Foxes']";

fn hello() -> String {
    json(&ToPage::Catalog { strategies: Vec::new(), providers: Vec::new(), examples: Vec::new() })
}

/// Opens the Library with one crawl, with these sizes of bodies and of the reader's texts.
fn library(body_bytes: u64, readings: (u32, u64)) -> String {
    let contents =
        LibraryContents { crawls: vec![crawl(Source::Direct, body_bytes)], readings, ..LibraryContents::default() };
    json(&ToPage::Library(Box::new(LibraryEvent::Contents(Ok(contents)))))
}

fn open_library() {
    let script = format!(
        "onmessage = ({{data}}) => {{ const m = data.Library; if (!m) return;
            if (m.DropBodies) postMessage({}); else if (m === 'DeleteReaderPages') postMessage({}); \
            else postMessage({}); }}; postMessage({});",
        library(0, (2, 10)),
        library(9_000, (0, 0)),
        library(9_000, (2, 10)),
        hello()
    );
    open_with("#/library", &script);
}

/// The buttons for creating a recording, WARC and WACZ, are disabled.
fn has_no_recording() -> bool {
    count(".formats button:disabled") == 2 && text(".formats button:disabled").contains("WARC")
}

#[wasm_bindgen_test]
async fn page_bodies_are_deleted_only_after_confirmation_and_then_no_recording_is_offered() {
    open_library();
    press(FREE).await;
    wait_for_text(".confirm-question", "Results are kept").await;
    assert_eq!(count(".formats button:disabled"), 0);
    press(".confirm button:last-child").await;
    press(FREE).await;
    press(".confirm .danger").await;
    wait_for_text(".notice-line", "Deleted the page bodies of “Foxes”.").await;
    shown(".formats button:disabled").await;
    assert!(has_no_recording());
    wait_for_text(".formats button:disabled", "page bodies were deleted").await;
    // Nothing is left to free.
    gone(FREE).await;
}

#[wasm_bindgen_test]
async fn pages_of_the_reader_are_deleted_only_after_confirmation() {
    open_library();
    press(".readings button").await;
    wait_for_text(".readings .confirm-question", "Trails are kept").await;
    press(".readings .danger").await;
    wait_for_text(".notice-line", "Deleted the page texts.").await;
}
