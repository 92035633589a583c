//! Tests the confirmation before a crawl of live sites from an address.

use gloo_timers::future::TimeoutFuture;
use protocol::{Example, ToPage};
use types::seeds::{Need, ProviderInfo as Provider, Web};
use types::spec::AUTOMATIC_STRATEGY;
use types::strategy::{Needs, StrategyInfo};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlElement;

use crate::fakes::app::{
    count, document, find, go_to, gone, json, open_with, redraw, shown, text, until, wait_for_text,
};

const DIALOG: &str = "#app dialog[open].confirm-start";
const START: &str = "dialog.confirm-start .main";

fn hello() -> ToPage {
    let info = |id: &str, needs| StrategyInfo {
        id: id.into(),
        title: "Best".into(),
        description: "Follows the best.".into(),
        source: "Somebody".into(),
        needs,
        ..StrategyInfo::default()
    };
    let taught = Needs { taxonomy: true, ..Needs::NOTHING };
    ToPage::Catalog {
        strategies: vec![info(AUTOMATIC_STRATEGY, Needs::QUERY), info("learns", taught)],
        providers: vec![Provider {
            id: "wikipedia".into(),
            title: "Wikipedia".into(),
            description: "Searches Wikipedia.".into(),
            needs: vec![Need::Query],
            webs: vec![Web::Live],
            asked_by_default: true,
            field: (String::new(), String::new()),
        }],
        examples: vec![Example {
            title: "Foxes".into(),
            query: "red fox".into(),
            seeds: vec!["http://a.test/".into()],
            examples: Vec::new(),
        }],
    }
}

/// Opens the app with a worker that begins every crawl that it gets, and fails at a search for seeds.
fn open(hash: &str) {
    open_with(
        hash,
        &format!(
            "onmessage = ({{data}}) => {{ if (data.Start) postMessage({}); if (data.Seeds) postMessage({}); }}; \
            postMessage({});",
            json(&ToPage::Started),
            json(&ToPage::Panicked { message: "seeds were looked for".into() }),
            json(&hello())
        ),
    );
}

/// Enough redraws for a start to be sent many times.
async fn some_redraws() {
    for _ in 0..30 {
        redraw().await;
    }
}

async fn start_button() -> HtmlElement {
    shown(START).await
}

fn is_disabled(button: &HtmlElement) -> bool {
    button.has_attribute("disabled")
}

/// Waits until "Start crawl" can be pressed, and presses it.
async fn confirm() {
    let button = start_button().await;
    enabled(&button).await;
    button.click();
}

fn is_crawling() -> bool {
    find("#app .ask").is_none()
}

#[wasm_bindgen_test]
async fn a_live_crawl_from_an_address_starts_only_after_confirmation() {
    open(
        "#/crawl?q=harm&seed=http://victim.org:8080/a&seed=http://victim.org:8080/b&seed=other.org&source=direct\
        &in_flight=64&pages=1000000&start=1",
    );
    shown(DIALOG).await;
    let text_of_dialog = text(DIALOG);
    for part in ["harm", "victim.org:8080\nother.org", "Web directly", "1,000,000 pages, 64 requests at a time"] {
        assert!(text_of_dialog.contains(part), "“{part}” is not in “{text_of_dialog}”");
    }
    some_redraws().await;
    assert!(!is_crawling(), "nothing was sent off");
    confirm().await;
    gone("#app .ask").await;
    assert_eq!(count(DIALOG), 0);
}

#[wasm_bindgen_test]
async fn a_click_that_was_meant_for_another_page_does_not_confirm() {
    open("#/crawl?q=early&seed=http://victim.org/&source=direct&start=1");
    let button = start_button().await;
    assert!(is_disabled(&button));
    button.click();
    let window = web_sys::window().expect("a test runs in a page");
    enabled(&button).await;
    let focus = web_sys::Event::new("focus").expect("an event");
    window.dispatch_event(&focus).expect("it is heard");
    for _ in 0..5 {
        redraw().await;
    }
    assert!(is_disabled(&button), "the window has just got the focus");
    assert!(!is_crawling());
}

/// The milliseconds between rapid clicks: less than the delay of the button.
const RAPID_MS: u32 = 150;

#[wasm_bindgen_test]
async fn rapid_clicks_taps_and_keys_do_not_confirm() {
    open("#/crawl?q=rapid&seed=http://victim.org/&source=direct&start=1");
    let button = start_button().await;
    let window = web_sys::window().expect("a test runs in a page");
    let press = |kind: &str| {
        let event = web_sys::Event::new(kind).expect("an event");
        window.dispatch_event(&event).expect("it is heard");
    };
    for kind in ["pointerdown", "keydown"].repeat(4) {
        TimeoutFuture::new(RAPID_MS).await;
        assert!(is_disabled(&button), "the last press was just before");
        press(kind);
        button.click();
    }
    enabled(&button).await;
    assert!(!is_crawling());
    press("pointerdown");
    redraw().await;
    assert!(!is_disabled(&button), "it stays enabled once it is");
}

async fn enabled(button: &HtmlElement) {
    until(|| !is_disabled(button), || "the button stays disabled".to_owned()).await;
}

#[wasm_bindgen_test]
async fn cancel_has_the_focus_and_leaves_the_form_as_the_address_filled_it() {
    open("#/crawl?q=declined&seed=http://victim.org/&source=direct&start=1");
    shown(DIALOG).await;
    let active = document().active_element().expect("something has the focus");
    assert_eq!(active.text_content().as_deref(), Some("Cancel"));
    active.unchecked_into::<HtmlElement>().click();
    gone(DIALOG).await;
    some_redraws().await;
    assert!(!is_crawling());
    assert_eq!(count(DIALOG), 0, "it is asked once");
    let seeds = find("#seeds").expect("the form is there");
    assert_eq!(seeds.unchecked_into::<web_sys::HtmlTextAreaElement>().value(), "http://victim.org/");
}

#[wasm_bindgen_test]
async fn an_address_opened_in_the_running_app_also_needs_confirmation() {
    open("#/crawl?q=first&source=demo");
    shown("#query").await;
    go_to("#/crawl?q=second&seed=http://victim.org/&source=direct&start=1");
    shown(DIALOG).await;
    // Another address replaces it.
    go_to("#/crawl?q=third&seed=http://third.org/&source=direct&start=1");
    wait_for_text(DIALOG, "third.org").await;
    assert!(is_disabled(&start_button().await), "the delay begins anew");
    assert!(!is_crawling());
}

#[wasm_bindgen_test]
async fn no_seeds_are_searched_before_confirmation() {
    open("#/crawl?q=no+seeds&source=direct&start=1");
    shown(DIALOG).await;
    assert!(text(DIALOG).contains("Wikipedia"), "{}", text(DIALOG));
    some_redraws().await;
    assert!(!text("#app").contains("seeds were looked for"));
}

#[wasm_bindgen_test]
async fn the_hosts_of_examples_are_named_since_they_are_fetched_first() {
    open(
        "#/crawl?strategy=learns&source=direct&seed=http://seed.org/&topics=*A%0A_http://example-host.org/page&start=1",
    );
    shown(DIALOG).await;
    let text_of_dialog = text(DIALOG);
    assert!(text_of_dialog.contains("seed.org\nexample-host.org"), "{text_of_dialog}");
}

#[wasm_bindgen_test]
async fn numbers_beyond_the_forms_limits_are_refused_and_not_asked_about() {
    open("#/crawl?q=absurd&seed=http://victim.org/&source=direct&in_flight=100000&pages=4000000000&start=1");
    wait_for_text("#app", "Enter a whole number from 1 to 1,000,000.").await;
    some_redraws().await;
    assert!(text("#app").contains("Enter a whole number from 1 to 64."));
    assert_eq!(count(DIALOG), 0);
    assert!(!is_crawling());
}

#[wasm_bindgen_test]
async fn the_demo_web_needs_no_confirmation() {
    open("#/crawl?q=red+fox&seed=http://a.test/&start=1");
    shown(".crawl-page").await;
    assert_eq!(count("dialog.confirm-start"), 0);
}
