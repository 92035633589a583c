//! Looks ahead of a person who reads: crawls breadth-first from the page being read and suggests pages that fit the
//! person's interests. These are inferred from the pages read; marks refine them and are optional.
//!
//! It follows a crawler's rules: robots.txt, delays, and one request at a time over all hosts. It waits during a crawl
//! or the training of a model, so that it does not slow them or request from the same host. Fetched pages are saved as
//! readings, so that opening one fetches nothing. Saved pages are not fetched again. Links are followed in
//! breadth-first order, as in the paper.
//!
//! Source: Pant §5.4 (Letizia); Lieberman 1995, "Letizia: an agent that assists web browsing".

mod results;

use crate::browser::clock::{self, LatestTask};
use crate::context::Context;
use crate::crawl::batch_channel;
use crate::crawl::driver::Driver;
use crate::services::reader::ReaderService;
use crate::storage::database::Database;
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::EventKind;
use engine::fetch::FetchResponse;
use engine::strategy::Assets;
use engine::topic::Interests;
use gloo_timers::future::TimeoutFuture;
use protocol::ahead::{BROWSED_PAGES, LookAheadRequest, LookAheadStart, LookAheadStatus, LookAheadUpdate, PASSING_MS};
use protocol::{Batch, ToPage};
use results::{Fits, LookAheadObserver, RobotsCache};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use types::plan::Plan;
use types::report::{Notification, PageRecord, Phase, Progress};
use types::spec::UNFOCUSED_STRATEGY;
use types::text::joined;
use types::url::CanonicalUrl;

/// The most links from the page being read. Pages farther away are seldom on the same topic (Pant §5.4, topical
/// locality).
const DEPTH: u32 = 2;
/// The most pages of a look-ahead, including known ones. At one page per second this is about the time that a person
/// reads.
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
    robots: Rc<RefCell<RobotsCache>>,
    look_ahead: LatestTask,
    driver: RefCell<Option<Rc<Driver>>>,
    /// The latest message.
    sent: RefCell<Option<LookAheadUpdate>>,
}

/// A look-ahead in progress.
struct LookAhead {
    start: LookAheadStart,
    records: Vec<PageRecord>,
    /// The fits of pages, once the interests are known.
    fits: Option<Rc<Fits>>,
}

impl LookAheadService {
    pub(crate) fn new(context: &Rc<Context>, reader: &Rc<ReaderService>) -> Rc<Self> {
        Rc::new(Self {
            context: Rc::clone(context),
            reader: Rc::clone(reader),
            robots: Rc::default(),
            look_ahead: LatestTask::default(),
            driver: RefCell::default(),
            sent: RefCell::default(),
        })
    }

    /// Performs a request, which ends the previous look-ahead.
    pub(crate) fn on_message(self: &Rc<Self>, message: LookAheadRequest) {
        self.look_ahead.cancel();
        self.sent.take();
        if let Some(driver) = self.driver.take() {
            driver.abandon();
        }
        if let LookAheadRequest::Start(start) = message {
            let service = Rc::clone(self);
            self.look_ahead.run(async move {
                let mut look = LookAhead { start: *start, records: Vec::new(), fits: None };
                if let Err(status) = service.run(&mut look).await {
                    service.send(&look, status, None);
                }
            });
        }
    }

    /// Runs a look-ahead. The error is the status if it cannot begin.
    async fn run(&self, look: &mut LookAhead) -> Result<(), LookAheadStatus> {
        // Quickly opened pages cause no requests, and two look-aheads are separated by the least delay of a crawl.
        TimeoutFuture::new(PASSING_MS).await;
        while self.context.is_busy() {
            self.send(look, LookAheadStatus::AfterOthers, None);
            TimeoutFuture::new(BUSY_MS).await;
        }
        let (interests, known) = self.known(&look.start).await.ok_or(LookAheadStatus::NothingKnown)?;
        let plan = CheckedPlan::new(plan(&look.start), &Assets::core());
        let mut plan = plan.map_err(|errors| LookAheadStatus::Failed(joined(&errors)))?;
        let fetcher = self.context.fetcher(&look.start.source);
        fetcher.check().await.map_err(LookAheadStatus::Failed)?;
        plan.plan.politeness = fetcher.politeness();
        let fits = Rc::new(Fits::new(interests, &known));
        look.fits = Some(Rc::clone(&fits));
        self.robots.borrow_mut().set_source(&look.start.source);
        let (sender, mut batches) = batch_channel();
        let observer = LookAheadObserver {
            robots: Rc::clone(&self.robots),
            reader: Rc::clone(&self.reader),
            source: look.start.source.clone(),
            fits,
            batches: sender,
        };
        let driver = Driver::new(Crawl::new(plan), fetcher, None, Rc::new(observer));
        self.driver.replace(Some(Rc::clone(&driver)));
        for (url, answer) in known {
            driver.step(EventKind::Known(url, Box::new(answer)));
        }
        driver.step(EventKind::Seeded);
        drop(driver);
        while let Ok(batch) = batches.recv().await {
            self.on_batch(look, &batch);
        }
        Ok(())
    }

    /// Sends the suggestions so far. The crawl pauses while other services are busy.
    fn on_batch(&self, look: &mut LookAhead, batch: &Batch) {
        let pages = batch.notifications.iter().filter_map(|notification| match notification {
            Notification::Page(page) => Some((**page).clone()),
            _ => None,
        });
        look.records.extend(pages);
        let problem = batch.standstill.clone();
        let busy = self.context.is_busy();
        match batch.progress.phase {
            Phase::Ended(_) => {
                self.driver.take();
                self.send(look, ended(&look.records, &batch.progress), None);
            }
            Phase::Running if busy => self.step(EventKind::Paused),
            Phase::Paused if !busy => self.step(EventKind::Resumed),
            Phase::Paused => self.send(look, LookAheadStatus::AfterOthers, problem),
            _ => self.send(look, LookAheadStatus::Looking, problem),
        }
    }

    fn step(&self, kind: EventKind) {
        if let Some(driver) = self.driver.borrow().clone() {
            driver.step(kind);
        }
    }

    /// Sends the status of the look-ahead, if it has changed.
    fn send(&self, look: &LookAhead, status: LookAheadStatus, problem: Option<String>) {
        let records = &look.records;
        let ahead = LookAheadUpdate {
            url: look.start.url.clone(),
            status,
            pages_checked: results::pages_checked(records),
            suggestions: look.fits.as_ref().map(|fits| results::suggestions(records, fits)).unwrap_or_default(),
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

/// Pages that need not be fetched.
type Known = BTreeMap<CanonicalUrl, FetchResponse>;

impl LookAheadService {
    /// Returns the interests, and pages that need not be fetched: the page being read, and saved pages linked from it.
    /// `None` if nothing is known about the interests. Browsed pages that are not saved, such as bookmarks that were
    /// never opened here, are not fetched, because that would be a separate crawl.
    async fn known(&self, look: &LookAheadStart) -> Option<(Interests, Known)> {
        let mut known = Known::new();
        let store = self.context.store().await.ok();
        let shown = self.reader.shown(&look.url);
        known.extend(shown.map(|response| (look.url.clone(), response)));
        let mut browsed: Vec<(CanonicalUrl, f64)> = Vec::new();
        for page in look.read.iter().take(BROWSED_PAGES) {
            let Ok(url) = CanonicalUrl::parse(&page.url) else {
                continue;
            };
            if !known.contains_key(&url)
                && let Some(store) = &store
                && let Ok(Some(kept)) = store.reading(&url).await
            {
                known.insert(url.clone(), kept.response);
            }
            browsed.push((url, page.weight));
        }
        let pages = browsed.iter().filter_map(|(url, weight)| Some((known.get(url)?.document()?, *weight)));
        let interests = Interests::new(pages);
        if interests.is_empty() {
            return None;
        }
        if let Some(store) = &store {
            behind(store, look, &mut known).await;
        }
        Some((interests, known))
    }
}

/// Adds recently saved pages linked from the one being read, with the same source, in the order in which they would be
/// fetched.
async fn behind(store: &Database, look: &LookAheadStart, known: &mut Known) {
    let since = clock::now().saturating_sub(KNOWN_MS);
    let kept = store.readings_since(since).await.unwrap_or_default();
    let mut seen = BTreeSet::from([look.url.clone()]);
    let mut layer = vec![look.url.clone()];
    let mut room = PAGES;
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        let linked: Vec<CanonicalUrl> = layer.iter().flat_map(|url| links(known.get(url))).collect();
        for url in linked {
            if room == 0 || !kept.contains(url.as_str()) || !seen.insert(url.clone()) {
                continue;
            }
            if let Ok(Some(reading)) = store.reading(&url).await
                && reading.source == look.source
            {
                known.insert(url.clone(), reading.response);
                next.push(url);
                room -= 1;
            }
        }
        layer = next;
    }
}

fn links(response: Option<&FetchResponse>) -> Vec<CanonicalUrl> {
    let page = response.and_then(FetchResponse::document);
    page.map(|page| page.links.iter().map(|link| link.url.clone()).collect()).unwrap_or_default()
}
