//! Drives a crawl: sends events to it and performs its commands.
//!
//! Fetches run concurrently as futures of this thread and put their responses into an inbox. One task empties the inbox. It parses a page,
//! sends it to the crawl and starts the next fetches before it parses the next page, so that the network is in use meanwhile. If responses
//! keep waiting, other workers parse them. The task yields to messages and timers every few milliseconds. All events enter the crawl in
//! [`Driver::step`]. Each step is saved before the page is notified of it. If the database is full, the crawl pauses until there is space.

mod fetching;
mod output;
mod pace;
mod parsing;
mod saving;
mod steering;

use super::Post;
use super::journal_writer::JournalWriter;
use crate::protocol::Suspect;
use crate::worker::browser::clock::{self, Yielder};
use crate::worker::sources::{Fetcher, SourceResponse};
use crate::worker::storage::database::Body;
use engine::crawl::{Crawl, Model};
use engine::event::{Command, Event, EventKind, Step};
use engine::fetch::FetchRequest;
use engine::journal::{self, JournalError};
pub(crate) use fetching::ResponseCache;
use fetching::{Fetched, Fetching};
use gloo_timers::callback::Timeout;
use output::Output;
use pace::PaceLimit;
use parsing::Parsing;
use saving::Saving;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::report::{Millis, Notification, Phase};
use types::spec::StrategySpec;
use wasm_bindgen_futures::spawn_local;

/// The milliseconds of work between two yields to messages and timers.
const WORK_MS: f64 = 10.0;
/// The longest delay of a browser's timer, in milliseconds, after which the crawl waits again.
const LONGEST_TIMER_MS: u32 = i32::MAX.unsigned_abs();

/// A running crawl.
pub(crate) struct Driver {
    crawl: RefCell<Crawl>,
    /// The milliseconds by which the crawl's time is ahead of the clock. Otherwise, if the clock was set back since the crawl was saved,
    /// its hosts would be delayed by that time.
    ahead: Millis,
    fetching: Fetching,
    parsing: Parsing,
    saving: Saving,
    output: Output,
    pace: PaceLimit,
    yielder: Yielder,
    is_processing: Cell<bool>,
    /// The driver passes no events to the crawl, which has ended or was abandoned.
    has_ended: Cell<bool>,
    /// Another crawl has replaced this one.
    is_abandoned: Cell<bool>,
    /// The timer of the crawl's next tick.
    alarm: RefCell<Option<Timeout>>,
}

impl Driver {
    /// Creates a driver for a crawl that has not started.
    pub(crate) fn new(crawl: Crawl, fetcher: Fetcher, writer: Option<JournalWriter>, post: Post) -> Rc<Self> {
        Self::made(crawl, Fetching::new(fetcher, None), writer, post)
    }

    /// Creates a driver for a crawl that is not saved, but has a cache.
    pub(crate) fn with_cache(crawl: Crawl, fetcher: Fetcher, cache: Rc<dyn ResponseCache>, post: Post) -> Rc<Self> {
        Self::made(crawl, Fetching::new(fetcher, Some(cache)), None, post)
    }

    fn made(crawl: Crawl, fetching: Fetching, writer: Option<JournalWriter>, post: Post) -> Rc<Self> {
        Rc::new(Self {
            saving: Saving::new(writer, crawl.progress()),
            output: Output::new(post, &crawl),
            ahead: crawl.now().saturating_sub(clock::now()),
            crawl: RefCell::new(crawl),
            fetching,
            parsing: Parsing::default(),
            pace: PaceLimit::default(),
            yielder: Yielder::new(),
            is_processing: Cell::new(false),
            has_ended: Cell::new(false),
            is_abandoned: Cell::new(false),
            alarm: RefCell::default(),
        })
    }

    /// Returns the phase of the crawl.
    pub(crate) fn phase(&self) -> Phase {
        self.crawl.borrow().progress().phase
    }

    /// Returns the writer of the crawl if it has this id.
    pub(crate) fn writer_of(&self, id: &str) -> Option<&JournalWriter> {
        self.saving.writer.as_ref().filter(|writer| writer.id() == id)
    }

    /// Sets the strategy to which the crawl switches when it is opened again.
    pub(crate) fn set_lacking(&self, spec: Option<&StrategySpec>) {
        if let Some(writer) = &self.saving.writer {
            writer.change(|card| card.lacking = spec.cloned());
        }
    }

    /// Returns the trained model with this name.
    pub(crate) fn model(&self, name: &str) -> Option<Model> {
        self.crawl.borrow().model(name)
    }

    /// Excludes pages: they are not fetched and fail with this reason.
    pub(crate) fn leave_out(&self, suspects: Vec<Suspect>) {
        *self.fetching.suspects.borrow_mut() = suspects;
    }

    /// Pauses a saved crawl before it is continued, if it was running.
    pub(crate) fn pause_saved(self: &Rc<Self>) {
        if self.phase().is_fetching() {
            self.pause();
            // A batch that is sent before this step is saved must not tell that the crawl runs.
            *self.saving.progress.borrow_mut() = self.crawl.borrow().progress();
        }
    }

    /// Sends all pages so far and continues a saved crawl. Fetches that were in flight are repeated; those of a paused crawl once the
    /// person resumes it.
    pub(crate) fn continue_saved(self: &Rc<Self>) {
        let crawl = self.crawl.borrow();
        let pages = crawl.pages().iter().cloned();
        let mut notifications: Vec<Notification> = pages.map(|page| Notification::Page(Box::new(page))).collect();
        notifications.extend(steering::changes_of(&crawl));
        notifications.push(Notification::ModelTables(crawl.model_tables()));
        let (in_flight, is_over) = (crawl.in_flight(), crawl.is_over());
        drop(crawl);
        self.output.batches.borrow_mut().add(notifications);
        if is_over {
            return self.finish();
        }
        *self.fetching.held.borrow_mut() = in_flight;
        self.repeat_held();
        self.step(EventKind::Tick);
    }

    /// Sends an event to the crawl and performs its commands.
    pub(crate) fn step(self: &Rc<Self>, kind: EventKind) {
        self.step_with(kind, None);
    }

    /// Sends an event to the crawl; `body` is the response body, if the event is a response.
    fn step_with(self: &Rc<Self>, kind: EventKind, body: Option<Body>) {
        if self.has_ended.get() {
            return;
        }
        let event = Event::at(self.now(), kind);
        let record = self.record(&event);
        let step = self.crawl.borrow_mut().handle(event);
        self.follow(record, step, body);
    }

    /// Returns the crawl's time.
    fn now(&self) -> Millis {
        clock::now().saturating_add(self.ahead)
    }

    /// Returns an event in the journal's format, if the crawl is saved.
    fn record(&self, event: &Event) -> Option<Result<Vec<u8>, JournalError>> {
        self.saving.writer.as_ref().map(|_| journal::record(event, true))
    }

    /// Performs and saves the effects of an event.
    fn follow(self: &Rc<Self>, record: Option<Result<Vec<u8>, JournalError>>, step: Step, body: Option<Body>) {
        *self.alarm.borrow_mut() = None;
        self.repeat_held();
        for command in step.commands {
            match command {
                Command::Fetch(request) => self.fetch(request),
                // The page shows the training report, and the person confirms it.
                Command::Confirm => {}
                Command::WaitUntil(until) => self.wake_at(until),
                Command::Finished(_) => self.end_fetching(),
            }
        }
        if self.crawl.borrow().is_over() {
            self.end();
        }
        let has_page = pace::has_page(&step.notifications);
        self.record_moment(&step.notifications);
        match (&self.saving.writer, record) {
            (Some(writer), Some(Ok(record))) => {
                writer.add(record, step.notifications, body);
                self.save();
            }
            _ => self.report(step.notifications, self.crawl.borrow().progress()),
        }
        if has_page {
            self.on_page();
        }
        self.process_inbox();
    }

    /// Ends the crawl without further messages, because another crawl replaces it.
    pub(crate) fn abandon(&self) {
        self.is_abandoned.set(true);
        self.end();
        self.release();
    }

    /// Ends fetches and timers. Steps that have been taken are still saved.
    fn end(&self) {
        self.has_ended.set(true);
        self.end_fetching();
        *self.alarm.borrow_mut() = None;
        *self.output.batch.borrow_mut() = None;
    }

    /// Ends fetches. A crawl that was stopped while it scored links again still completes that.
    fn end_fetching(&self) {
        self.fetching.fetcher.borrow().abort();
        self.fetching.held.borrow_mut().clear();
        self.fetching.inbox.borrow_mut().clear();
        self.parsing.end();
        self.end_pace();
    }

    fn finish(self: &Rc<Self>) {
        self.end();
        self.send_batch();
    }

    fn on_fetched(self: &Rc<Self>, arrived: Fetched) {
        if self.has_ended.get() || self.crawl_has_ended() {
            return;
        }
        if arrived.result.is_err() {
            return self.process(arrived);
        }
        self.fetching.inbox.borrow_mut().push_back(arrived);
        self.parse_elsewhere();
        self.process_inbox();
    }

    /// Starts processing responses if there are any, unless that is running.
    ///
    /// Nothing is parsed before the crawl is saved. If a page crashes the worker, the saved crawl can continue without that page.
    fn process_inbox(self: &Rc<Self>) {
        let is_kept = self.saving.writer.as_ref().is_none_or(JournalWriter::has_saved);
        let has_any = !self.fetching.inbox.borrow().is_empty();
        if is_kept && has_any && !self.is_processing.replace(true) {
            spawn_local(Rc::clone(self).process_all());
        }
    }

    async fn process_all(self: Rc<Self>) {
        let mut since = clock::precise();
        let mut in_a_row = 0;
        while let Some(arrived) = self.next() {
            self.process(arrived);
            in_a_row += 1;
            self.start_parsers(in_a_row);
            if clock::precise() - since > WORK_MS {
                self.yielder.yield_now().await;
                since = clock::precise();
            } else {
                clock::yield_to_tasks().await;
            }
        }
        self.is_processing.set(false);
    }

    fn process(self: &Rc<Self>, arrived: Fetched) {
        let Fetched { request, result, parse } = arrived;
        match result {
            Ok(reply) => {
                let response = self.parsed(parse, &request, &reply);
                if let Some(cache) = &self.fetching.cache {
                    cache.put(&request, &response);
                }
                let keeps_bodies = self.fetching.fetcher.borrow().keeps_bodies();
                let body = keeps_bodies.then(|| body(&request, reply));
                self.step_with(EventKind::Fetched(request.id, response), body);
            }
            Err(failure) => self.step(EventKind::Failed(request.id, failure)),
        }
    }

    fn wake_at(self: &Rc<Self>, until: Millis) {
        let ms = until.saturating_sub(self.now());
        let ms = u32::try_from(ms.min(Millis::from(LONGEST_TIMER_MS))).unwrap_or(LONGEST_TIMER_MS);
        // The driver is ended before it is dropped, which drops its timers.
        let driver = Rc::clone(self);
        let alarm = Timeout::new(ms, move || driver.step(EventKind::Tick));
        *self.alarm.borrow_mut() = Some(alarm);
    }
}

fn body(request: &FetchRequest, reply: SourceResponse) -> Body {
    Body { address: request.address().to_owned(), status: reply.status, headers: reply.headers, packed: reply.body }
}
