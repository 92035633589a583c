//! The reader of results: which pages open in it, what it shows, and where the focus goes.
#![cfg(feature = "ui")]

use salticid::protocol::reader::{Block, Piece, ReaderLink, ReaderPage};
use salticid::protocol::why::{PageText, TextUnavailable};
use salticid::protocol::{Batch, Hello, Opened, Source, ToPage};
use types::plan::Plan;
use types::report::{EndReason, Notification, PageRecord, Phase, Progress};
use types::url::CanonicalUrl;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[path = "fakes/app.rs"]
mod app;
#[path = "fakes/record.rs"]
mod fake;

use app::{count, document, find, json, open_with, press, redraw, said, shown, text};

fn url(text: &str) -> CanonicalUrl {
    CanonicalUrl::parse(text).expect("is a URL")
}

fn batch(pages: Vec<PageRecord>) -> ToPage {
    let pages = pages.into_iter().map(Box::new);
    ToPage::Batch(Box::new(Batch {
        progress: Progress {
            phase: Phase::Ended(EndReason::BudgetSpent),
            pages: 1,
            budget: 1,
            ..Progress::default()
        },
        notifications: pages.map(Notification::Page).collect(),
        ..Batch::default()
    }))
}

/// Page 1, with a marked word and a link.
fn page() -> ReaderPage {
    let link = ReaderLink {
        url: url("http://a.test/next"),
        anchor: "Next".into(),
        context: String::new(),
    };
    let piece = |text: &str, link, marks| Piece {
        text: text.into(),
        link,
        marks,
    };
    let pieces = vec![
        piece("some words", None, vec![(5, 10)]),
        piece("Next", Some(0), Vec::new()),
    ];
    ReaderPage {
        url: url("http://a.test/1"),
        moved_from: None,
        title: "Page 1".into(),
        language: Some("en".into()),
        blocks: vec![Block {
            heading: false,
            pieces,
        }],
        links: vec![link],
        cut: false,
        at: 0,
        was_kept: false,
        unkept: None,
    }
}

/// Opens a crawl of this source with one result. The worker answers `texts` to the requests of its reader, one after the other.
async fn opened(source: Source, texts: &[(u32, &str, Result<ReaderPage, TextUnavailable>)]) {
    let hello = ToPage::Hello {
        hello: Hello::own(),
        strategies: Vec::new(),
        providers: Vec::new(),
        examples: Vec::new(),
    };
    let crawl = ToPage::Opened(Box::new(Opened {
        id: "a".into(),
        name: "Words".into(),
        plan: Plan::default(),
        stay: false,
        source,
        first: None,
        elsewhere: false,
    }));
    let texts = texts.iter().map(|(n, address, text)| {
        json(&ToPage::ResultRead(Box::new(PageText {
            n: *n,
            url: url(address),
            text: text.clone(),
            is_new: false,
        })))
    });
    let texts: Vec<String> = texts.collect();
    let script = format!(
        "const texts = [{}]; \
         onmessage = ({{data}}) => {{ \
            if (data.Open) for (const m of [{}, {}]) postMessage(m); \
            if (data.ReadResult) postMessage(texts.shift()); \
         }}; postMessage({});",
        texts.join(","),
        json(&crawl),
        json(&batch(vec![fake::record(1, 0.5)])),
        json(&hello)
    );
    open_with("#/crawl?id=a", &script);
    shown("ol[aria-label=Results] > li").await;
}

/// Waits until the reader is closed and the focus is on an element that a selector finds.
async fn closed_to(selector: &str) {
    for _ in 0..app::REDRAWS {
        let active = document().active_element();
        if find("dialog").is_none() && active.is_some_and(|one| one.matches(selector) == Ok(true)) {
            return;
        }
        redraw().await;
    }
    panic!("the focus is not on {selector}");
}

#[wasm_bindgen_test]
async fn a_demo_result_and_its_links_are_read_in_the_app() {
    let next = ReaderPage {
        url: url("http://a.test/next"),
        title: "Next page".into(),
        ..page()
    };
    let texts = [
        (1, "http://a.test/1", Ok(page())),
        (0, "http://a.test/next", Ok(next)),
        (1, "http://a.test/1", Ok(page())),
    ];
    opened(Source::Demo, &texts).await;
    assert_eq!(count("ol[aria-label=Results] h3 a"), 0);
    // A click by a script does not focus the button, as one by a person does.
    let title = shown("ol[aria-label=Results] h3 button").await;
    title.focus().expect("it can be focused");
    press("ol[aria-label=Results] h3 button").await;
    said("#page-reader h2", "Page 1").await;
    assert_eq!(text("#page-reader mark"), "words");
    app::focused("reading-title").await;
    assert!(!text("#page-reader").contains("Open original"));
    press("#page-reader [data-link]").await;
    said("#page-reader h2", "Next page").await;
    press("#page-reader .page-reader-head button").await;
    said("#page-reader h2", "Page 1").await;
    assert_eq!(text("#page-reader .page-reader-head"), "Close");
    press("#page-reader .page-reader-head button").await;
    closed_to("h3 button").await;
}

#[wasm_bindgen_test]
async fn a_live_result_opens_beside_the_app_and_its_copy_in_the_reader() {
    let texts = [
        (1, "http://a.test/1", Err(TextUnavailable::NotKept)),
        (1, "http://a.test/1", Ok(page())),
    ];
    opened(Source::Direct, &texts).await;
    let link = shown("ol[aria-label=Results] h3 a").await;
    assert_eq!(
        link.get_attribute("href").as_deref(),
        Some("http://a.test/1")
    );
    press("#why-1").await;
    press(".in-text button[aria-haspopup]").await;
    said(
        "#page-reader .unread-page",
        "This page’s text was not saved",
    )
    .await;
    let original = find("#page-reader .page-reader-head a").expect("it is live");
    assert_eq!(original.text_content().as_deref(), Some("Open original"));
    press("#page-reader .unread-page button").await;
    said("#page-reader h2", "Page 1").await;
    let link = find("#page-reader .reading-text a").expect("a link");
    assert_eq!(link.get_attribute("target").as_deref(), Some("_blank"));
}
