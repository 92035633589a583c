//! Looks ahead of a person who reads: crawls breadth-first from the page being read and suggests pages that fit the person's interests.
//! These are inferred from the pages read; marks refine them and are optional.
//!
//! It follows a crawler's rules: robots.txt, delays, and one request at a time over all hosts. It waits during a crawl or the training of a
//! model, so that it does not slow them or request from the same host. Fetched pages are saved as readings, so that opening one fetches
//! nothing. Saved pages are not fetched again. Links are followed in breadth-first order, as in the paper.
//!
//! Source: Pant §5.4 (Letizia); Lieberman 1995, "Letizia: an agent that assists web browsing".

mod cache;
mod fits;
mod known;
mod results;

use crate::protocol::ahead::{LookAheadRequest, LookAheadStart, LookAheadStatus, LookAheadUpdate, PASSING_MS};
use crate::protocol::{Batch, ToPage};
use crate::worker::context::Context;
use crate::worker::crawl::batches;
use crate::worker::crawl::driver::Driver;
use crate::worker::services::reader::ReaderService;
use cache::{LookAheadCache, Robots};
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::EventKind;
use engine::strategy::Assets;
use fits::Fits;
use gloo_timers::future::TimeoutFuture;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::plan::Plan;
use types::report::{Notification, PageRecord, Phase, Progress};
use types::spec::UNFOCUSED_STRATEGY;
use types::text::joined;
use wasm_bindgen_futures::spawn_local;

/// The most links from the page being read. Pages farther away are seldom on the same topic (Pant §5.4, topical locality).
const DEPTH: u32 = 2;
/// The most pages of a look-ahead, including known ones. At one page per second this is about the time that a person reads.
const PAGES: u32 = 30;
/// The number of simultaneous requests over all hosts. These are not urgent, so other fetches have priority.
const IN_FLIGHT: u32 = 1;
/// The milliseconds between two checks whether other services are busy.
const BUSY_MS: u32 = 1_000;
/// The most queued links: more than a look-ahead could use.
const WAITING: usize = 2_000;
/// The least fit of a suggestion, equal to the relevance from which a crawl calls a page good.
const FIT: f64 = types::limits::GOOD_RELEVANCE;
/// The most suggestions.
const FOUND: usize = 20;
/// The most words that are shown for a suggestion.
const WORDS: usize = 4;
/// The milliseconds for which a fetched page counts as current, as for robots.txt.
const KNOWN_MS: u64 = types::limits::ROBOTS_AGE_MS;

/// Fetches pages ahead of the person's reading.
pub(crate) struct LookAheadService {
    context: Rc<Context>,
    reader: Rc<ReaderService>,
    robots: Rc<Robots>,
    /// The number of the latest request, which replaces earlier ones.
    turn: Cell<u32>,
    driver: RefCell<Option<Rc<Driver>>>,
    /// The latest message.
    sent: RefCell<Option<LookAheadUpdate>>,
}

/// A request in progress.
struct Turn {
    number: u32,
    look: LookAheadStart,
    records: Vec<PageRecord>,
    fits: Fits,
}

impl LookAheadService {
    pub(crate) fn new(context: &Rc<Context>, reader: &Rc<ReaderService>) -> Rc<Self> {
        Rc::new(Self {
            context: Rc::clone(context),
            reader: Rc::clone(reader),
            robots: Rc::default(),
            turn: Cell::new(0),
            driver: RefCell::default(),
            sent: RefCell::default(),
        })
    }

    /// Performs a request, which ends the previous look-ahead.
    pub(crate) fn on_message(self: &Rc<Self>, message: LookAheadRequest) {
        self.turn.set(self.turn.get() + 1);
        self.sent.take();
        if let Some(driver) = self.driver.take() {
            driver.abandon();
        }
        if let LookAheadRequest::Start(look) = message {
            let service = Rc::clone(self);
            let turn = Turn { number: self.turn.get(), look: *look, records: Vec::new(), fits: Fits::default() };
            spawn_local(async move { service.look(turn).await });
        }
    }

    fn is_void(&self, turn: &Turn) -> bool {
        self.turn.get() != turn.number
    }

    async fn look(&self, mut turn: Turn) {
        // Quickly opened pages cause no requests, and two look-aheads are separated by the least delay of a crawl.
        let mut wait = PASSING_MS;
        loop {
            TimeoutFuture::new(wait).await;
            if self.is_void(&turn) {
                return;
            }
            if !self.context.is_busy() {
                break;
            }
            self.send(&turn, LookAheadStatus::AfterOthers, None);
            wait = BUSY_MS;
        }
        let known = self.known(&turn.look).await;
        if self.is_void(&turn) {
            return;
        }
        let Some((interests, known)) = known else {
            return self.send(&turn, LookAheadStatus::NothingKnown, None);
        };
        let assets = Assets { is_generated_host: demo_web::is_host, ..Assets::core() };
        let mut plan = match CheckedPlan::new(plan(&turn.look), &assets) {
            Ok(plan) => plan,
            Err(errors) => return self.fail(&turn, joined(&errors)),
        };
        let fetcher = self.context.fetcher(&turn.look.source);
        let there = fetcher.check().await;
        if self.is_void(&turn) {
            return;
        }
        if let Err(sentence) = there {
            return self.fail(&turn, sentence);
        }
        plan.plan.politeness = fetcher.politeness();
        turn.fits = Fits::of(interests, &known);
        let cache = LookAheadCache::new(&self.robots, &self.reader, &turn.look.source, turn.fits.clone());
        let (post, mut batches) = batches::channel();
        let driver = Driver::with_cache(Crawl::new(plan), fetcher, Rc::new(cache), post);
        self.driver.replace(Some(Rc::clone(&driver)));
        for (url, answer) in known {
            driver.step(EventKind::Known(url, Box::new(answer)));
        }
        driver.step(EventKind::Seeded);
        drop(driver);
        while let Ok(batch) = batches.recv().await {
            if self.is_void(&turn) {
                return;
            }
            self.on_batch(&mut turn, &batch);
        }
    }

    /// Sends the suggestions so far. The crawl pauses while other services are busy.
    fn on_batch(&self, turn: &mut Turn, batch: &Batch) {
        let pages = batch.notifications.iter().filter_map(|notification| match notification {
            Notification::Page(page) => Some((**page).clone()),
            _ => None,
        });
        turn.records.extend(pages);
        let problem = batch.standstill.clone();
        let busy = self.context.is_busy();
        match batch.progress.phase {
            Phase::Ended(_) => {
                self.driver.take();
                self.send(turn, ended(&turn.records, &batch.progress), None);
            }
            Phase::Running if busy => self.handle(EventKind::Paused),
            Phase::Paused if !busy => self.handle(EventKind::Resumed),
            Phase::Paused => self.send(turn, LookAheadStatus::AfterOthers, problem),
            _ => self.send(turn, LookAheadStatus::Looking, problem),
        }
    }

    fn handle(&self, kind: EventKind) {
        if let Some(driver) = self.driver.borrow().clone() {
            driver.step(kind);
        }
    }

    fn fail(&self, turn: &Turn, sentence: String) {
        self.send(turn, LookAheadStatus::Failed(sentence), None);
    }

    /// Sends the status of the look-ahead, if it has changed.
    fn send(&self, turn: &Turn, status: LookAheadStatus, problem: Option<String>) {
        let records = &turn.records;
        let ahead = LookAheadUpdate {
            url: turn.look.url.clone(),
            status,
            pages_checked: results::pages_checked(records),
            suggestions: results::suggestions(records, &turn.fits),
            problem,
        };
        if self.sent.borrow().as_ref() != Some(&ahead) {
            self.sent.replace(Some(ahead.clone()));
            self.context.send(&ToPage::LookAhead(Box::new(ahead)));
        }
    }
}

/// Returns the plan of a crawl from the page being read.
fn plan(look: &LookAheadStart) -> Plan {
    Plan {
        seeds: vec![look.url.as_str().to_owned()],
        strategy: UNFOCUSED_STRATEGY.into(),
        pages: PAGES + 1,
        depth: DEPTH,
        in_flight: IN_FLIGHT,
        frontier: WAITING,
        ..Plan::default()
    }
}

/// Returns the final status.
fn ended(records: &[PageRecord], progress: &Progress) -> LookAheadStatus {
    let sentence = match () {
        () if results::pages_checked(records) > 0 => return LookAheadStatus::Done,
        () if records.len() > 1 => "Could not read any of the linked pages.",
        () if progress.refusals.contains_key("robots") => {
            "robots.txt blocks the linked pages. You can open them yourself."
        }
        () if progress.refusals.is_empty() => "This page has no links.",
        () => "Crawlers may not follow the links of this page. You can open them yourself.",
    };
    LookAheadStatus::Failed(sentence.to_owned())
}
