//! Tests that the pages of a crawl in rounds can be put together as a crawl that opens as any other and continues.

use crate::support::{Drive, assets, plan};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::crawl::{CheckedPlan, Crawl, RoundEntry, RoundPage, scores_pages_independently};
use engine::event::EventKind;
use engine::html::EncodingRs;
use engine::journal;
use engine::strategy::LIST;
use std::collections::BTreeSet;
use types::plan::{IdfSource, Plan};
use types::report::{EndReason, PageRecord, Phase};
use types::steering::Steering;
use types::url::CanonicalUrl;

/// Returns the pages, links and waiting URLs of a crawl as those of a crawl in rounds.
fn rounds(crawl: &Crawl) -> (Vec<RoundPage>, Vec<(CanonicalUrl, CanonicalUrl)>, Vec<RoundEntry>) {
    let pages = crawl.pages();
    let url = |number: Option<u32>| Some(pages[number? as usize - 1].url.clone());
    let page = |record: &PageRecord| RoundPage {
        record: record.clone(),
        parent: url(record.discovery.parent),
        near_duplicate_of: url(record.near_duplicate_of),
    };
    let links = crawl.links().map(|(from, to)| (from.clone(), to.clone()));
    let waiting = crawl.frontier().map(|(address, entry, page)| RoundEntry {
        url: address.clone(),
        parent: url(page),
        score: entry.score.clone(),
        factor: entry.factor,
        anchor: entry.anchor.to_string(),
        depth: entry.depth,
        pages: entry.pages,
        hops: entry.hops,
    });
    (pages.iter().map(page).collect(), links.collect(), waiting.collect())
}

fn begun(plan: Plan) -> Crawl {
    Crawl::new(CheckedPlan::new(plan, &assets()).expect("the plan is fine"))
}

#[test]
fn the_pages_of_a_crawl_are_put_together_as_the_same_crawl_which_continues() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let plan = Plan { in_flight: 1, ..plan(&web, "best-first", 25) };
    let mut drive = Drive::begin(plan.clone(), &web, &EncodingRs);
    drive.finish();
    let (pages, links, waiting) = rounds(&drive.crawl);
    let queued = waiting.len();
    let crawl = begun(plan).with_rounds(pages, links, waiting);
    for (page, expected) in crawl.pages().iter().zip(drive.crawl.pages()) {
        assert_eq!(page, expected);
    }
    assert_eq!(crawl.phase(), Phase::Ended(EndReason::BudgetSpent));
    assert_eq!(crawl.frontier().count(), queued);
    let saved = journal::write(&crawl).expect("a crawl can be written");
    let opened = journal::open(&saved, &assets()).expect("what was written can be opened");
    assert_eq!(opened.pages(), drive.crawl.pages());
    assert_eq!(opened.progress().measures, drive.crawl.progress().measures);

    let mut again = Drive::take_up(opened, &web, &EncodingRs);
    for crawl in [&mut drive, &mut again] {
        crawl.over = false;
        crawl.feed(EventKind::Steered(Box::new(Steering::Budget(40))));
        crawl.finish();
    }
    let urls = |crawl: &Crawl| -> Vec<CanonicalUrl> { crawl.pages().iter().map(|page| page.url.clone()).collect() };
    assert_eq!(urls(&again.crawl), urls(&drive.crawl));
}

#[test]
fn a_sample_keeps_the_links_and_the_waiting_urls_of_its_own_pages() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let plan = plan(&web, "best-first", 25);
    let mut drive = Drive::begin(plan.clone(), &web, &EncodingRs);
    drive.finish();
    let (pages, links, waiting) = rounds(&drive.crawl);
    let mut sample: Vec<RoundPage> = pages.iter().step_by(3).cloned().collect();
    // Repeated pages count once.
    sample.extend(sample.clone());
    let known: BTreeSet<_> = sample.iter().map(|page| page.record.url.clone()).collect();
    let crawl = begun(plan).with_rounds(sample, links, waiting);
    assert_eq!(crawl.pages().len(), known.len());
    assert!(crawl.links().all(|(from, to)| known.contains(from) && known.contains(to)));
    let relevances = |pages: &[PageRecord]| -> Vec<f64> { pages.iter().map(|page| page.relevance).collect() };
    let sampled: Vec<_> = drive.crawl.pages().iter().step_by(3).cloned().collect();
    assert_eq!(relevances(crawl.pages()), relevances(&sampled));
    assert!(crawl.frontier().count() > 0);
    let found_on = crawl.frontier().map(|(_, _, page)| page);
    assert!(found_on.flatten().all(|page| page as usize <= known.len()));
    let saved = journal::write(&crawl).expect("a crawl can be written");
    assert!(journal::open(&saved, &assets()).is_ok());
}

#[test]
fn a_crawl_in_rounds_without_a_page_that_was_read_says_so() {
    let web = DemoWeb::new(DEFAULT_SEED);
    let crawl = begun(plan(&web, "best-first", 5)).with_rounds([], [], []);
    assert_eq!(crawl.phase(), Phase::Ended(EndReason::EverythingBlocked));
}

#[test]
fn links_of_strategies_that_learn_or_use_other_pages_are_not_scored_page_by_page() {
    let web = DemoWeb::new(DEFAULT_SEED);
    for entry in LIST {
        assert_eq!(
            scores_pages_independently(&plan(&web, entry.id, 5)),
            entry.scores_pages_independently,
            "{}",
            entry.id
        );
    }
    for change in [|plan: &mut Plan| plan.idf = IdfSource::Crawl, |plan: &mut Plan| plan.main_content = true] {
        let mut plan = plan(&web, "best-first", 5);
        change(&mut plan);
        assert!(!scores_pages_independently(&plan));
    }
}
