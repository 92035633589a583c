//! Sites as a source, asked without a proxy. A `fetch` in JavaScript stands in for them.
#![cfg(feature = "crawler")]

use engine::fetch::{Failure, FetchId, Order, Purpose};
use engine::limits;
use engine::url::CanonicalUrl;
use js_sys::Function;
use salticid::worker::fetch::{Direct, Fetcher, Reply};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[expect(clippy::disallowed_methods, reason = "the program is the test's own")]
fn run(code: &str) -> JsValue {
    Function::new_no_args(code)
        .call0(&JsValue::NULL)
        .expect("the fake is good JavaScript")
}

async fn fetch(url: &str) -> Result<Reply, Failure> {
    fetch_for(Purpose::Page, url).await
}

async fn fetch_for(purpose: Purpose, url: &str) -> Result<Reply, Failure> {
    run(include_str!("fakes/sites.js"));
    let order = Order {
        id: FetchId(1),
        url: CanonicalUrl::parse(url).expect("a URL"),
        exact: None,
        purpose,
    };
    Fetcher::Direct(Direct::default()).fetch(&order).await
}

#[wasm_bindgen_test]
async fn an_answer_has_the_headers_that_the_engine_reads_and_no_others() {
    let reply = fetch("http://a.test/").await.expect("an answer");
    assert_eq!((reply.status, reply.body), (200, b"<p>a page".to_vec()));
    let names: Vec<&str> = reply
        .headers
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(names, ["content-type", "x-robots-tag"]);
}

#[wasm_bindgen_test]
async fn a_site_learns_neither_who_asks_nor_from_where() {
    fetch("http://a.test/").await.expect("an answer");
    assert_eq!(
        run("return self.saw.request").as_string().as_deref(),
        Some(
            r#"{"mode":"cors","credentials":"omit","referrerPolicy":"no-referrer","redirect":"follow"}"#
        )
    );
}

#[wasm_bindgen_test]
async fn a_redirect_is_told_and_not_taken_for_the_page() {
    let reply = fetch("http://moved.test/").await.expect("an answer");
    assert_eq!(reply.status, 302);
    assert_eq!(
        reply.headers,
        [("location".into(), "http://elsewhere.test/there".into())]
    );
    assert_eq!(reply.body, b"");
}

#[wasm_bindgen_test]
async fn a_redirect_to_the_same_page_is_the_page() {
    let reply = fetch("http://session.test/").await.expect("an answer");
    assert_eq!(reply.status, 200);
}

#[wasm_bindgen_test]
async fn a_site_that_pages_may_not_read_is_blocked_and_the_way_round_is_said() {
    let failure = fetch("http://closed.test/").await.expect_err("closed");
    assert_eq!(failure.code, "blocked");
    assert!(
        failure.message.contains("Use the proxy"),
        "{}",
        failure.message
    );
}

#[wasm_bindgen_test]
async fn an_endless_answer_is_read_up_to_the_limit_of_its_purpose_and_no_further() {
    for (purpose, most) in [
        (Purpose::Page, limits::PAGE_BYTES),
        (Purpose::Robots, limits::ROBOTS_BYTES),
        (Purpose::Seeds, limits::SEED_ANSWER_BYTES),
    ] {
        let reply = fetch_for(purpose, "http://endless.test/").await;
        let bytes = reply.expect("an answer").body.len();
        assert!(
            bytes > most,
            "{purpose:?}: {bytes}, not more than there may be"
        );
        assert!(bytes < most + 200_000, "{purpose:?}: {bytes}");
        assert_eq!(run("return self.saw.canceled").as_f64(), Some(1.0));
    }
}

#[wasm_bindgen_test]
async fn stopping_ends_what_is_under_way() {
    run(include_str!("fakes/sites.js"));
    let sites = std::rc::Rc::new(Fetcher::Direct(Direct::default()));
    let later = std::rc::Rc::clone(&sites);
    gloo_timers::callback::Timeout::new(20, move || later.abort()).forget();
    let order = Order {
        id: FetchId(1),
        url: CanonicalUrl::parse("http://hang.test/").expect("a URL"),
        exact: None,
        purpose: Purpose::Page,
    };
    assert!(sites.fetch(&order).await.is_err());
}
