//! Tests comparisons on live sites: while the device is offline, failures are not the sites'. A `fetch` in JavaScript
//! replaces the sites.

use protocol::compare::{CompareEvent, CompareRequest, ComparisonForm, ComparisonStatus, TopicForm, TrialProgress};
use protocol::{Source, ToPage};
use wasm_bindgen_test::wasm_bindgen_test;
use worker::storage::database::Database;

use crate::fakes::comparison::{done, go_on, is_done, let_go, open, plan, say, shown};
use crate::fakes::fetch::FakeFetch;
use crate::fakes::script::run;
use crate::fakes::session::Page;

/// Begins a comparison of two strategies on fake sites; `away` selects the failing requests.
fn begin(page: &Page, away: &str) -> FakeFetch {
    let sites = FakeFetch::install(include_str!("../fakes/open_sites.js"));
    run(away);
    let topic = TopicForm {
        name: "own".into(),
        query: "spiders".into(),
        seeds: "http://a.site.org/".into(),
        ..TopicForm::default()
    };
    let plan = ComparisonForm { web: "live".into(), topics: Vec::new(), typed: vec![topic], pages: 6, ..plan() };
    say(page, CompareRequest::Begin { plan: Box::new(plan), source: Source::Direct, agreed: true });
    sites
}

async fn asked(id: &str) -> Vec<String> {
    let store = Database::open("salticid").await.expect("the store opens");
    store.requested_urls(id).await.expect("it is told")
}

fn halted(message: &ToPage) -> Option<protocol::compare::OpenComparison> {
    shown(message).filter(|shown| shown.card.status == ComparisonStatus::Paused)
}

#[wasm_bindgen_test]
async fn a_site_that_fails_while_others_respond_is_not_requested_again() {
    let page = Page::new();
    let _sites = begin(&page, "self.away = (host) => host === 'x.site.org'");
    let shown = done(&page).await;
    assert_eq!(shown.card.done, 2);
    let asked = asked(&shown.card.id).await;
    assert!(asked.iter().any(|address| address.contains("x.site.org")));
    let again = run("return self.times('http://x.site.org/robots.txt')");
    assert_eq!(again.as_f64(), Some(1.0), "nobody is asked twice");
}

#[wasm_bindgen_test]
async fn a_comparison_pauses_without_recording_failures_if_no_site_responds() {
    let page = Page::new();
    let _sites = begin(&page, "self.away = () => self.times('http://a.site.org/') > 0");
    let shown = page.until(halted).await;
    let standstill = shown.standstill.expect("it is told");
    assert!(standstill.contains("No site responds any more"), "{standstill}");
    assert_eq!(shown.card.done, 0, "a crawl that heard nothing does not count");
    let kept = asked(&shown.card.id).await;
    assert_eq!(kept, ["http://a.site.org/", "http://a.site.org/robots.txt"]);
    run("self.away = () => false");
    let whole = go_on(&page, is_done).await;
    assert_eq!(whole.card.done, 2);
    assert!(asked(&whole.card.id).await.len() > kept.len());
}

#[wasm_bindgen_test]
async fn without_any_response_nothing_is_saved_and_responses_before_a_reload_count() {
    let page = Page::new();
    let _sites = begin(&page, "self.away = () => true");
    let shown = page.until(halted).await;
    let standstill = shown.standstill.expect("it is told");
    assert!(standstill.contains("No site has responded"), "{standstill}");
    assert_eq!(shown.card.done, 0);
    let id = shown.card.id;
    assert!(asked(&id).await.is_empty());
    // Some pages respond; then the tab closes, and another one finds the rest of the web
    // unreachable.
    run("self.away = (host) => host === 'x.site.org' || self.times('http://a.site.org/2') > 0");
    let shown = go_on(&page, |shown| !shown.is_here && shown.standstill.is_some()).await;
    assert!(shown.standstill.is_some_and(|standstill| standstill.contains("any more")));
    let_go(&page).await;
    run("self.away = (host, path) => host === 'x.site.org' || path === '/1'");
    let other = Page::new();
    open(&other, &id).await;
    let whole = go_on(&other, is_done).await;
    assert_eq!(whole.card.done, 2);
}

#[wasm_bindgen_test]
async fn no_request_is_made_while_the_device_is_offline() {
    let page = Page::new();
    run("Object.defineProperty(self.navigator, 'onLine', { value: false, configurable: true })");
    let _sites = begin(&page, "self.away = () => true");
    let troubled = |message: &ToPage| match message {
        ToPage::Compare(news) => match &**news {
            CompareEvent::Progress(now) => Some(now.clone()).filter(|now| now.standstill.is_some()),
            _ => None,
        },
        _ => None,
    };
    let now: TrialProgress = page.until(troubled).await;
    assert!(now.standstill.is_some_and(|standstill| standstill.contains("offline")));
    assert_eq!(now.requests, Some(0));
    run("delete self.navigator.onLine; self.away = () => false");
    let whole = done(&page).await;
    assert_eq!(whole.card.done, 2, "it goes on by itself");
}
