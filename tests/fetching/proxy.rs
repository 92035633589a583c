//! Tests the proxy as a source: batches, tickets, and the behavior while it is unreachable. A `fetch` in JavaScript
//! replaces it.

use crate::fakes::fetch::FakeFetch;
use crate::fakes::script::run;
use engine::fetch::FetchRequest;
use gloo_timers::future::TimeoutFuture;
use js_sys::JSON;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use types::direct::DirectOptions;
use types::failure::{Failure, FailureKind};
use types::plan::Politeness;
use types::report::Validators;
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::sources::{Direct, Fetcher, Proxy, SourceResponse};

type Results = Rc<RefCell<Vec<(String, Result<SourceResponse, Failure>)>>>;

/// A fake proxy, and the requests that it got.
struct Fake {
    fetcher: Rc<Fetcher>,
    results: Results,
    _proxy: FakeFetch,
}

#[derive(serde::Deserialize)]
struct Saw {
    calls: Vec<Call>,
    #[serde(rename = "mostOpen")]
    most_open: usize,
    aborted: usize,
}

#[derive(serde::Deserialize)]
struct Call {
    urls: Vec<String>,
    tickets: Vec<String>,
    conditions: BTreeMap<String, BTreeMap<String, String>>,
}

impl Fake {
    fn new() -> Self {
        let proxy = FakeFetch::install(include_str!("../fakes/proxy.js"));
        let fetcher = Rc::new(Fetcher::Proxy(Proxy::at("http://proxy.test/")));
        Self { fetcher, results: Results::default(), _proxy: proxy }
    }

    fn ask(&self, url: &str) {
        self.ask_if(url, Validators::default());
    }

    fn ask_if(&self, url: &str, known: Validators) {
        let request = FetchRequest::page(CanonicalUrl::parse(url).expect("a URL"));
        let (fetcher, results) = (Rc::clone(&self.fetcher), Rc::clone(&self.results));
        spawn_local(async move {
            let result = fetcher.fetch_if(&request, &known).await;
            results.borrow_mut().push((request.url.to_string(), result));
        });
    }

    /// Waits for this many responses. If they never come, the runner's time limit ends the test.
    async fn until(&self, answers: usize) {
        while self.results.borrow().len() < answers {
            TimeoutFuture::new(5).await;
        }
    }

    fn result(&self, url: &str) -> Result<SourceResponse, Failure> {
        let results = self.results.borrow();
        let found = results.iter().find(|(of, _)| of == url);
        found.expect("it was answered").1.clone()
    }
}

fn saw() -> Saw {
    let seen = JSON::stringify(&run("return self.saw")).expect("JSON");
    serde_json::from_str(&String::from(seen)).expect("what the fake saw")
}

#[wasm_bindgen_test]
async fn a_response_has_status_headers_and_body() {
    let fake = Fake::new();
    fake.ask("http://a.test/");
    fake.ask("http://moved.test/");
    fake.until(2).await;
    let reply = fake.result("http://a.test/").expect("an answer");
    assert_eq!((reply.status, reply.elapsed_ms), (200, 7));
    assert_eq!(reply.headers, [("content-type".into(), "text/html".into())]);
    assert_eq!(reply.body, b"page of http://a.test/");
    let moved = fake.result("http://moved.test/").expect("an answer");
    assert_eq!(moved.headers, [("location".into(), "/there".into())]);
}

#[wasm_bindgen_test]
async fn the_known_version_is_sent_with_every_request_of_a_url() {
    let fake = Fake::new();
    let known = Validators { etag: Some("W/\"7\"".into()), last_modified: Some(784_111_777_000) };
    fake.ask_if("http://forgotten.test/", known);
    fake.ask("http://a.test/");
    fake.until(2).await;
    let saw = saw();
    let mut asked = 0;
    for call in saw.calls.iter().filter(|call| !call.urls.is_empty()) {
        assert!(!call.conditions.contains_key("http://a.test/"));
        if call.urls.contains(&"http://forgotten.test/".to_owned()) {
            let sent = &call.conditions["http://forgotten.test/"];
            assert_eq!(sent["if-none-match"], "W/\"7\"");
            assert_eq!(sent["if-modified-since"], "Sun, 06 Nov 1994 08:49:37 GMT");
            asked += 1;
        }
    }
    assert_eq!(asked, 2);
}

#[wasm_bindgen_test]
async fn an_error_of_the_proxy_is_reported_verbatim() {
    let fake = Fake::new();
    fake.ask("http://dns.test/");
    fake.until(1).await;
    let failure = fake.result("http://dns.test/").expect_err("a refusal");
    assert_eq!(failure.code, "dns");
    assert_eq!(failure.message, "The host name was not found.");
}

#[wasm_bindgen_test]
async fn a_response_without_a_page_is_reported_and_not_retried() {
    let fake = Fake::new();
    fake.ask("http://image.test/");
    fake.until(1).await;
    let failure = fake.result("http://image.test/").expect_err("a refusal");
    assert_eq!((failure.code.as_str(), failure.kind), ("type", FailureKind::Permanent));
    assert!(failure.message.contains("an image"), "{}", failure.message);
    assert_eq!(saw().calls.len(), 1);
}

#[wasm_bindgen_test]
async fn demo_hosts_have_no_delay_only_if_the_proxy_serves_them() {
    let fake = Fake::new();
    assert_eq!(fake.fetcher.politeness(), Politeness::Adaptive);
    for (announced, has_delay) in [("true", false), ("false", true), ("undefined", true)] {
        run(&format!("self.demoWeb = {announced}"));
        fake.fetcher.check().await.expect("it is there");
        let politeness = fake.fetcher.politeness();
        assert_eq!(politeness.has_delay("http://asthma-guide.test"), has_delay, "{announced}");
        assert!(politeness.has_delay("http://lab.test"), "{announced}");
    }
    let direct = Fetcher::Direct(Direct::new(None, DirectOptions::default()));
    assert_eq!(direct.politeness(), Politeness::Adaptive);
}

#[wasm_bindgen_test]
async fn simultaneous_requests_are_sent_in_one_call() {
    let fake = Fake::new();
    (0..20).for_each(|n| fake.ask(&format!("http://a.test/{n}")));
    fake.until(20).await;
    let calls: Vec<usize> = saw().calls.iter().map(|call| call.urls.len()).collect();
    assert_eq!(calls, [20]);
}

#[wasm_bindgen_test]
async fn a_call_has_no_more_requests_than_the_proxy_accepts() {
    let fake = Fake::new();
    (0..150).for_each(|n| fake.ask(&format!("http://a.test/{n}")));
    fake.until(150).await;
    assert!(saw().calls.iter().all(|call| call.urls.len() <= 64));
}

#[wasm_bindgen_test]
async fn a_slow_response_is_collected_once_by_its_ticket() {
    let fake = Fake::new();
    fake.ask("http://slow.test/");
    fake.until(1).await;
    assert!(fake.result("http://slow.test/").is_ok());
    let calls = saw().calls;
    assert_eq!(calls.iter().map(|call| call.urls.len()).sum::<usize>(), 1);
    let tickets: Vec<String> = calls.into_iter().flat_map(|call| call.tickets).collect();
    let mut each_once = tickets.clone();
    each_once.dedup();
    assert_eq!((tickets.len(), tickets), (2, each_once));
}

#[wasm_bindgen_test]
async fn at_most_four_calls_are_open_and_none_delays_the_others() {
    let fake = Fake::new();
    for n in 0..8 {
        fake.ask(&format!("http://slow.test/{n}"));
        TimeoutFuture::new(0).await;
    }
    fake.ask("http://a.test/");
    fake.until(1).await;
    assert_eq!(fake.results.borrow()[0].0, "http://a.test/");
    fake.until(9).await;
    assert_eq!(saw().most_open, 4);
}

#[wasm_bindgen_test]
async fn a_ticket_unknown_to_the_proxy_is_requested_again() {
    let fake = Fake::new();
    fake.ask("http://forgotten.test/");
    fake.until(1).await;
    assert!(fake.result("http://forgotten.test/").is_ok());
}

#[wasm_bindgen_test]
async fn a_missing_response_fails_after_three_calls() {
    let fake = Fake::new();
    fake.ask("http://broken.test/");
    fake.until(1).await;
    let failure = fake.result("http://broken.test/").expect_err("nothing came");
    assert_eq!(failure.code, "proxy-broken");
    assert_eq!(saw().calls.len(), 3);
}

#[wasm_bindgen_test]
async fn no_request_is_lost_while_the_proxy_is_unreachable() {
    let fake = Fake::new();
    run("self.away = 1");
    fake.ask("http://a.test/");
    while fake.fetcher.problem().is_none() {
        TimeoutFuture::new(5).await;
    }
    fake.ask("http://b.test/");
    fake.until(2).await;
    assert!(fake.result("http://a.test/").is_ok() && fake.result("http://b.test/").is_ok());
    assert_eq!(fake.fetcher.problem(), None);
}

#[wasm_bindgen_test]
async fn stopping_aborts_open_calls() {
    let fake = Fake::new();
    fake.ask("http://hang.test/");
    while saw().calls.is_empty() {
        TimeoutFuture::new(5).await;
    }
    fake.fetcher.abort();
    fake.until(1).await;
    assert_eq!(saw().aborted, 1);
}
