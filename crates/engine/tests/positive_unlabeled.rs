//! Tests training on pages that a person has chosen from the results of a crawl: relevant pages that were not chosen
//! are unlabeled.

use crate::support::{Drive, plan};
use demo_web::{DEFAULT_SEED, DemoWeb, GroundTruth};
use engine::html::EncodingRs;
use engine::learning::trails::KnownLinks;
use types::limits::{CONTEXT_DISTANCE, GOOD_RELEVANCE};
use types::plan::Plan;
use types::report::PageRecord;
use types::trails::{TrailPage, Trails};

/// The number of pages that the person has chosen.
const CHOSEN: usize = 6;

/// Returns the chosen pages of a crawl with their link graph, in which the other relevant pages are unlabeled or not.
fn chosen(web: &DemoWeb, is_marked: bool) -> Trails {
    let mut drive = Drive::begin(plan(web, "best-first", 200), web, &EncodingRs);
    let pages = drive.finish();
    let mut known = KnownLinks::default();
    drive.crawl.add_links_to(&mut known);
    let relevant: Vec<String> = relevant(&pages).map(|page| page.url.to_string()).collect();
    let page = |url: &String| TrailPage { url: url.clone(), ..TrailPage::default() };
    let good: Vec<TrailPage> = relevant.iter().step_by(relevant.len() / CHOSEN).take(CHOSEN).map(page).collect();
    let mut set = known.backlinks().set("chosen", &good, CONTEXT_DISTANCE);
    let graph = &mut set.graphs[0];
    let places = graph.pages.iter().zip(0..);
    let is_unlabeled = |url: &String| relevant.contains(url) && !good.iter().any(|page| page.url == *url);
    let unlabeled = places.filter(|(page, _)| is_unlabeled(&page.url)).map(|(_, at)| at).collect();
    graph.unlabeled = if is_marked { unlabeled } else { Vec::new() };
    assert!(!is_marked || graph.unlabeled.len() > CHOSEN, "{:?}", graph.unlabeled);
    Trails { trails: vec![set] }
}

fn relevant(pages: &[PageRecord]) -> impl Iterator<Item = &PageRecord> {
    pages.iter().filter(|page| page.is_on_topic(GOOD_RELEVANCE))
}

/// Returns the F₁ measure of the classification of a crawl's pages as relevant, in 0..=1; 0 if nothing was learned, so
/// that there is no crawl.
fn quality(web: &DemoWeb, strategy: &str, is_marked: bool) -> f64 {
    let truth = GroundTruth::new(web);
    let plan = Plan { trails: chosen(web, is_marked), ..plan(web, strategy, 200) };
    let pages = Drive::begin(plan, web, &EncodingRs).finish();
    let topic = web.topics()[0].id;
    let (mut found, mut said, mut all) = (0.0, 0.0, 0.0);
    for page in pages.iter().filter(|page| page.outcome.is_listed()) {
        let is_relevant = truth.is_relevant(topic, page.url.as_str());
        let is_said = page.probability().is_some_and(|probability| probability >= 0.5);
        all += f64::from(is_relevant);
        said += f64::from(is_said);
        found += f64::from(is_relevant && is_said);
    }
    if said + all > 0.0 { 2.0 * found / (said + all) } else { 0.0 }
}

#[test]
fn relevant_pages_that_were_not_chosen_are_better_unlabeled_than_negative() {
    let web = DemoWeb::new(DEFAULT_SEED);
    for strategy in ["naive-bayes", "svm"] {
        let [unlabeled, negative] = [true, false].map(|is_marked| quality(&web, strategy, is_marked));
        assert!(unlabeled > negative + 0.1, "{strategy}: {unlabeled} unlabeled, {negative} negative");
    }
}
