//! Tests pages of earlier crawls in the worker: which pages with which words a crawl gets, and that they are saved once
//! and never sent to the page.

use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::crawl::Crawl;
use engine::journal;
use engine::strategy::Assets;
use gloo_timers::future::TimeoutFuture;
use protocol::steer::Change;
use protocol::subjects::JudgmentEdit;
use protocol::{Source, ToPage, ToWorker};
use types::judgment::{JudgmentChange, JudgmentState};
use types::limits::PAST_PAGES;
use types::plan::{JudgedPage, Plan};
use types::report::PageRecord;
use types::spec::StrategySpec;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::storage::database::{Batch, Body, CrawlCard, SavedCrawl, Sequenced};

use crate::fakes::record;

use crate::fakes::session::{Page, store};

/// The strategy that begins with pages of earlier crawls.
const DATABASE: &str = "info-spiders-db";

/// Returns a saved crawl as it was at its latest snapshot.
pub(crate) fn snapshot(kept: &SavedCrawl) -> Crawl {
    let snapshot = kept.snapshot.as_ref().expect("it has a snapshot");
    journal::open(snapshot, &Assets::default()).expect("it can be read")
}

/// Starts a crawl that begins with pages of earlier ones, and returns the id under which it is
/// saved.
async fn start(page: &Page, query: &str, seeds: Vec<String>, source: Source, topic: Option<String>) -> String {
    page.forget();
    page.say(&ToWorker::Start {
        plan: Box::new(Plan {
            query: query.to_owned(),
            seeds,
            strategy: DATABASE.into(),
            pages: 40,
            in_flight: 1,
            ..Plan::default()
        }),
        source,
        stay: false,
        model: None,
        topic,
    });
    page.kept().await
}

async fn start_in_demo(page: &Page) -> String {
    let web = DemoWeb::new(DEFAULT_SEED);
    let topic = &web.topics()[0];
    start(page, topic.query, topic.seeds.clone(), Source::Demo, None).await
}

#[wasm_bindgen_test]
async fn pages_of_earlier_crawls_are_stored_only_in_the_snapshot() {
    let page = Page::new();
    page.start(60).await;
    page.finished().await;
    let id = start_in_demo(&page).await;
    let kept = store().await.read(&id).await.expect("it is kept");
    assert!(kept.card.plan.past.is_empty());
    let past = snapshot(&kept).plan().past.clone();
    assert!((50..=PAST_PAGES).contains(&past.len()), "{}", past.len());
    while page.pages().len() < 10 {
        TimeoutFuture::new(1).await;
    }
    page.start(1).await;
    page.finished().await;
    let kept = store().await.read(&id).await.expect("it is kept");
    assert!(kept.card.plan.past.is_empty());
    page.open(&id, Vec::new());
    assert_eq!(page.finished().await.len(), 40);
    let opened = page.all(|message| match message {
        ToPage::Opened(opened) => Some(serde_json::to_string(opened).expect("plain data")),
        _ => None,
    });
    assert_eq!(opened.len(), 1);
    assert!(!opened[0].contains("\"past\""), "{}", opened[0]);
}

#[wasm_bindgen_test]
async fn past_pages_have_the_words_of_their_text_or_else_of_their_record() {
    let record = |n: u32, snippet: &str| {
        let mut record = record::record(n, 0.5);
        snippet.clone_into(&mut record.text.snippet);
        record
    };
    let pages = [record(1, "bread and butter"), record(2, "jumping spiders in a garden"), record(3, "jumping spiders")];
    let body = Body {
        address: pages[1].url.to_string(),
        status: 200,
        headers: vec![("content-type".into(), "text/html".into())],
        packed: b"<title>All of it</title><p>The whole text of the page.".to_vec(),
    };
    keep_crawl("0123456789abcdef", "", &pages, (2, body)).await;
    let page = Page::new();
    let seeds = vec!["http://seed.test/".to_owned()];
    let id = start(&page, "jumping spiders", seeds.clone(), Source::Direct, None).await;
    let kept = store().await.read(&id).await.expect("it is kept");
    let past = snapshot(&kept).plan().past.clone();
    let told: Vec<(&str, &str)> = past.iter().map(|page| (page.url.as_str(), page.text.as_str())).collect();
    assert_eq!(
        told.iter().map(|(url, _)| *url).collect::<Vec<_>>(),
        ["http://a.test/3", "http://a.test/2", "http://a.test/1"],
        "the likest first"
    );
    assert_eq!(told[0].1, "Page 3\n\njumping spiders");
    assert!(told[1].1.starts_with("All of it\n"), "{told:?}");
    assert!(told[1].1.contains("The whole text of the page."));
    let (topic, _) = store().await.judgments_of(&kept.card, 1).await.expect("a crawl has a topic");
    let change = JudgmentChange::Set(Some(JudgmentState::Discarded));
    // The topic that a crawl updates can have another query.
    let plan = Plan { query: "garden snails".into(), ..Plan::default() };
    let other = CrawlCard::new("0123456789abcde0".into(), plan, Source::Direct, 1);
    let updated = store().await.file_crawls(&[&other], 1).await.expect("there is room").remove(0);
    for (subject, url) in [(topic, &pages[2].url), (updated.clone(), &pages[0].url)] {
        let discarded = JudgmentEdit { subject, url: url.clone(), change: change.clone(), at: 1 };
        store().await.judge(&[discarded]).await.expect("there is room");
    }
    for (topic, expected) in
        [(None, ["http://a.test/2", "http://a.test/1"]), (Some(updated), ["http://a.test/3", "http://a.test/2"])]
    {
        let id = start(&page, "jumping spiders", seeds.clone(), Source::Direct, topic).await;
        let kept = store().await.read(&id).await.expect("it is kept");
        let past = snapshot(&kept).plan().past.clone();
        assert_eq!(past.iter().map(|page| page.url.as_str()).collect::<Vec<_>>(), expected);
    }
    page.start(1).await;
    page.finished().await;
}

/// Saves a crawl of sites with this id, query and pages, and with the response for one of them. Returns its topic.
async fn keep_crawl(id: &str, query: &str, pages: &[PageRecord], (n, body): (u32, Body)) -> String {
    fn sealed<T: serde::Serialize>(n: u32, value: &T) -> Sequenced {
        Sequenced { number: n.into(), bytes: journal::seal(value).expect("plain data") }
    }
    let plan = Plan { query: query.to_owned(), ..Plan::default() };
    let card = CrawlCard::new(id.to_owned(), plan, Source::Direct, 1);
    let batch = Batch {
        pages: pages.iter().map(|page| sealed(page.n, page)).collect(),
        bodies: vec![sealed(n, &body)],
        ..Batch::default()
    };
    let written = store().await.write(&card, &batch).await;
    written.expect("there is room");
    store().await.judgments_of(&card, 1).await.expect("a crawl has a topic").0
}

#[wasm_bindgen_test]
async fn a_crawl_begins_with_the_rated_pages_of_its_topic_and_the_words_of_their_saved_texts() {
    let pages: Vec<PageRecord> = (1..=4).map(|n| record::record(n, 0.5)).collect();
    let body = |n: usize, words: &str| Body {
        address: pages[n - 1].url.to_string(),
        status: 200,
        headers: vec![("content-type".into(), "text/html".into())],
        packed: format!("<title>All of it</title><p>{words}").into_bytes(),
    };
    let wolves = keep_crawl("00000000000000e1", "wolf spiders", &pages[..3], (2, body(2, "They hunt at night."))).await;
    let otters = keep_crawl("00000000000000e2", "sea otters", &pages[3..], (4, body(4, "They float."))).await;
    for (topic, page, state) in [
        (&wolves, 0, JudgmentState::Discarded),
        (&wolves, 1, JudgmentState::Kept),
        (&wolves, 2, JudgmentState::Later),
        (&otters, 3, JudgmentState::Kept),
    ] {
        let (url, change) = (pages[page].url.clone(), JudgmentChange::Set(Some(state)));
        let edit = JudgmentEdit { subject: topic.clone(), url, change, at: 1 };
        store().await.judge(&[edit]).await.expect("there is room");
    }
    let page = Page::new();
    let judged = async |query: &str, topic: Option<&String>| {
        let (query, seeds) = (query.to_owned(), vec!["http://seed.test/".to_owned()]);
        page.forget();
        page.say(&ToWorker::Start {
            plan: Box::new(Plan { query, seeds, strategy: "best-first".into(), ..Plan::default() }),
            source: Source::Direct,
            stay: false,
            model: None,
            topic: topic.cloned(),
        });
        let kept = store().await.read(&page.kept().await).await.expect("it is kept");
        // A crawl that begins with no pages has no snapshot yet.
        let judged = kept.snapshot.is_some().then(|| snapshot(&kept).plan().judged.clone());
        judged.into_iter().flatten().map(|JudgedPage { page, good }| (page.url, page.text, good)).collect::<Vec<_>>()
    };
    let [(first, of_record, is_first_good), (second, of_text, is_second_good)] =
        judged("Wolf  spiders", None).await.try_into().expect("two of its pages are rated");
    assert_eq!((first.as_str(), is_first_good), ("http://a.test/1", false));
    assert_eq!(of_record, "Page 1\n\nsome words");
    assert_eq!((second.as_str(), is_second_good), ("http://a.test/2", true));
    assert!(of_text.starts_with("All of it\n") && of_text.contains("They hunt at night."), "{of_text}");
    assert_eq!(judged("newts", None).await, []);
    // A topic whose crawls have a query that belongs to another topic by now.
    let of_otters = judged("wolf spiders", Some(&otters)).await;
    let of_otters: Vec<(&str, bool)> = of_otters.iter().map(|(url, _, good)| (url.as_str(), *good)).collect();
    assert_eq!(of_otters, [("http://a.test/4", true)]);
    page.start(1).await;
    page.finished().await;
}

#[wasm_bindgen_test]
async fn switching_to_a_strategy_that_needs_earlier_crawls_is_refused_with_a_remedy() {
    let page = Page::new();
    page.start(20).await;
    page.finished().await;
    let method = StrategySpec::from(DATABASE);
    let change = Change::Strategy(method.clone());
    for request in [ToWorker::Steer(Box::new(change)), ToWorker::Preview(Box::new(method))] {
        page.forget();
        page.say(&request);
        let refused = page.steering_refusal().await;
        let problem = &refused.problems[0];
        assert_eq!(problem.field, "strategy");
        assert!(problem.message.ends_with("start a new crawl with it"));
    }
}

#[wasm_bindgen_test]
async fn a_crawl_started_with_earlier_crawls_can_switch_strategy_and_back() {
    let page = Page::new();
    page.start(60).await;
    page.finished().await;
    start_in_demo(&page).await;
    page.finished().await;
    for (id, count) in [("best-first", 1), (DATABASE, 2)] {
        let method = StrategySpec::from(id);
        page.say(&ToWorker::Steer(Box::new(Change::Strategy(method))));
        while steered(&page) < count {
            TimeoutFuture::new(5).await;
        }
    }
    assert!(page.heard(|message| matches!(message, ToPage::SteeringRejected(_)).then_some(())).is_none());
}

/// Counts the reported changes.
fn steered(page: &Page) -> usize {
    let notifications = page.all(|message| match message {
        ToPage::Batch(batch) => Some(batch.notifications.clone()),
        _ => None,
    });
    let is_change =
        |notification: &&types::report::Notification| matches!(notification, types::report::Notification::Steered(..));
    notifications.iter().flatten().filter(is_change).count()
}
