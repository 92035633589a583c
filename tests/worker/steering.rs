//! Tests steering in the worker: changes are saved before they are reported, an ended crawl continues, a resumed one is
//! the same, and problems are reported at their fields.

use demo_web::{DEFAULT_SEED, DemoWeb};
use engine::crawl::CheckedPlan;
use engine::strategy::LIST;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Reflect, Uint8Array};
use protocol::library::{LibraryEvent, LibraryRequest};
use protocol::steer::{Change, StrategyPreview};
use protocol::watch::WatchedViews;
use protocol::{Opened, ToPage, ToWorker};
use std::collections::BTreeSet;
use types::plan::Plan;
use types::report::{Candidate, EndReason, Notification, PageRecord, Phase};
use types::spec::{ParamValue, StrategySpec};
use types::steering::Steering;
use wasm_bindgen_test::wasm_bindgen_test;
use worker::storage::database::Database;

use crate::fakes::fetch::FakeFetch;
use crate::fakes::script::run;
use crate::fakes::session::Page;

const TINY: &[u8] = include_bytes!("../../crates/engine/tests/fixtures/tiny.lex");

/// A page whose worker has a lexicon to load, and the server of the lexicon.
fn with_lexicon() -> (Page, FakeFetch) {
    let server = FakeFetch::install(include_str!("../fakes/lexicon.js"));
    Reflect::set(&js_sys::global(), &"plain".into(), &Uint8Array::from(TINY)).expect("the global object takes it");
    (Page::with(Some("http://app.test/words.lex.gz".to_owned())), server)
}

/// The first strategy of the list that needs the lexicon.
fn semantic() -> StrategySpec {
    let entry = LIST.iter().find(|entry| entry.needs.lexicon);
    StrategySpec::from(entry.expect("there are such").id)
}

fn steer(page: &Page, change: Change) {
    page.say(&ToWorker::Steer(Box::new(change)));
}

fn steered(page: &Page) -> Vec<(u32, Steering)> {
    let batches = page.all(|message| match message {
        ToPage::Batch(batch) => Some(batch.notifications.clone()),
        _ => None,
    });
    let notifications = batches.into_iter().flatten();
    let changes = notifications.filter_map(|notification| match notification {
        Notification::Steered(done, steering) => Some((done, *steering)),
        _ => None,
    });
    changes.collect()
}

/// Waits until this many changes were reported.
async fn changes(page: &Page, count: usize) -> Vec<(u32, Steering)> {
    loop {
        let told = steered(page);
        if told.len() >= count {
            return told;
        }
        TimeoutFuture::new(5).await;
    }
}

/// Waits until the crawl has ended with this many pages.
async fn over(page: &Page, pages: usize) -> Vec<PageRecord> {
    let is_over = |message: &ToPage| match message {
        ToPage::Batch(batch) => {
            let progress = &batch.progress;
            let spent = progress.phase == Phase::Ended(EndReason::BudgetSpent);
            (spent && progress.pages as usize == pages && progress.reranking.is_none()).then_some(())
        }
        _ => None,
    };
    page.until(is_over).await;
    page.pages()
}

fn urls(pages: &[PageRecord]) -> Vec<String> {
    pages.iter().map(|page| page.url.to_string()).collect()
}

fn judged(page: &PageRecord, good: Option<bool>) -> Change {
    Change::Judged { url: page.url.clone(), good }
}

fn word(word: &str, weight: f64) -> Change {
    Change::Word { word: word.to_owned(), weight }
}

/// Changes that a person might make at the end of a short crawl.
fn whims(pages: &[PageRecord]) -> Vec<Change> {
    let last = pages.last().expect("there are pages");
    vec![
        judged(&pages[0], Some(true)),
        judged(last, Some(false)),
        word("mountain", 4.0),
        Change::Drop(last.url.authority().to_owned()),
        Change::Strategy(StrategySpec::from("best-first-anchor")),
        Change::Budget(70),
    ]
}

#[wasm_bindgen_test]
async fn a_finished_crawl_accepts_changes_and_reopens_in_the_same_state() {
    let page = Page::new();
    page.start(20).await;
    let first = over(&page, 20).await;
    for whim in whims(&first) {
        steer(&page, whim);
    }
    let whole = urls(&over(&page, 70).await);
    let told = steered(&page);
    assert_eq!(told.len(), 6);
    assert!(told.iter().all(|(done, _)| *done == 20), "{told:?}");
    let left = first.last().expect("there are pages").host.clone();
    let after = page.pages().split_off(20);
    assert!(after.iter().all(|page| page.host != left), "{left} was left out");

    let id = page.start(20).await;
    over(&page, 20).await;
    for whim in whims(&first) {
        steer(&page, whim);
    }
    while page.pages().len() < 40 {
        TimeoutFuture::new(1).await;
    }
    page.start(1).await;
    over(&page, 1).await;
    let other = Page::new();
    other.open(&id, Vec::new());
    assert_eq!(urls(&over(&other, 70).await), whole);
    assert_eq!(steered(&other), told);
    let opened = other.all(|message| match message {
        ToPage::Opened(opened) => Some((**opened).clone()),
        _ => None,
    });
    let [Opened { plan, first, .. }] = opened.as_slice() else {
        panic!("it was opened {} times", opened.len());
    };
    assert_eq!(*first, Some(Plan::default().strategy.clone()), "it began with another strategy");
    assert_eq!((plan.pages, plan.strategy.id.as_str()), (70, "best-first-anchor"));
    other.start(1).await;
    over(&other, 1).await;
}

#[wasm_bindgen_test]
async fn followers_of_a_crawl_receive_its_changes() {
    let (there, here) = (Page::new(), Page::new());
    let id = there.start(3_000).await;
    while there.pages().len() < 10 {
        TimeoutFuture::new(1).await;
    }
    steer(&there, word("mountain", 4.0));
    changes(&there, 1).await;
    here.open(&id, Vec::new());
    changes(&here, 1).await;
    steer(&there, Change::Strategy(StrategySpec::from("best-first-anchor")));
    assert_eq!(changes(&here, 2).await, steered(&there));
    let opened = |message: &ToPage| match message {
        ToPage::Opened(opened) => Some((opened.elsewhere, opened.first.clone())),
        _ => None,
    };
    assert_eq!(here.all(opened), [(true, None)], "there was no switch yet");
    there.start(1).await;
    let began = Some(Plan::default().strategy.clone());
    let taken = here.until(|message| opened(message).filter(|(elsewhere, _)| !elsewhere)).await;
    assert_eq!(taken, (false, began));
    for page in [&here, &there] {
        page.start(1).await;
        over(page, 1).await;
    }
}

#[wasm_bindgen_test]
async fn an_old_finished_crawl_can_be_continued() {
    let page = Page::new();
    let id = page.start(15).await;
    over(&page, 15).await;
    page.start(1).await;
    over(&page, 1).await;
    page.open(&id, Vec::new());
    over(&page, 15).await;
    steer(&page, Change::Budget(30));
    let pages = over(&page, 30).await;
    assert_eq!(pages.len(), 30);
    let shelf = page.ask(LibraryRequest::List).await;
    let LibraryEvent::Contents(Ok(shelf)) = shelf else {
        panic!("{shelf:?}");
    };
    let own = shelf.crawls.iter().find(|crawl| crawl.id == id);
    let own = own.expect("it is on the shelf");
    assert_eq!((own.plan.pages, own.pages), (30, 30));
    page.start(1).await;
    over(&page, 1).await;
}

/// Waits until the page has shown the crawl as stopped by the person.
async fn until_stopped(page: &Page) {
    let is_stopped = |message: &ToPage| match message {
        ToPage::Batch(batch) => {
            let is_stopped = batch.progress.phase == Phase::Ended(EndReason::Stopped);
            is_stopped.then_some(())
        }
        _ => None,
    };
    page.until(is_stopped).await;
}

/// Checks that a crawl fetches nothing, even after a change of its topic.
async fn assert_rests(page: &Page, change: Change, count: usize) {
    let known = page.pages().len();
    steer(page, change);
    changes(page, count).await;
    TimeoutFuture::new(100).await;
    assert_eq!(page.pages().len(), known, "a stopped crawl fetches nothing");
}

#[wasm_bindgen_test]
async fn a_stopped_crawl_accepts_changes_and_continues_also_after_reopening() {
    let page = Page::new();
    let id = page.start(3_000).await;
    while page.pages().len() < 10 {
        TimeoutFuture::new(1).await;
    }
    page.say(&ToWorker::Stop);
    until_stopped(&page).await;
    let known = page.pages();
    assert_rests(&page, judged(&known[0], Some(true)), 1).await;
    page.say(&ToWorker::Resume);
    while page.pages().len() < known.len() + 10 {
        TimeoutFuture::new(1).await;
    }
    page.say(&ToWorker::Stop);
    page.forget();
    until_stopped(&page).await;
    page.start(1).await;
    over(&page, 1).await;

    let other = Page::new();
    other.open(&id, Vec::new());
    until_stopped(&other).await;
    let known = other.pages();
    assert!(known.len() >= 20);
    assert_rests(&other, word("mountain", 4.0), 2).await;
    let budget = known.len() + 20;
    let limit = Change::Budget(u32::try_from(budget).expect("it is small"));
    // The limit falls, so that the crawl stays stopped.
    assert_rests(&other, limit, 3).await;
    other.say(&ToWorker::Resume);
    let pages = urls(&over(&other, budget).await);
    let unique: BTreeSet<&String> = pages.iter().collect();
    assert_eq!(unique.len(), budget, "no page is fetched twice");
    assert_eq!(pages[..known.len()], urls(&known));
    other.start(1).await;
    over(&other, 1).await;
}

#[wasm_bindgen_test]
async fn a_change_is_saved_before_it_is_reported() {
    let page = Page::new();
    let id = page.start(3_000).await;
    while page.pages().len() < 10 {
        TimeoutFuture::new(1).await;
    }
    let store = Database::open("salticid").await.expect("the store opens");
    let wanted = [
        judged(&page.pages()[0], Some(true)),
        Change::Strategy(StrategySpec::from("best-first-anchor")),
        Change::Budget(2_000),
    ];
    for (count, change) in wanted.into_iter().enumerate() {
        steer(&page, change);
        let told = changes(&page, count + 1).await;
        // The state that a worker that dies now would leave.
        let kept = store.read(&id).await.expect("it is kept");
        let assets = engine::strategy::Assets::default();
        let crawl = if let Some(snapshot) = &kept.snapshot {
            engine::journal::open(snapshot, &assets)
        } else {
            let checked = CheckedPlan::new(kept.card.plan.clone(), &assets);
            Ok(engine::crawl::Crawl::new(checked.expect("the plan is fine")))
        };
        let mut crawl = crawl.expect("it can be read");
        assert_eq!(&kept.card.plan, crawl.plan(), "the card has the plan of its snapshot");
        for log in &kept.events {
            engine::journal::replay(&mut crawl, engine::journal::read(log).0);
        }
        assert_eq!(crawl.steered(), told);
        assert_eq!(crawl.plan(), &kept.card.plan, "and no event after it changes it");
    }
    page.start(1).await;
    over(&page, 1).await;
}

#[wasm_bindgen_test]
async fn a_switch_waits_for_the_lexicon_and_so_does_reopening() {
    let (page, _server) = with_lexicon();
    let id = page.start(20).await;
    over(&page, 20).await;
    let loaded = page.all(|message| matches!(message, ToPage::Loading(_)).then_some(()));
    assert!(loaded.is_empty(), "a crawl without related words needs no lexicon");
    steer(&page, Change::Strategy(semantic()));
    changes(&page, 1).await;
    steer(&page, Change::Budget(60));
    let whole = urls(&over(&page, 60).await);
    page.start(1).await;
    over(&page, 1).await;

    let id_again = page.start(20).await;
    assert_ne!(id, id_again);
    over(&page, 20).await;
    steer(&page, Change::Strategy(semantic()));
    changes(&page, 1).await;
    steer(&page, Change::Budget(60));
    while page.pages().len() < 30 {
        TimeoutFuture::new(1).await;
    }
    page.start(1).await;
    over(&page, 1).await;
    // Another worker, which has no lexicon yet.
    let (other, _other_server) = with_lexicon();
    other.open(&id_again, Vec::new());
    assert_eq!(urls(&over(&other, 60).await), whole);
    let loaded = other.all(|message| matches!(message, ToPage::Loading(_)).then_some(()));
    assert!(!loaded.is_empty());
    other.start(1).await;
    over(&other, 1).await;
}

#[wasm_bindgen_test]
async fn replaying_a_reverted_switch_does_not_need_the_lexicon() {
    let (page, _server) = with_lexicon();
    let id = page.start(3_000).await;
    while page.pages().len() < 10 {
        TimeoutFuture::new(1).await;
    }
    page.say(&ToWorker::Pause);
    let there = || Change::Strategy(semantic());
    let back = || Change::Strategy(StrategySpec::from("best-first"));
    // The lexicon arrives with the first switch: the following ones do not wait.
    steer(&page, there());
    changes(&page, 1).await;
    steer(&page, back());
    changes(&page, 2).await;
    steer(&page, there());
    steer(&page, back());
    let told = changes(&page, 4).await;
    let store = Database::open("salticid").await.expect("the store opens");
    let kept = store.read(&id).await.expect("it is kept");
    let snapshot = kept.snapshot.as_ref().expect("it has a snapshot");
    let mut crawl = engine::journal::open(snapshot, &engine::strategy::Assets::default()).expect("it needs no lexicon");
    for log in &kept.events {
        engine::journal::replay(&mut crawl, engine::journal::read(log).0);
    }
    assert_eq!(crawl.steered(), told);
    page.start(1).await;
    over(&page, 1).await;
}

#[wasm_bindgen_test]
async fn a_change_to_a_finished_crawl_saves_one_snapshot() {
    let page = Page::new();
    let id = page.start(400).await;
    let pages = over(&page, 400).await;
    let store = Database::open("salticid").await.expect("the store opens");
    let ended = store.card(&id).await.expect("it is kept");
    assert_eq!(ended.snapshot, ended.last, "its end is in a snapshot");
    page.forget();
    steer(&page, judged(&pages[0], Some(true)));
    let mut between = 0;
    loop {
        let card = store.card(&id).await.expect("it is kept");
        if card.last > ended.last {
            if card.snapshot == card.last {
                break;
            }
            assert_eq!(card.snapshot, ended.snapshot, "one snapshot, when it is over");
            between += 1;
        }
    }
    assert!(between > 0, "it took several steps");
    over(&page, 400).await;
    let card = store.card(&id).await.expect("it is kept");
    assert_eq!(card.snapshot, card.last, "nothing came after it");
}

#[wasm_bindgen_test]
async fn a_failed_lexicon_load_is_reported_and_changes_nothing() {
    let (page, _server) = with_lexicon();
    run("self.how = 'missing'");
    page.start(20).await;
    over(&page, 20).await;
    steer(&page, Change::Strategy(semantic()));
    let refused = page.steering_refusal().await;
    assert_eq!(refused.problems[0].field, "strategy");
    assert!(refused.problems[0].message.contains("404"), "{refused:?}");
    assert_eq!(steered(&page), []);
}

#[wasm_bindgen_test]
async fn invalid_changes_are_reported_at_their_field() {
    let page = Page::new();
    steer(&page, Change::Budget(10));
    let before = page.steering_refusal().await;
    assert!(before.problems[0].message.contains("not running"), "{before:?}");
    page.start(20).await;
    over(&page, 20).await;
    let number = |value| ParamValue::Number(value);
    let with = |id: &str, name: &str, value| {
        Change::Strategy(StrategySpec { id: id.to_owned(), params: [(name.to_owned(), number(value))].into() })
    };
    let seeds = |all: &[&str]| Change::Seeds(all.iter().map(|&seed| seed.to_owned()).collect());
    let known = DemoWeb::new(DEFAULT_SEED).topics()[1].seeds[0].clone();
    for (change, expected, field) in [
        (word("the", 2.0), "only common words", "word"),
        (seeds(&[]), "at least one seed", "seeds"),
        (seeds(&[&known, "ftp://a.test/"]), "seed 2: only http", "seeds"),
        (seeds(&["https://example.org/"]), "demo web", "seeds"),
        (Change::Drop("a b".to_owned()), "not a host or path", "rule"),
        (Change::Admit("a.test".to_owned()), "no rule", "rule"),
        (Change::Budget(20), "already fetched", "pages"),
        (Change::Budget(0), "already fetched", "pages"),
        (Change::Budget(u32::MAX), "give a number from", "pages"),
        (Change::Strategy(StrategySpec::from("teleport")), "no strategy", "strategy"),
        (Change::Strategy(StrategySpec::from("hmm")), "trains on examples", "strategy"),
        (with("best-n-first", "n", -1.0), "give", "params.n"),
    ] {
        page.forget();
        steer(&page, change.clone());
        let refused = page.steering_refusal().await;
        assert_eq!(refused.change, change);
        let problem = &refused.problems[0];
        assert_eq!(problem.field, field, "{problem:?}");
        assert!(problem.message.contains(expected), "{problem:?}");
    }
    page.forget();
    steer(&page, seeds(&[&known]));
    changes(&page, 1).await;
}

#[wasm_bindgen_test]
async fn a_preview_has_both_orders_and_the_change_produces_the_previewed_one() {
    let page = Page::new();
    page.say(&ToWorker::Watch(WatchedViews { spiders: false, next_up: 10, story: None, at: None }));
    page.start(12).await;
    over(&page, 12).await;
    let ahead = StrategySpec::from("best-first-anchor");
    page.say(&ToWorker::Preview(Box::new(ahead.clone())));
    let StrategyPreview { spec, now, then } = page
        .until(|message| match message {
            ToPage::StrategyPreview(previewed) => Some((**previewed).clone()),
            _ => None,
        })
        .await;
    assert_eq!(spec, ahead);
    let order =
        |all: &[(Candidate, Option<u32>)]| -> Vec<String> { all.iter().map(|(one, _)| one.url.to_string()).collect() };
    assert_eq!((now.len(), then.len()), (10, 10));
    assert_ne!(order(&now), order(&then));
    for (place, (one, will_be)) in now.iter().enumerate() {
        let found = then.iter().position(|(other, _)| other.url == one.url);
        if let Some(found) = found {
            assert_eq!(*will_be, u32::try_from(found + 1).ok());
            assert_eq!(then[found].1, u32::try_from(place + 1).ok());
        }
    }
    page.forget();
    steer(&page, Change::Strategy(ahead));
    changes(&page, 1).await;
    let next_up = || {
        page.all(|message| match message {
            ToPage::Batch(batch) if batch.progress.reranking.is_none() => batch.views.next_up.clone(),
            _ => None,
        })
        .pop()
    };
    while next_up().is_none() {
        TimeoutFuture::new(5).await;
    }
    // Of equals either may come first.
    let worth = |all: Vec<Candidate>| -> Vec<u64> {
        let all = all.into_iter();
        all.map(|one| one.priority.to_bits()).collect()
    };
    let then = then.into_iter().map(|(one, _)| one).collect();
    assert_eq!(worth(next_up().unwrap_or_default()), worth(then));
}
