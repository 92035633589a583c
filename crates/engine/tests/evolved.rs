//! Tests that the evolved strategy ranks by its formula, against scores computed by hand.

use crate::bench::{self, Bench};
use engine::strategy::{EVOLVED, find};
use std::collections::BTreeMap;
use types::plan::Plan;
use types::report::Cell;
use types::spec::{ParamValue, StrategySpec};

const PAGE: &str = "<p>spider silk</p><p><a href=/x>silk</a></p><p><a href=/y>garden</a></p>";

fn params(formula: &str) -> BTreeMap<String, ParamValue> {
    BTreeMap::from([("formula".to_owned(), ParamValue::Word(formula.to_owned()))])
}

fn bench(formula: &str) -> Bench {
    Bench::planned(Plan { strategy: StrategySpec::new(EVOLVED.id, params(formula)), ..Plan::default() })
}

#[track_caller]
fn check(scores: &[Option<f64>], expected: &[f64]) {
    assert_eq!(scores.len(), expected.len());
    for (score, expected) in scores.iter().zip(expected) {
        let score = score.expect("every link is followed");
        assert!((score - expected).abs() < 1e-9, "{score} is not {expected}");
    }
}

#[test]
fn the_score_of_a_link_is_the_formula_of_its_features() {
    let mut bench = bench("2 * query + backlinks");
    // One page contains both query words, and the text of x has half of the square of its length.
    let half = 0.5_f64.sqrt();
    check(&bench.read("p", PAGE), &[2.0 * half + 1.0, 1.0]);
    // One page of two contains them, so the words are equally rare, and two pages link to x.
    let second = "<p>boat</p><p><a href=/x></a></p>";
    check(&bench.read("q", second), &[2.0 * half + 2.0]);
}

#[test]
fn rank_is_the_page_rank_relative_to_the_average() {
    // Only p of three pages has links, so x and y together have s = 1 − p, which is spread over all:
    // p = .05 + .85 · s / 3, s = .95 / (1 + .85 / 3).
    let each = 3.0 * 0.5 * 0.95 / (1.0 + 0.85 / 3.0);
    check(&bench("rank").read("p", PAGE), &[each, each]);
}

#[test]
fn the_model_table_shows_the_formula_and_the_features() {
    let formula = "2 * query + backlinks";
    let mut bench = bench(formula);
    bench.read("p", PAGE);
    let x = bench.urls.find(&bench::url("x")).expect("it was found");
    let parts = &bench.frontier.get(x).expect("it waits").score.parts;
    let value = |name: &str| {
        let at = EVOLVED.parts.iter().position(|part| part.name == name);
        parts[at.expect("a part")]
    };
    assert!((value("query") - 0.5_f64.sqrt()).abs() < 1e-9);
    assert!((value("backlinks") - 1.0).abs() < 1e-9);
    let (_, tables) = bench.told();
    assert!(tables[0].help.contains(formula), "{}", tables[0].help);
    let first = |row: &Vec<Cell>| row[0].clone();
    let named: Vec<Cell> = tables[0].rows.iter().map(first).collect();
    assert_eq!(named, ["query", "backlinks"].map(|of| Cell::Text(of.to_owned())));
}

#[test]
fn an_invalid_formula_is_rejected_with_the_reason() {
    let evolved = find("evolved").expect("it is in the list");
    for (formula, reason) in [("page + pages", "(“pages” is no feature)"), ("page +", "is missing at the end)")] {
        let errors = evolved.settings(&params(formula)).expect_err(formula);
        let error = errors[0].to_string();
        assert!(error.contains(formula) && error.ends_with(reason), "{error}");
    }
}
