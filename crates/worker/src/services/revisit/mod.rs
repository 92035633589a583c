//! Revisits saved crawls: requests the pages whose visit is worth most, and reports new, changed and missing pages.
//!
//! The requests are a separate crawl of the selected pages only, so that robots.txt, delays and retries are those of
//! every crawl. That crawl is not saved, but its visits are: each is added to the history of its page before it is
//! reported. One revisit runs at a time, and none runs during a crawl, a training or a comparison, so that a host has
//! one request at a time. The policy is in the engine ([`engine::revisit`]).

mod difference;
mod result;
mod run;

use crate::context::Context;
use crate::crawl::driver::Driver;
use crate::sources::{Demo, Fetcher};
use crate::storage::database::{CrawlCard, StorageError};
use demo_web::WebTime;
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::EventKind;
use engine::strategy::Assets;
use gloo_timers::future::TimeoutFuture;
use protocol::revisit::{Revisit, RevisitEvent, RevisitRequest};
use protocol::{Source, Suspect, ToPage};
use result::SavedPages;
use run::{RevisitObserver, Running, Time};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::limits;
use types::plan::{Plan, Politeness};
use types::report::Millis;
use types::spec::UNFOCUSED_STRATEGY;
use types::text::joined;
use wasm_bindgen_futures::spawn_local;

const DAY_MS: Millis = 86_400_000;
/// The milliseconds between two checks whether an earlier revisit has saved its visits.
const SAVING_MS: u32 = 5;

/// Handles messages about revisits.
pub(crate) struct RevisitService {
    context: Rc<Context>,
    running: RefCell<Option<Rc<Running>>>,
    /// The number of revisits started or stopped so far. A new revisit ends the previous one.
    requests: Cell<u32>,
}

impl RevisitService {
    pub(crate) fn new(context: &Rc<Context>) -> Rc<Self> {
        let service =
            Rc::new(Self { context: Rc::clone(context), running: RefCell::default(), requests: Cell::new(0) });
        let revisit = Rc::clone(&service);
        context.revisit_stop.replace(Some(Rc::new(move || revisit.stop())));
        service
    }

    /// Performs a request and sends the result.
    pub(crate) fn on_message(self: &Rc<Self>, message: RevisitRequest) {
        // At once, so that a stop which follows a start applies to it.
        if matches!(message, RevisitRequest::Start { .. } | RevisitRequest::Stop) {
            self.stop();
        }
        let (service, request) = (Rc::clone(self), self.requests.get());
        spawn_local(async move {
            if let Some(event) = service.handle(message, request).await {
                service.context.send(&ToPage::Revisit(Box::new(event)));
            }
        });
    }

    /// Performs a request, which for a start is the given one of [`Self::requests`].
    async fn handle(&self, message: RevisitRequest, request: u32) -> Option<RevisitEvent> {
        match message {
            RevisitRequest::Show(id) => {
                let result = self.result(&id).await.map_err(String::from);
                let running = self.running.borrow().clone().filter(|_| self.context.is_revisiting(&id));
                self.context.send(&ToPage::Revisit(Box::new(RevisitEvent::Result { id, result })));
                running?.report();
                None
            }
            RevisitRequest::Start { id, requests, days, due, suspects } => {
                let error = self.begin(&id, request, (requests, days), due, suspects).await.err()?;
                Some(RevisitEvent::Result { id, result: Err(error) })
            }
            RevisitRequest::Stop => None,
            RevisitRequest::Difference { id, n } => {
                let difference = difference::last_change(&self.context, &id, n).await;
                Some(RevisitEvent::Difference { id, n, difference })
            }
        }
    }

    /// Stops the revisit. Visits so far are saved and reported.
    fn stop(&self) {
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

    /// Starts the revisit of a request. The error is the end of a sentence.
    async fn begin(
        &self,
        id: &str,
        request: u32,
        (requests, days): (u32, u32),
        due: Option<Vec<u32>>,
        suspects: Vec<Suspect>,
    ) -> Result<(), String> {
        // The visits of an earlier revisit are being saved.
        while self.context.revisiting.borrow().is_some() {
            TimeoutFuture::new(SAVING_MS).await;
        }
        self.context.check_idle()?;
        let store = self.context.store().await?;
        let card = store.card(id).await?;
        let lock = match self.context.driver_of(id) {
            Some(_) => None,
            None => Some(self.context.lock(id).await?),
        };
        self.context.recording.check(&card.plan, &card.source)?;
        let mut saved = SavedPages::read(&store, &card).await?;
        let time = time(&card, saved.last_visit(), days);
        let fetcher = self.fetcher(&card, time);
        fetcher.check().await?;
        let requests = (requests as usize).min(limits::REVISIT_REQUESTS);
        let chosen = saved.choose(time.now(), requests, due);
        let crawl = crawl_of(chosen.iter().map(|n| saved.url(*n)), fetcher.politeness())?;
        let began = time.now();
        let unless_stopped = || if self.requests.get() == request { Ok(()) } else { Err("it was stopped") };
        // A stopped revisit keeps the result of the previous one if it visited no page.
        unless_stopped()?;
        store.begin_revisit(id, began).await?;
        unless_stopped()?;
        saved.began = Some(began);
        let earlier = self.context.fetcher(&card.source);
        let running = Running::new(&self.context, (store, lock), (saved, chosen), (earlier, time));
        let observer = Rc::new(RevisitObserver(Rc::clone(&running)));
        let driver = Driver::new(crawl, fetcher, None, observer);
        driver.leave_out(suspects);
        running.drive(Rc::clone(&driver));
        self.running.replace(Some(running));
        driver.step(EventKind::Seeded);
        Ok(())
    }

    /// Returns the source of a crawl at the time of a revisit.
    fn fetcher(&self, card: &CrawlCard, time: Time) -> Fetcher {
        match time {
            Time::Clock => self.context.fetcher(&card.source),
            Time::Demo(at) => {
                let time = WebTime { began: card.created, age: at.saturating_sub(card.created) };
                Fetcher::Demo(Demo::at(self.context.demo.clone(), time))
            }
        }
    }
}

/// Returns the time of a revisit: the demo web is `days` older than at its last visit.
fn time(card: &CrawlCard, last: Option<Millis>, days: u32) -> Time {
    if card.source != Source::Demo {
        return Time::Clock;
    }
    let last = last.unwrap_or(card.created);
    Time::Demo(last.saturating_add(Millis::from(days.min(limits::REVISIT_DAYS)) * DAY_MS))
}

/// Returns a crawl of exactly these pages in this order.
fn crawl_of<'a>(urls: impl Iterator<Item = &'a str>, politeness: Politeness) -> Result<Crawl, String> {
    let seeds: Vec<String> = urls.map(str::to_owned).collect();
    if seeds.is_empty() {
        return Err("this crawl has no pages to revisit".to_owned());
    }
    let plan = Plan {
        seeds,
        politeness,
        strategy: UNFOCUSED_STRATEGY.into(),
        pages: limits::PAGES,
        depth: 0,
        host_pages: limits::PAGES,
        ..Plan::default()
    };
    CheckedPlan::new(plan, &Assets::core()).map(Crawl::new).map_err(|errors| joined(&errors))
}
