//! Tests the panel of related words, with a worker that knows related words.

use crate::fakes::related::words;
use protocol::{RelatedTo, ToPage};
use types::report::RelatedWord;
use types::strategy::Needs;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlElement;

use crate::fakes::app::{
    address, count, document, find, gone, hello, json, open_with, press, redraw, shown, strategy, text, until,
};

/// Opens the app at an address, with a worker that answers the requests for related words with `answers[0]` and so on.
/// The page's title contains its other messages.
fn open(hash: &str, answers: &[Result<Vec<RelatedWord>, String>]) {
    let answers: Vec<String> =
        answers.iter().map(|words| json(&ToPage::Related { to: RelatedTo::default(), words: words.clone() })).collect();
    open_with(
        hash,
        &format!(
            "let answers = [{}]; onmessage = ({{data}}) => {{ if (!data.Related) return; const next = answers.shift(); \
            next.Related.to = data.Related; postMessage(next); }}; postMessage({});",
            answers.join(","),
            json(&hello(vec![strategy("plain", Needs::QUERY), strategy("semantic", Needs::LEXICON),])),
        ),
    );
}

const SEMANTIC: &str = "#/crawl?q=spider+xyzzy&strategy=semantic";

fn button(label: &str) -> HtmlElement {
    let buttons = document().query_selector_all(".related button").expect("the selector is valid");
    let mut buttons = (0..buttons.length()).filter_map(|at| buttons.get(at));
    let found = buttons.find(|button| button.text_content().unwrap_or_default().starts_with(label));
    found.unwrap_or_else(|| panic!("no button {label}; there is: {}", text(".related"))).unchecked_into()
}

fn is_excluded(label: &str) -> bool {
    button(label).get_attribute("aria-pressed").as_deref() == Some("true")
}

/// The address of the form, which is in the fragment once a crawl was started.
async fn started() -> String {
    press("button[type=submit]").await;
    until(|| address().contains("seed="), || "it did not start".to_owned()).await;
    address()
}

#[wasm_bindgen_test]
async fn every_meaning_is_named_with_its_terms_and_long_lists_are_folded() {
    open(SEMANTIC, &[Ok(words())]);
    shown(".sense").await;
    let panel = text(".related");
    for told in [
        "spider — a kind of arachnid",
        "spider — a kind of program",
        "arachnid 0 0.50",
        "12 more",
        "Not in WordNet, used as written: “xyzzy”.",
    ] {
        assert!(panel.contains(told), "{told}: {panel}");
    }
    assert_eq!(count(".sense"), 2);
    assert_eq!(count(".sense > .terms > li"), 10);
    assert_eq!(count(".sense details .term"), 0, "not drawn while folded");
    press(".sense summary").await;
    shown(".sense details[open] .term").await;
    assert_eq!(count(".sense details .term"), 12);
    press(".sense summary").await;
    shown(".sense details:not([open])").await;
    assert_eq!(count(".sense details .term"), 0);
}

#[wasm_bindgen_test]
async fn meanings_and_terms_can_be_excluded_and_included() {
    open(&format!("{SEMANTIC}&seed=http://a.test/"), &[Ok(words())]);
    shown(".sense").await;
    let meaning = || -> web_sys::HtmlInputElement {
        let boxes = document().query_selector_all(".sense input").expect("the selector is valid");
        boxes.get(1).expect("there are two").unchecked_into()
    };
    assert!(meaning().checked() && !is_excluded("program 3"));
    meaning().click();
    button("program 3").click();
    shown("button.term[aria-pressed=true]").await;
    assert!(!meaning().checked());
    assert!(is_excluded("program 3") && !is_excluded("arachnid 0"));
    assert!(text(".related-head").contains("2 excluded"));
    assert_eq!(
        find("li.sense.excluded").and_then(|sense| sense.text_content()).map(|text| text.contains("a kind of program")),
        Some(true)
    );
    let address = started().await;
    assert!(address.contains("exclude=spider%23n%232&exclude=program+3"), "{address}");
}

#[wasm_bindgen_test]
async fn all_exclusions_can_be_removed_and_the_focus_stays_in_the_panel() {
    open(&format!("{SEMANTIC}&exclude=program+3&exclude=spider%23n%231&exclude=weaver"), &[Ok(words())]);
    shown(".sense.excluded").await;
    assert!(text(".elsewhere").contains("weaver"), "{}", text(".related"));
    button("Reset").click();
    gone(".elsewhere").await;
    gone(".sense.excluded, .term[aria-pressed=true]").await;
    let focused = document().active_element().map(|element| element.id());
    assert_eq!(focused.as_deref(), Some("related"));
}

#[wasm_bindgen_test]
async fn a_strategy_without_related_words_shows_and_asks_for_none() {
    // The worker has no answer: a request would make it fail.
    open("#/crawl?q=spider&strategy=plain&exclude=weaver", &[]);
    shown("button[type=submit]:enabled").await;
    for _ in 0..40 {
        redraw().await;
    }
    assert!(find(".related").is_none());
    assert!(find(".notice").is_none(), "{}", text(".notice"));
}

#[wasm_bindgen_test]
async fn an_error_is_reported_and_can_be_retried() {
    open(SEMANTIC, &[Err("It is not there.".into()), Ok(words())]);
    shown(".related-trouble .problem").await;
    assert_eq!(text(".related-trouble .problem"), "It is not there.");
    button("Try again").click();
    shown(".sense").await;
    gone(".related-trouble").await;
}
