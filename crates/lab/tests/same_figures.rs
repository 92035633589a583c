//! Tests measures by links and ceilings of a small comparison on the demo web, which the tab has to match
//! (`tests/worker/compare_map.rs` of the app reads the same file). `SALTICID_BLESS=1` rewrites it.

use crate::{folder, program};
use evaluation::compare::{Comparison, TrialOutcome};
use serde_json::{Value, json};
use types::measures::{Axis, Measure};

/// The plan, and its expected result.
const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/by-links.json");

/// The only outcome of a plan.
fn outcome(plan: &Value) -> TrialOutcome {
    let folder = folder("same-figures");
    let file = folder.join("plan.json");
    std::fs::write(&file, plan.to_string()).expect("a file can be written");
    let output = program().arg("compare").arg(&file).arg("--out").arg(&folder).output().expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    let journal = std::fs::read_to_string(folder.join("outcomes.jsonl")).expect("a journal");
    let line = journal.lines().nth(1).expect("an outcome");
    serde_json::from_str(line).expect("an outcome")
}

#[test]
fn the_lab_and_the_tab_compute_the_same_figures() {
    let text = std::fs::read_to_string(FIXTURE).expect("the fixture");
    let mut fixture: Value = serde_json::from_str(&text).expect("JSON");
    let plan: Comparison = serde_json::from_value(fixture["plan"].clone()).expect("a plan");
    let outcome = outcome(&fixture["plan"]);
    let value = |measure: &Measure| outcome.value(*measure, Axis::Pages, plan.pages);
    let figures: Vec<Option<f64>> = plan.measures.iter().map(value).collect();
    let ceiling = &outcome.ceilings[&Measure::Recall].greedy;
    let found = [json!(figures), json!(ceiling.value(plan.pages))];
    if std::env::var_os("SALTICID_BLESS").is_some() {
        [fixture["figures"], fixture["ceiling"]] = found;
        let text = serde_json::to_string_pretty(&fixture).expect("JSON") + "\n";
        std::fs::write(FIXTURE, text).expect("it can be written");
        return;
    }
    assert_eq!([&fixture["figures"], &fixture["ceiling"]], [&found[0], &found[1]]);
}
