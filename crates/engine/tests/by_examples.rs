//! Tests a crawl without a query, which uses the good examples instead.

use crate::support::{Drive, log, plan};
use demo_web::{DEFAULT_SEED, DemoWeb, GroundTruth};
use engine::html::EncodingRs;
use types::limits::GOOD_RELEVANCE;
use types::plan::Plan;

#[test]
fn pages_judged_relevant_are_mostly_about_the_topic_of_the_good_examples() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let truth = GroundTruth::new(&web);
    let plan = Plan { query: String::new(), ..plan(&web, "focused", 300) };
    let pages = Drive::begin(plan, &web, &EncodingRs).finish();
    let topic = web.topics()[0].id;
    let good: Vec<bool> = pages
        .iter()
        .filter(|page| page.relevance >= GOOD_RELEVANCE)
        .map(|page| truth.is_relevant(topic, page.url.as_str()))
        .collect();
    let right = good.iter().filter(|right| **right).count();
    let all = pages.iter().filter(|page| truth.is_relevant(topic, page.url.as_str())).count();
    assert!(right * 2 > good.len(), "{right} of {}:\n{}", good.len(), log(&pages));
    assert!(right * 10 > all * 7, "{right} of {all} found good");
}
