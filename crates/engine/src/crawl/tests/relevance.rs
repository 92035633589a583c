//! Tests the measures of relevance: by words, by meaning, by both.

use super::*;
use types::plan::RelevanceMeasure;
use types::plan::RelevanceMeasure::{Auto, Both, Meaning, Words};

/// The cosine of “cat” and “dog” by the few vectors of the tests is .8, so that the relevance by meaning is .8³.
const DOG: f64 = 0.512;

/// Crawls two pages about “dogs”, of which the second is German, for the query “cats”. Returns their relevance, and the
/// priorities of the links.
fn relevance(strategy: &str, measure: RelevanceMeasure) -> ([f64; 2], Vec<Vec<f64>>) {
    let web = Web::default()
        .page("http://a.test/", "<html lang=en><p>dogs</p><a href=/de>dog</a>")
        .page("http://a.test/de", "<html lang=de><p>dogs</p><a href=/en>dog</a>");
    let seen = crawl(&web, &["http://a.test/"], |plan| {
        plan.query = "cats".to_owned();
        plan.strategy = strategy.into();
        plan.relevance = measure;
        plan.pages = 2;
    });
    let pages = seen.pages();
    let parts = pages.iter().map(|page| page.discovery.parts.clone());
    ([pages[0].relevance, pages[1].relevance], parts.collect())
}

#[test]
fn pages_are_judged_by_words_by_meaning_or_by_both_but_strategies_compare_words() {
    let (_, parts) = relevance("best-first", Words);
    for (measure, expected) in [(Words, 0.0), (Meaning, DOG), (Both, DOG / 2.0), (Auto, 0.0)] {
        let ([english, german], same) = relevance("best-first", measure);
        assert!((english - expected).abs() < 1e-6, "{measure:?}: {english}");
        assert!(german.abs() < 1e-12, "{measure:?}: {german}");
        assert_eq!(same, parts, "{measure:?}");
    }
}

#[test]
fn a_strategy_with_word_vectors_judges_by_both_unless_the_plan_says_otherwise() {
    for (measure, expected) in [(Auto, DOG / 2.0), (Words, 0.0)] {
        let ([english, _], _) = relevance("embedding", measure);
        assert!((english - expected).abs() < 1e-6, "{measure:?}: {english}");
    }
}

#[test]
fn an_excluded_word_has_no_meaning() {
    let web = Web::default().page("http://a.test/", "<html lang=en><p>dogs</p>");
    let seen = crawl(&web, &["http://a.test/"], |plan| {
        plan.query = "cats".to_owned();
        plan.relevance = Meaning;
        plan.excluded = vec!["dogs".to_owned()];
    });
    assert!(seen.pages()[0].relevance.abs() < 1e-12);
}

#[test]
fn a_crawl_keeps_the_measure_of_its_first_strategy() {
    let assets = Assets { vectors: Some(Arc::new(crate::vectors::tests::tiny())), ..Assets::default() };
    let plan = Plan {
        query: "cats".to_owned(),
        seeds: vec!["http://a.test/".to_owned()],
        strategy: "embedding".into(),
        ..Plan::default()
    };
    let begun = CheckedPlan::new(plan, &assets).expect("it is valid");
    assert_eq!(begun.plan.relevance, Both);
    let switched = Plan { strategy: "best-first".into(), ..begun.plan };
    let switched = CheckedPlan::new(switched, &assets).expect("it is valid");
    assert_eq!(switched.plan.relevance, Both);
}
