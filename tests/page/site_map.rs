//! Tests the Site map view, and the switch of the form to it.

use crate::fakes::app::{
    count, counted, document, find, focused, gone, open, press, press_key, redraw, shown, text, until, wait_for_text,
};
use crate::fakes::record as fake;
use crate::fakes::recovery::batch;
use page::widgets::tree::{TreeItem, TreeStep, tree_step};
use protocol::ToPage;
use types::report::{PageRecord, Phase};
use types::url::CanonicalUrl;
use wasm_bindgen_test::wasm_bindgen_test;

/// A page of the site, on the topic or not, found on page `parent`.
fn page(n: u32, path: &str, relevance: f64, parent: u32) -> PageRecord {
    let mut page = fake::record(n, relevance);
    page.url = CanonicalUrl::parse(&format!("http://a.test{path}")).expect("is a URL");
    page.discovery.parent = Some(parent).filter(|parent| *parent > 0);
    page
}

/// The style sheet of the app: the tree scrolls, and its rows have one height.
const STYLE: &str = "#site-map { height: 400px; overflow: auto } .site-row { height: 32px; overflow: hidden }";

/// Opens the site map of these pages.
async fn open_map(pages: Vec<PageRecord>) {
    if find("#site-style").is_none() {
        let style = document().create_element("style").expect("is a name");
        style.set_id("site-style");
        style.set_text_content(Some(STYLE));
        let body = document().body().expect("a page has a body");
        body.append_child(&style).expect("body takes it");
    }
    let hello = ToPage::Catalog { strategies: Vec::new(), providers: Vec::new(), examples: Vec::new() };
    open(
        "#/crawl?q=fox&site_map=1&seed=http%3A%2F%2Fa.test%2F&source=demo&start=1",
        &hello,
        &[ToPage::Started, batch(Phase::Running, pages)],
    );
    shown("#site-map [role=treeitem]").await;
}

/// Waits until the active row has this text.
async fn active(wanted: &str) {
    let active = || find("#site-map")?.get_attribute("aria-activedescendant");
    let is_active = || active().is_some_and(|id| text(&format!("#{id}")).contains(wanted));
    until(is_active, || format!("no active row says “{wanted}”")).await;
}

async fn rows(wanted: u32) {
    counted("[role=treeitem]", wanted).await;
}

/// A path with a page on the topic, and two pages off the topic.
fn site() -> Vec<PageRecord> {
    vec![
        page(1, "/", 0.01, 0),
        page(2, "/news", 0.01, 1),
        page(3, "/health/", 0.01, 1),
        page(4, "/health/fever", 0.9, 3),
        page(5, "/health/cold", 0.01, 3),
    ]
}

#[wasm_bindgen_test]
fn keys_walk_a_tree() {
    // A root with an open branch of two leaves and a closed one.
    let items = [(1, Some(true)), (2, Some(true)), (3, None), (3, None), (2, Some(false))];
    let item = |at: usize| TreeItem { level: items[at].0, is_open: items[at].1 };
    for (at, key, expected) in [
        (0, "ArrowDown", Some(TreeStep::To(1))),
        (4, "ArrowDown", None),
        (0, "ArrowUp", None),
        (4, "ArrowUp", Some(TreeStep::To(3))),
        (2, "Home", Some(TreeStep::To(0))),
        (2, "End", Some(TreeStep::To(4))),
        (0, "ArrowRight", Some(TreeStep::To(1))),
        (4, "ArrowRight", Some(TreeStep::Fold(4, true))),
        (2, "ArrowRight", None),
        (1, "ArrowLeft", Some(TreeStep::Fold(1, false))),
        (3, "ArrowLeft", Some(TreeStep::To(1))),
        (4, "ArrowLeft", Some(TreeStep::To(0))),
        (3, "Enter", Some(TreeStep::Show(3))),
        (3, " ", Some(TreeStep::Show(3))),
        (3, "a", None),
        (5, "Home", None),
    ] {
        let step = tree_step(items.len(), at, key, item);
        assert_eq!(step, expected, "{key} at {at}");
    }
}

#[wasm_bindgen_test]
async fn ten_thousand_pages_are_a_tree_of_some_forty_rows() {
    let mut pages = vec![page(1, "/", 0.01, 0)];
    let path = |n: u32| format!("/{}/{n:05}", n % 10);
    pages.extend((2..=10_000).map(|n| page(n, &path(n), 0.9, 1)));
    open_map(pages).await;
    wait_for_text(".site-map .count", "9,999 relevant of 10,000 pages").await;
    let drawn = count("[role=treeitem]");
    assert!((3..=40).contains(&drawn), "{drawn} rows");
    // The heights of the rows that are not drawn follow the drawing.
    redraw().await;
    redraw().await;
    press_key("#site-map", "End");
    active("09999").await;
    assert!(count("[role=treeitem]") <= 40);
    press_key("#site-map", "Home");
    active("Page 1 a.test").await;
}

#[wasm_bindgen_test]
async fn ways_are_open_and_the_rest_is_counted_and_folded() {
    open_map(site()).await;
    let row = |at: u32| text(&format!("#site-row-{at}")).trim().to_owned();
    rows(5).await;
    assert_eq!(row(0), "Page 1 a.test, relevance .01");
    assert_eq!(row(1), "Page 3 health, relevance .01");
    assert_eq!(row(2), "Page 4 fever, relevant, relevance .90");
    assert_eq!(row(3), "1 page, not relevant");
    assert_eq!(row(4), "1 page, not relevant");
    let level = |at: u32| {
        let row = find(&format!("#site-row-{at}"));
        row.and_then(|row| row.get_attribute("aria-level"))
    };
    assert_eq!([0, 1, 2, 3, 4].map(level).map(Option::unwrap_or_default), ["1", "2", "3", "3", "2"]);
}

#[wasm_bindgen_test]
async fn keys_move_fold_and_show_the_details_of_a_page() {
    open_map(site()).await;
    rows(5).await;
    press_key("#site-map", "ArrowDown");
    active("health").await;
    press_key("#site-map", "ArrowLeft");
    rows(3).await;
    wait_for_text("#site-row-1", "1 relevant below").await;
    press_key("#site-map", "ArrowRight");
    rows(5).await;
    press_key("#site-map", "ArrowRight");
    active("fever").await;
    press_key("#site-map", "Enter");
    wait_for_text(".details", "Page 4").await;
    shown("#site-row-2[aria-selected=true]").await;
    press_key("#site-map", "End");
    active("1 page, not relevant").await;
    press_key("#site-map", "Enter");
    rows(6).await;
    wait_for_text("#site-row-5", "news").await;
}

#[wasm_bindgen_test]
async fn the_focus_returns_to_the_tree_when_details_are_closed() {
    open_map(site()).await;
    press("#site-row-2").await;
    wait_for_text(".details", "Page 4").await;
    // The view records that they are open once it is drawn.
    redraw().await;
    redraw().await;
    press(".details-head > button").await;
    focused("site-map").await;
    active("fever").await;
}

#[wasm_bindgen_test]
async fn filter_and_tree_by_links_are_one_click_away() {
    let mut pages = site();
    // By links, the page on the topic is below the news.
    pages[3].discovery.parent = Some(2);
    open_map(pages).await;
    rows(5).await;
    press(".site-legend input").await;
    rows(3).await;
    press(".site-head button[aria-pressed=false]").await;
    wait_for_text("#site-row-1", "/news").await;
    rows(3).await;
}

#[wasm_bindgen_test]
async fn page_titles_are_rendered_as_text() {
    let mut pages = site();
    pages[3].text.title = "<img src=x onerror=alert(1)>\u{202e}".into();
    open_map(pages).await;
    wait_for_text("#site-row-2", "<img src=x onerror=alert(1)> fever").await;
    assert_eq!(count("#site-map img"), 0);
}

#[wasm_bindgen_test]
async fn the_form_switches_between_a_crawl_and_a_site_map() {
    let hello = ToPage::Catalog { strategies: Vec::new(), providers: Vec::new(), examples: Vec::new() };
    open("", &hello, &[]);
    shown("textarea#seeds").await;
    shown(".map-switch button[aria-pressed=false]").await.click();
    shown("input#seeds").await;
    assert_eq!(text("button[type=submit]"), "Map site");
    gone("textarea#seeds").await;
    shown(".map-switch button[aria-pressed=true]").await.click();
    shown("textarea#seeds").await;
}
