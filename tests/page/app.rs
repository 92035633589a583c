//! Tests the whole page in a browser, with workers that send messages as the test tells them.

use protocol::library::{CrawlSummary, LibraryContents, LibraryEvent};
use protocol::subjects::{Findings, Subject, SubjectSummary, SubjectUpdate};
use protocol::{Batch, Example, Problem, Source, ToPage};
use types::report::{EndReason, Notification, PageRecord, Phase, PopulationStats, Progress, Refusal};
use types::spec::AUTOMATIC_STRATEGY;
use types::strategy::{Needs, StrategyInfo};
use types::url::CanonicalUrl;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlElement;

use crate::fakes::crawl_summary::crawl;
use crate::fakes::record as fake;
use crate::fakes::recovery::{batch, crash, reopened};

use crate::fakes::app::{
    address, count, document, find, focused, gone, json, open, open_with, open_without_handshake, press, press_key,
    shown, text, titled, type_into, until, wait_for_text,
};

fn hello() -> ToPage {
    let info = StrategyInfo {
        id: AUTOMATIC_STRATEGY.into(),
        title: "Best".into(),
        description: "Follows the best.".into(),
        source: "Somebody".into(),
        needs: Needs::QUERY,
        parts: vec![("anchor".into(), "the link's words".into())],
        ..StrategyInfo::default()
    };
    let example = Example {
        title: "Foxes".into(),
        query: "red fox".into(),
        seeds: vec!["http://a.test/".into()],
        examples: Vec::new(),
    };
    ToPage::Catalog { strategies: vec![info], providers: Vec::new(), examples: vec![example] }
}

#[wasm_bindgen_test]
async fn enter_starts_the_worked_example() {
    let pages = vec![fake::record(1, 0.5)];
    open("", &hello(), &[ToPage::Started, batch(Phase::Running, pages)]);
    shown(".chip").await;
    let query =
        find("#query").and_then(|query| query.dyn_into::<web_sys::HtmlInputElement>().ok()).expect("the box is there");
    assert_eq!(query.value(), "red fox");
    assert_eq!((query.selection_start(), query.selection_end()), (Ok(Some(0)), Ok(Some(7))), "typing replaces it");
    press("button[type=submit]").await;
    shown("ol[aria-label=Results] > li").await;
    assert_eq!(text("h1"), "red fox");
    assert_eq!(find("[role=progressbar]").and_then(|bar| bar.get_attribute("aria-valuenow")).as_deref(), Some("1"));
    let hash = address();
    assert!(hash.starts_with("#/crawl?q=red+fox") && !hash.contains("start"), "{hash}");
}

/// A noon in November, in milliseconds.
const NOON: u64 = 1_700_827_200_000;

#[wasm_bindgen_test]
async fn a_later_visit_opens_with_the_topics_and_folds_the_examples() {
    let topic = |id: &str, updates| {
        let crawls = vec!["a".into()];
        let subject = Subject { id: id.into(), name: id.into(), crawls, updates, ..Subject::default() };
        SubjectSummary { subject, judged: [2, 0, 0] }
    };
    let found = |new, gone| Some(Findings { new, changed: 0, gone });
    let (began, ended) = (NOON, Some(NOON));
    let subjects = vec![
        topic("owls", Vec::new()),
        topic("foxes", vec![SubjectUpdate { began, ended, found: found(1_203, 1) }]),
        topic("newts", vec![SubjectUpdate { began, ended, found: found(0, 0) }]),
        topic("toads", vec![SubjectUpdate { began, ended: None, found: None }]),
    ];
    let crawls = vec![CrawlSummary { created: NOON, ..crawl(Source::Demo, 0) }];
    let listed = LibraryEvent::Contents(Ok(LibraryContents { subjects, crawls, ..LibraryContents::default() }));
    let listed = json(&ToPage::Library(Box::new(listed)));
    let hello = json(&hello());
    open_with(
        "",
        &format!("onmessage = ({{data}}) => {{ if (data.Library) postMessage({listed}); }}; postMessage({hello});"),
    );
    for shown in [
        "owls 1 crawl, 2 kept · 24 NovUpdate",
        "foxes 1 crawl, 2 kept · 1,203 new, 1 gone, 24 NovUpdate",
        "newts 1 crawl, 2 kept · nothing new, 24 NovUpdate",
        "toads 1 crawl, 2 kept · 24 NovContinue update",
    ] {
        wait_for_text(".home-topics", shown).await;
    }
    shown(".home-topics ~ details:not([open]) .chip").await;
    let query = find("#query").and_then(|query| query.dyn_into::<web_sys::HtmlInputElement>().ok());
    assert_eq!(query.map(|query| query.value()).as_deref(), Some(""));
}

#[wasm_bindgen_test]
async fn a_name_that_is_being_typed_stays_when_the_list_changes() {
    let listed = |pages| {
        let crawls = vec![CrawlSummary { pages, ..crawl(Source::Demo, 0) }];
        let contents = LibraryContents { crawls, ..LibraryContents::default() };
        json(&ToPage::Library(Box::new(LibraryEvent::Contents(Ok(contents)))))
    };
    let (few, many, hello) = (listed(3), listed(7), json(&hello()));
    open_with(
        "#/library",
        &format!("let n = 0; setInterval(() => postMessage(n++ % 8 < 4 ? {few} : {many}), 50); postMessage({hello});"),
    );
    press("[aria-label^='Rename: ']").await;
    type_into("[aria-label='New name']", "Wolves").await;
    for pages in ["3", "7", "3"] {
        wait_for_text(".crawl-figures", pages).await;
    }
    let field = shown("[aria-label='New name']").await;
    assert_eq!(field.unchecked_into::<web_sys::HtmlInputElement>().value(), "Wolves");
}

#[wasm_bindgen_test]
async fn refusals_are_listed_by_reason_with_count_and_latest_addresses() {
    let refusal = Refusal {
        url: CanonicalUrl::parse("http://a.test/private").expect("is a URL"),
        code: "robots".into(),
        reason: "blocked by robots.txt".into(),
    };
    let counts = [("robots", 7), ("trap-links", 2), ("nofollow", 1), ("decoding-work", 1)];
    let progress = Progress {
        phase: Phase::Running,
        budget: 9,
        refusals: counts.map(|(code, n)| (code.to_owned(), n)).into(),
        ..Progress::default()
    };
    let told = ToPage::Batch(Box::new(Batch {
        progress,
        notifications: vec![Notification::Refused(refusal)],
        ..Batch::default()
    }));
    open("#/crawl?q=closed&start=1", &hello(), &[ToPage::Started, told]);
    for shown in [
        "Skipped links11",
        "Blocked by robots.txt7",
        "http://a.test/private",
        "blocked by robots.txt",
        "Trap: too many links on one page2",
        "Marked nofollow1",
        "Compression not readable1",
    ] {
        wait_for_text(".losses:last-of-type", shown).await;
    }
}

#[wasm_bindgen_test]
async fn ten_thousand_results_are_some_thirty_rows() {
    let pages = (1..=10_000).map(|n| fake::record(n, f64::from(n) / 20_000.0)).collect();
    open("#/crawl?q=many&start=1", &hello(), &[ToPage::Started, batch(Phase::Running, pages)]);
    let first = shown("ol[aria-label=Results] > li[aria-setsize='10000']").await;
    assert!(first.text_content().unwrap_or_default().contains("Page 10000"), "the most relevant stands first");
    assert!(count("ol[aria-label=Results] > li") <= 40);
    assert_eq!(text(".results .count"), "10,000");
}

#[wasm_bindgen_test]
async fn every_result_has_an_explanation() {
    let seed = {
        let mut record = fake::record(1, 0.1);
        record.text.title = "The seed".into();
        record
    };
    let found = {
        let mut record = fake::record(2, 0.4);
        record.discovery.parent = Some(1);
        record.discovery.anchor = "all about foxes".into();
        record.discovery.depth = 1;
        record.discovery.priority = 0.75;
        record.discovery.parts = vec![0.75];
        record.near_duplicate_of = None;
        record.words = vec![("fox".into(), 0.3), ("red".into(), 0.1)];
        record
    };
    open("#/crawl?q=red+fox&start=1&pages=9", &hello(), &[ToPage::Started, batch(Phase::Running, vec![seed, found])]);
    let why = shown("#why-2").await;
    assert_eq!(why.get_attribute("aria-expanded").as_deref(), Some("false"));
    why.click();
    let details = shown("#details-2").await.text_content().unwrap_or_default();
    for told in ["The seed", "all about foxes", "Score 0.750, by Best", "anchor", "the link's words", "fox", "75%"] {
        assert!(details.contains(told), "{told}: {details}");
    }
    assert_eq!(why.get_attribute("aria-controls").as_deref(), Some("details-2"));
}

#[wasm_bindgen_test]
async fn crawled_content_is_rendered_as_text() {
    let evil = {
        let mut record = fake::record(1, 0.4);
        record.text.title = "<img src=x onerror=alert(1)>\u{202e}".into();
        record.text.snippet = "<b>bold</b> words".into();
        record.text.marks = vec![(0, 3)];
        record
    };
    open("#/crawl?q=evil&start=1", &hello(), &[ToPage::Started, batch(Phase::Running, vec![evil])]);
    let row = shown("ol[aria-label=Results] > li").await;
    assert_eq!(count("ol[aria-label=Results] img, ol[aria-label=Results] p.snippet b"), 0);
    let title = row.query_selector("h3 button").ok().flatten().expect("a result of the demo web opens in the reader");
    assert_eq!(title.text_content().as_deref(), Some("<img src=x onerror=alert(1)>"));
    assert_eq!(text("mark"), "<b>");
}

#[wasm_bindgen_test]
async fn a_rejected_plan_is_reported_at_its_field_which_gets_the_focus() {
    let problem = |field: &str, message: &str| Problem { field: field.into(), message: message.into() };
    let refused = ToPage::Refused(vec![problem("seeds", "seed 1 is no address"), problem("pages", "too few")]);
    open("#/crawl?q=fox&seed=x.test&start=1&pages=9", &hello(), &[refused]);
    shown("#seeds-problem").await;
    let seeds = find("#seeds").expect("the field is there");
    assert_eq!(text("#seeds-problem"), "seed 1 is no address");
    assert!(text(".form-problems").starts_with("The crawl cannot start: 2 problems."));
    assert_eq!(seeds.get_attribute("aria-invalid").as_deref(), Some("true"));
    assert!(seeds.get_attribute("aria-describedby").unwrap_or_default().contains("seeds-problem"));
    assert_eq!(text("#pages-problem"), "too few");
    // The first in the order of the page.
    focused("pages").await;
    press(".form-problems li:first-child button").await;
    focused("seeds").await;
}

#[wasm_bindgen_test]
async fn a_crawl_whose_spiders_died_can_start_again_from_its_best_pages() {
    // The relevance of pages 3 and 8 is lowest.
    let mut pages: Vec<_> = (1..=12).map(|n| fake::record(n, f64::from(n * 5 % 13) / 13.0)).collect();
    pages[11].population = Some(PopulationStats { born: 2, ..PopulationStats::default() });
    let end = batch(Phase::Ended(EndReason::FrontierEmpty), pages);
    let then = [ToPage::Started, end];
    open("#/crawl?q=end&seed=http://s.test/&start=1", &hello(), &then);
    wait_for_text(".ending h2", "All spiders died.").await;
    press(".ending button.main").await;
    let seeds = || {
        let address = address();
        let seeds = address.split(['?', '&']).filter_map(|part| part.strip_prefix("seed="));
        let mut seeds: Vec<_> = seeds.map(str::to_owned).collect();
        seeds.sort();
        seeds
    };
    let mut best = [1, 2, 4, 5, 6, 7, 9, 10, 11, 12].map(|n| format!("http%3A%2F%2Fa.test%2F{n}"));
    best.sort();
    until(|| seeds() == best, || format!("the crawl does not start at its ten best pages: {}", address())).await;
}

#[wasm_bindgen_test]
async fn the_end_shows_its_reason_and_the_next_steps() {
    let end = batch(Phase::Ended(EndReason::FrontierEmpty), vec![fake::record(1, 0.2)]);
    open("#/crawl?q=end&start=1", &hello(), &[ToPage::Started, end]);
    let ending = shown(".ending").await.text_content().unwrap_or_default();
    for told in [
        EndReason::FrontierEmpty.sentence(),
        EndReason::FrontierEmpty.advice(),
        "1 page, 0 relevant",
        "1 read.",
        "Add seeds",
        "Increase depth",
        "New crawl",
    ] {
        assert!(ending.contains(told), "{told}: {ending}");
    }
}

#[wasm_bindgen_test]
async fn without_readable_pages_the_next_step_is_to_edit_the_seeds() {
    let end = batch(Phase::Ended(EndReason::EverythingBlocked), Vec::new());
    open("#/crawl?q=shut&start=1", &hello(), &[ToPage::Started, end]);
    let button = shown(".ending button.main").await;
    assert_eq!(button.text_content().as_deref(), Some("Edit seeds"), "more pages would not help");
    button.click();
    shown("#seeds").await;
    focused("seeds").await;
}

#[wasm_bindgen_test]
async fn without_matching_pages_more_pages_are_not_offered() {
    let page = PageRecord { words: Vec::new(), ..fake::record(1, 0.0) };
    let end = batch(Phase::Ended(EndReason::BudgetSpent), vec![page]);
    open("#/crawl?q=typpo&start=1", &hello(), &[ToPage::Started, end]);
    let ending = shown(".ending").await.text_content().unwrap_or_default();
    assert!(ending.contains("No page contains your words") && !ending.contains("Run again"), "{ending}");
}

#[wasm_bindgen_test]
async fn a_stop_moves_the_focus_to_the_end_and_the_rows_stay_where_they_are() {
    let page = || vec![fake::record(1, 0.2)];
    let script = format!(
        "onmessage = ({{data}}) => {{ if (data.Start) for (const m of [{},{}]) postMessage(m); \
        if (data === 'Stop') postMessage({}); }}; postMessage({});",
        json(&ToPage::Started),
        json(&batch(Phase::Running, page())),
        json(&batch(Phase::Ended(EndReason::Stopped), Vec::new())),
        json(&hello()),
    );
    open_with("#/crawl?q=stop&start=1", &script);
    let row = shown("ol[aria-label=Results] > li").await;
    // Without style sheets the controls of an ended crawl are fewer lines.
    let top = || row.offset_top() - controls_height();
    let before = top();
    let buttons =
        document().query_selector_all(".controls button:not([popovertarget])").expect("the selector is valid");
    let stop = buttons.get(buttons.length() - 1);
    let stop = stop.expect("the last one stops");
    stop.unchecked_into::<HtmlElement>().click();
    shown("#ending").await;
    focused("ending").await;
    assert_eq!(top(), before, "nothing came to stand above it");
    titled("stop – Salticid").await;
}

#[wasm_bindgen_test]
async fn the_main_button_of_the_end_continues_a_stopped_crawl() {
    let script = format!(
        "onmessage = ({{data}}) => {{ if (data.Start) for (const m of [{},{}]) postMessage(m); \
        if (data === 'Resume') postMessage({}); }}; postMessage({});",
        json(&ToPage::Started),
        json(&batch(Phase::Ended(EndReason::Stopped), vec![fake::record(1, 0.2)])),
        json(&batch(Phase::Running, Vec::new())),
        json(&hello()),
    );
    open_with("#/crawl?q=continue&start=1", &script);
    press(".ending button.main#continue").await;
    gone("#ending").await;
}

fn controls_height() -> i32 {
    let controls = document().query_selector(".controls").ok().flatten();
    controls.map_or(0, |controls| controls.unchecked_into::<HtmlElement>().offset_height())
}

#[wasm_bindgen_test]
async fn escape_folds_the_reasons_and_the_focus_is_on_their_button() {
    open("#/crawl?q=escape&start=1", &hello(), &[ToPage::Started, batch(Phase::Running, vec![fake::record(1, 0.2)])]);
    press("#why-1").await;
    shown("#details-1").await;
    press_key("#details-1", "Escape");
    gone("#details-1").await;
    focused("why-1").await;
}

#[wasm_bindgen_test]
async fn the_back_link_of_a_crawl_leads_to_the_form() {
    open("", &hello(), &[ToPage::Started, batch(Phase::Running, vec![fake::record(1, 0.2)])]);
    shown(".chip").await;
    press("button[type=submit]").await;
    shown("ol[aria-label=Results] > li").await;
    let history = web_sys::window().and_then(|window| window.history().ok()).expect("a page has a history");
    history.back().expect("there is a step back");
    shown("form.ask").await;
    history.forward().expect("there is a step forward");
    shown("ol[aria-label=Results] > li").await;
    assert!(find("form.ask").is_none());
}

#[wasm_bindgen_test]
async fn a_worker_of_another_build_gets_no_messages() {
    // It may post anything beside its handshake, and would crawl if it was asked.
    let older = r#"onmessage = () => postMessage("Started");
        postMessage({ Hello: { hello: { protocol: 0, build: "older" }, strategies: [] } }); postMessage({ Hullo: 1 });"#;
    open_without_handshake("#/crawl?q=old&start=1", older);
    let notice = shown(".notice[role=alert]").await.text_content().unwrap_or_default();
    assert!(notice.contains("older") && notice.contains("Reload"), "{notice}");
    assert!(find("[role=progressbar]").is_none());
}

#[wasm_bindgen_test]
async fn a_crashed_worker_can_be_restarted() {
    let panicked = ToPage::Panicked { message: "index out of bounds".into() };
    open(
        "#/crawl?q=break&start=1",
        &hello(),
        &[
            ToPage::Started,
            // A new worker continues a saved crawl without a notice.
            ToPage::Kept(Err("this browser does not store data".into())),
            batch(Phase::Running, vec![fake::record(1, 0.2)]),
            panicked,
        ],
    );
    let notice = shown("header + .notice[role=alert]").await;
    assert!(notice.text_content().unwrap_or_default().contains("index out of bounds"));
    // The results stay.
    shown("ol[aria-label=Results] > li").await;
    let restart = notice.query_selector("button").ok().flatten().expect("it offers a restart");
    restart.unchecked_into::<HtmlElement>().click();
    gone("header + .notice[role=alert]").await;
}

#[wasm_bindgen_test]
async fn a_crawl_that_crashes_again_and_again_is_opened_paused_with_the_host() {
    let script = |messages: Vec<ToPage>| {
        let posts = messages.iter().map(|message| format!("postMessage({});", json(message)));
        posts.collect::<String>()
    };
    let crashes = reopened(Phase::Running).into_iter().chain(crash("http://evil.test/a"));
    let script = format!(
        "onmessage = ({{data}}) => {{ if (data.Open?.paused) {{ {} }} else if (data.Open) {{ {} }}
            else if (data === 'Resume') {{ {} }} }}; {}",
        script(reopened(Phase::Paused).into()),
        script(crashes.collect()),
        script(vec![batch(Phase::Running, Vec::new())]),
        script(vec![hello()]),
    );
    open_with("#/crawl?id=0123456789abcdef", &script);
    let host = "The crawl is paused. The crawler crashed 5 times within 10 minutes, while it read pages of evil.test.";
    wait_for_text(".news", host).await;
    let resume = shown(".controls button.main").await;
    assert_eq!(resume.text_content().as_deref(), Some("Resume"));
    resume.click();
    gone(".news").await;
}

#[wasm_bindgen_test]
async fn invalid_messages_of_a_worker_are_rejected() {
    for open in [open_with, open_without_handshake] {
        open("#/crawl?q=nonsense", "postMessage({Hullo: 1});");
        let notice = shown(".notice[role=alert]").await.text_content().unwrap_or_default();
        assert!(notice.contains("Unreadable message"), "{notice}");
    }
}

#[wasm_bindgen_test]
async fn typed_words_filter_the_results_until_the_filter_is_cleared() {
    let pages = (1..=12).map(|n| fake::record(n, 0.5)).collect();
    open(
        "#/crawl?q=fox&source=demo&seed=http://a.test/&start=1",
        &hello(),
        &[ToPage::Started, batch(Phase::Running, pages)],
    );
    shown("ol[aria-label=Results] > li").await;
    type_into(".result-filters input", "page 12").await;
    wait_for_text(".results-head", "filtered, of 12 pages").await;
    assert_eq!(text(".results-head .count"), "1");
    assert_eq!(count("ol[aria-label=Results] > li"), 1);
    press(".result-filters button").await;
    wait_for_text(".results-head .count", "12").await;
}
