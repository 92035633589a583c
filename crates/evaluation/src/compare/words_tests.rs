//! Tests the sentences for typical and for unusual figures.

use super::*;
use crate::compare::summary::tests::{lengths, repeated, summary};

fn summarized(harvests: &[&[f64]]) -> String {
    words(&summary(harvests)).join("\n")
}

#[test]
fn sentences_name_the_leader_the_ties_and_the_limits() {
    let text = summarized(&[&[0.6, 0.7, 0.65], &[0.1, 0.2, 0.12], &[0.7, 0.6, 0.6]]);
    for sentence in [
        "Harvest rate after 100 pages: best-first has the best mean, 0.650 ± 0.029.",
        "It is ahead of breadth-first.",
        "It is statistically tied with shark-search.",
        "two-tailed paired t-tests over 3 topics (p < .05, with Holm’s correction for the 3 pairs of strategies; more \
        topics",
        "no correction for testing several measures and marks",
        "on “demo”: the ranking may differ",
        "ran once",
    ] {
        assert!(text.contains(sentence), "{sentence}\n{text}");
    }
}

#[test]
fn a_large_difference_without_significance_is_called_undecided() {
    let text = summarized(&[&[0.9, 0.3, 0.3], &[0.01, 0.0, 0.02]]);
    let sentence = "It differs from breadth-first by much, but not significantly: more topics would decide.";
    assert!(text.contains(sentence), "{text}");
    assert!(!text.contains("tied"), "{text}");
}

#[test]
fn equal_means_are_not_called_best() {
    for (harvests, sentence) in [
        (&[&[0.0; 3][..]; 3][..], "all 3 strategies have the same mean, 0.000 ± 0.000."),
        (&[&[0.5; 3], &[0.5; 3]], "both strategies have the same mean, 0.500 ± 0.000."),
        (
            &[&[0.6, 0.7, 0.65], &[0.1, 0.2, 0.12], &[0.7, 0.65, 0.6]],
            "best-first and shark-search share the best mean, 0.650 ± 0.029. best-first is ahead of breadth-first.",
        ),
    ] {
        let text = summarized(harvests);
        assert!(text.contains(sentence), "{sentence}\n{text}");
        assert!(!text.contains("has the best"), "{text}");
    }
}

#[test]
fn a_single_strategy_is_neither_ranked_nor_tested() {
    let text = summarized(&[&[0.6, 0.7, 0.65]]);
    assert!(text.contains("Harvest rate after 100 pages: best-first has 0.650 ± 0.029."), "{text}");
    assert!(!text.contains("t-test") && !text.contains("told"), "{text}");
}

#[test]
fn one_topic_gives_no_error_and_no_test() {
    let text = summarized(&[&[0.6], &[0.1]]);
    assert!(text.contains("best-first has the best mean, 0.600."), "{text}");
    assert!(!text.contains("tied"), "{text}");
    assert!(text.contains("With 1 topic no difference"), "{text}");
}

#[test]
fn two_topics_give_no_test_and_missing_crawls_are_reported() {
    let few = summary(&[&[0.6, 0.7], &[0.1, 0.2]]);
    let text = words(&few).join("\n");
    assert!(text.contains("With 2 topics no difference can be significant"), "{text}");
    assert!(!text.contains("tied"), "{text}");
    let part = Summary { trials: few.trials + 1, ..few };
    assert!(words(&part)[0].starts_with("4 of 5 crawls are done"));
}

#[test]
fn identical_repeats_are_reported() {
    for (second, is_said) in [(0.4, true), (0.5, false)] {
        let text = words(&repeated([0.4, second])).join("\n");
        assert!(!text.contains("ran once"), "{text}");
        let sentence = "All repeats of best-first are identical";
        assert_eq!(text.contains(sentence), is_said, "{text}");
    }
}

#[test]
fn nothing_measured_gives_no_figures_and_says_so() {
    let mut none = summary(&[&[0.6, 0.7, 0.5], &[0.1, 0.2, 0.1]]);
    let of = &mut none.measures[0];
    for line in of.over_pages.iter_mut().chain(&mut of.over_requests) {
        *line = crate::compare::Line::default();
    }
    let text = words(&none).join("\n");
    assert!(text.contains("relevance judgments: Harvest rate."), "{text}");
    assert!(!text.contains("mean,"), "{text}");
}

#[test]
fn early_ends_are_reported() {
    let mut early = summary(&[&[0.6, 0.7, 0.5], &[0.1, 0.2, 0.1]]);
    assert!(!words(&early).join("\n").contains("ended before"));
    early.costs[1].ends = [("budget-spent".to_owned(), 1), ("frontier-empty".to_owned(), 2)].into();
    let text = words(&early).join("\n");
    let sentence = "Crawls that ended before 100 pages, for lack of links or readable pages: 2 of 3 by breadth-first.";
    assert!(text.contains(sentence), "{text}");
}

#[test]
fn a_search_length_beyond_the_crawl_is_none() {
    let text = words(&lengths(&[[10.0, 101.0, 12.0], [101.0; 3]])).join("\n");
    assert!(text.contains("for 50 % of the relevant pages: best-first has the best mean, 41.0"), "{text}");
    let text = words(&lengths(&[[101.0; 3], [101.0; 3]])).join("\n");
    let sentence = "Search length for 50 % of the relevant pages: no crawl found as many within 100 pages.";
    assert!(text.contains(sentence), "{text}");
}

#[test]
fn a_fingerprint_in_the_plan_is_compared_with_the_results() {
    let mut of = summary(&[&[0.6, 0.7, 0.5], &[0.1, 0.2, 0.1]]);
    let now = of.fingerprint.clone().expect("all crawls are done");
    assert!(!words(&of).join("\n").contains("original run"));
    of.before = Some(now.clone());
    let text = words(&of).join("\n");
    assert!(
        text.contains("All crawls fetched the same pages in the same order as the original run of this plan"),
        "{text}"
    );
    of.before = Some("0123456789abcdef".to_owned());
    let text = words(&of).join("\n");
    let sentence = format!("fingerprint 0123456789abcdef there, {now} here");
    assert!(text.contains(&sentence), "{text}");
    // Without all crawls there are no results.
    of.fingerprint = None;
    assert!(!words(&of).join("\n").contains("original run"));
}
