//! Tests that measures by links and ceilings of a comparison in the tab equal those of the lab. They need the whole
//! demo web.

use protocol::ToPage;
use protocol::compare::{CompareEvent, CompareRequest, ComparisonForm, Imported, OpenComparison, TrialProgress};
use serde_json::Value;
use types::measures::Measure;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::fakes::comparison::{begin, done, say};
use crate::fakes::session::Page;

/// The lab's figures (`crates/lab/tests/same_figures.rs`).
const LAB: &str = include_str!("../../crates/lab/tests/fixtures/by-links.json");

fn news<T>(message: &ToPage, kind: impl Fn(&CompareEvent) -> Option<T>) -> Option<T> {
    match message {
        ToPage::Compare(news) => kind(news),
        _ => None,
    }
}

fn figures(shown: &OpenComparison) -> Vec<f64> {
    let cells = shown.all.iter().map(|(_, cells)| cells[0].mean);
    cells.map(|mean| mean.expect("it was judged")).collect()
}

/// A plan of the lab in the form.
async fn sheet(page: &Page, plan: &Value) -> ComparisonForm {
    say(page, CompareRequest::ReadText(plan.to_string()));
    let read = |message: &ToPage| {
        news(message, |news| match news {
            CompareEvent::Read { read, .. } => Some(read.clone()),
            _ => None,
        })
    };
    match page.until(read).await {
        Ok(Imported::Plan(sheet)) => *sheet,
        other => panic!("{other:?}"),
    }
}

#[wasm_bindgen_test]
async fn link_measures_and_ceilings_equal_those_of_the_lab() {
    let lab: Value = serde_json::from_str(LAB).expect("JSON");
    let page = Page::new();
    begin(&page, sheet(&page, &lab["plan"]).await);
    let shown = done(&page).await;
    let close = |ours: f64, theirs: &Value| {
        let theirs = theirs.as_f64().expect("a number");
        assert!((ours - theirs).abs() < 1e-9, "{ours}, in the lab {theirs}");
    };
    let theirs = lab["figures"].as_array().expect("a list");
    let ours = figures(&shown);
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.into_iter().zip(theirs) {
        close(ours, theirs);
    }
    assert_eq!(shown.look.measure, Some(Measure::Recall));
    let ceiling = shown.chart.ceiling.last().expect("a ceiling");
    close(*ceiling, &lab["ceiling"]);
}

#[wasm_bindgen_test]
async fn without_a_ceiling_the_web_is_read_only_for_link_measures() {
    let lab: Value = serde_json::from_str(LAB).expect("JSON");
    let mut plan = lab["plan"].clone();
    plan["measures"] = serde_json::json!(["recall"]);
    plan["ceiling"] = false.into();
    let page = Page::new();
    begin(&page, sheet(&page, &plan).await);
    let shown = done(&page).await;
    assert!(shown.chart.ceiling.is_empty());
    let reading = |now: &TrialProgress| now.contender.is_empty();
    let told = page.all(|message| {
        news(message, |news| match news {
            CompareEvent::Progress(now) => Some(now.clone()).filter(reading),
            _ => None,
        })
    });
    assert!(told.is_empty(), "the web was read: {told:?}");
}
