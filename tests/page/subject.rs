//! Tests the page of a topic: damaged records, and its filter, which the export obeys.

use crate::fakes::app::{count, hello, json, open_with, shown, wait_for_text};
use crate::fakes::record::record;
use protocol::ToPage;
use protocol::library::{LibraryContents, LibraryEvent};
use protocol::subjects::{Subject, SubjectPage, SubjectPages, SubjectSummary};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{HtmlInputElement, InputEvent, InputEventInit};

fn library(event: LibraryEvent) -> String {
    json(&ToPage::Library(Box::new(event)))
}

#[wasm_bindgen_test]
async fn damaged_records_are_counted_and_the_filter_tells_what_is_exported() {
    let subject = Subject { id: "t".into(), name: "Foxes".into(), ..Subject::default() };
    let subjects = vec![SubjectSummary { subject, judged: [0, 0, 0] }];
    let contents = LibraryContents { subjects, ..LibraryContents::default() };
    let pages = (1..=3).map(|n| SubjectPage::new(&record(n, 0.5), &[])).collect();
    let pages = SubjectPages { pages, judgments: Vec::new(), unreadable: 2 };
    open_with(
        "#/library?topic=t",
        &format!(
            "onmessage = ({{data}}) => {{ if (data.Library?.OpenSubject) postMessage({}); }};
            postMessage({}); postMessage({});",
            library(LibraryEvent::Subject("t".into(), Ok(Box::new(pages)))),
            json(&hello(Vec::new())),
            library(LibraryEvent::Contents(Ok(contents))),
        ),
    );
    wait_for_text(".topic-pages .problem", "2 pages missing here: saved records are damaged.").await;
    assert_eq!(count(".topic-page-list > li"), 3);
    let words = shown("[aria-label='Filter pages by words']").await;
    words.unchecked_ref::<HtmlInputElement>().set_value("page 2");
    let bubbles = InputEventInit::new();
    bubbles.set_bubbles(true);
    let event = InputEvent::new_with_event_init_dict("input", &bubbles).expect("it is an event");
    words.dispatch_event(&event).expect("it is dispatched");
    wait_for_text("#export-t", "Exports the 1 page that the filter lists.").await;
    assert_eq!(count(".topic-page-list > li"), 1);
}
