//! Saved crawls and what is done to them: a small crawl is driven by a script, its snapshot and its journal are edited
//! under right checksums, and a crawl that opens after that has to go on.

use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Command, Event, EventKind};
use engine::fetch::{FetchResponse, Purpose, RawResponse};
use engine::html::EncodingRs;
use engine::journal;
use engine::lexicon::Lexicon;
use engine::strategy::{self, Assets};
use engine::vectors::WordVectors;
use std::collections::VecDeque;
use std::sync::Arc;
use types::failure::{Failure, FailureKind};
use types::plan::Plan;
use types::report::{Notification, PageRecord};
use types::taxonomy::{Taxonomy, Topic};
use xxhash_rust::xxh3::xxh3_64;

/// Bytes before the payload of a file's first record: magic word, version, kind; length, checksum.
const HEADER: usize = 7;
const PREFIX: usize = 12;
/// Events after which a crawl is taken to go on.
const ROUNDS: usize = 20;

/// Returns the driver's assets.
///
/// # Panics
/// Panics if the committed lexicon or the committed vectors are not of this version.
#[must_use]
pub fn assets() -> Assets {
    let lexicon = Lexicon::read(include_bytes!("../../crates/engine/tests/fixtures/tiny.lex"));
    let lexicon = lexicon.expect("the committed lexicon is of this version");
    let vectors = WordVectors::read(include_bytes!("../../crates/engine/tests/fixtures/tiny.vec"));
    let vectors = vectors.expect("the committed vectors are of this version");
    Assets { lexicon: Some(Arc::new(lexicon)), vectors: Some(Arc::new(vectors)), ..Assets::default() }
}

/// Returns a crawl by one of all strategies that has not begun.
///
/// # Panics
/// Panics if the plan is invalid, which is a mistake here.
#[must_use]
pub fn fresh(choice: u8, assets: &Assets) -> Crawl {
    let ids = strategy::ids();
    let topic = |name: &str, good, example: &str| Topic {
        name: name.to_owned(),
        good,
        examples: vec![format!("http://a.test/{example}"), format!("http://a.test/{example}/2")],
        ..Topic::default()
    };
    let plan = Plan {
        query: "dog".to_owned(),
        seeds: vec!["http://a.test/".to_owned(), "https://b.example/x?y=1".to_owned()],
        strategy: ids[usize::from(choice) % ids.len()].into(),
        taxonomy: Taxonomy { topics: vec![topic("Dogs", true, "dog"), topic("Cats", false, "cat")] },
        idf: types::plan::IdfSource::Crawl,
        in_flight: 2,
        ..Plan::default()
    };
    Crawl::new(CheckedPlan::new(plan, assets).expect("the plan is fine"))
}

/// Drives a crawl by the script; gives the events.
pub fn drive(crawl: &mut Crawl, rounds: usize) -> Vec<Event> {
    let mut now = crawl.now();
    let mut next: VecDeque<EventKind> = [EventKind::Seeded, EventKind::Resumed, EventKind::Tick].into();
    next.extend(crawl.in_flight().into_iter().filter_map(answered));
    let mut events = Vec::new();
    while let Some(kind) = next.pop_front().filter(|_| events.len() < rounds) {
        events.push(Event::at(now, kind));
        let step = crawl.handle(events[events.len() - 1].clone());
        for command in step.commands {
            match command {
                Command::WaitUntil(until) => {
                    now = now.max(until);
                    next.push_back(EventKind::Tick);
                }
                Command::Confirm => next.push_back(EventKind::Resumed),
                _ => next.extend(answered(command)),
            }
        }
        step.notifications.iter().for_each(shown);
    }
    events
}

/// Takes a crawl further, whatever state it is in, and shows all of it; saved and opened again it is the same.
///
/// # Panics
/// Panics if it cannot be saved or opened again.
pub fn assert_goes_on(mut crawl: Crawl, assets: &Assets) {
    drive(&mut crawl, ROUNDS);
    let _ = (crawl.model_tables(), crawl.progress(), crawl.training_report().is_some());
    crawl.pages().iter().for_each(shown_page);
    let written = journal::write(&crawl).expect("a crawl can be written");
    let again = journal::open(&written, assets).expect("what was written can be opened");
    assert!(journal::write(&again) == Ok(written), "opened and written again");
    crawl.handle(Event::at(0, EventKind::Stopped));
}

/// The records of small crawls, one by each strategy, made once: what is edited.
pub struct Originals {
    /// For each strategy, the snapshots after some events.
    snapshots: Vec<Vec<Vec<u8>>>,
    /// For each strategy, the records of its journal.
    journals: Vec<Vec<Vec<u8>>>,
}

/// After how many events snapshots are taken.
const STOPS: [usize; 6] = [0, 2, 5, 9, 16, 30];

impl Originals {
    /// Drives a crawl by each strategy.
    ///
    /// # Panics
    /// Panics if one cannot be written.
    #[must_use]
    pub fn new(assets: &Assets) -> Self {
        let choices = || 0..u8::try_from(strategy::ids().len()).unwrap_or(u8::MAX);
        let snapshot = |choice: u8, rounds: usize| {
            let mut crawl = fresh(choice, assets);
            drive(&mut crawl, rounds);
            let file = journal::write(&crawl).expect("a crawl can be written");
            file[HEADER + PREFIX..].to_vec()
        };
        let record = |event: &Event| {
            let bytes = journal::record(event, false).expect("an event can be written");
            bytes[PREFIX..].to_vec()
        };
        Self {
            snapshots: choices().map(|choice| STOPS.map(|rounds| snapshot(choice, rounds)).to_vec()).collect(),
            journals: choices()
                .map(|choice| drive(&mut fresh(choice, assets), ROUNDS).iter().map(record).collect())
                .collect(),
        }
    }

    /// Returns the snapshot of a crawl by a strategy after some events, edited.
    #[must_use]
    pub fn edited_snapshot(&self, choice: u8, stop: u8, edits: &[u8]) -> Vec<u8> {
        let stops = &self.snapshots[usize::from(choice) % self.snapshots.len()];
        let payload = stops[usize::from(stop) % stops.len()].clone();
        [&head(2)[..], &framed(&edited(payload, edits))].concat()
    }

    /// Returns the journal of a crawl by a strategy, one of its records edited.
    #[must_use]
    pub fn edited_journal(&self, choice: u8, record: u8, edits: &[u8]) -> Vec<u8> {
        let records = &self.journals[usize::from(choice) % self.journals.len()];
        let chosen = usize::from(record) % records.len();
        let mut file = head(1).to_vec();
        for (at, payload) in records.iter().enumerate() {
            let edits = if at == chosen { edits } else { &[] };
            file.extend(framed(&edited(payload.clone(), edits)));
        }
        file
    }
}

/// Returns the head of a file of this kind, of the version that this build writes.
fn head(kind: u8) -> [u8; HEADER] {
    let first = journal::record(&Event::at(0, EventKind::Tick), true);
    let mut head = [0; HEADER];
    head.copy_from_slice(&first.expect("an event can be written")[..HEADER]);
    head[HEADER - 1] = kind;
    head
}

/// Returns a record with its length and checksum.
fn framed(record: &[u8]) -> Vec<u8> {
    let length = u32::try_from(record.len()).unwrap_or(u32::MAX).to_le_bytes();
    [&length, &xxh3_64(record).to_le_bytes()[..], record].concat()
}

/// Each edit is four bytes: where (two), what to do (a bit flipped, a byte set, put in or taken out), and with which
/// byte.
fn edited(mut bytes: Vec<u8>, edits: &[u8]) -> Vec<u8> {
    for edit in edits.chunks_exact(4) {
        let at = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % bytes.len().max(1);
        match edit[2] % 4 {
            _ if bytes.is_empty() => bytes.push(edit[3]),
            0 => bytes[at] ^= edit[3],
            1 => bytes[at] = edit[3],
            2 => bytes.insert(at, edit[3]),
            _ => drop(bytes.remove(at)),
        }
    }
    bytes
}

/// Returns the answer to an order: a page with links, a robots.txt, now and then a failure or a redirect.
fn answered(command: Command) -> Option<EventKind> {
    let Command::Fetch(order) = command else {
        return None;
    };
    assert!(order.address()[..4].eq_ignore_ascii_case("http"), "{}", order.address());
    if order.id.0 % 7 == 5 {
        let (code, message) = ("reset".to_owned(), "reset".to_owned());
        return Some(EventKind::Failed(order.id, Failure { code, message, kind: FailureKind::Transient }));
    }
    let moved = [("location".to_owned(), "http://d.example/moved".to_owned())];
    let (status, headers): (u16, &[_]) = if order.id.0 % 7 == 3 { (302, &moved) } else { (200, &[]) };
    let body: &[u8] = match order.purpose {
        Purpose::Robots => b"User-agent: *\nDisallow: /private\nCrawl-delay: 2",
        _ => b"<title>Dogs</title><p>A dog <a href=/next?a=1>runs</a> and <a href='http://c.example/?q=1'>jumps</a>.",
    };
    let raw = RawResponse { status, headers, body, elapsed_ms: 3 };
    Some(EventKind::Fetched(order.id, FetchResponse::read(&order, raw, 1_000, &EncodingRs)))
}

fn shown(notification: &Notification) {
    if let Notification::Page(page) = notification {
        shown_page(page);
    }
}

/// Processes a record like a list of results: marks words in the snippet.
fn shown_page(page: &PageRecord) {
    for (start, end) in &page.text.marks {
        assert!(page.text.snippet.get(*start as usize..*end as usize).is_some(), "{page:?}");
    }
}
