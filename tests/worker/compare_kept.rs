//! Tests saved comparisons that are opened again: by another build, with unreadable outcomes, with a plan that is now
//! rejected, with another recording; and that they run only once at a time.

use evaluation::compare::TrialOutcome;
use gloo_timers::future::TimeoutFuture;
use idb::{Factory, TransactionMode};
use js_sys::{Array, Reflect, Uint8Array};
use protocol::compare::{
    CompareEvent, CompareRequest, ComparisonForm, ComparisonFormat, ComparisonStatus, ComparisonView, OpenComparison,
    TopicForm,
};
use protocol::library::LibraryRequest;
use protocol::{RelatedTo, Source, ToPage, ToWorker};
use std::cell::RefCell;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;
use worker::storage::database::CompareCard;

use crate::fakes::comparison::{begin, done, go_on, is_done, let_go, open, plan, say, shown};
use crate::fakes::fetch::FakeFetch;
use crate::fakes::script::run;
use crate::fakes::session::{Page, store};

fn short() -> ComparisonForm {
    ComparisonForm { pages: 10, ..plan() }
}

thread_local! {
    /// The results of one comparison for all tests: its card, its outcomes, and its last report.
    static RAN: RefCell<Option<(CompareCard, Vec<TrialOutcome>, OpenComparison)>> = const { RefCell::new(None) };
}

/// Saves a comparison with this id that ran to its end and is not open.
async fn ran(id: &str) -> OpenComparison {
    if RAN.with_borrow(Option::is_none) {
        let page = Page::new();
        begin(&page, short());
        let shown = done(&page).await;
        let kept = store().await.comparison(&shown.card.id).await;
        let (card, outcomes) = kept.expect("is kept");
        RAN.set(Some((card, outcomes, shown)));
    }
    let (mut card, outcomes, mut shown) = RAN.with_borrow(Clone::clone).expect("it ran");
    card.id = id.to_owned();
    shown.card.id = id.to_owned();
    for (number, outcome) in (0..).zip(&outcomes) {
        let kept = store().await.save_outcome(&card, number, outcome).await;
        kept.expect("is kept");
    }
    shown
}

/// Writes a value among the outcomes, bypassing the store.
async fn spoil(id: &str, number: u32) {
    let database = Factory::new().expect("a factory").open("salticid", None);
    let database = database.expect("opens").await.expect("opens");
    let transaction = database.transaction(&["outcomes"], TransactionMode::ReadWrite).expect("begins");
    let key = Array::of2(&id.into(), &number.into());
    let outcomes = transaction.object_store("outcomes").expect("is there");
    let put = outcomes.put(&Uint8Array::from(&b"no outcome"[..]), Some(&key));
    put.expect("is asked").await.expect("is put");
    let commit = transaction.commit().expect("ends");
    commit.await.expect("is kept");
    database.close();
}

#[wasm_bindgen_test]
async fn crawls_of_another_build_are_shown_and_run_again_on_resume() {
    for (id, build, standing) in [
        ("00000000000000a1", "", ComparisonStatus::Running),
        ("00000000000000a2", "another", ComparisonStatus::Stopped),
    ] {
        let whole = ran(id).await;
        let (mut card, mut outcomes) = store().await.comparison(id).await.expect("is kept");
        // The state after an update that came after the first crawl, which had another outcome then.
        (card.build, card.standing, card.done) = (build.into(), standing, 1);
        store().await.restart(&card).await.expect("is kept");
        outcomes[0].digest = "another way".into();
        let kept = store().await.save_outcome(&card, 0, &outcomes[0]).await;
        kept.expect("is kept");
        let page = Page::new();
        let opened = open(&page, id).await;
        assert!(!opened.is_here, "nothing runs before the person says so");
        assert_ne!(opened.card.status, ComparisonStatus::Running);
        assert_eq!(opened.card.done, 1);
        let standstill = opened.standstill.expect("it is told");
        assert!(standstill.contains("was updated"), "{standstill}");
        let again = go_on(&page, is_done).await;
        assert_eq!((again.card.done, again.standstill), (6, None));
        assert_eq!(again.fingerprint, whole.fingerprint);
        let (card, _) = store().await.comparison(id).await.expect("is kept");
        assert_eq!(card.build, protocol::BUILD);
    }
}

#[wasm_bindgen_test]
async fn an_unreadable_outcome_is_left_out_and_its_crawl_runs_again() {
    let id = "00000000000000b0";
    let whole = ran(id).await;
    spoil(id, 2).await;
    let page = Page::new();
    let opened = open(&page, id).await;
    assert_eq!((opened.card.done, opened.card.status), (5, ComparisonStatus::Paused));
    let standstill = opened.standstill.expect("it is told");
    assert!(standstill.contains("1 of 6 crawls"), "{standstill}");
    let again = go_on(&page, is_done).await;
    assert_eq!(again.fingerprint, whole.fingerprint);
}

#[wasm_bindgen_test]
async fn results_of_a_plan_that_is_no_longer_valid_are_shown_and_exported() {
    let id = "00000000000000b1";
    let whole = ran(id).await;
    let (mut card, _) = store().await.comparison(id).await.expect("is kept");
    // A strategy that no longer exists, of which no crawl was run yet.
    card.plan.strategies.push("gone-first".into());
    (card.trials, card.standing) = (9, ComparisonStatus::Running);
    store().await.save_comparison(&card).await.expect("is kept");
    let page = Page::new();
    let opened = open(&page, id).await;
    assert!(opened.is_closed && !opened.is_here);
    let standstill = opened.standstill.expect("it is told");
    assert!(standstill.contains("gone-first"), "{standstill}");
    assert_eq!(opened.contenders, ["Breadth-first", "Best-first"]);
    assert_eq!(opened.rows, whole.rows);
    assert_eq!(opened.chart, whole.chart);
    for format in [ComparisonFormat::Csv, ComparisonFormat::Svg, ComparisonFormat::Plan] {
        page.forget();
        say(&page, CompareRequest::Export(format));
        let made = |message: &ToPage| match message {
            ToPage::Compare(news) => match &**news {
                CompareEvent::Exported { made, .. } => Some(made.is_ok()),
                _ => None,
            },
            _ => None,
        };
        assert!(page.until(made).await, "{format:?}");
    }
    let again = go_on(&page, |_| true).await;
    assert_eq!((again.card.done, again.card.status, again.is_here), (6, ComparisonStatus::Paused, false));
}

#[wasm_bindgen_test]
async fn finished_crawls_are_counted_again_when_a_comparison_is_opened() {
    let id = "00000000000000c0";
    ran(id).await;
    let (mut card, _) = store().await.comparison(id).await.expect("is kept");
    // The state after a pause that came while the last outcome was being saved.
    (card.done, card.standing) = (5, ComparisonStatus::Stopped);
    store().await.save_comparison(&card).await.expect("is kept");
    let page = Page::new();
    assert_eq!(open(&page, id).await.card.done, 6);
}

/// A page with a comparison that waits for a lexicon, which arrives when `self.let` is called, and its server.
async fn waiting() -> (Page, FakeFetch) {
    let server = FakeFetch::install(include_str!("../fakes/lexicon.js"));
    let tiny: &[u8] = include_bytes!("../../crates/engine/tests/fixtures/tiny.lex");
    let plain = Uint8Array::from(tiny);
    Reflect::set(&js_sys::global(), &"plain".into(), &plain).expect("is taken");
    run("const answer = self.fetch;
        const gate = new Promise((open) => (self.let = open));
        self.fetch = async (request) => { await gate; return answer(request); };");
    let page = Page::with(Some("http://app.test/words.lex.gz".into()));
    let strategies = ["ssrm", "breadth-first"].map(str::to_owned).into();
    begin(&page, ComparisonForm { strategies, ..short() });
    let running = |message: &ToPage| shown(message).filter(|shown| shown.is_here);
    page.until(running).await;
    (page, server)
}

fn is_halted(shown: &OpenComparison) -> bool {
    shown.card.status == ComparisonStatus::Paused
}

#[wasm_bindgen_test]
async fn going_on_while_the_lexicon_loads_does_not_run_crawls_twice() {
    let (page, _server) = waiting().await;
    page.forget();
    for _ in 0..3 {
        say(&page, CompareRequest::Resume);
    }
    // Each is answered before the lexicon arrives.
    while page.all(shown).len() < 3 {
        TimeoutFuture::new(5).await;
    }
    run("self.let()");
    done(&page).await;
    let look = ComparisonView { trials: true, ..ComparisonView::default() };
    say(&page, CompareRequest::View(look));
    let listed = |message: &ToPage| shown(message).filter(|shown| shown.look.trials);
    let listed = page.until(listed).await;
    assert_eq!((listed.trials.len(), listed.card.done), (6, 6));
}

#[wasm_bindgen_test]
async fn a_comparison_halted_while_the_lexicon_loads_stays_halted() {
    let (page, _server) = waiting().await;
    page.forget();
    say(&page, CompareRequest::Pause);
    let halted = |message: &ToPage| shown(message).filter(is_halted);
    page.until(halted).await;
    run("self.let()");
    page.say(&ToWorker::Related(RelatedTo { query: "dog".into(), strategy: "ssrm".into() }));
    let loaded = |message: &ToPage| matches!(message, ToPage::Related { .. }).then_some(());
    page.until(loaded).await;
    page.forget();
    say(&page, CompareRequest::View(ComparisonView::default()));
    let still = page.until(shown).await;
    assert!(is_halted(&still), "it went on by itself");
    let whole = go_on(&page, is_done).await;
    assert_eq!(whole.card.done, 6);
}

/// A recording of two pages with this text.
fn recording(text: &str) -> LibraryRequest {
    let page = |path: &str| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{text} <a href=/there>{text}</a>");
        format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://rec.test{path}\r\n\
            WARC-Date: 2026-11-20T00:00:00Z\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
    };
    let warc = [page("/"), page("/there")].concat();
    let pieces = Array::of1(&Uint8Array::from(warc.as_bytes()));
    LibraryRequest::Import {
        name: "web.warc".into(),
        file: Blob::new_with_u8_array_sequence(&pieces).expect("there is room"),
    }
}

#[wasm_bindgen_test]
async fn a_later_recording_of_the_same_addresses_is_another_web() {
    let page = Page::new();
    page.ask(recording("spiders")).await;
    let topic = TopicForm {
        name: "own".into(),
        query: "spiders".into(),
        seeds: "http://rec.test/".into(),
        ..TopicForm::default()
    };
    let plan = ComparisonForm { web: "web.warc".into(), topics: Vec::new(), typed: vec![topic], ..short() };
    say(&page, CompareRequest::Begin { plan: Box::new(plan), source: Source::Recorded, agreed: false });
    let whole = done(&page).await;
    let id = whole.card.id.clone();
    let_go(&page).await;
    let (mut card, _) = store().await.comparison(&id).await.expect("is kept");
    (card.done, card.standing) = (0, ComparisonStatus::Paused);
    store().await.restart(&card).await.expect("is kept");
    let page = Page::new();
    page.ask(recording("weather")).await;
    open(&page, &id).await;
    let refused = go_on(&page, |shown| shown.standstill.is_some()).await;
    let standstill = refused.standstill.expect("it is told");
    assert!(standstill.contains("Another recorded web"), "{standstill}");
    page.ask(recording("spiders")).await;
    let again = go_on(&page, is_done).await;
    assert_eq!(again.fingerprint, whole.fingerprint);
}
