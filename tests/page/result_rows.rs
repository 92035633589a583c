//! Tests the drawn results: the reader, failures with their reasons, folded copies, the table.

use protocol::reader::{Block, Piece, ReaderLink, ReaderPage};
use protocol::why::{PageText, TextUnavailable};
use protocol::{Opened, Source, ToPage};
use types::plan::Plan;
use types::report::{EndReason, FetchOutcome, Notification, PageClass, PageRecord, Phase, Refusal};
use types::url::CanonicalUrl;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Element, HtmlElement};

use crate::fakes::record as fake;
use crate::fakes::recovery::batch as batch_in;

use crate::fakes::app;
use crate::fakes::app::{
    count, document, find, forget, json, open_with, press, press_key, redraw, shown, text, until, wait_for_text,
};

fn url(text: &str) -> CanonicalUrl {
    CanonicalUrl::parse(text).expect("is a URL")
}

fn batch(pages: Vec<PageRecord>) -> ToPage {
    batch_in(Phase::Ended(EndReason::BudgetSpent), pages)
}

/// Page 1, with a marked word and a link.
fn page() -> ReaderPage {
    let link = ReaderLink { url: url("http://a.test/next"), anchor: "Next".into(), context: String::new() };
    let piece = |text: &str, link, marks| Piece { text: text.into(), link, marks };
    let pieces = vec![piece("some words", None, vec![(5, 10)]), piece("Next", Some(0), Vec::new())];
    ReaderPage {
        url: url("http://a.test/1"),
        moved_from: None,
        title: "Page 1".into(),
        language: Some("en".into()),
        blocks: vec![Block { heading: false, pieces }],
        links: vec![link],
        cut: false,
        at: 0,
        source: Source::Demo,
        was_kept: false,
        unkept: None,
    }
}

/// Opens a crawl of this source with one result. The worker answers `texts` to the requests of its reader, one after
/// the other.
async fn opened(source: Source, texts: &[(u32, &str, Result<ReaderPage, TextUnavailable>)]) {
    opened_with(source, texts, batch(vec![fake::record(1, 0.5)])).await;
}

async fn opened_with(source: Source, texts: &[(u32, &str, Result<ReaderPage, TextUnavailable>)], pages: ToPage) {
    open_with("#/crawl?id=a", &script(source, texts, &pages));
    shown("ol[aria-label=Results] > li").await;
}

/// Returns the program of a worker that opens this crawl.
fn script(source: Source, texts: &[(u32, &str, Result<ReaderPage, TextUnavailable>)], pages: &ToPage) -> String {
    let hello = ToPage::Catalog { strategies: Vec::new(), providers: Vec::new(), examples: Vec::new() };
    let crawl = ToPage::Opened(Box::new(Opened {
        id: "a".into(),
        name: "Words".into(),
        plan: Plan::default(),
        stay: false,
        source,
        first: None,
        lacking: None,
        elsewhere: false,
    }));
    let texts = texts.iter().map(|(n, address, text)| {
        json(&ToPage::ResultRead(Box::new(PageText { n: *n, url: url(address), text: text.clone(), is_new: false })))
    });
    let texts: Vec<String> = texts.collect();
    format!(
        "const texts = [{}]; \
         onmessage = ({{data}}) => {{ \
            if (data.Open) for (const m of [{}, {}]) postMessage(m); \
            if (data.ReadResult) postMessage(texts.shift()); \
         }}; postMessage({});",
        texts.join(","),
        json(&crawl),
        json(pages),
        json(&hello)
    )
}

/// Waits until the reader is closed and the focus is on an element that a selector finds.
async fn closed_to(selector: &str) {
    let has_focus = || document().active_element().is_some_and(|one| one.matches(selector) == Ok(true));
    until(|| find("dialog").is_none() && has_focus(), || format!("the focus is not on {selector}")).await;
}

#[wasm_bindgen_test]
async fn a_demo_result_and_its_links_are_read_in_the_app() {
    let next = ReaderPage { url: url("http://a.test/next"), title: "Next page".into(), ..page() };
    let texts =
        [(1, "http://a.test/1", Ok(page())), (0, "http://a.test/next", Ok(next)), (1, "http://a.test/1", Ok(page()))];
    opened(Source::Demo, &texts).await;
    assert_eq!(count("ol[aria-label=Results] h3 a"), 0);
    // A click by a script does not focus the button, unlike one by a person.
    let title = shown("ol[aria-label=Results] h3 button").await;
    title.focus().expect("it can be focused");
    press("ol[aria-label=Results] h3 button").await;
    wait_for_text("#page-reader h2", "Page 1").await;
    assert_eq!(text("#page-reader mark"), "words");
    app::focused("reading-title").await;
    assert!(!text("#page-reader").contains("Open original"));
    press("#page-reader [data-link]").await;
    wait_for_text("#page-reader h2", "Next page").await;
    press("#page-reader .page-reader-head button").await;
    wait_for_text("#page-reader h2", "Page 1").await;
    assert_eq!(text("#page-reader .page-reader-head"), "Close");
    press("#page-reader .page-reader-head button").await;
    closed_to("h3 button").await;
}

#[wasm_bindgen_test]
async fn a_live_result_opens_beside_the_app_and_its_copy_in_the_reader() {
    let texts = [(1, "http://a.test/1", Err(TextUnavailable::NotKept)), (1, "http://a.test/1", Ok(page()))];
    opened(Source::Direct, &texts).await;
    let link = shown("ol[aria-label=Results] h3 a").await;
    assert_eq!(link.get_attribute("href").as_deref(), Some("http://a.test/1"));
    assert_eq!(link.get_attribute("rel").as_deref(), Some("noopener noreferrer"));
    press("#why-1").await;
    press(".in-text button[aria-haspopup]").await;
    wait_for_text("#page-reader .unread-page", "This page’s text was not saved").await;
    let original = find("#page-reader .page-reader-head a").expect("it is live");
    assert_eq!(original.text_content().as_deref(), Some("Open original"));
    press("#page-reader .unread-page button").await;
    wait_for_text("#page-reader h2", "Page 1").await;
    let link = find("#page-reader .reading-text a").expect("a link");
    assert_eq!(link.get_attribute("target").as_deref(), Some("_blank"));
}

/// Selects an option of a menu and dispatches its `change` event.
fn choose(menu: &str, value: &str) {
    let script = "menu.value = value; menu.dispatchEvent(new Event('change', { bubbles: true }))";
    #[expect(clippy::disallowed_methods, reason = "the program is the test's own")]
    let choose = js_sys::Function::new_with_args("menu, value", script);
    let menu = find(menu).expect("it is there");
    choose.call2(&JsValue::NULL, &menu, &value.into()).expect("an entry can be chosen");
}

/// A page on the topic, a copy of it, one off the topic, one without text but for scripts, and a refused link.
fn mixed() -> ToPage {
    let copy = PageRecord { near_duplicate_of: Some(1), ..fake::record(2, 0.5) };
    let shell = PageRecord {
        outcome: FetchOutcome::Unreadable(PageClass::NeedsScript),
        relevance: 0.0,
        ..fake::record(4, 0.0)
    };
    let ToPage::Batch(mut all) = batch(vec![fake::record(1, 0.5), copy, fake::record(3, 0.01), shell]) else {
        unreachable!("it is a batch");
    };
    all.notifications.push(Notification::Refused(Refusal {
        url: url("http://a.test/private"),
        code: "robots".into(),
        reason: "blocked by robots.txt".into(),
    }));
    all.progress.refusals.insert("robots".into(), 7);
    ToPage::Batch(all)
}

const ROWS: &str = "ol[aria-label=Results] > li";

/// The ids of the elements that a selector finds, in the order of the document.
fn ids(selector: &str) -> Vec<String> {
    let all = document().query_selector_all(selector);
    let all = all.expect("the selector is valid");
    let ids = (0..all.length()).filter_map(|at| all.get(at)?.dyn_into::<Element>().ok());
    ids.map(|element| element.id()).collect()
}

/// Adds a style sheet to the document.
fn styled(css: &str) -> Element {
    let style = document().create_element("style").expect("a name");
    style.set_text_content(Some(css));
    let head = document().head().expect("there is one");
    head.append_child(&style).expect("it can be added");
    style
}

/// A page that was found on page `parent`.
fn found_on(parent: u32, n: u32) -> PageRecord {
    let mut page = fake::record(n, 0.5);
    page.discovery.parent = Some(parent);
    page
}

#[wasm_bindgen_test]
async fn results_name_their_seed_if_no_seed_has_nearly_all() {
    let seeds = || vec![fake::record(1, 0.5), fake::record(2, 0.5)];
    let even = [seeds(), vec![found_on(1, 3), found_on(2, 4)]].concat();
    opened_with(Source::Demo, &[], batch(even)).await;
    shown(".origin").await;
    assert_eq!((count(ROWS), count(".origin")), (4, 2), "a seed does not name itself");
    assert_eq!(text(".origin"), "a.test/1");
    press(".origin").await;
    wait_for_text(".results-head", "filtered, of 4 pages").await;
    assert_eq!(count(ROWS), 2);
    let uneven = [seeds(), (3..=20).map(|n| found_on(1, n)).collect()].concat();
    opened_with(Source::Demo, &[], batch(uneven)).await;
    shown("select[aria-label=Seed]:not(:disabled)").await;
    assert_eq!(count(".origin"), 0);
}

#[wasm_bindgen_test]
async fn a_better_result_moves_the_others_by_a_transform_and_shifts_no_layout() {
    let style = styled(include_str!("../../www/crawl.css"));
    let worse = vec![fake::record(1, 0.5), fake::record(2, 0.4)];
    let better = batch_in(Phase::Running, vec![fake::record(3, 0.9)]);
    let opens = script(Source::Demo, &[], &batch_in(Phase::Running, worse));
    let comes = format!(
        "{opens} const open = onmessage; \
         onmessage = (event) => event.data === 'Pause' ? postMessage({}) : open(event);",
        json(&better)
    );
    open_with("#/crawl?id=a", &comes);
    let last = shown("ol[aria-label=Results] > li:nth-child(2)").await;
    let place = |row: &HtmlElement| row.style().get_property_value("transform");
    let (layout, before) = (last.offset_top(), place(&last));
    press(".controls button").await;
    let now = shown("ol[aria-label=Results] > li:nth-child(3)").await;
    assert!(now.is_same_node(Some(&last)), "a row keeps its element");
    assert_eq!(last.offset_top(), layout);
    assert_ne!(place(&last), before);
    let reached = ids("ol[aria-label=Results] .why-button");
    assert_eq!(reached, ["why-3", "why-1", "why-2"]);
    press("#why-1").await;
    let open = shown("li.open #details-1").await.get_bounding_client_rect();
    assert!(last.get_bounding_client_rect().top() >= open.bottom());
    style.remove();
}

#[wasm_bindgen_test]
async fn the_status_shows_failures_and_refusals_with_their_reasons() {
    opened_with(Source::Demo, &[], mixed()).await;
    assert_eq!(count(ROWS), 2);
    choose("select[aria-label=Status]", "failed:needs-script");
    wait_for_text(".snippet", "It shows its text only with JavaScript").await;
    assert_eq!(count(ROWS), 1);
    assert_eq!(text(".gauge .unseen"), "not judged");
    choose("select[aria-label=Status]", "skipped:robots");
    wait_for_text(".skipped", "Blocked by robots.txt: 7 links. The latest 1:").await;
    assert_eq!(text(".skipped code"), "http://a.test/private");
    choose("select[aria-label=Status]", "off-topic");
    wait_for_text(ROWS, "Page 3").await;
    assert_eq!(count(ROWS), 1);
}

#[wasm_bindgen_test]
async fn copies_are_folded_into_the_page_that_they_repeat() {
    opened_with(Source::Demo, &[], mixed()).await;
    assert_eq!(text(".copies"), "1 copy");
    assert!(text(".results-head").contains("1 copy folded"));
    press(".copies").await;
    shown("ol[aria-label=Results] > li:nth-child(3)").await;
    wait_for_text("li.copy", "Near-duplicate").await;
    press(".copies").await;
    wait_for_text(".results-head", "1 copy folded").await;
    assert_eq!(count(ROWS), 2);
    choose("select[aria-label=Status]", "relevant");
    wait_for_text(".results-head", "filtered, of 3 pages; 1 copy folded").await;
}

#[wasm_bindgen_test]
async fn the_table_sorts_by_its_heads_and_remembers_its_columns() {
    forget("salticid-results");
    opened_with(Source::Demo, &[], mixed()).await;
    press(".layout-choice button:last-child").await;
    wait_for_text(".result-table tbody tr", "Page 1").await;
    let relevance = ".result-table th:nth-child(2)";
    assert_eq!(text(relevance), "Relevance ↓");
    press(".result-table th:nth-child(2) button").await;
    wait_for_text(".result-table tbody tr", "Page 3").await;
    let sort = find(relevance).and_then(|head| head.get_attribute("aria-sort"));
    assert_eq!(sort.as_deref(), Some("ascending"));
    let width = || find(".resizer").and_then(|separator| separator.get_attribute("aria-valuenow"));
    assert_eq!(width().as_deref(), Some("120"));
    press_key(".resizer", "ArrowRight");
    redraw().await;
    let narrower = width();
    assert_ne!(narrower.as_deref(), Some("120"));
    press(".columns label:nth-child(3) input").await;
    press("#why-1").await;
    // The answer comes before the fields of the page.
    shown(".details-row td > #details-1:first-child").await;
    assert_eq!(count(".result-table .row-ways .judge"), 6);
    press(".result-table .select-page input").await;
    wait_for_text(".selected-pages", "1 page selected").await;
    press(".result-table .copies").await;
    wait_for_text(".result-table .copy", "Near-duplicate").await;
    open_with("#/crawl?id=a", &script(Source::Demo, &[], &mixed()));
    shown(".result-table tbody tr").await;
    assert!(!text(".result-table thead").contains("Host"));
    assert_eq!(width(), narrower);
    forget("salticid-results");
}

#[wasm_bindgen_test]
async fn a_table_with_all_columns_scrolls_beside_its_titles() {
    forget("salticid-results");
    let sheets = [include_str!("../../www/crawl.css"), include_str!("../../www/views/results.css")];
    let style = styled(&format!("{} .results {{ width: 700px; }}", sheets.concat()));
    opened_with(Source::Demo, &[], mixed()).await;
    press(".layout-choice button:last-child").await;
    shown(".result-table tbody tr").await;
    while count(".columns input:not(:checked)") > 0 {
        press(".columns input:not(:checked)").await;
        redraw().await;
    }
    redraw().await;
    let width = |selector: &str| find(selector).map_or(0.0, |element| element.get_bounding_client_rect().width());
    assert!(width(".result-table tbody th") >= 220.0, "{}", width(".result-table tbody th"));
    assert!(width(".result-table") > 700.0 && width("#results") <= 700.0);
    style.remove();
    forget("salticid-results");
}

#[wasm_bindgen_test]
async fn a_reload_shows_the_same_filter_and_page() {
    let script = script(Source::Demo, &[], &mixed());
    open_with("#/crawl?id=a&show.page=3&show.status=off-topic", &script);
    shown("#details-3").await;
    assert_eq!(count(ROWS), 1);
    press("#why-3").await;
    choose("select[aria-label=Status]", "relevant");
    app::addressed("#/crawl?id=a&show.status=relevant").await;
}

#[wasm_bindgen_test]
async fn the_head_of_a_crawl_opens_a_drawer_with_its_files() {
    opened_with(Source::Demo, &[], mixed()).await;
    let is_open = || {
        let drawer = find("#export").expect("it is there");
        drawer.matches(":popover-open").expect("is a selector")
    };
    assert!(!is_open());
    press(".controls [popovertarget=export]").await;
    assert!(is_open());
    wait_for_text("#export", "Whole crawl").await;
    press("#export .drawer-head button").await;
    assert!(!is_open());
}
