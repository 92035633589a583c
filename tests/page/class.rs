//! Tests the view for a class: both sides are drawn and crawl step by step, with ids of their own.

use crate::fakes::app::{count, document, hello, json, open_with, strategy, text, wait_for_text};
use crate::fakes::record::record;
use protocol::{Batch, ToPage};
use std::collections::BTreeSet;
use types::report::{EndReason, Notification, Phase, Progress};
use types::strategy::Needs;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Element;

const ADDRESS: &str =
    "#/class?q=fox&seed=http://a.test/&left=best&right=fish&pages=2&pace=max&picture=tree&source=demo&start=1";

/// The batch after `n` pages of two.
fn batch(n: u32) -> String {
    let phase = if n == 2 { Phase::Ended(EndReason::BudgetSpent) } else { Phase::Running };
    let page = (n > 0).then(|| record(n, 0.5));
    let measures = page.as_ref().map(|page| page.measures).unwrap_or_default();
    json(&ToPage::Batch(Box::new(Batch {
        progress: Progress { phase, pages: n, budget: 2, measures, ..Progress::default() },
        notifications: page.map(|page| Notification::Page(Box::new(page))).into_iter().collect(),
        ..Batch::default()
    })))
}

#[wasm_bindgen_test]
async fn both_sides_crawl_in_steps_and_share_no_id() {
    let strategies = ["best", "fish"].map(|id| strategy(id, Needs::QUERY));
    open_with(
        ADDRESS,
        &format!(
            "let done = 0; const batches = [{}, {}, {}];
            onmessage = ({{data}}) => {{
                if (data.Start) {{ postMessage('Started'); postMessage(batches[0]); }}
                if (data === 'Step') {{ done += 1; postMessage(batches[done]); }}
            }};
            postMessage({});",
            batch(0),
            batch(1),
            batch(2),
            json(&hello(strategies.into()))
        ),
    );
    wait_for_text("#class-verdict", "A tie: both found 2 relevant pages.").await;
    assert_eq!((text("#class-left-title"), text("#class-right-title")), ("best".to_owned(), "fish".to_owned()));
    wait_for_text(".class-side:first-child .class-now", "as many as fish.").await;
    wait_for_text(".class-side:last-child .class-now", "as many as best.").await;
    assert_eq!(count(".class-best li"), 4);
    let all = document().query_selector_all("[id]").expect("the selector is valid");
    let ids = (0..all.length()).filter_map(|at| all.item(at)?.dyn_into::<Element>().ok()).map(|one| one.id());
    let ids: Vec<String> = ids.collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
}
