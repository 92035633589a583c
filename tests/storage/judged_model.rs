//! Tests models that learn from the judgments of a topic: without a request for saved pages, and without the pages of a
//! host that refuses. The pages are those of the demo web, with their responses, as if they were those of sites.

use crate::fakes::fetch::FakeFetch;
use crate::fakes::script::run;
use crate::fakes::session::{Page, store};
use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::journal;
use protocol::models::{HostTrouble, ModelsEvent, ModelsRequest};
use protocol::subjects::JudgmentEdit;
use protocol::{Source, ToPage, ToWorker};
use std::collections::BTreeSet;
use types::judgment::{JudgmentChange, JudgmentState};
use types::limits::GOOD_RELEVANCE;
use types::plan::Plan;
use types::report::PageRecord;
use types::url::CanonicalUrl;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::storage::database::{Batch, Body, Sequenced};

/// Makes every site ask to be left alone for a while. `self.asked` has the requested addresses.
const REFUSING_SITES: &str = "self.asked = [];
    const real = self.fetch;
    self.fetch = async (request, ...more) => {
        const { href, hostname, pathname } = new URL(request.url ?? request, self.location.href);
        if (hostname === self.location.hostname) return real(request, ...more);
        self.asked.push(href);
        if (pathname === '/robots.txt') return new Response('', { status: 404 });
        return new Response('', { status: 503, headers: { 'retry-after': '300' } });
    };";

/// Crawls the topic of the demo web at this place, and saves the responses. Returns the id of the topic and the pages.
async fn crawled(page: &Page, at: usize) -> (String, Vec<PageRecord>) {
    page.forget();
    let web = DemoWeb::new(DEFAULT_SEED);
    let topic = &web.topics()[at];
    let (query, seeds) = (topic.query.to_owned(), topic.seeds.clone());
    let plan = Plan { query, seeds, strategy: "best-first".into(), pages: 100, in_flight: 1, ..Plan::default() };
    page.say(&ToWorker::Start { plan: Box::new(plan), source: Source::Demo, stay: false, model: None, topic: None });
    let id = page.kept().await;
    let pages = page.finished().await;
    // The crawl is closed, so that nothing writes its card again.
    page.start(1).await;
    page.finished().await;
    let bodies = pages.iter().filter(|page| page.outcome.is_read()).map(|page| response(&web, page));
    let batch = Batch { bodies: bodies.collect(), ..Batch::default() };
    let mut card = store().await.card(&id).await.expect("it is kept");
    (card.source, card.weight.bodies) = (Source::Direct, Sequenced::total_bytes(&batch.bodies));
    store().await.write(&card, &batch).await.expect("there is room");
    (store().await.judgments_of(&card, 1).await.expect("a crawl has a topic").0, pages)
}

/// Returns the response for a page as a crawl of sites saves it.
fn response(web: &DemoWeb, page: &PageRecord) -> Sequenced {
    let simulated = web.fetch(page.url.as_str()).expect("a page of the web");
    let response = simulated.result.expect("it was read before");
    let body = Body {
        address: page.url.to_string(),
        status: response.status,
        headers: response.headers,
        packed: response.body,
    };
    Sequenced { number: page.n.into(), bytes: journal::seal(&body).expect("plain data") }
}

async fn judge(topic: &str, url: &CanonicalUrl, state: JudgmentState) {
    let change = JudgmentChange::Set(Some(state));
    let edit = JudgmentEdit { subject: topic.to_owned(), url: url.clone(), change, at: 1 };
    assert_eq!(store().await.judge(&[edit]).await, Ok(0));
}

/// Returns three pages to keep, which were found by links, so that other pages lead to them.
fn to_keep(pages: &[PageRecord]) -> Vec<&PageRecord> {
    let followed = pages.iter().filter(|page| page.discovery.depth > 1 && page.is_on_topic(GOOD_RELEVANCE));
    followed.rev().take(3).collect()
}

fn asked() -> Vec<String> {
    let asked = run("return self.asked.join(' ')").as_string().expect("it is a text");
    asked.split_whitespace().map(str::to_owned).collect()
}

#[wasm_bindgen_test]
async fn a_model_learns_from_saved_pages_without_a_request() {
    let page = Page::new();
    let (topic, pages) = crawled(&page, 1).await;
    let kept = to_keep(&pages);
    for page in &kept {
        judge(&topic, &page.url, JudgmentState::Kept).await;
    }
    let others: Vec<&PageRecord> = pages
        .iter()
        .filter(|page| page.is_on_topic(GOOD_RELEVANCE) && kept.iter().all(|kept| kept.n != page.n))
        .collect();
    let (discarded, later) = (&others[0].url, &others[1].url);
    judge(&topic, discarded, JudgmentState::Discarded).await;
    judge(&topic, later, JudgmentState::Later).await;
    let _sites = FakeFetch::install(REFUSING_SITES);
    let view = page.learned(ModelsRequest::LearnSubject { number: 1, subject: topic }).await;
    let view = view.expect("there is enough to learn from");
    assert_eq!(asked(), [] as [&str; 0]);
    assert_eq!((view.report.read, view.report.unread.len()), (view.report.given, 0));
    assert!(view.report.link_ranking.or(view.report.accuracy).is_some(), "three kept pages are enough to test it");

    let [set] = view.plan.trails.trails.as_slice() else {
        panic!("not one set: {:?}", view.plan.trails);
    };
    let of_kind = |relevant: bool| -> BTreeSet<&str> {
        set.pages.iter().filter(|page| page.relevant == relevant).map(|page| page.url.as_str()).collect()
    };
    assert_eq!(of_kind(true), kept.iter().map(|page| page.url.as_str()).collect());
    assert_eq!(of_kind(false), [discarded.as_str()].into());
    let graph = &set.graphs[0];
    let unlabeled: BTreeSet<&str> = graph.unlabeled.iter().map(|at| &*graph.pages[*at as usize].url).collect();
    let in_graph: BTreeSet<&str> = graph.pages.iter().map(|page| page.url.as_str()).collect();
    let expected = others.iter().map(|page| page.url.as_str()).filter(|url| in_graph.contains(url));
    let expected: BTreeSet<&str> = expected.filter(|url| *url != discarded.as_str()).collect();
    assert_eq!(unlabeled, expected);
    assert!(in_graph.contains(discarded.as_str()) && unlabeled.contains(later.as_str()), "{in_graph:?}");
}

#[wasm_bindgen_test]
async fn a_host_that_refuses_is_named_and_a_training_can_begin_without_its_pages() {
    let page = Page::new();
    let (topic, pages) = crawled(&page, 2).await;
    for page in to_keep(&pages) {
        judge(&topic, &page.url, JudgmentState::Kept).await;
    }
    let refused = CanonicalUrl::parse("http://refusing.example.org/page").expect("a URL");
    judge(&topic, &refused, JudgmentState::Kept).await;
    let _sites = FakeFetch::install(REFUSING_SITES);
    page.forget();
    page.say(&ToWorker::Models(ModelsRequest::LearnSubject { number: 2, subject: topic }));
    let named = |message: &ToPage| match message {
        ToPage::Models(event) => match &**event {
            ModelsEvent::Learning { hosts, .. } if !hosts.is_empty() => Some(hosts.clone()),
            _ => None,
        },
        _ => None,
    };
    let hosts = page.until(named).await;
    let [HostTrouble { host, pages, reason }] = hosts.as_slice() else {
        panic!("not one host: {hosts:?}");
    };
    assert_eq!((host.as_str(), *pages), ("refusing.example.org", 1));
    assert!(reason.contains("503"), "{reason}");
    page.say(&ToWorker::Models(ModelsRequest::SkipUnread));
    let view = page.trained().await.expect("there is enough to learn from");
    let unread: Vec<&str> = view.report.unread.iter().map(|(url, _)| url.as_str()).collect();
    assert_eq!((unread, view.report.read), (vec![refused.as_str()], view.report.given - 1));
    assert_eq!(asked(), ["http://refusing.example.org/robots.txt", refused.as_str()]);
}
