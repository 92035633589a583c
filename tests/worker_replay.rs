//! Tests the replay of a crawl: every moment is shown as it was, at once, after the crawl was opened again, and from a
//! file.
#![cfg(feature = "crawler")]

use gloo_timers::future::TimeoutFuture;
use salticid::protocol::library::{
    CrawlFile, CrawlFormat, ImportResult, LibraryEvent, LibraryRequest,
};
use salticid::protocol::steer::Change;
use salticid::protocol::watch::{ViewsUpdate, WatchedViews};
use salticid::protocol::{Batch, ToPage, ToWorker};
use std::collections::BTreeMap;
use types::report::{Candidate, HostState, Notification, Progress, Spider, SpiderState};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[path = "fakes/session.rs"]
mod session;

use session::Page;

/// The views of one moment.
#[derive(Debug, PartialEq)]
struct Seen {
    spiders: Vec<Spider>,
    next_up: Vec<Candidate>,
    /// Pages, relevant pages.
    progress: (u32, u32),
}

fn seen(mut spiders: Vec<Spider>, mut next_up: Vec<Candidate>, progress: &Progress) -> Seen {
    for spider in &mut spiders {
        // The link that it follows next is known a moment after the page.
        (spider.state, spider.waiting) = (SpiderState::Thinking, 0);
    }
    for candidate in &mut next_up {
        // The state of a host changes with time, without an event.
        candidate.state = HostState::Ready;
    }
    Seen {
        spiders,
        next_up,
        progress: (progress.pages, progress.measures.good),
    }
}

/// Checks that two looks at one moment show the same. The link to be fetched next leaves the frontier once robots.txt of its host is read, and
/// the next one takes the last place.
fn assert_same(past: &Seen, then: &Seen) {
    assert_eq!(
        (&past.spiders, past.progress),
        (&then.spiders, then.progress)
    );
    let common = |one: &Seen, other: &Seen| {
        let kept = one
            .next_up
            .iter()
            .filter(|candidate| other.next_up.contains(candidate));
        let kept: Vec<Candidate> = kept.cloned().collect();
        assert!(kept.len() + 2 >= one.next_up.len(), "{one:#?} {other:#?}");
        kept
    };
    assert_eq!(common(past, then), common(then, past));
}

fn all(at: Option<u32>) -> ToWorker {
    ToWorker::Watch(WatchedViews {
        spiders: true,
        next_up: 50,
        story: Some(1),
        at,
    })
}

fn batches(page: &Page) -> Vec<Batch> {
    page.all(|message| match message {
        ToPage::Batch(batch) => Some((**batch).clone()),
        _ => None,
    })
}

/// Runs the crawl for this many pages or a few more, and pauses it right after a page, which is a
/// moment.
async fn pause_at(page: &Page, pages: usize) {
    page.say(&ToWorker::Resume);
    while page.pages().len() < pages {
        TimeoutFuture::new(1).await;
    }
    page.say(&ToWorker::Pause);
    TimeoutFuture::new(100).await;
    let done = page.pages().len();
    page.say(&ToWorker::Step);
    while page.pages().len() == done {
        TimeoutFuture::new(1).await;
    }
    TimeoutFuture::new(100).await;
}

/// Returns the views of the latest moment; all spiders were sent since the first.
fn look(page: &Page) -> Seen {
    page.say(&all(None));
    let last = batches(page).pop().expect("it is told at once");
    let mut spiders = BTreeMap::new();
    for ViewsUpdate {
        reset,
        spiders: told,
        ..
    } in batches(page).into_iter().map(|batch| batch.views)
    {
        if reset {
            spiders.clear();
        }
        spiders.extend(told.into_iter().map(|spider| (spider.id, spider)));
    }
    let next_up = last.views.next_up.expect("it is watched");
    seen(spiders.into_values().collect(), next_up, &last.progress)
}

/// Returns the views of a past moment.
fn look_back(page: &Page, pages: u32) -> Seen {
    page.say(&all(Some(pages)));
    let views = batches(page).pop().expect("it is told at once").views;
    assert_eq!(views.at, Some(pages));
    let story = views.story.expect("spider 1 is there from the beginning");
    assert!(story.visited.iter().all(|n| *n <= pages));
    assert!(story.energy.iter().all(|(done, _)| *done <= pages));
    let progress = views.progress.expect("it was recorded");
    assert!(progress.in_flight.is_empty());
    seen(
        views.spiders,
        views.next_up.expect("it is watched"),
        &progress,
    )
}

#[wasm_bindgen_test]
async fn ten_random_moments_are_replayed_as_they_were_now_and_later_and_from_a_file() {
    let page = Page::new();
    page.say(&all(None));
    let id = page.start_by("info-spiders", 700).await;
    let (mut moments, mut done) = (Vec::new(), 0);
    for _ in 0..10 {
        done += 1 + types::to_u32(js_sys::Math::random() * 50.0) as usize;
        pause_at(&page, done).await;
        let moment = look(&page);
        done = moment.progress.0 as usize;
        moments.push(moment);
    }
    // A change replaces the frontier of the moment at which it was made.
    page.say(&ToWorker::Steer(Box::new(Change::Word {
        word: "fox".into(),
        weight: 9.0,
    })));
    let is_change =
        |notification: &Notification| matches!(notification, Notification::FrontierChanged(_));
    page.until(|message| match message {
        ToPage::Batch(batch) => batch
            .notifications
            .iter()
            .find(|one| is_change(one))
            .cloned(),
        _ => None,
    })
    .await;
    let changed = look(&page);
    let unchanged = moments.pop().expect("there are ten");
    assert_ne!(changed.next_up, unchanged.next_up);
    moments.push(changed);
    page.say(&ToWorker::Resume);
    page.until(|message| match message {
        ToPage::Batch(batch) => (batch.progress.pages == 700).then_some(()),
        _ => None,
    })
    .await;
    let same = |page: &Page| {
        for moment in moments.iter().rev() {
            assert_same(&look_back(page, moment.progress.0), moment);
        }
    };
    same(&page);
    let before = batches(&page).len();
    TimeoutFuture::new(1_500).await;
    let later = batches(&page).split_off(before);
    assert!(
        later
            .iter()
            .all(|batch| batch.views == ViewsUpdate::default()),
        "a past moment is told once"
    );

    page.start(1).await;
    page.finished().await;
    open(&page, &id).await;
    same(&page);

    let file = match page
        .ask(LibraryRequest::Export {
            id,
            format: CrawlFormat::Crawl,
        })
        .await
    {
        LibraryEvent::Exported(file) => file.expect("it can be exported"),
        other => panic!("{other:?}"),
    };
    let CrawlFile { name, file, .. } = file;
    let copy = match page.ask(LibraryRequest::Import { name, file }).await {
        LibraryEvent::Imported {
            result: Ok(ImportResult::Crawl { id, .. }),
            ..
        } => id,
        other => panic!("{other:?}"),
    };
    open(&page, &copy).await;
    same(&page);
    page.say(&all(Some(0)));
    let views = batches(&page).pop().expect("it is told at once").views;
    assert_eq!(
        (views.at, views.progress, views.spiders),
        (Some(0), None, Vec::new())
    );
}

async fn open(page: &Page, id: &str) {
    page.open(id, Vec::new());
    page.until(|message| matches!(message, ToPage::Batch(_)).then_some(()))
        .await;
}
