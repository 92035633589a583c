//! Revisits saved crawls: requests the pages whose visit is worth most, and shows what is new, changed and gone.
//!
//! The requests are a crawl of their own, of the chosen pages and nothing behind them, so that robots.txt, delays and retries are those of
//! every crawl. That crawl is not saved: its visits are, each in the history of its page before the page is told of it. One revisit runs at a
//! time, and none beside a crawl, a training or a comparison, so that a host has one request at a time. The policy is the engine's ([`engine::revisit`]).

mod difference;
mod result;
mod run;

use crate::protocol::revisit::{Revisit, RevisitEvent, RevisitRequest};
use crate::protocol::{Source, Suspect, ToPage};
use crate::worker::context::Context;
use crate::worker::crawl::driver::Driver;
use crate::worker::services::compare::CompareService;
use crate::worker::sources::{Demo, Fetcher};
use crate::worker::storage::database::{CrawlCard, StorageError};
use demo_web::Moment;
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::EventKind;
use engine::strategy::Assets;
use gloo_timers::future::TimeoutFuture;
use result::SavedPages;
use run::{Running, Shared, Time};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::limits;
use types::plan::{Plan, Politeness};
use types::report::Millis;
use wasm_bindgen_futures::spawn_local;

const DAY_MS: Millis = 86_400_000;
/// Milliseconds between two checks of whether an earlier revisit has saved its visits.
const SAVING_MS: u32 = 5;
/// The strategy of the crawl of the chosen pages: in the order of the plan.
const IN_ORDER: &str = "breadth-first";

/// Answers messages about revisits.
pub(crate) struct RevisitService {
    context: Rc<Context>,
    compare: Rc<CompareService>,
    running: RefCell<Option<Rc<Running>>>,
    /// Revisits begun or stopped so far: an earlier one ends when a later one begins.
    requests: Cell<u32>,
}

impl RevisitService {
    pub(crate) fn new(context: &Rc<Context>, compare: &Rc<CompareService>) -> Rc<Self> {
        Rc::new(Self {
            context: Rc::clone(context),
            compare: Rc::clone(compare),
            running: RefCell::default(),
            requests: Cell::new(0),
        })
    }

    /// Carries out a message and sends the result.
    pub(crate) fn on_message(self: &Rc<Self>, message: RevisitRequest) {
        let service = Rc::clone(self);
        spawn_local(async move {
            if let Some(event) = service.handle(message).await {
                service.context.send(&ToPage::Revisit(Box::new(event)));
            }
        });
    }

    async fn handle(&self, message: RevisitRequest) -> Option<RevisitEvent> {
        match message {
            RevisitRequest::Show(id) => {
                let result = self.result(&id).await.map_err(|error| error.to_string());
                let running = self.running.borrow().clone();
                let running = running.filter(|_| self.context.is_revisiting(&id));
                let event = RevisitEvent::Result { id, result };
                self.context.send(&ToPage::Revisit(Box::new(event)));
                running?.report();
                None
            }
            RevisitRequest::Start {
                id,
                requests,
                days,
                suspects,
            } => {
                let begun = self.begin(&id, (requests, days), suspects).await;
                let result = Err(begun.err()?);
                Some(RevisitEvent::Result { id, result })
            }
            RevisitRequest::Stop => {
                self.stop();
                None
            }
            RevisitRequest::Difference { id, n } => {
                let difference = difference::of(&self.context, &id, n).await;
                Some(RevisitEvent::Difference { id, n, difference })
            }
        }
    }

    /// Stops the revisit. Visits so far are saved, and the page is told of them.
    pub(crate) fn stop(&self) {
        self.requests.set(self.requests.get() + 1);
        if let Some(running) = self.running.take() {
            running.stop();
        }
    }

    async fn result(&self, id: &str) -> Result<Revisit, StorageError> {
        let store = self.context.store().await?;
        let card = store.card(id).await?;
        Ok(SavedPages::read(&store, &card).await?.result())
    }

    /// Begins a revisit.
    ///
    /// # Errors
    /// The reason, as the end of a sentence.
    async fn begin(
        &self,
        id: &str,
        (requests, days): (u32, u32),
        suspects: Vec<Suspect>,
    ) -> Result<(), String> {
        self.stop();
        let own = self.requests.get();
        // The visits of an earlier revisit are being saved.
        while self.context.revisiting.borrow().is_some() {
            TimeoutFuture::new(SAVING_MS).await;
        }
        if self.context.is_busy() || self.compare.is_running() {
            return Err(
                "a crawl, a training or a comparison is running: pause it, then retry".to_owned(),
            );
        }
        let unstored = |error: StorageError| error.to_string();
        let store = self.context.store().await.map_err(unstored)?;
        let card = store.card(id).await.map_err(unstored)?;
        let lock = match self.context.driver_of(id) {
            Some(_) => None,
            None => Some(self.context.lock(id).await.map_err(unstored)?),
        };
        self.context.recording.check(&card.plan, &card.source)?;
        let mut saved = SavedPages::read(&store, &card).await.map_err(unstored)?;
        let time = time(&card, saved.last_visit(), days);
        let fetcher = self.fetcher(&card, time);
        fetcher.check().await?;
        let requests = (requests as usize).min(limits::REVISIT_REQUESTS);
        let chosen = saved.choose(time.now(), requests);
        let crawl = crawl_of(chosen.iter().map(|n| saved.url(*n)), fetcher.politeness())?;
        let began = time.now();
        let unless_stopped = || {
            let is_wanted = self.requests.get() == own;
            is_wanted.then_some(()).ok_or("it was stopped")
        };
        // A stopped revisit leaves the result of the previous one; one that was stopped meanwhile visited no page.
        unless_stopped()?;
        store.begin_revisit(id, began).await.map_err(unstored)?;
        unless_stopped()?;
        saved.began = Some(began);
        let earlier = self.context.fetcher(&card.source);
        let running = Running::new(
            &self.context,
            (store, lock),
            (saved, chosen),
            (earlier, time),
        );
        let cache = Rc::new(Shared(Rc::clone(&running)));
        let driver = Driver::with_cache(crawl, fetcher, cache, running.follower());
        driver.leave_out(suspects);
        running.drive(Rc::clone(&driver));
        *self.running.borrow_mut() = Some(running);
        driver.step(EventKind::Seeded);
        Ok(())
    }

    /// Returns the source of a crawl at the time of a revisit.
    fn fetcher(&self, card: &CrawlCard, time: Time) -> Fetcher {
        match time {
            Time::Clock => self.context.fetcher(&card.source),
            Time::Demo(at) => {
                let moment = Moment {
                    began: card.created,
                    age: at.saturating_sub(card.created),
                };
                Fetcher::Demo(Demo::at(Rc::clone(&self.context.demo), moment))
            }
        }
    }
}

/// Returns the time of a revisit: the demo web is as many days older than at its last visit as the person says.
fn time(card: &CrawlCard, last: Option<Millis>, days: u32) -> Time {
    if card.source != Source::Demo {
        return Time::Clock;
    }
    let last = last.unwrap_or(card.created);
    Time::Demo(last.saturating_add(Millis::from(days.min(limits::REVISIT_DAYS)) * DAY_MS))
}

/// Returns a crawl of these pages in this order, and of no other.
fn crawl_of<'a>(
    urls: impl Iterator<Item = &'a str>,
    politeness: Politeness,
) -> Result<Crawl, String> {
    let seeds: Vec<String> = urls.map(str::to_owned).collect();
    if seeds.is_empty() {
        return Err("this crawl has no pages to revisit".to_owned());
    }
    let plan = Plan {
        seeds,
        politeness,
        strategy: IN_ORDER.into(),
        pages: limits::PAGES,
        depth: 0,
        host_pages: limits::PAGES,
        ..Plan::default()
    };
    let checked = CheckedPlan::new(plan, &Assets::default());
    let checked = checked.map_err(|errors| {
        let sentences = errors.iter().map(ToString::to_string);
        sentences.collect::<Vec<_>>().join("; ")
    })?;
    Ok(Crawl::new(checked))
}
