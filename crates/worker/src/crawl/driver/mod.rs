//! Drives a crawl: sends events to it and performs its commands.
//!
//! Fetches run concurrently as futures of this thread and put their responses into an inbox. One task empties the
//! inbox. It parses a page, sends it to the crawl and starts the next fetches before it parses the next page, so that
//! the network is in use meanwhile. If responses keep waiting, other workers parse them. The task yields to messages
//! and timers every few milliseconds. All events enter the crawl in [`Driver::step`]. Each step is saved before the
//! observer is notified of it. If the database is full, the crawl pauses until there is space. The requests of services
//! are in `control.rs`.

mod control;
mod fetching;
mod inbox;
mod output;
mod pace;
mod saving;

use super::CrawlObserver;
use super::journal_writer::JournalWriter;
use crate::browser::clock::{self, Yielder};
use crate::parser::ParseResult;
use crate::sources::{Fetcher, SourceResponse};
use crate::storage::database::Body;
use engine::crawl::Crawl;
use engine::event::{Command, Event, EventKind, Step};
use engine::fetch::{FetchId, FetchRequest, Purpose};
use engine::journal::{self, JournalError};
use fetching::Fetching;
use gloo_timers::callback::Timeout;
use inbox::{Fetched, Inbox};
use output::Output;
use pace::PaceLimit;
use protocol::Suspect;
use saving::Saving;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::report::{Millis, Notification, Phase, Progress};
use wasm_bindgen_futures::spawn_local;

/// The longest delay of a browser's timer, in milliseconds, after which the crawl waits again.
const LONGEST_TIMER_MS: u32 = i32::MAX.unsigned_abs();
/// The milliseconds between two batches. Two frames look immediate and need half as many messages as one.
const BATCH_MS: u32 = 32;
/// The milliseconds after which a batch is sent without any event. It reports a falling rate, and that the worker is
/// alive.
const QUIET_MS: u32 = 1_000;

/// A running crawl.
pub(crate) struct Driver {
    crawl: RefCell<Crawl>,
    /// The milliseconds by which the crawl's time is ahead of the clock. Otherwise, if the clock was set back since the
    /// crawl was saved, its hosts would be delayed by that time.
    ahead: Millis,
    observer: Rc<dyn CrawlObserver>,
    fetching: Fetching,
    inbox: Inbox,
    saving: Saving,
    output: RefCell<Output>,
    pace: PaceLimit,
    yielder: Yielder,
    is_processing: Cell<bool>,
    /// The driver passes no events to the crawl, which has ended or was abandoned.
    has_ended: Cell<bool>,
    /// Another crawl has replaced this one.
    is_abandoned: Cell<bool>,
    /// The timer of the crawl's next tick.
    alarm: RefCell<Option<Timeout>>,
    /// The timer of the next batch, and its time.
    batch_timer: RefCell<Option<(Timeout, Millis)>>,
}

impl Driver {
    /// Creates a driver for a crawl that has not started; without a writer, it is not saved.
    pub(crate) fn new(
        crawl: Crawl,
        fetcher: Fetcher,
        writer: Option<JournalWriter>,
        observer: Rc<dyn CrawlObserver>,
    ) -> Rc<Self> {
        Rc::new(Self {
            saving: Saving::new(writer, crawl.progress()),
            output: RefCell::new(Output::new(&crawl)),
            ahead: crawl.now().saturating_sub(clock::now()),
            fetching: Fetching::new(fetcher, &crawl),
            crawl: RefCell::new(crawl),
            observer,
            inbox: Inbox::default(),
            pace: PaceLimit::default(),
            yielder: Yielder::new(),
            is_processing: Cell::new(false),
            has_ended: Cell::new(false),
            is_abandoned: Cell::new(false),
            alarm: RefCell::default(),
            batch_timer: RefCell::default(),
        })
    }

    /// Sends an event to the crawl and performs its commands.
    pub(crate) fn step(self: &Rc<Self>, kind: EventKind) {
        self.step_with(kind, None);
    }

    /// Sends an event to the crawl; `body` is the response body, if the event is a response.
    fn step_with(self: &Rc<Self>, kind: EventKind, body: Option<Body>) {
        self.handle(Event::at(self.now(), kind), body);
    }

    /// Sends the crawl an event with its time.
    pub(crate) fn handle(self: &Rc<Self>, event: Event, body: Option<Body>) {
        if self.has_ended.get() {
            return;
        }
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
        self.alarm.take();
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
        let has_page = step.notifications.iter().any(|notification| matches!(notification, Notification::Page(_)));
        let moment = self.output.borrow_mut().record_moment(&self.crawl.borrow(), &step.notifications);
        match (&self.saving.writer, record) {
            (Some(writer), Some(Ok(record))) => {
                writer.add(record, step.notifications, body, moment);
                Saving::start(self);
            }
            _ => self.report(step.notifications, self.crawl.borrow().progress()),
        }
        if has_page && self.is_pause_due() {
            self.pause();
        }
        self.render_next();
        self.process_inbox();
    }

    /// Returns whether the crawl pauses after a page: that of a single step, or the last one before a pause.
    fn is_pause_due(&self) -> bool {
        let was_step = self.pace.is_step.replace(false) && !self.pace.is_stepwise();
        self.pace.is_pause_due(engine::count(self.crawl.borrow().pages().len())) || was_step
    }

    /// Ends fetches and timers. Steps that have been taken are still saved.
    fn end(&self) {
        self.has_ended.set(true);
        self.end_fetching();
        self.alarm.take();
        self.batch_timer.take();
    }

    /// Ends fetches. A crawl that was stopped while it scored links again still completes that.
    fn end_fetching(&self) {
        self.fetching.abort();
        self.inbox.clear();
        self.pace.reset();
        // The timer holds the driver.
        self.pace.timer.take();
    }

    /// Repeats the requests that were in flight when the crawl was saved, unless it is paused.
    fn repeat_held(self: &Rc<Self>) {
        if !self.phase().is_fetching() {
            return;
        }
        for command in self.fetching.held.take() {
            if let Command::Fetch(request) = command {
                self.fetch(request);
            }
        }
    }

    /// Starts a fetch, unless the response is known.
    fn fetch(self: &Rc<Self>, request: FetchRequest) {
        let (driver, fetcher) = (Rc::clone(self), self.fetching.fetcher());
        spawn_local(async move {
            if let Some(response) = driver.observer.known_response(&request) {
                return driver.step(EventKind::Fetched(request.id, response));
            }
            if let Some(result) = driver.fetching.fetch(fetcher, &request, &*driver.observer).await {
                driver.on_fetched(Fetched::new(request, result));
            }
        });
    }

    /// Starts to render the next page that waits for it, which then arrives again.
    fn render_next(self: &Rc<Self>) {
        if self.phase() == Phase::Paused {
            return;
        }
        let Some((request, fetched)) = self.fetching.next_to_render() else { return };
        let driver = Rc::clone(self);
        spawn_local(async move {
            if let Some(result) = driver.fetching.render(&request, fetched).await {
                driver.on_fetched(Fetched::new(request, result));
            }
            driver.render_next();
        });
    }

    fn on_fetched(self: &Rc<Self>, arrived: Fetched) {
        if self.has_ended.get() || self.crawl_has_ended() {
            return;
        }
        if arrived.result.is_err() && !self.pace.is_stepwise() {
            return self.process(arrived);
        }
        self.inbox.push(arrived);
        self.process_inbox();
    }

    /// Starts processing responses if there are any, unless that is running.
    ///
    /// Nothing is parsed before the crawl is saved. If a page crashes the worker, the saved crawl can continue without
    /// that page.
    fn process_inbox(self: &Rc<Self>) {
        if self.saving.has_saved() && !self.inbox.is_empty() && !self.is_processing.replace(true) {
            spawn_local(Rc::clone(self).process_all());
        }
    }

    async fn process_all(self: Rc<Self>) {
        self.yielder.restart();
        let mut in_a_row = 0;
        loop {
            let reads_documents = self.with_plan(|plan| plan.read_documents);
            if reads_documents {
                self.inbox.load_reader().await;
            }
            let Some(arrived) = self.next() else { break };
            self.process(arrived);
            in_a_row += 1;
            if !self.has_ended.get() {
                let driver = Rc::downgrade(&self);
                self.inbox.start_workers(in_a_row, move |id, result| {
                    if let Some(driver) = driver.upgrade() {
                        driver.on_parsed(id, result);
                    }
                });
            }
            if !self.yielder.yield_if_due().await {
                clock::yield_to_tasks().await;
            }
        }
        self.is_processing.set(false);
    }

    /// Takes the next response if it is due; otherwise schedules the processing of the inbox.
    fn next(self: &Rc<Self>) -> Option<Fetched> {
        if self.phase() == Phase::Paused {
            return None;
        }
        self.inbox.next(|request| {
            let due = if request.purpose == Purpose::Page { self.pace.count(clock::precise()) } else { Ok(()) };
            if let Err(Some(wait)) = due {
                let driver = Rc::clone(self);
                self.pace.timer.replace(Some(Timeout::new(wait, move || driver.process_inbox())));
            }
            due.is_ok()
        })
    }

    fn process(self: &Rc<Self>, arrived: Fetched) {
        if arrived.result.is_ok() {
            self.observer.on_parsing(arrived.request.address());
        }
        match arrived.parsed() {
            (request, Ok((reply, response))) => {
                if self.fetching.must_render(&request, &response, self.crawl.borrow().plan()) {
                    self.fetching.queue_to_render(request, reply);
                    return self.render_next();
                }
                self.observer.on_response(&request, &response);
                let body = self.fetching.fetcher().keeps_bodies().then(|| body(&request, reply));
                self.step_with(EventKind::Fetched(request.id, response), body);
            }
            (request, Err(failure)) => self.step(EventKind::Failed(request.id, failure)),
        }
    }

    /// Takes the result of another worker. A page whose parse crashed it fails.
    fn on_parsed(self: &Rc<Self>, id: FetchId, result: ParseResult) {
        match self.inbox.on_parsed(id, result) {
            Some(request) => {
                let reason = "Parsing this page crashed a worker.".to_owned();
                let suspect = Suspect { url: request.address().to_owned(), reason };
                self.step(EventKind::Failed(request.id, suspect.failure()));
            }
            None => self.process_inbox(),
        }
    }

    fn wake_at(self: &Rc<Self>, until: Millis) {
        let ms = until.saturating_sub(self.now());
        let ms = u32::try_from(ms.min(Millis::from(LONGEST_TIMER_MS))).unwrap_or(LONGEST_TIMER_MS);
        // The driver is ended before it is dropped, which drops its timers.
        let driver = Rc::clone(self);
        self.alarm.replace(Some(Timeout::new(ms, move || driver.step(EventKind::Tick))));
    }

    /// Adds notifications to the next batch.
    fn report(self: &Rc<Self>, notifications: Vec<Notification>, progress: Progress) {
        self.output.borrow_mut().add(notifications);
        self.saving.progress.replace(progress);
        if self.is_abandoned.get() {
        } else if self.has_ended.get() {
            self.send_batch();
        } else {
            self.send_within(BATCH_MS);
        }
    }

    /// Schedules a batch within a number of milliseconds. An overdue batch is sent now, because timers may be late.
    fn send_within(self: &Rc<Self>, ms: u32) {
        let now = clock::now();
        let due = now + Millis::from(ms);
        let pending = self.batch_timer.borrow().as_ref().map(|(_, due)| *due);
        match pending {
            Some(earlier) if earlier <= now => return self.send_batch(),
            Some(earlier) if earlier <= due => return,
            _ => {}
        }
        let driver = Rc::clone(self);
        let timer = Timeout::new(ms, move || driver.send_batch());
        self.batch_timer.replace(Some((timer, due)));
    }

    /// Sends a batch.
    fn send_batch(self: &Rc<Self>) {
        self.batch_timer.take();
        self.inbox.end_idle_workers();
        let progress = self.saving.progress.borrow().clone();
        let unsaved = self.saving.trouble.borrow().clone();
        let standstill = unsaved.or_else(|| self.fetching.fetcher().problem());
        let batch = self.output.borrow_mut().take(&self.crawl.borrow(), progress, standstill, self.has_ended.get());
        self.observer.on_batch(batch);
        if !self.has_ended.get() {
            self.send_within(QUIET_MS);
        }
    }
}

fn body(request: &FetchRequest, reply: SourceResponse) -> Body {
    Body { address: request.address().to_owned(), status: reply.status, headers: reply.headers, packed: reply.body }
}
