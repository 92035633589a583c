//! Tests crawls of the demo web in the worker, with the session and driver of the app, in a dedicated worker of a real
//! browser.

use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::strategy::LIST;
use gloo_timers::future::TimeoutFuture;
use js_sys::Date;
use protocol::message::written;
use protocol::pace::{Pace, Paces};
use protocol::{Batch, Hello, PROTOCOL, Source, ToPage, ToWorker};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use types::plan::Plan;
use types::report::{EndReason, Notification, PageRecord, Phase};
use wasm_bindgen_test::wasm_bindgen_test;
use worker::Session;
use worker::sources::Proxy;

use crate::fakes::fetch::FakeFetch;

/// A page that records the worker's messages.
struct Page {
    session: Rc<Session>,
    heard: Rc<RefCell<Vec<ToPage>>>,
}

impl Page {
    fn silent() -> Self {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let write = Rc::clone(&heard);
        let post = move |message: &ToPage| write.borrow_mut().push(message.clone());
        let session = Session::new(Rc::new(post), None);
        Self { session, heard }
    }

    fn greeted() -> Self {
        let page = Self::silent();
        page.session.on_message(&Hello::of_this_build().written());
        page
    }

    fn say(&self, message: &ToWorker) {
        self.session.on_message(&written(message).expect("messages are plain data"));
    }

    fn start(&self, plan: Plan, source: Source) {
        let plan = Box::new(plan);
        self.say(&ToWorker::Start { plan, source, stay: false, model: None, topic: None });
    }

    fn refused(&self) -> Option<Vec<String>> {
        let fields = |message: &ToPage| match message {
            ToPage::Refused(problems) => Some(problems.iter().map(|problem| problem.field.clone()).collect()),
            _ => None,
        };
        self.heard.borrow().iter().find_map(fields)
    }

    fn batches(&self) -> Vec<Batch> {
        let batch = |message: &ToPage| match message {
            ToPage::Batch(batch) => Some((**batch).clone()),
            _ => None,
        };
        self.heard.borrow().iter().filter_map(batch).collect()
    }

    fn records(&self) -> Vec<PageRecord> {
        let notifications = self.batches().into_iter().flat_map(|batch| batch.notifications);
        notifications
            .filter_map(|notification| match notification {
                Notification::Page(record) => Some(*record),
                _ => None,
            })
            .collect()
    }

    fn phase(&self) -> Phase {
        self.batches().last().map(|batch| batch.progress.phase).unwrap_or_default()
    }

    /// Lets the worker run until a condition holds. If it never does, the runner's time limit ends the test.
    async fn until(&self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            TimeoutFuture::new(5).await;
        }
    }
}

/// A crawl of the demo web's first example.
fn plan(pages: u32) -> Plan {
    let web = DemoWeb::new(DEFAULT_SEED);
    let topic = &web.topics()[0];
    Plan { query: topic.query.to_owned(), seeds: topic.seeds.clone(), pages, ..Plan::default() }
}

fn has_ended(page: &Page) -> bool {
    matches!(page.phase(), Phase::Ended(_))
}

#[wasm_bindgen_test]
fn the_catalog_has_strategies_providers_and_examples() {
    let page = Page::silent();
    page.session.send_catalog();
    let heard = page.heard.borrow();
    let [ToPage::Catalog { strategies, providers, examples }] = &heard[..] else {
        panic!("one catalog, not {heard:?}");
    };
    assert_eq!(strategies.len(), LIST.len());
    assert_eq!(providers.len(), engine::seeds::LIST.len());
    assert!(examples.iter().all(|example| !example.seeds.is_empty()));
}

#[wasm_bindgen_test]
fn messages_of_another_build_are_ignored() {
    for hello in [
        None,
        Some(Hello { protocol: PROTOCOL + 1, ..Hello::of_this_build() }),
        Some(Hello { build: "another".to_owned(), ..Hello::of_this_build() }),
    ] {
        let page = Page::silent();
        if let Some(hello) = &hello {
            page.session.on_message(&hello.written());
        }
        page.start(plan(5), Source::Demo);
        assert_eq!(*page.heard.borrow(), [], "{hello:?}");
    }
}

#[wasm_bindgen_test]
async fn a_crawl_of_the_demo_web_uses_its_budget_and_reports_every_page_once() {
    let page = Page::greeted();
    page.start(plan(200), Source::Demo);
    page.until(has_ended).await;
    assert_eq!(page.phase(), Phase::Ended(EndReason::BudgetSpent));
    let numbers: Vec<u32> = page.records().iter().map(|record| record.n).collect();
    assert_eq!(numbers, (1..=200).collect::<Vec<_>>());
    assert!(page.records().iter().any(|record| record.relevance > 0.2));
}

#[wasm_bindgen_test]
async fn batches_are_few_and_each_is_small() {
    let page = Page::greeted();
    let began = Date::now();
    page.start(plan(300), Source::Demo);
    page.until(has_ended).await;
    let batches = page.batches();
    let most = (Date::now() - began) / 30.0 + 2.0;
    assert!((batches.len() as f64) < most, "{} batches", batches.len());
    for batch in batches {
        let mut refusals = BTreeMap::<String, u32>::new();
        for notification in batch.notifications {
            if let Notification::Refused(refusal) = notification {
                *refusals.entry(refusal.code).or_default() += 1;
            }
        }
        assert!(refusals.values().all(|told| *told <= 20), "{refusals:?}");
    }
}

#[wasm_bindgen_test]
async fn messages_are_handled_while_pages_are_parsed() {
    let page = Page::greeted();
    page.start(plan(5_000), Source::Demo);
    page.until(|page| !page.records().is_empty()).await;
    page.say(&ToWorker::Stop);
    page.until(has_ended).await;
    assert_eq!(page.phase(), Phase::Ended(EndReason::Stopped));
    assert!(page.records().len() < 5_000);
}

/// The pages of a crawl that does not end before a message of the page gets through.
const LONG: u32 = 1_000;

/// A long crawl that was paused after some of its pages.
async fn paused() -> Page {
    let page = Page::greeted();
    page.start(plan(LONG), Source::Demo);
    page.until(|page| !page.records().is_empty()).await;
    page.say(&ToWorker::Pause);
    page.until(|page| page.phase() == Phase::Paused).await;
    page
}

#[wasm_bindgen_test]
async fn a_paused_crawl_fetches_nothing_until_resumed() {
    let page = paused().await;
    let figures = |page: &Page| {
        let progress = page.batches().pop().map(|batch| batch.progress);
        progress.map(|progress| (progress.requests, progress.pages))
    };
    let (before, batches) = (figures(&page), page.batches().len());
    page.until(|page| page.batches().len() > batches + 1).await;
    assert_eq!(figures(&page), before);
    page.say(&ToWorker::Resume);
    page.until(has_ended).await;
    assert_eq!(page.phase(), Phase::Ended(EndReason::BudgetSpent));
}

#[wasm_bindgen_test]
async fn a_step_fetches_one_page_and_pauses() {
    let page = paused().await;
    for _ in 0..3 {
        let (before, batches) = (page.records().len(), page.batches().len());
        page.say(&ToWorker::Step);
        let came = |page: &Page| page.records().len() > before && page.phase() == Phase::Paused;
        page.until(came).await;
        // No message follows.
        page.until(|page| page.batches().len() > batches + 3).await;
        assert_eq!(page.records().len(), before + 1);
        assert_eq!(page.phase(), Phase::Paused);
    }
    page.say(&ToWorker::Resume);
    page.until(has_ended).await;
    assert_eq!(page.records().len(), LONG as usize);
}

#[wasm_bindgen_test]
async fn a_slow_crawl_reads_the_same_pages_one_at_a_time() {
    let plan = Plan { in_flight: 1, ..plan(12) };
    let page = Page::greeted();
    page.start(plan.clone(), Source::Demo);
    page.until(has_ended).await;
    let fast = page.records();
    page.heard.borrow_mut().clear();
    page.say(&ToWorker::Pace(Paces { local: Pace::PerSecond(16), live: Pace::Max }));
    page.start(plan, Source::Demo);
    page.until(has_ended).await;
    let slow = page.records();
    let urls = |records: &[PageRecord]| -> Vec<String> { records.iter().map(|page| page.url.to_string()).collect() };
    assert_eq!(urls(&slow), urls(&fast));
    // Eleven intervals of 62.5 ms, of which one may be shortened.
    let (first, last) = (slow[0].fetch.at, slow[11].fetch.at);
    assert!(last >= first + 10 * 62, "{last} after {first}");
}

#[wasm_bindgen_test]
async fn a_crawl_in_steps_reads_the_same_pages_one_for_each_step_and_keeps_running() {
    let plan = Plan { in_flight: 1, ..plan(4) };
    let page = Page::greeted();
    page.start(plan.clone(), Source::Demo);
    page.until(has_ended).await;
    let fast = page.records();
    page.heard.borrow_mut().clear();
    page.say(&ToWorker::Pace(Paces { local: Pace::Stepwise, live: Pace::Stepwise }));
    page.start(plan, Source::Demo);
    for done in 0..fast.len() {
        // Batches tell that nothing happens.
        let batches = page.batches().len();
        page.until(|page| page.batches().len() > batches + 1).await;
        assert_eq!((page.records().len(), page.phase()), (done, Phase::Running));
        page.say(&ToWorker::Step);
        page.until(|page| page.records().len() > done).await;
    }
    page.until(has_ended).await;
    let urls = |records: &[PageRecord]| -> Vec<String> { records.iter().map(|page| page.url.to_string()).collect() };
    assert_eq!(urls(&page.records()), urls(&fast));
}

#[wasm_bindgen_test]
async fn a_second_start_replaces_the_first() {
    let page = Page::greeted();
    page.start(plan(5_000), Source::Demo);
    page.until(|page| !page.records().is_empty()).await;
    page.heard.borrow_mut().clear();
    page.start(plan(10), Source::Demo);
    page.until(has_ended).await;
    // The first one continues until the second begins.
    let began = |message: &ToPage| *message == ToPage::Started;
    let began = page.heard.borrow().iter().position(began);
    page.heard.borrow_mut().drain(..began.expect("it began"));
    let numbers: Vec<u32> = page.records().iter().map(|record| record.n).collect();
    assert_eq!(numbers, (1..=10).collect::<Vec<_>>());
}

#[wasm_bindgen_test]
async fn a_crawl_limited_to_its_seed_hosts_requests_no_other_host() {
    let page = Page::greeted();
    let plan = Plan { seeds: plan(1).seeds[..2].to_vec(), ..plan(40) };
    let seeds = plan.seeds.clone();
    page.say(&ToWorker::Start { plan: Box::new(plan), source: Source::Demo, stay: true, model: None, topic: None });
    page.until(has_ended).await;
    let hosts: BTreeSet<String> = page.records().into_iter().map(|page| page.host).collect();
    let expected = seeds.iter().map(|seed| seed.trim_end_matches('/').to_owned());
    assert_eq!(hosts, expected.collect());
}

#[wasm_bindgen_test]
async fn an_invalid_plan_is_refused_by_field() {
    let page = Page::greeted();
    let wrong = Plan { query: String::new(), ..plan(0) };
    page.start(wrong, Source::Demo);
    page.until(|page| page.refused().is_some()).await;
    assert_eq!(page.refused().expect("a refusal"), ["query", "pages"]);
}

#[wasm_bindgen_test]
async fn a_seed_outside_the_built_in_web_is_refused_where_only_that_is_crawled() {
    let page = Page::greeted();
    let plan = Plan { seeds: vec!["https://example.org/".to_owned()], ..plan(5) };
    page.start(plan, Source::Demo);
    page.until(|page| page.refused().is_some()).await;
    assert_eq!(page.refused().expect("a refusal"), ["source"]);
}

/// Lets every request fail.
fn no_proxy() -> FakeFetch {
    FakeFetch::install("self.fetch = () => Promise.reject(new TypeError('Failed to fetch'))")
}

#[wasm_bindgen_test]
async fn a_proxy_crawl_does_not_start_if_no_proxy_responds() {
    let _nothing = no_proxy();
    let page = Page::greeted();
    page.start(plan(5), Source::Proxy);
    page.until(|page| page.refused().is_some()).await;
    assert_eq!(page.refused().expect("a refusal"), ["source"]);
}

#[wasm_bindgen_test]
async fn a_crawl_stopped_while_its_proxy_is_located_never_starts() {
    let _nothing = no_proxy();
    let page = Page::greeted();
    page.start(plan(5), Source::Proxy);
    page.say(&ToWorker::Stop);
    assert_eq!(page.refused().expect("an answer"), Vec::<String>::new());
    let answers = page.heard.borrow().len();
    // Another search for the proxy, which began later, ends later.
    assert!(Proxy::at("").check().await.is_err());
    assert_eq!(page.heard.borrow().len(), answers);
}
