//! Tests the replay of a crawl: every moment is shown as it was, at once, after the crawl was opened again, and from a
//! file.

use archive::bundle::{Bundle, Writer, put_value};
use engine::journal;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Uint8Array};
use protocol::library::{CrawlFile, ExportRequest, ImportResult, LibraryEvent, LibraryRequest};
use protocol::steer::Change;
use protocol::watch::{ViewsUpdate, WatchedViews};
use protocol::{Batch, ToPage, ToWorker};
use serde::Serialize;
use std::collections::BTreeMap;
use types::export::ExportFormat;
use types::report::{Candidate, HostState, Notification, Progress, Spider, SpiderState};
use types::url::CanonicalUrl;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Blob;

use crate::fakes::session::Page;

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
        (spider.state, spider.frontier_size) = (SpiderState::Idle, 0);
    }
    for candidate in &mut next_up {
        // The state of a host changes with time, without an event.
        candidate.state = HostState::Ready;
    }
    Seen { spiders, next_up, progress: (progress.pages, progress.measures.good) }
}

/// Checks that two views of one moment are equal. The link to be fetched next leaves the frontier once robots.txt of
/// its host is read, and the next one takes the last place.
fn assert_same(past: &Seen, then: &Seen) {
    assert_eq!((&past.spiders, past.progress), (&then.spiders, then.progress));
    let common = |one: &Seen, other: &Seen| {
        let kept = one.next_up.iter().filter(|candidate| other.next_up.contains(candidate));
        let kept: Vec<Candidate> = kept.cloned().collect();
        assert!(kept.len() + 2 >= one.next_up.len(), "{one:#?} {other:#?}");
        kept
    };
    assert_eq!(common(past, then), common(then, past));
}

fn all(at: Option<u32>) -> ToWorker {
    ToWorker::Watch(WatchedViews { spiders: true, next_up: 50, story: Some(1), at })
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
    for ViewsUpdate { reset, spiders: told, .. } in batches(page).into_iter().map(|batch| batch.views) {
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
    seen(views.spiders, views.next_up.expect("it is watched"), &progress)
}

/// The pages of a crawl that does not end before its last random moment: a few batches of pages come before each pause.
const LONG: u32 = 2_000;

#[wasm_bindgen_test]
async fn ten_random_moments_replay_identically_after_reload_and_import() {
    let page = Page::new();
    page.say(&all(None));
    let id = page.start_by("info-spiders", LONG).await;
    let (mut moments, mut done) = (Vec::new(), 0);
    for _ in 0..10 {
        done += 1 + types::to_u32(js_sys::Math::random() * 50.0) as usize;
        pause_at(&page, done).await;
        let moment = look(&page);
        done = moment.progress.0 as usize;
        moments.push(moment);
    }
    // A change replaces the frontier of the moment at which it was made.
    page.say(&ToWorker::Steer(Box::new(Change::Word { word: "fox".into(), weight: 9.0 })));
    let is_change = |notification: &Notification| matches!(notification, Notification::FrontierChanged(_));
    page.until(|message| match message {
        ToPage::Batch(batch) => batch.notifications.iter().find(|one| is_change(one)).cloned(),
        _ => None,
    })
    .await;
    let changed = look(&page);
    let unchanged = moments.pop().expect("there are ten");
    assert_ne!(changed.next_up, unchanged.next_up);
    moments.push(changed);
    page.say(&ToWorker::Resume);
    page.until(|message| match message {
        ToPage::Batch(batch) => (batch.progress.pages == LONG).then_some(()),
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
    assert!(later.iter().all(|batch| batch.views == ViewsUpdate::default()), "a past moment is told once");

    page.start(1).await;
    page.finished().await;
    open(&page, &id).await;
    same(&page);

    let file = exported(&page, id).await;
    let copy = imported(&page, file.name, file.file).await;
    let Ok(ImportResult::Crawl { id: copy, .. }) = copy else { panic!("{copy:?}") };
    open(&page, &copy).await;
    same(&page);
    page.say(&all(Some(0)));
    let views = batches(&page).pop().expect("it is told at once").views;
    assert_eq!((views.at, views.progress, views.spiders), (Some(0), None, Vec::new()));
}

async fn open(page: &Page, id: &str) {
    page.open(id, Vec::new());
    page.until(|message| matches!(message, ToPage::Batch(_)).then_some(())).await;
}

async fn exported(page: &Page, id: String) -> CrawlFile {
    let format = ExportFormat::Crawl;
    match page.ask(LibraryRequest::Export(ExportRequest::whole(id, format))).await {
        LibraryEvent::Exported(file) => file.expect("it can be exported"),
        other => panic!("{other:?}"),
    }
}

async fn imported(page: &Page, name: String, file: Blob) -> Result<ImportResult, String> {
    match page.ask(LibraryRequest::Import { name, file }).await {
        LibraryEvent::Imported { result, .. } => result,
        other => panic!("{other:?}"),
    }
}

/// An entry of a frontier, as it is saved.
#[derive(Serialize)]
enum SavedEntry {
    Same(u8),
    New(Box<Candidate>),
}

/// A moment as it is saved: whether it is the first, its progress, whether the spiders are others, those that have
/// changed, the frontier.
type SavedMoment = (bool, Progress, bool, Vec<Spider>, Vec<SavedEntry>);

fn moment(is_first: bool, pages: u32, spiders: Vec<Spider>, next_up: Vec<SavedEntry>) -> SavedMoment {
    let progress = Progress { pages, ..Progress::default() };
    (is_first, progress, false, spiders, next_up)
}

/// Returns the file with these moments in place of its own.
fn with_moments(file: &[u8], moments: &[SavedMoment]) -> Vec<u8> {
    let bundle = Bundle::open(file).expect("it can be read");
    let (mut writer, mut copy) = Writer::begin();
    let others = bundle.sections().filter(|(name, _)| !name.starts_with("moments/"));
    for (name, _) in others {
        let section = bundle.read_section(name).expect("it is there").expect("it can be read");
        copy.extend(writer.section(name, &section).expect("it fits"));
    }
    let mut section = Vec::new();
    for (number, moment) in (1..).zip(moments) {
        put_value(&mut section, number, &journal::seal(moment).expect("plain data"));
    }
    copy.extend(writer.section("moments/0", &section).expect("it fits"));
    copy.extend(writer.finish());
    copy
}

#[wasm_bindgen_test]
async fn imported_moments_with_unknown_ids_are_refused() {
    let page = Page::new();
    let id = page.start(3).await;
    page.finished().await;
    let file = exported(&page, id).await.file;
    let file = JsFuture::from(file.array_buffer()).await.expect("it can be read");
    let file = Uint8Array::new(&file).to_vec();
    let spider = |id: u32, parent: Option<u32>, last: u32| Spider { id, parent, last: Some(last), ..Spider::default() };
    let first = || moment(true, 1, vec![spider(1, None, 1), spider(2, Some(1), 1)], Vec::new());
    let same = |place| vec![SavedEntry::Same(place)];
    let link = |parent: u32| {
        let url = CanonicalUrl::parse("http://a.test/").expect("is a URL");
        let candidate = Candidate {
            host: url.host_key().to_owned(),
            url,
            priority: 0.5,
            factor: 1.0,
            priority_reason: None,
            parts: Vec::new(),
            parent: Some(parent),
            anchor: String::new(),
            pages: 1,
            depth: 1,
            since: 1,
            spider: None,
            state: HostState::Ready,
        };
        vec![SavedEntry::New(Box::new(candidate))]
    };
    for (moments, is_taken) in [
        (vec![first()], true),
        (vec![first(), moment(false, 3, Vec::new(), link(3)), moment(false, 3, Vec::new(), same(0))], true),
        (vec![moment(false, 1, Vec::new(), Vec::new())], false),
        (vec![first(), first()], false),
        (vec![first(), moment(false, 0, Vec::new(), Vec::new())], false),
        (vec![first(), moment(false, 4, Vec::new(), Vec::new())], false),
        (vec![first(), moment(false, 2, vec![spider(3, Some(4), 1)], Vec::new())], false),
        (vec![first(), moment(false, 2, vec![spider(3, Some(2), 3)], Vec::new())], false),
        (vec![first(), moment(false, 2, Vec::new(), same(0))], false),
        (vec![first(), moment(false, 2, Vec::new(), link(3))], false),
    ] {
        let file = with_moments(&file, &moments);
        let parts = Array::of1(&Uint8Array::from(file.as_slice()));
        let file = Blob::new_with_u8_array_sequence(&parts).expect("it can be made");
        let taken = imported(&page, "file".into(), file).await;
        match taken {
            Ok(_) => assert!(is_taken),
            Err(sentence) => assert!(!is_taken && sentence.contains("replay"), "{sentence}"),
        }
    }
}
