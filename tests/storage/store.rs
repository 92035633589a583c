//! Tests the cards of saved crawls.

use protocol::Source;
use types::plan::Plan;
use types::spec::StrategySpec;
use types::steering::Steering;
use types::taxonomy::{Taxonomy, Topic};
use wasm_bindgen_test::wasm_bindgen_test;
use worker::storage::database::{CrawlCard, SteeringSummary};

#[wasm_bindgen_test]
fn the_strategy_before_the_first_switch_is_remembered() {
    let plan = |strategy: &str| Plan { strategy: strategy.into(), ..Plan::default() };
    let to = |id: &str| Steering::Strategy(StrategySpec::from(id));
    let mut steered = SteeringSummary::default();
    steered.take(3, &Steering::Budget(9), &plan("best-first"));
    assert_eq!(steered.first, None);
    steered.take(4, &to("shark-search"), &plan("best-first"));
    steered.take(5, &to("fish-search"), &plan("shark-search"));
    assert_eq!(steered.first, Some(plan("best-first").strategy.clone()));
    // The first strategy of a crawl is unknown if its first switch was not saved.
    let mut late = SteeringSummary { first: None, list: vec![(2, to("shark-search"))] };
    late.take(5, &to("fish-search"), &plan("shark-search"));
    assert_eq!(late.first, None);
}

#[wasm_bindgen_test]
fn a_crawl_is_named_after_its_query_or_its_target_topics_or_its_first_seed() {
    let topic = |name: &str, good| Topic { name: name.into(), good, ..Topic::default() };
    let mut plan = Plan {
        query: " foxes ".into(),
        seeds: vec!["http://a.test/".into()],
        taxonomy: Taxonomy { topics: vec![topic("Chess", false), topic("Asthma", true)] },
        ..Plan::default()
    };
    let name = |plan: &Plan| CrawlCard::new("a".into(), plan.clone(), Source::Demo, 1).name;
    assert_eq!(name(&plan), "foxes");
    plan.query.clear();
    assert_eq!(name(&plan), "Asthma");
    plan.taxonomy.topics.truncate(1);
    assert_eq!(name(&plan), "http://a.test/");
}
