//! Tests sites as a source without a proxy. A `fetch` in JavaScript replaces them.

use crate::fakes::fetch::FakeFetch;
use crate::fakes::script::run;
use engine::fetch::{FetchId, FetchRequest, Purpose};
use types::agent;
use types::direct::DirectOptions;
use types::failure::{Failure, FailureKind};
use types::limits;
use types::url::CanonicalUrl;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::sources::{Direct, Fetcher, SourceResponse};

async fn fetch(url: &str) -> Result<SourceResponse, Failure> {
    fetch_for(Purpose::Page, url).await
}

async fn fetch_for(purpose: Purpose, url: &str) -> Result<SourceResponse, Failure> {
    let _sites = FakeFetch::install(include_str!("../fakes/sites.js"));
    ask(purpose, url, None).await
}

async fn ask(purpose: Purpose, url: &str, exact: Option<&str>) -> Result<SourceResponse, Failure> {
    let request = FetchRequest {
        id: FetchId(1),
        url: CanonicalUrl::parse(url).expect("a URL"),
        exact: exact.map(Into::into),
        purpose,
    };
    Fetcher::Direct(Direct::new(None, DirectOptions::default())).fetch(&request).await
}

#[wasm_bindgen_test]
async fn a_response_has_only_the_headers_that_the_engine_reads() {
    let reply = fetch("http://a.site.org/").await.expect("an answer");
    assert_eq!((reply.status, reply.body), (200, b"<p>a page".to_vec()));
    let names: Vec<&str> = reply.headers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["content-type", "x-robots-tag"]);
}

#[wasm_bindgen_test]
async fn requests_have_no_credentials_and_no_referrer() {
    fetch("http://a.site.org/").await.expect("an answer");
    assert_eq!(
        run("return self.saw.request").as_string().as_deref(),
        Some(r#"{"mode":"cors","credentials":"omit","referrerPolicy":"no-referrer","redirect":"manual"}"#)
    );
}

/// A page may send it to the Action API alone: other hosts and paths refuse the preflight request that it causes.
#[wasm_bindgen_test]
async fn requests_of_a_page_to_the_api_of_wikimedia_say_who_asks() {
    for (url, is_named) in [
        ("https://de.wikipedia.org/w/api.php?action=query&list=search&srsearch=x", true),
        ("https://www.wikidata.org/w/api.php?action=wbgetentities&ids=Q1", true),
        ("https://query.wikidata.org/sparql?format=json&query=x", false),
        ("https://de.wikipedia.org/wiki/Spinne", false),
        ("https://a.site.org/w/api.php", false),
    ] {
        fetch(url).await.expect("an answer");
        let sent = run("return self.saw.agent").as_string();
        assert_eq!(sent, is_named.then(|| agent::user_agent(None)), "{url}");
    }
}

#[wasm_bindgen_test]
async fn a_redirect_is_not_followed_and_the_error_names_the_proxy() {
    let failure = fetch("http://moved.site.org/").await.expect_err("hidden");
    assert_eq!(failure.code, "redirect-hidden");
    assert_eq!(failure.kind, FailureKind::Permanent, "it is not tried again");
    assert!(failure.message.contains("Use the proxy"), "{}", failure.message);
}

#[wasm_bindgen_test]
async fn a_redirect_followed_by_the_browser_is_reported_as_a_redirect() {
    let reply = fetch("http://upgraded.site.org/a").await.expect("an answer");
    let location = ("location".to_owned(), "https://upgraded.site.org/a".to_owned());
    assert_eq!((reply.status, reply.headers, reply.body.len()), (307, vec![location], 0));
}

/// Hosts that are not on the public internet, in all their spellings.
const SPECIAL: [&str; 16] = [
    "http://127.0.0.1/",
    "http://127.0.0.1:8181/reboot?now=1",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://0.0.0.0/",
    "http://10.0.0.1/",
    "http://192.168.178.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fe80::1]/",
    "http://localhost:3000/",
    "http://app.localhost/",
    "http://printer.local/",
    "http://router.home.arpa/",
    "https://intranet/",
];

#[wasm_bindgen_test]
async fn no_purpose_allows_a_request_to_a_private_host() {
    let _sites = FakeFetch::install(include_str!("../fakes/sites.js"));
    for url in SPECIAL {
        for purpose in [Purpose::Page, Purpose::Example, Purpose::Robots, Purpose::Seeds] {
            let failure = ask(purpose, url, None).await.expect_err(url);
            assert_eq!(failure.code, "address", "{url} {purpose:?}");
            assert_eq!(failure.kind, FailureKind::Permanent, "{url} {purpose:?}");
            assert!(failure.message.contains("--allow-address"), "{}", failure.message);
        }
    }
    assert!(asked() == 0.0);
}

#[wasm_bindgen_test]
async fn the_exact_requested_address_is_checked() {
    let _sites = FakeFetch::install(include_str!("../fakes/sites.js"));
    let exact = Some("http://127.1/x");
    let failure = ask(Purpose::Page, "http://a.site.org/x", exact).await;
    assert_eq!(failure.expect_err("loopback").code, "address");
    assert!(asked() == 0.0);
}

/// Requests that were made.
fn asked() -> f64 {
    let asked = run("return self.saw.asked.length").as_f64();
    asked.unwrap_or(-1.0)
}

#[wasm_bindgen_test]
async fn a_site_blocked_by_cors_is_reported_and_the_error_names_the_proxy() {
    let failure = fetch("http://closed.site.org/").await.expect_err("closed");
    assert_eq!(failure.code, "blocked");
    assert!(failure.message.contains("Use the proxy"), "{}", failure.message);
}

#[wasm_bindgen_test]
async fn an_endless_response_is_read_up_to_the_limit_of_its_purpose() {
    for (purpose, most) in [
        (Purpose::Page, limits::PAGE_BYTES),
        (Purpose::Robots, limits::ROBOTS_BYTES),
        (Purpose::Seeds, limits::SEED_ANSWER_BYTES),
    ] {
        let reply = fetch_for(purpose, "http://endless.site.org/").await;
        let bytes = reply.expect("an answer").body.len();
        assert!(bytes > most, "{purpose:?}: {bytes}, not more than there may be");
        assert!(bytes < most + 200_000, "{purpose:?}: {bytes}");
        assert_eq!(run("return self.saw.canceled").as_f64(), Some(1.0));
    }
}

#[wasm_bindgen_test]
async fn a_body_that_is_not_parsed_is_not_downloaded() {
    for (purpose, bytes) in [(Purpose::Page, 0), (Purpose::Example, 0), (Purpose::Robots, 6), (Purpose::Seeds, 6)] {
        let reply = fetch_for(purpose, "http://image.site.org/").await;
        let body = reply.expect("an answer").body;
        assert_eq!(body.len(), bytes, "{purpose:?}");
        let canceled = run("return self.saw.canceled").as_f64();
        assert_eq!(canceled == Some(1.0), bytes == 0, "{purpose:?}");
    }
}

#[wasm_bindgen_test]
async fn stopping_aborts_open_requests() {
    let _sites = FakeFetch::install(include_str!("../fakes/sites.js"));
    let sites = std::rc::Rc::new(Fetcher::Direct(Direct::new(None, DirectOptions::default())));
    let later = std::rc::Rc::clone(&sites);
    gloo_timers::callback::Timeout::new(20, move || later.abort()).forget();
    let request = FetchRequest::page(CanonicalUrl::parse("http://hang.site.org/").expect("a URL"));
    assert!(sites.fetch(&request).await.is_err());
}
