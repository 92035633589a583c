//! Tests the replay of a crawl in the page: every view shows a past moment, and then the latest
//! again.

use crate::fakes::app::{
    addressed, count, gone, hello, json, open, open_with, press, shown, text, type_into, wait_for_text,
};
use crate::fakes::replay::{batch, opened};
use protocol::{DamagedRecords, ToPage};
use types::report::{EndReason, Phase};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn records_that_cannot_be_read_are_reported_with_their_numbers() {
    let damaged = |id: &str, pages, moments| {
        let id = id.into();
        json(&ToPage::Damaged(DamagedRecords { id, pages, moments }))
    };
    let script = format!(
        "onmessage = ({{data}}) => {{ if (data.Open) for (const m of [{}, {}, {}, {}]) postMessage(m); }}; \
        postMessage({});",
        json(&opened()),
        json(&batch(1..=9, Phase::Paused)),
        damaged("0123456789abcdef", 2, 1),
        damaged("another", 5, 5),
        json(&hello(Vec::new()))
    );
    open_with("#/crawl?id=0123456789abcdef", &script);
    for sentence in [
        "Could not read 2 page records of this saved crawl: exports and the search of the Library are incomplete.",
        "Could not read 1 replay record of this saved crawl: the replay lacks spiders and frontier there.",
    ] {
        wait_for_text(".news", sentence).await;
    }
    shown("ol[aria-label=Results] > li").await;
}

#[wasm_bindgen_test]
async fn the_slider_and_the_buttons_move_all_views_and_the_latest_moment_comes_back() {
    let ended = Phase::Ended(EndReason::BudgetSpent);
    open(
        "#/crawl?q=fox&seed=http%3A%2F%2Fa.test%2F&source=demo&start=1",
        &hello(Vec::new()),
        &[ToPage::Started, batch(1..=60, ended)],
    );
    wait_for_text(".timeline-at", "After 60 of 60 pages").await;
    assert_eq!(count(".timeline-kinds"), 0);
    type_into(".timeline input", "7").await;
    wait_for_text(".timeline-at", "After 7 of 60 pages").await;
    wait_for_text(".figures", "7 / 500").await;
    assert!(text("#view").contains("Page 7"));
    assert!(!text("#view").contains("Page 8"), "it is still to come");
    assert_eq!(count(".timeline.past"), 1);
    press(".timeline-kinds .event-birth").await;
    press("[aria-label='Next event']").await;
    wait_for_text(".timeline-at", "After 8 of 60 pages").await;
    press("[aria-label='Previous event']").await;
    wait_for_text(".timeline-at", "After 7 of 60 pages").await;
    press(".timeline-play").await;
    wait_for_text(".timeline-at", "After 9 of 60 pages").await;
    press(".timeline-play").await;
    press(".timeline > button").await;
    wait_for_text(".timeline-at", "After 60 of 60 pages").await;
    wait_for_text(".figures", "60 / 500").await;
    gone(".timeline.past").await;
}

#[wasm_bindgen_test]
async fn the_address_names_the_moment_and_a_reload_shows_it_again() {
    let hello = json(&hello(Vec::new()));
    let (crawl, pages) = (opened(), batch(1..=60, Phase::Ended(EndReason::BudgetSpent)));
    let (crawl, pages) = (json(&crawl), json(&pages));
    open_with(
        "#/crawl?id=0123456789abcdef&show.at=7",
        &format!(
            "onmessage = ({{data}}) => {{ if (data.Open) for (const m of [{crawl}, {pages}]) postMessage(m); }}; \
            postMessage({hello});"
        ),
    );
    wait_for_text(".timeline-at", "After 7 of 60 pages").await;
    wait_for_text(".status-what", "Ended · replay, 7 pages").await;
    press("[aria-label='Next event']").await;
    wait_for_text(".timeline-at", "After 8 of 60 pages").await;
    addressed("#/crawl?id=0123456789abcdef&show.at=8").await;
    press(".timeline > button").await;
    addressed("#/crawl?id=0123456789abcdef").await;
    assert!(!text(".status-what").contains("replay"));
}
