//! Tests the checks of valid and invalid plans.

use super::*;
use crate::crawl::CheckedPlan;
use std::sync::Arc;
use types::limits;
use types::plan::{JudgedPage, PastPage, RelevanceMeasure};
use types::spec::StrategySpec;
use types::taxonomy::Taxonomy;

fn plan() -> Plan {
    Plan { query: "dengue fever".into(), seeds: vec!["http://a.test/".into()], ..Plan::default() }
}

/// Returns the name of an error's variant, and that of the error inside it.
fn variant(error: &impl std::fmt::Debug) -> String {
    let debug = format!("{error:?}");
    let end = debug.find(|letter: char| !letter.is_alphabetic() && letter != '(');
    debug[..end.unwrap_or(debug.len())].trim_end_matches('(').to_owned()
}

/// Returns the variants and fields of all errors.
fn errors(plan: Plan) -> Vec<(String, String)> {
    CheckedPlan::new(plan, &Assets::default())
        .err()
        .unwrap_or_default()
        .iter()
        .map(|error| (variant(error), error.field()))
        .collect()
}

#[test]
fn a_valid_plan_has_canonical_unique_seeds() {
    let seeds = vec!["http://A.test".into(), " http://a.test/#top ".into(), String::new()];
    let checked = CheckedPlan::new(Plan { seeds, ..plan() }, &Assets::default()).expect("plan is fine");
    assert_eq!(checked.seeds.iter().map(CanonicalUrl::as_str).collect::<Vec<_>>(), ["http://a.test/"]);
}

#[test]
fn every_error_names_its_field() {
    let wrong = |change: fn(&mut Plan)| {
        let mut plan = plan();
        change(&mut plan);
        errors(plan)
    };
    assert_eq!(wrong(|p| p.strategy = "no-such".into()), [("UnknownStrategy".into(), "strategy".into())]);
    assert_eq!(wrong(|p| p.query = "  ".into()), [("QueryMissing".into(), "query".into())]);
    assert_eq!(wrong(|p| p.query = "?!".into()), [("QueryWithoutWords".into(), "query".into())]);
    assert_eq!(wrong(|p| p.query = "the and of".into()), [("QueryWithoutWords".into(), "query".into())]);
    assert_eq!(wrong(|p| p.query = "x".repeat(1_001)), [("QueryTooLong".into(), "query".into())]);
    assert_eq!(wrong(|p| p.seeds.clear()), [("SeedsMissing".into(), "seeds".into())]);
    assert_eq!(wrong(|p| p.seeds = vec!["ftp://a.test/".into()]), [("Seed".into(), "seeds".into())]);
    assert_eq!(wrong(|p| p.pages = 0), [("OutOfRange".into(), "pages".into())]);
    assert_eq!(wrong(|p| p.good = f64::NAN), [("OutOfRange".into(), "good".into())]);
}

#[test]
fn pages_of_earlier_crawls_are_limited() {
    let past = |n: usize| Plan { strategy: "info-spiders-db".into(), past: vec![PastPage::default(); n], ..plan() };
    assert_eq!(errors(past(limits::PAST_PAGES)), []);
    let many = [("TooManyPast".into(), "past".into())];
    assert_eq!(errors(past(limits::PAST_PAGES + 1)), many);
    let judged = |n: usize| Plan { judged: vec![JudgedPage::default(); n], ..plan() };
    assert_eq!(errors(judged(limits::JUDGED_PAGES)), []);
    assert_eq!(errors(judged(limits::JUDGED_PAGES + 1)), [("TooManyJudged".into(), "judged".into())]);
    let known = |n: usize| Plan { known: vec![0; n], ..plan() };
    assert_eq!(errors(known(limits::KNOWN_PAGES)), []);
    assert_eq!(errors(known(limits::KNOWN_PAGES + 1)), [("TooManyKnown".into(), "known".into())]);
}

#[test]
fn a_plan_needs_the_language_data_that_its_strategy_uses() {
    let by = |spec: &str| Plan { strategy: StrategySpec::read(spec).expect("it is one"), ..plan() };
    let missing = [("LanguageDataMissing".into(), "strategy".into())];
    for spec in ["adaptive", "adaptive:language_data=vectors", "ehrig"] {
        assert_eq!(errors(by(spec)), missing, "{spec}");
    }
    for id in ["adaptive", "evolved"] {
        assert_eq!(errors(by(&format!("{id}:language_data=none"))), [], "{id}");
    }
}

#[test]
fn all_errors_are_reported_together() {
    let all = Plan { query: String::new(), seeds: vec![], pages: 0, ..plan() };
    assert_eq!(errors(all).len(), 3);
}

#[test]
fn errors_in_topics_are_reported_if_the_strategy_learns_from_them() {
    let topic = |name: &str, good, example: &str| types::taxonomy::Topic {
        name: name.into(),
        good,
        examples: vec!["http://a.test/1".into(), example.into()],
        ..types::taxonomy::Topic::default()
    };
    let taught = |strategy: &str| Plan {
        query: String::new(),
        strategy: strategy.into(),
        taxonomy: Taxonomy { topics: vec![topic("A", true, ""), topic("B", false, "ftp://b.test/")] },
        ..plan()
    };
    assert_eq!(errors(taught("focused")), [("Taxonomy(Example".into(), "taxonomy.topics[1].examples[1]".into())]);
    assert_eq!(errors(taught("breadth-first")), []);
    let untaught = Plan { taxonomy: Taxonomy::default(), ..taught("focused") };
    assert_eq!(errors(untaught), [("Taxonomy(NoTopics".into(), "taxonomy.topics".into())]);
}

#[test]
fn a_strategy_without_a_query_accepts_a_plan_without_one() {
    let blind = Plan { query: String::new(), strategy: "breadth-first".into(), ..plan() };
    assert!(CheckedPlan::new(blind, &Assets::default()).is_ok());
}

#[test]
fn a_plan_without_topics_gets_the_starter_topics_with_its_query_among_them() {
    let topic = |name: &str, words: &str| types::taxonomy::Topic {
        name: name.into(),
        words: words.into(),
        ..types::taxonomy::Topic::default()
    };
    let starter = Taxonomy { topics: vec![topic("Health", "doctor pill"), topic("Sports", "ball game")] };
    let assets = Assets { starter: Some(Arc::new(starter.clone())), ..Assets::default() };
    let focused = |taxonomy: Taxonomy| Plan {
        query: "doctors".into(),
        strategy: "focused".into(),
        seeds: vec!["http://a.test/".into()],
        taxonomy,
        ..Plan::default()
    };
    let paths = |plan: Plan| {
        let checked = CheckedPlan::new(plan, &assets).expect("it is valid");
        let nodes = checked.taxonomy.nodes().iter();
        let leaves = nodes.filter(|node| node.good).map(|node| node.path.clone());
        (leaves.collect::<Vec<_>>(), checked.plan.taxonomy)
    };
    let (good, whole) = paths(focused(Taxonomy::default()));
    assert_eq!(good, ["Health/doctors"]);
    assert_eq!(whole.topics[1], starter.topics[1]);
    // The completed plan is one that needs no assets.
    let again = CheckedPlan::new(focused(whole.clone()), &Assets::default());
    assert_eq!(again.map(|checked| checked.plan.taxonomy).ok(), Some(whole));
    // A person's own targets stay.
    let mut marked = starter.clone();
    marked.topics[1].good = true;
    assert_eq!(paths(focused(marked)).0, ["Sports"]);
    let without_query = Plan { query: String::new(), ..focused(Taxonomy::default()) };
    let errors = CheckedPlan::new(without_query, &assets).expect_err("nothing is a target");
    assert_eq!(errors.len(), 1, "{errors:?}");
    // Other strategies get none.
    let other = Plan { strategy: "best-first".into(), ..focused(Taxonomy::default()) };
    assert!(paths(other).1.topics.is_empty());
}

#[test]
fn relevance_by_meaning_needs_the_word_vectors() {
    for (relevance, expected) in [
        (RelevanceMeasure::Auto, None),
        (RelevanceMeasure::Words, None),
        (RelevanceMeasure::Meaning, Some("VectorsMissing")),
        (RelevanceMeasure::Both, Some("VectorsMissing")),
    ] {
        let expected: Vec<_> = expected.map(|name| (name.into(), "relevance".into())).into_iter().collect();
        let found = errors(Plan { relevance, ..plan() });
        assert_eq!(found, expected, "{relevance:?}");
    }
}
