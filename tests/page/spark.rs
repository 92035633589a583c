//! Tests "Run on Spark" in the export drawer of a crawl: commands, files, and the reason that a crawl cannot run there.

use protocol::ToPage;
use types::report::{EndReason, Phase};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fakes::record as fake;
use crate::fakes::recovery::batch;

use crate::fakes::app::{count, find, json, open_with, press, text, wait_for_text};

/// The address of a crawl of the demo web that starts by itself.
const DEMO: &str = "#/crawl?q=fox&source=demo&seed=http://a.test/&start=1";

/// A worker that crawls one page. It refuses the first request for Spark and answers the next.
fn worker() -> String {
    let hello = json(&ToPage::Catalog { strategies: Vec::new(), providers: Vec::new(), examples: Vec::new() });
    let batch = json(&batch(Phase::Ended(EndReason::BudgetSpent), vec![fake::record(1, 0.5)]));
    format!(
        "const file = (name) => ({{ name, file: new Blob(['{{}}']), lacks: undefined }});
        const told = (crawl, files) => postMessage({{ Library: {{ Spark: {{ crawl, files }} }} }});
        let asked = 0;
        onmessage = ({{data}}) => {{
            if (data.Start) {{ postMessage('Started'); postMessage({{ Kept: {{ Ok: 'a1' }} }}); postMessage({batch}); }}
            const crawl = data.Library && data.Library.Spark;
            if (crawl && asked++ === 0) \
            told(crawl, {{ Err: 'it scores links by <b>other</b> pages: choose Best-first' }});
            else if (crawl) told(crawl, {{ Ok: {{ plan: file('fox.plan.json'), model: file('fox.salticid-model'),
                commands: ['python crawl --plan fox.plan.json', 'python export fox'] }} }});
        }};
        postMessage({hello});"
    )
}

#[wasm_bindgen_test]
async fn the_drawer_gives_files_and_commands_or_the_reason_against_them() {
    open_with(DEMO, &worker());
    wait_for_text("#export .spark", "Run on Spark").await;
    press("#export .spark > button").await;
    wait_for_text("#export .spark .problem", "This crawl cannot run on Spark: It scores").await;
    assert!(find("#export .spark .problem b").is_none(), "a text is no HTML");
    // The crawl may have been changed, or its model imported since.
    press("#export .spark > button").await;
    wait_for_text("#export .spark-steps", "python crawl --plan fox.plan.json").await;
    assert_eq!(count("#export .spark-files button"), 2);
    assert!(text("#export .spark-steps").contains("python export fox"));
    assert!(find("#export .spark .problem").is_none());
}
