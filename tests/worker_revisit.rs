//! Revisits of a saved crawl of the demo web: what they find is what happened to the pages, and every reported visit is saved.
#![cfg(feature = "crawler")]

use demo_web::{DEFAULT_SEED, DemoWeb, GroundTruth};
use js_sys::Function;
use salticid::protocol::library::{CrawlFormat, ImportResult, LibraryEvent, LibraryRequest};
use salticid::protocol::revisit::{
    PieceKind, Revisit, RevisitEvent, RevisitRequest, RevisitedPage, TextPiece,
};
use salticid::protocol::{Source, ToPage, ToWorker};
use salticid::worker::storage::database::Database;
use std::collections::BTreeMap;
use types::plan::Plan;
use types::revisit::VisitOutcome;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[path = "fakes/session.rs"]
mod session;

use session::Page;

const DAY: u64 = 86_400_000;
const PAGES: u32 = 60;

fn event(message: &ToPage) -> Option<RevisitEvent> {
    match message {
        ToPage::Revisit(event) => Some((**event).clone()),
        _ => None,
    }
}

fn result(message: &ToPage) -> Option<Result<Revisit, String>> {
    match event(message)? {
        RevisitEvent::Result { result, .. } => Some(result),
        _ => None,
    }
}

fn difference(message: &ToPage) -> Option<Result<Vec<TextPiece>, String>> {
    match event(message)? {
        RevisitEvent::Difference { difference, .. } => Some(difference),
        _ => None,
    }
}

fn done(message: &ToPage) -> Option<u32> {
    match event(message)? {
        RevisitEvent::Progress { done, .. } => Some(done),
        _ => None,
    }
}

fn say(page: &Page, request: RevisitRequest) {
    page.forget();
    page.say(&ToWorker::Revisit(request));
}

async fn revisit(page: &Page, id: &str, requests: u32, days: u32) -> Revisit {
    let id = id.to_owned();
    say(page, RevisitRequest::Start { id, requests, days });
    page.until(result).await.expect("a result")
}

async fn store() -> Database {
    Database::open("salticid").await.expect("the store opens")
}

fn of(result: &Revisit, outcome: VisitOutcome) -> Vec<&RevisitedPage> {
    let pages = result.pages.iter();
    pages.filter(|page| page.outcome == outcome).collect()
}

/// Checks every page of a revisit against what happened to it until an age of the web, since another one.
fn check(result: &Revisit, truth: &GroundTruth, since: &BTreeMap<u32, u64>, age: u64) {
    for page in &result.pages {
        let life = truth.life(page.url.as_str(), age).expect("a planned page");
        let since = since.get(&page.n).copied().unwrap_or_default();
        let changed = life.changes.last().is_some_and(|at| *at > since);
        let expected = match (life.vanishes, changed) {
            (Some(_), _) => VisitOutcome::Gone,
            (None, true) => VisitOutcome::Changed,
            (None, false) => VisitOutcome::Unchanged,
        };
        assert_eq!(page.outcome, expected, "{}: {life:?}", page.url);
        assert!(page.days > 0.0 && page.days.is_finite());
    }
}

#[wasm_bindgen_test]
async fn revisits_find_what_happened_and_build_on_each_other() {
    let page = Page::new();
    let id = page.start(PAGES).await;
    page.finished().await;
    let (web, none) = (DemoWeb::new(DEFAULT_SEED), BTreeMap::new());
    let truth = GroundTruth::new(&web);

    let first = revisit(&page, &id, 40, 60).await;
    assert_eq!(first.pages.len(), 40);
    check(&first, &truth, &none, 60 * DAY);
    for outcome in [VisitOutcome::Changed, VisitOutcome::Unchanged] {
        assert!(!of(&first, outcome).is_empty(), "{outcome:?}: {first:?}");
    }
    let announced = |url: &str| url.contains("/news/");
    assert!(first.new.iter().all(|new| announced(new.url.as_str())));
    // The demo web answers 304 for what it did not modify, so that there is no text to compare.
    let histories = store().await.histories(&id).await.expect("histories").1;
    for page in of(&first, VisitOutcome::Unchanged) {
        let (_, history) = histories.iter().find(|(n, _)| *n == page.n).expect("one");
        assert_eq!(history.latest, None, "{}", page.url);
    }

    // The next one first takes the pages that were not visited, and compares others with their latest text.
    let seen: BTreeMap<u32, u64> = first.pages.iter().map(|page| (page.n, 60 * DAY)).collect();
    let second = revisit(&page, &id, 1_000, 30).await;
    assert!(!second.new.is_empty(), "a home page announced news");
    check(&second, &truth, &seen, 90 * DAY);
    let again = second
        .pages
        .iter()
        .filter(|page| seen.contains_key(&page.n));
    let gone = of(&first, VisitOutcome::Gone);
    assert_eq!(again.count(), 40 - gone.len(), "gone pages are left out");
    let histories = store().await.histories(&id).await.expect("histories").1;
    let visits = histories.iter().map(|(_, history)| history.visits.len());
    assert_eq!(visits.max(), Some(2));

    // The same is shown after a reload, and of the crawl from a file.
    say(&page, RevisitRequest::Show(id.clone()));
    assert_eq!(page.until(result).await, Ok(second.clone()));
    let format = CrawlFormat::Crawl;
    let LibraryEvent::Exported(Ok(made)) = page.ask(LibraryRequest::Export { id, format }).await
    else {
        panic!("no file");
    };
    let (name, file) = (made.name, made.file);
    let LibraryEvent::Imported {
        taken: Ok(ImportResult::Crawl { id, .. }),
        ..
    } = page.ask(LibraryRequest::Import { name, file }).await
    else {
        panic!("not imported");
    };
    say(&page, RevisitRequest::Show(id));
    assert_eq!(page.until(result).await, Ok(second));
}

#[wasm_bindgen_test]
async fn a_difference_has_what_was_inserted() {
    let page = Page::new();
    let id = page.start(PAGES).await;
    page.finished().await;
    let result = revisit(&page, &id, 40, 60).await;
    let changed = of(&result, VisitOutcome::Changed)[0].n;
    say(&page, RevisitRequest::Difference { id, n: changed });
    let pieces = page.until(difference).await.expect("both texts are saved");
    let has = |kind| pieces.iter().any(|piece| piece.kind == kind);
    assert!(
        has(PieceKind::Inserted) && has(PieceKind::Kept),
        "{pieces:?}"
    );
    assert!(
        !has(PieceKind::Deleted),
        "changes add paragraphs: {pieces:?}"
    );
}

#[wasm_bindgen_test]
async fn every_visit_is_saved_before_it_is_reported_and_a_stop_loses_none() {
    let page = Page::new();
    let id = page.start(PAGES).await;
    page.finished().await;
    let start = RevisitRequest::Start {
        id: id.clone(),
        requests: 50,
        days: 10,
    };
    say(&page, start);
    for told in [1, 5] {
        let reached = |message: &ToPage| done(message).filter(|done| *done >= told);
        page.until(reached).await;
        // Another connection, as after a crash of this worker.
        let all = page.all(done).into_iter().max().unwrap_or_default();
        let saved = store().await.histories(&id).await.expect("histories").1;
        assert!(saved.len() >= all as usize, "{} of {all}", saved.len());
    }
    page.say(&ToWorker::Revisit(RevisitRequest::Stop));
    let stopped = page.until(result).await.expect("a result");
    let saved = store().await.histories(&id).await.expect("histories").1;
    assert_eq!(stopped.pages.len(), saved.len());
    assert!((5..=50).contains(&saved.len()), "{}", saved.len());
    // The lock is free again.
    let next = revisit(&page, &id, 5, 10).await;
    assert_eq!(next.pages.len(), 5);
}

#[wasm_bindgen_test]
async fn no_revisit_runs_beside_a_crawl() {
    let page = Page::new();
    let id = page.start(5_000).await;
    let start = RevisitRequest::Start {
        id,
        requests: 5,
        days: 10,
    };
    say(&page, start);
    let refused = page.until(result).await.expect_err("a crawl runs");
    assert!(refused.contains("pause it"), "{refused}");
    page.say(&ToWorker::Stop);
}

#[expect(clippy::disallowed_methods, reason = "the program is the test's own")]
fn run(code: &str) -> JsValue {
    Function::new_no_args(code)
        .call0(&JsValue::NULL)
        .expect("the fake is good JavaScript")
}

/// Sets a page of the proxy's web.
fn put(host: &str, status: u16, etag: Option<&str>, body: &str) {
    let etag = etag.map(|etag| format!(", etag: '\"{etag}\"'"));
    run(&format!(
        "self.pages['http://{host}.test/'] = {{ status: {status}, headers: {{ 'content-type': 'text/html'{} }}, body: `<title>Foxes</title><p>{body}` }}",
        etag.unwrap_or_default()
    ));
}

#[wasm_bindgen_test]
async fn through_the_proxy_a_304_is_unchanged_a_410_gone_and_saved_texts_are_compared() {
    run(include_str!("fakes/proxy.js"));
    put("same", 200, Some("1"), "Foxes sleep");
    put("new", 200, Some("1"), "Foxes sleep by day");
    put("old", 200, None, "Foxes of old");
    put("counter", 200, None, "Foxes, 12 visitors");
    let page = Page::new();
    let hosts = ["same", "new", "old", "counter"];
    page.say(&ToWorker::Start {
        plan: Box::new(Plan {
            query: "foxes".into(),
            seeds: hosts.map(|host| format!("http://{host}.test/")).to_vec(),
            pages: 4,
            depth: 0,
            ..Plan::default()
        }),
        source: Source::Proxy,
        stay: false,
        model: None,
    });
    let kept = |message: &ToPage| match message {
        ToPage::Kept(kept) => Some(kept.clone().expect("this browser keeps")),
        _ => None,
    };
    let id = page.until(kept).await;
    page.finished().await;

    put(
        "new",
        200,
        Some("2"),
        "Foxes sleep by night <a href=http://den.test/>A den</a>",
    );
    put("old", 410, None, "");
    put("counter", 200, None, "Foxes, 13 visitors");
    let result = revisit(&page, &id, 100, 1).await;
    let outcome = |host: &str| {
        let url = format!("http://{host}.test/");
        let page = result.pages.iter().find(|page| page.url.as_str() == url);
        page.map(|page| (page.n, page.outcome))
    };
    let outcomes = hosts.map(|host| outcome(host).map(|(_, outcome)| outcome));
    let expected = [
        VisitOutcome::Unchanged,
        VisitOutcome::Changed,
        VisitOutcome::Gone,
        VisitOutcome::Unchanged,
    ];
    assert_eq!(outcomes, expected.map(Some));
    let new: Vec<&str> = result.new.iter().map(|new| new.url.as_str()).collect();
    assert_eq!(new, ["http://den.test/"]);

    let (n, _) = outcome("new").expect("visited");
    say(&page, RevisitRequest::Difference { id, n });
    let pieces = page.until(difference).await.expect("both texts are saved");
    let of = |kind| -> String {
        let pieces = pieces.iter().filter(|piece| piece.kind == kind);
        pieces.map(|piece| piece.text.as_str()).collect()
    };
    assert_eq!(of(PieceKind::Deleted), "day");
    assert_eq!(of(PieceKind::Inserted), "night A den");
}
