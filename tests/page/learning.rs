//! Tests the page for strategies that learn: reading of examples, training report, tables of the learned data.

use crate::fakes::app::{count, find, focused, open, open_with, press, shown, strategy, text};
use crate::fakes::{app, record as fake};
use protocol::{Batch, ToPage};
use types::report::{Cell, EndReason, Group, ModelTable, Notification, Phase, Progress, TrainingReport};
use types::strategy::Needs;
use types::url::CanonicalUrl;
use wasm_bindgen_test::wasm_bindgen_test;

/// Says hello with a strategy that needs topics.
fn hello() -> ToPage {
    let needs = Needs { query: false, taxonomy: true, ..Needs::QUERY };
    app::hello(vec![strategy("learns", needs)])
}

fn group(given: u32, read: u32, correct: Option<u32>, most_confused_with: Option<&str>) -> Group {
    Group {
        name: "Health/Asthma".into(),
        good: true,
        given,
        read,
        words: false,
        correct,
        most_confused_with: most_confused_with.map(str::to_owned),
    }
}

fn batch(phase: Phase, waiting: u32, notifications: Vec<Notification>) -> ToPage {
    let pages = notifications.iter().filter(|notification| matches!(notification, Notification::Page(_)));
    let progress = Progress {
        phase,
        examples: waiting,
        examples_given: 10,
        pages: u32::try_from(pages.count()).unwrap_or(u32::MAX),
        budget: 100,
        ..Progress::default()
    };
    ToPage::Batch(Box::new(Batch { progress, notifications, ..Batch::default() }))
}

fn lost() -> Notification {
    Notification::Unread { url: url("http://gone.test/"), reason: "the host responded with 404".into() }
}

fn url(text: &str) -> CanonicalUrl {
    CanonicalUrl::parse(text).expect("is a URL")
}

fn prepared() -> Notification {
    Notification::Prepared(Box::new(TrainingReport {
        given: 10,
        read: 9,
        unread: vec![(url("http://gone.test/"), "the host responded with 404".into())],
        groups: vec![
            group(5, 5, Some(1), Some("Flu")),
            Group { name: "Flu".into(), good: false, ..group(5, 4, Some(4), None) },
        ],
        accuracy: Some(0.6),
        binary_accuracy: Some(0.7),
        trouble: None,
        ..TrainingReport::default()
    }))
}

const START: &str = "#/crawl?strategy=learns&topics=*A&start=1";

#[wasm_bindgen_test]
async fn progress_and_failures_are_shown_while_examples_are_read() {
    let started = [ToPage::Started, batch(Phase::Preparing, 7, vec![lost()])];
    open(START, &hello(), &started);
    shown("#preparing").await;
    assert!(text("section.lesson").contains("3 of 10 examples read"), "{}", text("section.lesson"));
    assert!(text(".unread").contains("http://gone.test/: the host responded with 404"));
    let bar = shown("[role=progressbar]").await;
    assert_eq!(bar.get_attribute("aria-label").as_deref(), Some("Examples read"));
    assert_eq!(bar.get_attribute("aria-valuenow").as_deref(), Some("3"));
    let controls = text(".controls");
    assert!(controls.contains("Pause") && controls.contains("Stop"), "{controls}");
}

#[wasm_bindgen_test]
async fn reading_examples_can_be_paused_and_resumed() {
    let started = [ToPage::Started, batch(Phase::Paused, 7, vec![])];
    open(START, &hello(), &started);
    shown("#preparing").await;
    assert!(text("#preparing").contains("paused"));
    assert!(text(".controls").contains("Resume"));
}

#[wasm_bindgen_test]
async fn the_training_report_gets_the_focus_warns_and_waits_for_the_start() {
    let running = batch(Phase::Running, 0, vec![Notification::Page(Box::new(fake::record(1, 0.5)))]);
    let script = format!(
        "onmessage = ({{data}}) => {{ if (data.Start) for (const m of [{},{}]) postMessage(m); \
        if (data === 'Resume') postMessage({}); }}; postMessage({});",
        app::json(&ToPage::Started),
        app::json(&batch(Phase::Prepared, 0, vec![prepared()])),
        app::json(&running),
        app::json(&hello()),
    );
    open_with(START, &script);
    let heading = shown("#learned").await;
    focused("learned").await;
    assert_eq!(heading.text_content().as_deref(), Some("Training results"));
    let panel = text("section.lesson");
    assert!(panel.contains("Read 9 of 10 examples."), "{panel}");
    assert!(panel.contains("1 of 2 folders need attention"), "{panel}");
    assert_eq!((count(".groups li"), count(".verdict.warn")), (2, 1));
    assert!(find("ol[aria-label=Results]").is_none(), "no result yet");
    press("section.lesson button.main").await;
    shown("ol[aria-label=Results] > li").await;
    focused("crawl").await;
    assert!(find("details.lesson:not([open])").is_some(), "it is still there, folded");
}

#[wasm_bindgen_test]
async fn failed_training_ends_the_crawl_with_the_reason() {
    let report = Notification::Prepared(Box::new(TrainingReport {
        given: 10,
        trouble: Some("no example could be read".into()),
        ..TrainingReport::default()
    }));
    let ended = batch(Phase::Ended(EndReason::NothingLearned), 0, vec![report]);
    open(START, &hello(), &[ToPage::Started, ended]);
    shown("#ending").await;
    assert!(text("section.lesson .problem").contains("No example could be read."));
    assert!(text(".ending button.main").contains("Edit examples"));
    assert!(find("section.lesson button.main").is_none(), "there is nothing to begin");
}

fn model_tables(rows: u32) -> Notification {
    let row = |n: u32| {
        vec![
            Cell::Page(url(&format!("http://a.test/{n}")), Some(format!("<b>Page {n}</b>"))),
            Cell::Text("some/*".into()),
            Cell::Count(1_000 + n),
            Cell::Number(0.5),
        ]
    };
    Notification::ModelTables(vec![ModelTable::new(
        "Hubs",
        "Pages that link to good ones.",
        &["Page", "Like", "Links", "Score"],
        (0..rows).map(row),
    )])
}

#[wasm_bindgen_test]
async fn learned_data_are_tables_whose_pages_open_in_the_reader() {
    let page = Notification::Page(Box::new(fake::record(1, 0.5)));
    let running = batch(Phase::Running, 0, vec![page, model_tables(12)]);
    open(START, &hello(), &[ToPage::Started, running]);
    shown(".insight table").await;
    assert!(text(".insight caption").contains("Hubs") && text(".insight caption").contains("12"));
    assert_eq!((count(".insight th[scope=col]"), count(".insight th[scope=row]")), (4, 6));
    assert_eq!(text(".insight tbody td"), "some/*");
    assert!(text(".insight tbody tr").contains("1,000") && text(".insight tbody tr").contains("0.500"));
    let page = shown(".insight .page-link").await;
    assert_eq!(page.text_content().as_deref(), Some("<b>Page 0</b>"), "text stays text");
    assert_eq!(
        page.get_attribute("aria-haspopup").as_deref(),
        Some("dialog"),
        "a page of the demo web is nowhere else"
    );
    let button = shown(".insight .unfold").await;
    assert_eq!(button.get_attribute("aria-expanded").as_deref(), Some("false"));
    button.click();
    shown(".insight tbody tr:nth-child(12)").await;
}
