//! Tests the documents beside the results of a crawl, and the export of the listed results.

use protocol::{Batch, ToPage};
use types::report::{EndReason, Notification, Phase, Progress};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fakes::record as fake;

use crate::fakes::app::{count, find, json, open_with, press, text, wait_for_text};

/// The address of a crawl of the demo web that starts by itself.
const DEMO: &str = "#/crawl?q=fox&source=demo&seed=http://a.test/&start=1";

/// A worker that crawls one page, which links to a document. It answers an export with the number of its pages.
fn worker() -> String {
    let hello = json(&ToPage::Catalog { strategies: Vec::new(), providers: Vec::new(), examples: Vec::new() });
    let batch = json(&ToPage::Batch(Box::new(Batch {
        progress: Progress {
            phase: Phase::Ended(EndReason::BudgetSpent),
            pages: 1,
            budget: 1,
            refusals: [("document".to_owned(), 1)].into(),
            ..Progress::default()
        },
        notifications: vec![Notification::Page(Box::new(fake::record(1, 0.5)))],
        ..Batch::default()
    })));
    format!(
        "onmessage = ({{data}}) => {{
            if (data.Start) {{ postMessage('Started'); postMessage({{ Kept: {{ Ok: 'a1' }} }}); postMessage({batch}); }}
            const {{ Documents: crawl, Export: request }} = data.Library || {{}};
            if (crawl) postMessage({{ Library: {{ Documents: {{ crawl, documents: {{ Ok: [{{
                url: 'http://a.test/x.pdf', kind: 'Pdf', anchor: '<b>Foxes</b>', page: 1, pages: 1, relevance: 0.25,
            }}] }} }} }} }});
            if (request) postMessage({{ Library: {{ Exported: {{ Err: `${{request.pages.length}} pages` }} }} }});
        }};
        postMessage({hello});"
    )
}

#[wasm_bindgen_test]
async fn documents_are_listed_with_link_text_kind_and_linking_page() {
    open_with(DEMO, &worker());
    wait_for_text(".documents h2", "Documents").await;
    press(".documents > button").await;
    wait_for_text(".documents ol", "<b>Foxes</b>").await;
    assert_eq!(count(".documents ol > li"), 1);
    assert!(find(".documents ol b").is_none(), "a text is no HTML");
    assert!(text(".documents ol").contains("PDF, estimated relevance 0.25"));
    press("#export .map-switch button:nth-child(2)").await;
    press("#export .formats button").await;
    wait_for_text("#export .problem", "1 pages").await;
}
