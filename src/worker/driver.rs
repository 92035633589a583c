//! The driver: feeds a crawl with events and carries out its commands.
//!
//! Fetches run side by side as futures of this thread and leave their answers in an inbox. One task empties the inbox: it
//! reads a page, hands it to the crawl and sends the new orders out before it reads the next one, so that the network
//! works while a page is parsed. After some milliseconds it lets messages and timers through. All events enter the crawl
//! in [`Driver::step`] and nowhere else.

use super::batches::Batches;
use super::charset::BrowserDecoder;
use super::clock::{self, Breath};
use super::fetch::{Fetcher, Reply};
use crate::protocol::ToPage;
use engine::crawl::Crawl;
use engine::event::{Command, Event, EventKind, Millis};
use engine::fetch::{Answer, Failure, Order, RawAnswer};
use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Milliseconds between two batches: two frames, which the eye takes for at once, and half the messages.
const BATCH_MS: u32 = 32;
/// Milliseconds until a batch where nothing happened: it tells of a falling rate, of trouble, and that the worker is alive.
const QUIET_MS: u32 = 1_000;
/// Milliseconds of work after which messages and timers get their turn.
const WORK_MS: f64 = 10.0;
/// The longest time that a browser's timer takes, in milliseconds; the crawl is asked again then and waits on.
const LONGEST_TIMER_MS: u32 = i32::MAX.unsigned_abs();

/// A crawl under way.
pub(super) struct Driver {
    crawl: RefCell<Crawl>,
    fetcher: Fetcher,
    post: Rc<dyn Fn(&ToPage)>,
    batches: RefCell<Batches>,
    inbox: RefCell<VecDeque<Arrived>>,
    breath: Breath,
    is_reading: Cell<bool>,
    has_ended: Cell<bool>,
    /// Wakes the crawl.
    alarm: RefCell<Option<Timeout>>,
    /// Sends the next batch, and when it is due.
    batch: RefCell<Option<(Timeout, Millis)>>,
}

/// What a fetch came to.
struct Arrived {
    order: Order,
    result: Result<Reply, Failure>,
}

impl Driver {
    /// A driver for a crawl that has not begun.
    pub(super) fn new(crawl: Crawl, fetcher: Fetcher, post: Rc<dyn Fn(&ToPage)>) -> Rc<Self> {
        Rc::new(Self {
            crawl: RefCell::new(crawl),
            fetcher,
            post,
            batches: RefCell::default(),
            inbox: RefCell::default(),
            breath: Breath::new(),
            is_reading: Cell::new(false),
            has_ended: Cell::new(false),
            alarm: RefCell::default(),
            batch: RefCell::default(),
        })
    }

    /// Hands one event to the crawl and does what it says.
    pub(super) fn step(self: &Rc<Self>, kind: EventKind) {
        if self.has_ended.get() {
            return;
        }
        let step = self
            .crawl
            .borrow_mut()
            .handle(Event::at(clock::now(), kind));
        self.batches.borrow_mut().add(step.notes);
        *self.alarm.borrow_mut() = None;
        for command in step.commands {
            match command {
                Command::Fetch(order) => self.fetch(order),
                // The page shows what was learned and says when to go on.
                Command::Confirm => {}
                Command::WaitUntil(until) => self.wake_at(until),
                Command::Finished(_) => return self.finish(),
            }
        }
        self.tell_within(BATCH_MS);
    }

    /// Ends everything without a word to the page: another crawl takes the place of this one.
    pub(super) fn abandon(&self) {
        self.has_ended.set(true);
        self.fetcher.abort();
        self.inbox.borrow_mut().clear();
        *self.alarm.borrow_mut() = None;
        *self.batch.borrow_mut() = None;
    }

    fn finish(self: &Rc<Self>) {
        self.abandon();
        self.tell();
    }

    fn fetch(self: &Rc<Self>, order: Order) {
        let driver = Rc::clone(self);
        spawn_local(async move {
            let result = driver.fetcher.fetch(&order).await;
            driver.arrived(Arrived { order, result });
        });
    }

    fn arrived(self: &Rc<Self>, arrived: Arrived) {
        if self.has_ended.get() {
            return;
        }
        self.inbox.borrow_mut().push_back(arrived);
        if !self.is_reading.replace(true) {
            spawn_local(Rc::clone(self).read_all());
        }
    }

    async fn read_all(self: Rc<Self>) {
        let mut since = clock::precise();
        while let Some(arrived) = self.next() {
            self.take_in(arrived);
            if clock::precise() - since > WORK_MS {
                self.breath.take().await;
                since = clock::precise();
            } else {
                clock::step_back().await;
            }
        }
        self.is_reading.set(false);
    }

    fn next(&self) -> Option<Arrived> {
        self.inbox.borrow_mut().pop_front()
    }

    fn take_in(self: &Rc<Self>, arrived: Arrived) {
        let Arrived { order, result } = arrived;
        self.step(match result {
            Ok(reply) => EventKind::Fetched(order.id, read(&order, &reply)),
            Err(failure) => EventKind::Failed(order.id, failure),
        });
    }

    fn wake_at(self: &Rc<Self>, until: Millis) {
        let ms = until.saturating_sub(clock::now());
        let ms = u32::try_from(ms.min(Millis::from(LONGEST_TIMER_MS))).unwrap_or(LONGEST_TIMER_MS);
        let driver = Rc::downgrade(self);
        *self.alarm.borrow_mut() = Some(Timeout::new(ms, move || {
            if let Some(driver) = driver.upgrade() {
                driver.step(EventKind::Tick);
            }
        }));
    }

    /// Sees to it that a batch goes out within so many milliseconds: now, where one is overdue because timers are late.
    fn tell_within(self: &Rc<Self>, ms: u32) {
        let now = clock::now();
        let due = now + Millis::from(ms);
        let pending = self.batch.borrow().as_ref().map(|(_, due)| *due);
        match pending {
            Some(earlier) if earlier <= now => return self.tell(),
            Some(earlier) if earlier <= due => return,
            _ => {}
        }
        let driver = Rc::downgrade(self);
        let timer = Timeout::new(ms, move || {
            if let Some(driver) = driver.upgrade() {
                driver.tell();
            }
        });
        *self.batch.borrow_mut() = Some((timer, due));
    }

    /// Sends a batch now.
    fn tell(self: &Rc<Self>) {
        *self.batch.borrow_mut() = None;
        let progress = self.crawl.borrow().progress();
        let batch = self
            .batches
            .borrow_mut()
            .take(progress, clock::now(), self.fetcher.trouble());
        (self.post)(&ToPage::Batch(Box::new(batch)));
        if !self.has_ended.get() {
            self.tell_within(QUIET_MS);
        }
    }
}

fn read(order: &Order, reply: &Reply) -> Answer {
    let raw = RawAnswer {
        status: reply.status,
        headers: &reply.headers,
        body: &reply.body,
        elapsed_ms: reply.elapsed_ms,
    };
    Answer::read(order, raw, clock::now(), &BrowserDecoder)
}
