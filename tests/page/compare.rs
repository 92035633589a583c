//! Tests the comparison form in the page's state: its defaults, its plan, and the notation of strategies; the format of
//! figures, and the styles of curves.

use crate::fakes::compare::catalog;
use page::views::compare::curves::classes;
use page::views::compare::figures::{chance, some_of, standing, time_left, written};
use page_state::compare::draft::Draft;
use page_state::form::param_key;
use protocol::compare::{ComparisonForm, RelativeRank};
use std::collections::BTreeSet;
use types::measures::Extent;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn unchanged_strategies_keep_their_notation() {
    // A switch spelled as in the lab, an unknown switch, an unusual order and spelling, an unknown strategy.
    let written = ["best-first:n=on", "best-first:zzz=3", "best-n-first:zz=1:n=16.0", "info-spiders:breeding=on"];
    let mut draft = Draft::from_plan(
        ComparisonForm {
            strategies: written.map(str::to_owned).into(),
            topics: vec!["a".into()],
            pages: 10,
            repeats: 1,
            parallel: 16,
            ..ComparisonForm::default()
        },
        None,
    );
    let sent = |draft: &Draft| {
        let plan = draft.plan("demo", true, &catalog());
        plan.expect("a plan").strategies
    };
    assert_eq!(sent(&draft), written);
    draft.strategies.selected[2].form.strategy.params.insert(param_key("best-n-first", "n"), "4".into());
    assert_eq!(sent(&draft)[2], "best-n-first:n=4:zz=1");
    let switch = &draft.strategies.selected[0].form.strategy.params[&param_key("best-first", "n")];
    assert_eq!(switch, "true", "the form knows one word for a switch");
}

#[wasm_bindgen_test]
fn figures_have_significant_decimals() {
    for (value, extent, expected) in
        [(0.4567, Extent::Share, "45.7%"), (1.2345, Extent::Count, "1.23"), (1234.5, Extent::Count, "1,235")]
    {
        assert_eq!(written(value, extent), expected);
    }
    for (p, expected) in [(0.0004, "p < .001"), (0.0321, "p = .032"), (0.25, "p = .25")] {
        assert_eq!(chance(p).replace('\u{a0}', " "), expected);
    }
    assert_eq!(standing(RelativeRank::NotJudged), "not judged: needs 3 topics");
    assert_eq!(standing(RelativeRank::Same), "tied (same mean)");
    assert_eq!(standing(RelativeRank::Tied(0.2)), "tied (p\u{a0}=\u{a0}.20)");
    assert!(standing(RelativeRank::Undecided(0.2)).starts_with("not significant (p\u{a0}=\u{a0}.20)"));
    assert!(standing(RelativeRank::Behind(0.01)).contains("p\u{a0}=\u{a0}.010"));
}

#[wasm_bindgen_test]
fn the_remaining_time_is_rounded() {
    for (seconds, expected) in [
        (3, "a few seconds left"),
        (31, "about 40 seconds left"),
        (90, "about 2 minutes left"),
        (3_000, "about 50 minutes left"),
        (7_000, "about 2 hours left"),
    ] {
        assert_eq!(time_left(seconds), expected);
    }
}

#[wasm_bindgen_test]
fn a_long_list_of_names_is_shortened() {
    let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
    assert_eq!(some_of(&names[..3], 3), "a, b, c");
    assert_eq!(some_of(&names[..4], 3), "a, b, c, d");
    assert_eq!(some_of(&names, 3), "a, b, c and 2 more");
}

#[wasm_bindgen_test]
fn twenty_four_curves_are_distinct_and_neighbors_differ_in_color_and_dash() {
    let looks: BTreeSet<String> = (0..24).map(classes).collect();
    assert_eq!(looks.len(), 24);
    for at in 0..23 {
        let parts = |at| {
            let classes = classes(at);
            let mut parts = classes.split(' ').skip(1).map(str::to_owned);
            (parts.next(), parts.next())
        };
        let (one, next) = (parts(at), parts(at + 1));
        assert!(one.0 != next.0 && one.1 != next.1, "{at}");
    }
}
