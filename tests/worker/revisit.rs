//! Tests revisits of a saved crawl of the demo web: their results match the changes of the pages, and every reported
//! visit is saved.

use demo_web::{DEFAULT_SEED, DemoWeb, GroundTruth};
use protocol::compare::CompareRequest;
use protocol::library::{ExportRequest, ImportResult, LibraryEvent, LibraryRequest};
use protocol::models::ModelsRequest;
use protocol::revisit::{PieceKind, Revisit, RevisitEvent, RevisitRequest, RevisitedPage, TextPiece};
use protocol::{Source, Suspect, ToPage, ToWorker};
use std::collections::{BTreeMap, BTreeSet};
use types::export::ExportFormat;
use types::limits;
use types::plan::Plan;
use types::report::{EndReason, FetchOutcome, Phase};
use types::revisit::{ChangePeriod, VisitOutcome};
use types::url::CanonicalUrl;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::storage::database::PageTexts;

use crate::fakes::comparison;

use crate::fakes::fetch::FakeFetch;
use crate::fakes::script::run;
use crate::fakes::session::{Page, store};

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

fn start(id: &str, requests: u32, days: u32) -> RevisitRequest {
    RevisitRequest::Start { id: id.to_owned(), requests, days, due: None, suspects: Vec::new() }
}

async fn revisit(page: &Page, id: &str, requests: u32, days: u32) -> Revisit {
    say(page, start(id, requests, days));
    page.until(result).await.expect("a result")
}

fn of(result: &Revisit, outcome: VisitOutcome) -> Vec<&RevisitedPage> {
    let pages = result.pages.iter();
    pages.filter(|page| page.outcome == outcome).collect()
}

/// Compares every page of a revisit with the changes of the web between two ages.
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
        if let Some(ChangePeriod::About(days) | ChangePeriod::AtMost(days)) = page.period {
            assert!(days > 0.0 && days.is_finite());
        }
    }
}

#[wasm_bindgen_test]
async fn revisits_find_all_changes_since_the_last_revisit() {
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
    assert!(first.pages.iter().all(|page| page.period.is_none()), "two visits tell no period");
    let visited = |message: &ToPage| match event(message)? {
        RevisitEvent::Visited { page, .. } => Some((page.n, page.outcome)),
        _ => None,
    };
    let mut visits = page.all(visited);
    visits.sort_unstable();
    let outcomes: Vec<_> = first.pages.iter().map(|page| (page.n, page.outcome)).collect();
    assert_eq!(visits, outcomes, "each visit is reported as it comes");
    let waiting = |message: &ToPage| match event(message)? {
        RevisitEvent::Progress { waiting, .. } => waiting.first().map(|host| (host.host.clone(), host.pages)),
        _ => None,
    };
    assert!(page.all(waiting).iter().any(|(host, pages)| !host.is_empty() && *pages > 0));
    // The demo web answers 304 for what it did not modify, so that there is no text to compare.
    for page in of(&first, VisitOutcome::Unchanged) {
        let texts = store().await.texts(&id, page.n).await.expect("texts");
        assert_eq!(texts, PageTexts::default(), "{}", page.url);
    }

    // The next one first takes the pages that were not visited, and compares others with their latest text.
    let seen: BTreeMap<u32, u64> = first.pages.iter().map(|page| (page.n, 60 * DAY)).collect();
    let second = revisit(&page, &id, 1_000, 30).await;
    assert!(!second.new.is_empty(), "a home page announced news");
    check(&second, &truth, &seen, 90 * DAY);
    let again = second.pages.iter().filter(|page| seen.contains_key(&page.n));
    let gone = of(&first, VisitOutcome::Gone);
    assert_eq!(again.count(), 40 - gone.len(), "gone pages are left out");
    let histories = store().await.histories(&id).await.expect("histories").1;
    let visits = histories.iter().map(|(_, history)| history.visits.len());
    assert_eq!(visits.max(), Some(2));

    // The same is shown after a reload, and of the crawl from a file.
    say(&page, RevisitRequest::Show(id.clone()));
    assert_eq!(page.until(result).await, Ok(second.clone()));
    let id = copy(&page, id).await;
    say(&page, RevisitRequest::Show(id));
    assert_eq!(page.until(result).await, Ok(second));
}

/// Exports a crawl and imports the file. Returns the id of the copy.
async fn copy(page: &Page, id: String) -> String {
    let format = ExportFormat::Crawl;
    let LibraryEvent::Exported(Ok(made)) = page.ask(LibraryRequest::Export(ExportRequest::whole(id, format))).await
    else {
        panic!("no file");
    };
    let (name, file) = (made.name, made.file);
    let LibraryEvent::Imported { result: Ok(ImportResult::Crawl { id, .. }), .. } =
        page.ask(LibraryRequest::Import { name, file }).await
    else {
        panic!("not imported");
    };
    id
}

/// Returns the bytes of all texts that revisits saved, and those that the card of the crawl counts.
async fn text_bytes(id: &str) -> (u64, u64) {
    let store = store().await;
    let mut saved = 0;
    for (n, _) in store.histories(id).await.expect("histories").1 {
        let texts = store.texts(id, n).await.expect("texts");
        if texts != PageTexts::default() {
            saved += engine::journal::seal(&texts).expect("sealed").len() as u64;
        }
    }
    let card = store.card(id).await.expect("a card");
    (saved, card.texts)
}

#[wasm_bindgen_test]
async fn the_size_of_a_crawl_counts_the_texts_that_revisits_save() {
    let page = Page::new();
    let id = page.start(5_000).await;
    page.say(&ToWorker::Pause);
    let in_phase = |phase| {
        move |message: &ToPage| match message {
            ToPage::Batch(batch) => (batch.progress.phase == phase).then_some(()),
            _ => None,
        }
    };
    page.until(in_phase(Phase::Paused)).await;
    let mut earlier = 0;
    for days in [60, 900] {
        revisit(&page, &id, 1_000, days).await;
        let (saved, counted) = text_bytes(&id).await;
        assert_eq!(saved, counted);
        assert!(saved > earlier, "{saved} after {earlier}");
        earlier = saved;
    }
    // The crawl saves its card again when it continues.
    page.say(&ToWorker::Stop);
    page.until(in_phase(Phase::Ended(EndReason::Stopped))).await;
    let both = (earlier, earlier);
    assert_eq!(text_bytes(&id).await, both);
    let copy = copy(&page, id.clone()).await;
    assert_eq!(text_bytes(&copy).await, both);
    page.ask(LibraryRequest::DropBodies(id.clone())).await;
    assert_eq!(text_bytes(&id).await, (0, 0));
}

/// A crawl has 200 pages unless its plan says otherwise.
#[wasm_bindgen_test]
async fn a_revisit_can_exceed_the_default_page_budget() {
    let page = Page::new();
    let id = page.start(limits::PAGES_DEFAULT + 30).await;
    let crawled = page.finished().await.into_iter();
    let read = crawled.filter(|page| page.outcome == FetchOutcome::Read);
    let read = read.count();
    assert!(read > limits::PAGES_DEFAULT as usize, "{read}");
    let result = revisit(&page, &id, 1_000, 60).await;
    assert_eq!(result.pages.len(), read);
    let web = DemoWeb::new(DEFAULT_SEED);
    check(&result, &GroundTruth::new(&web), &BTreeMap::new(), 60 * DAY);
}

#[wasm_bindgen_test]
async fn a_difference_has_the_inserted_text() {
    let page = Page::new();
    let id = page.start(PAGES).await;
    page.finished().await;
    let result = revisit(&page, &id, 40, 60).await;
    let changed = of(&result, VisitOutcome::Changed)[0].n;
    say(&page, RevisitRequest::Difference { id, n: changed });
    let pieces = page.until(difference).await.expect("both texts are saved");
    let has = |kind| pieces.iter().any(|piece| piece.kind == kind);
    assert!(has(PieceKind::Inserted) && has(PieceKind::Kept), "{pieces:?}");
    assert!(!has(PieceKind::Deleted), "changes add paragraphs: {pieces:?}");
}

#[wasm_bindgen_test]
async fn every_visit_is_saved_before_it_is_reported() {
    let page = Page::new();
    let id = page.start(PAGES).await;
    page.finished().await;
    let start = start(&id, 50, 10);
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
async fn a_revisit_and_a_crawl_do_not_run_at_once() {
    let page = Page::new();
    let id = page.start(5_000).await;
    let start = start(&id, 5, 10);
    say(&page, start);
    let refused = page.until(result).await.expect_err("a crawl runs");
    assert!(refused.contains("pause it"), "{refused}");
    page.say(&ToWorker::Stop);
}

#[wasm_bindgen_test]
async fn a_revisit_and_a_comparison_do_not_run_at_once() {
    let page = Page::new();
    let id = page.start(5).await;
    page.finished().await;
    comparison::begin(&page, comparison::plan());
    page.until(comparison::shown).await;
    let start = start(&id, 5, 10);
    say(&page, start);
    let refused = page.until(result).await.expect_err("a comparison runs");
    assert!(refused.contains("a comparison is running"), "{refused}");
    page.say(&ToWorker::Compare(CompareRequest::Stop));
    assert_eq!(revisit(&page, &id, 5, 10).await.pages.len(), 5);
}

#[wasm_bindgen_test]
async fn a_revisit_stopped_before_it_starts_keeps_the_earlier_result() {
    let page = Page::new();
    let id = page.start(PAGES).await;
    page.finished().await;
    let earlier = revisit(&page, &id, 5, 10).await;
    let start = start(&id, 5, 10);
    say(&page, start);
    page.say(&ToWorker::Revisit(RevisitRequest::Stop));
    let stopped = page.until(result).await;
    assert_eq!(stopped, Err("it was stopped".to_owned()));
    say(&page, RevisitRequest::Show(id));
    assert_eq!(page.until(result).await, Ok(earlier));
}

/// Returns the URL of a page: `den/1` is page 1 of the host `den`.
fn address(page: &str) -> String {
    let (host, path) = page.split_once('/').unwrap_or((page, ""));
    format!("http://{host}.test/{path}")
}

/// Sets a page of the proxy's web.
fn put(host: &str, status: u16, etag: Option<&str>, body: &str) {
    let etag = etag.map(|etag| format!(", etag: '\"{etag}\"'"));
    let url = address(host);
    run(&format!(
        "self.pages['{url}'] = {{ status: {status}, headers: {{ 'content-type': 'text/html'{} }}, \
        body: `<title>Foxes</title><p>{body}` }}",
        etag.unwrap_or_default()
    ));
}

/// Returns the result for a page.
fn at<'a>(result: &'a Revisit, host: &str) -> &'a RevisitedPage {
    let url = address(host);
    let page = result.pages.iter().find(|page| page.url.as_str() == url);
    page.expect("it was visited")
}

fn outcomes<const N: usize>(result: &Revisit, hosts: [&str; N]) -> [VisitOutcome; N] {
    hosts.map(|host| at(result, host).outcome)
}

/// Crawls these pages through the proxy.
async fn crawl_of(page: &Page, hosts: &[&str]) -> String {
    let seeds = hosts.iter().map(|host| address(host));
    page.say(&ToWorker::Start {
        plan: Box::new(Plan {
            query: "foxes".into(),
            seeds: seeds.collect(),
            pages: u32::try_from(hosts.len()).expect("few"),
            depth: 0,
            ..Plan::default()
        }),
        source: Source::Proxy,
        stay: false,
        model: None,
        topic: None,
    });
    let id = page.kept().await;
    page.finished().await;
    id
}

#[wasm_bindgen_test]
async fn proxy_revisits_report_304_as_unchanged_and_410_as_gone_and_compare_saved_texts() {
    let _proxy = FakeFetch::install(include_str!("../fakes/proxy.js"));
    put("same", 200, Some("1"), "Foxes sleep");
    put("new", 200, Some("1"), "Foxes sleep by day");
    put("old", 200, None, "Foxes of old");
    put("price", 200, None, "Foxes, 12 euros");
    put("linked", 200, None, "Foxes, 14");
    let page = Page::new();
    let hosts = ["same", "new", "old", "price", "linked"];
    let id = crawl_of(&page, &hosts).await;

    put("new", 200, Some("2"), "Foxes sleep by night <a href=http://den.test/>A den</a>");
    put("old", 410, None, "");
    put("price", 200, None, "Foxes, 13 euros");
    put("linked", 200, None, "Foxes,  <a href=http://burrow.test/>14</a>");
    let result = revisit(&page, &id, 100, 1).await;
    let expected = [
        VisitOutcome::Unchanged,
        VisitOutcome::Changed,
        VisitOutcome::Gone,
        VisitOutcome::Changed,
        VisitOutcome::Unchanged,
    ];
    assert_eq!(outcomes(&result, hosts), expected);
    let new: BTreeSet<&str> = result.new.iter().map(|new| new.url.as_str()).collect();
    let expected = ["http://burrow.test/", "http://den.test/"];
    assert_eq!(new, BTreeSet::from(expected));

    let n = at(&result, "new").n;
    say(&page, RevisitRequest::Difference { id: id.clone(), n });
    let pieces = page.until(difference).await.expect("both texts are saved");
    let of = |kind| -> String {
        let pieces = pieces.iter().filter(|piece| piece.kind == kind);
        pieces.map(|piece| piece.text.as_str()).collect()
    };
    assert_eq!(of(PieceKind::Deleted), "day\n");
    assert_eq!(of(PieceKind::Inserted), "night A den\n");

    // Announced pages are no longer new. Without the saved texts there is no text to compare with.
    let again = revisit(&page, &id, 100, 1).await;
    assert_eq!(again.new, []);
    let LibraryEvent::Contents(Ok(_)) = page.ask(LibraryRequest::DropBodies(id.clone())).await else {
        panic!("not deleted");
    };
    let texts = store().await.texts(&id, n).await;
    assert_eq!(texts, Ok(PageTexts::default()));
    put("new", 200, Some("3"), "Foxes never sleep");
    let last = revisit(&page, &id, 100, 1).await;
    assert_eq!(outcomes(&last, ["same", "new"]), [VisitOutcome::Unchanged, VisitOutcome::Read]);
}

/// Returns a page about foxes with this text between these surroundings.
fn surrounded(article: &str, [menu, notice, related, footer]: [&str; 4]) -> String {
    format!(
        "</p><nav><ul><li><a href=/1>{menu}</a><li><a href=/2>Contact</a></ul></nav>\
        <div class=cookie-banner><p>{notice}</p><button>Accept</button></div>\
        <main><h1>Foxes</h1><p>{article}</p></main>\
        <aside class=related><h2>Related</h2><ul><li><a href=/3>{related}</a><li><a href=/4>Badgers</a></ul></aside>\
        <footer><p>{footer}</p></footer>"
    )
}

#[wasm_bindgen_test]
async fn changes_around_the_main_text_are_no_changes() {
    const ARTICLE: &str = "Foxes are small to medium-sized animals with a flat skull, upright ears, a pointed snout and \
        a long bushy tail, and they live on every continent except Antarctica. The red fox has the largest range of \
        all of them, from the polar circle to the deserts, because it eats what it finds: mice, beetles, berries and \
        the leftovers of people.";
    let before = ["Start", "We use cookies.", "Wolves", "2025"];
    let after = ["Home page", "This site stores cookies and other data.", "Bears of the north", "Imprint 2026"];
    let _proxy = FakeFetch::install(include_str!("../fakes/proxy.js"));
    put("same", 200, None, &surrounded(ARTICLE, before));
    put("new", 200, None, &surrounded(ARTICLE, before));
    let page = Page::new();
    let id = crawl_of(&page, &["same", "new"]).await;

    put("same", 200, None, &surrounded(ARTICLE, after));
    put("new", 200, None, &surrounded(&ARTICLE.replace("beetles", "worms"), after));
    let result = revisit(&page, &id, 100, 1).await;
    assert_eq!(outcomes(&result, ["same", "new"]), [VisitOutcome::Unchanged, VisitOutcome::Changed]);
    let n = at(&result, "new").n;
    say(&page, RevisitRequest::Difference { id, n });
    let pieces = page.until(difference).await.expect("both texts are saved");
    let of = |kind| -> Vec<&str> {
        let pieces = pieces.iter().filter(|piece| piece.kind == kind);
        pieces.map(|piece| piece.text.as_str()).collect()
    };
    assert_eq!((of(PieceKind::Deleted), of(PieceKind::Inserted)), (vec!["beetles, "], vec!["worms, "]));
}

#[wasm_bindgen_test]
async fn only_the_version_of_the_latest_text_is_sent() {
    let _proxy = FakeFetch::install(include_str!("../fakes/proxy.js"));
    let hosts = ["same", "closed", "bare"];
    put("same", 200, Some("1"), "Foxes sleep");
    put("closed", 200, Some("1"), "Foxes sleep by day");
    put("bare", 200, Some("1"), "Foxes sleep in dens");
    let page = Page::new();
    let id = crawl_of(&page, &hosts).await;

    // The fake's 304 repeats no version. An error page has one of its own, and a changed page none.
    put("closed", 403, Some("2"), "Closed");
    put("bare", 200, None, "Foxes sleep in trees");
    let first = revisit(&page, &id, 100, 1).await;
    let expected = [VisitOutcome::Unchanged, VisitOutcome::Failed, VisitOutcome::Changed];
    assert_eq!(outcomes(&first, hosts), expected);

    put("closed", 200, Some("2"), "Foxes sleep by night");
    put("bare", 200, Some("1"), "Foxes sleep in cities");
    let second = revisit(&page, &id, 100, 1).await;
    let expected = [VisitOutcome::Unchanged, VisitOutcome::Changed, VisitOutcome::Changed];
    assert_eq!(outcomes(&second, hosts), expected);
    let calls = run("return JSON.stringify(self.saw.calls.map((call) => call.conditions))");
    let calls = calls.as_string().expect("text");
    let sent = calls.matches("\"http://same.test/\":{\"if-none-match\":\"\\\"1");
    assert_eq!(sent.count(), 2, "{calls}");
}

#[wasm_bindgen_test]
async fn a_revisit_locks_its_crawl_and_stops_for_a_training() {
    let _proxy = FakeFetch::install(include_str!("../fakes/proxy.js"));
    // The delay between two requests of a host leaves time.
    let pages = ["den/1", "den/2", "den/3"];
    for page in pages {
        put(page, 200, None, page);
    }
    let page = Page::new();
    let id = crawl_of(&page, &pages).await;
    // The tab leaves the crawl for another one, so that the revisit locks it.
    page.start(1).await;
    page.finished().await;
    let start = start(&id, 3, 1);
    let begun = |message: &ToPage| done(message).filter(|done| *done > 0);
    say(&page, start.clone());
    page.until(begun).await;
    page.say(&ToWorker::Models(ModelsRequest::Learn {
        number: 1,
        name: String::new(),
        plan: Box::default(),
        source: Source::Demo,
        sources: Vec::new(),
    }));
    let stopped = page.until(result).await.expect("a result");
    assert!((1..3).contains(&stopped.pages.len()), "{stopped:?}");
    let learned = |message: &ToPage| matches!(message, ToPage::Models(_)).then_some(());
    page.until(learned).await;

    say(&page, start);
    page.until(begun).await;
    let rename = LibraryRequest::Rename { id: id.clone(), name: "Other".into() };
    let LibraryEvent::Unchanged(refused) = page.ask(rename).await else {
        panic!("not refused");
    };
    assert!(refused.contains("is being revisited"), "{refused}");
    // A panel that is opened now receives that the revisit runs.
    say(&page, RevisitRequest::Show(id));
    page.until(result).await.expect("the visits so far");
    page.until(begun).await;
    page.say(&ToWorker::Revisit(RevisitRequest::Stop));
}

#[wasm_bindgen_test]
async fn a_page_that_crashed_workers_is_skipped_and_every_page_is_announced_before_parsing() {
    let page = Page::new();
    let id = page.start(PAGES).await;
    page.finished().await;
    let first = revisit(&page, &id, 5, 10).await;
    let parsed = |message: &ToPage| match message {
        ToPage::Parsing(url) => Some(url.clone()),
        _ => None,
    };
    let urls =
        |pages: &[RevisitedPage]| -> BTreeSet<String> { pages.iter().map(|page| page.url.to_string()).collect() };
    let announced = BTreeSet::from_iter(page.all(parsed));
    assert!(announced.is_superset(&urls(&first.pages)), "{announced:?}");

    // All pages, but one of them crashed two workers.
    let suspect = &first.pages[0].url;
    let without = RevisitRequest::Start {
        id,
        requests: 1_000,
        days: 10,
        due: None,
        suspects: vec![Suspect { url: suspect.to_string(), reason: "skipped".to_owned() }],
    };
    say(&page, without);
    let second = page.until(result).await.expect("a result");
    let failed: Vec<&CanonicalUrl> = of(&second, VisitOutcome::Failed).iter().map(|page| &page.url).collect();
    assert_eq!(failed, [suspect]);
    assert!(!page.all(parsed).contains(&suspect.to_string()));
}
