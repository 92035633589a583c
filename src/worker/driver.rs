//! The driver: feeds a crawl with events and carries out its commands.
//!
//! Fetches run side by side as futures of this thread and leave their answers in an inbox. One task empties the inbox: it
//! reads a page, hands it to the crawl and sends the new orders out before it reads the next one, so that the network
//! works while a page is parsed. After some milliseconds it lets messages and timers through. All events enter the crawl
//! in [`Driver::step`] and nowhere else. What comes of them is kept first and told to the page then; where the store has no room
//! the crawl pauses until it has.

mod steering;

use super::batches::Batches;
use super::charset::BrowserDecoder;
use super::clock::{self, Breath};
use super::fetch::{Fetcher, Reply};
use super::keeper::{Keeper, Snapshot, Waiting};
use super::store::Body;
use super::watch::Watch;
use crate::protocol::watch::Watching;
use crate::protocol::{Suspect, ToPage};
use engine::crawl::{Crawl, Model};
use engine::event::{Command, Event, EventKind, Millis};
use engine::fetch::{Answer, Failure, Order, RawAnswer};
use engine::journal;
use engine::report::{Note, Phase, Progress};
use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
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
/// Milliseconds until a store without room is tried again.
const ROOM_MS: u32 = 5_000;
/// The longest time that a browser's timer takes, in milliseconds; the crawl is asked again then and waits on.
const LONGEST_TIMER_MS: u32 = i32::MAX.unsigned_abs();

/// A crawl under way.
pub(super) struct Driver {
    crawl: RefCell<Crawl>,
    /// Another one where the crawl goes on after its end.
    fetcher: RefCell<Rc<Fetcher>>,
    /// What is left out, since workers died when they read it.
    suspects: RefCell<Vec<Suspect>>,
    post: Rc<dyn Fn(&ToPage)>,
    batches: RefCell<Batches>,
    watch: RefCell<Watch>,
    /// None where nothing can be kept.
    keeper: Option<Keeper>,
    memory: Option<Rc<dyn Memory>>,
    is_keeping: Cell<bool>,
    /// Where the crawl stood when all that the page may know was kept.
    told: RefCell<Progress>,
    /// What keeps the store from keeping, in a sentence.
    trouble: RefCell<Option<String>>,
    inbox: RefCell<VecDeque<Arrived>>,
    breath: Breath,
    is_reading: Cell<bool>,
    has_ended: Cell<bool>,
    /// Another crawl has taken the place of this one.
    is_silent: Cell<bool>,
    /// Wakes the crawl.
    alarm: RefCell<Option<Timeout>>,
    /// Sends the next batch, and when it is due.
    batch: RefCell<Option<(Timeout, Millis)>>,
}

/// What a crawl has that keeps on beside it: answers that need no fetch, and what becomes of those that came by one.
pub(super) trait Memory {
    /// The answer to an order, where it is known.
    fn recall(&self, order: &Order) -> Option<Answer>;
    /// Takes note of an answer that was fetched.
    fn keep(&self, order: &Order, answer: &Answer);
}

/// What a fetch came to.
struct Arrived {
    order: Order,
    result: Result<Reply, Failure>,
}

impl Driver {
    /// A driver for a crawl that has not begun.
    pub(super) fn new(
        crawl: Crawl,
        fetcher: Fetcher,
        keeper: Option<Keeper>,
        post: Rc<dyn Fn(&ToPage)>,
    ) -> Rc<Self> {
        Rc::new(Self::made(crawl, fetcher, keeper, post))
    }

    /// A driver for a crawl that is kept nowhere, but has a memory.
    pub(super) fn remembering(
        crawl: Crawl,
        fetcher: Fetcher,
        memory: Rc<dyn Memory>,
        post: Rc<dyn Fn(&ToPage)>,
    ) -> Rc<Self> {
        Rc::new(Self {
            memory: Some(memory),
            ..Self::made(crawl, fetcher, None, post)
        })
    }

    fn made(
        crawl: Crawl,
        fetcher: Fetcher,
        keeper: Option<Keeper>,
        post: Rc<dyn Fn(&ToPage)>,
    ) -> Self {
        // A crawl by a model, or one that is taken up, knows its lesson before it begins.
        let lesson = crawl.lesson().cloned();
        let mut batches = Batches::default();
        batches.add(
            lesson
                .map(Box::new)
                .map(Note::Prepared)
                .into_iter()
                .collect(),
        );
        Self {
            told: RefCell::new(crawl.progress()),
            crawl: RefCell::new(crawl),
            keeper,
            memory: None,
            is_keeping: Cell::new(false),
            trouble: RefCell::default(),
            fetcher: RefCell::new(Rc::new(fetcher)),
            suspects: RefCell::default(),
            post,
            batches: RefCell::new(batches),
            watch: RefCell::default(),
            inbox: RefCell::default(),
            breath: Breath::new(),
            is_reading: Cell::new(false),
            has_ended: Cell::new(false),
            is_silent: Cell::new(false),
            alarm: RefCell::default(),
            batch: RefCell::default(),
        }
    }

    /// What the crawl is doing.
    pub(super) fn phase(&self) -> Phase {
        self.crawl.borrow().progress().phase
    }

    /// What keeps the crawl, where that has this id.
    pub(super) fn keeper_of(&self, id: &str) -> Option<&Keeper> {
        self.keeper.as_ref().filter(|keeper| keeper.id() == id)
    }

    /// What the page shows of the crawl besides its pages.
    pub(super) fn turn(&self, watching: Watching) {
        self.watch.borrow_mut().turn(watching);
    }

    /// The same for a crawl that the page knows: told at once, also where the crawl is over.
    pub(super) fn watch(self: &Rc<Self>, watching: Watching) {
        self.turn(watching);
        if !self.is_silent.get() {
            self.tell();
        }
    }

    /// What was learned, as a model of this name, once it was and before the crawl goes on.
    pub(super) fn model(&self, name: &str) -> Option<Model> {
        self.crawl.borrow().model(name)
    }

    /// Tells the page of all pages so far, and goes on with a crawl that was kept: what was under way is fetched again. `suspects` are
    /// not: they fail with their reason whenever they are ordered, since what led to them may have been lost with the worker.
    pub(super) fn take_up(self: &Rc<Self>, suspects: Vec<Suspect>) {
        *self.suspects.borrow_mut() = suspects;
        let crawl = self.crawl.borrow();
        let pages = crawl.pages().iter().cloned();
        let mut notes: Vec<Note> = pages.map(|page| Note::Page(Box::new(page))).collect();
        let steered = crawl.steered().iter().cloned();
        notes.extend(steered.map(|(done, steering)| Note::Steered(done, Box::new(steering))));
        notes.push(Note::Insights(crawl.insights()));
        let (under_way, is_over) = (crawl.under_way(), crawl.is_over());
        drop(crawl);
        self.batches.borrow_mut().add(notes);
        if is_over {
            return self.finish();
        }
        for command in under_way {
            if let Command::Fetch(order) = command {
                self.fetch(order);
            }
        }
        self.step(EventKind::Tick);
    }

    /// Hands one event to the crawl and does what it says.
    pub(super) fn step(self: &Rc<Self>, kind: EventKind) {
        self.step_with(kind, None);
    }

    /// The same; `body` is what a server sent, where the event is its answer.
    fn step_with(self: &Rc<Self>, kind: EventKind, body: Option<Body>) {
        if self.has_ended.get() {
            return;
        }
        let event = Event::at(clock::now(), kind);
        let record = self.keeper.as_ref().map(|_| journal::record(&event, true));
        let step = self.crawl.borrow_mut().handle(event);
        *self.alarm.borrow_mut() = None;
        for command in step.commands {
            match command {
                Command::Fetch(order) => self.fetch(order),
                // The page shows what was learned and says when to go on.
                Command::Confirm => {}
                Command::WaitUntil(until) => self.wake_at(until),
                Command::Finished(_) => self.end(),
            }
        }
        if self.crawl.borrow().is_over() {
            self.end();
        }
        match (&self.keeper, record) {
            (Some(keeper), Some(Ok(record))) => {
                keeper.add(record, step.notes, body);
                self.keep();
            }
            _ => self.tell_of(step.notes, self.crawl.borrow().progress()),
        }
    }

    fn tell_of(self: &Rc<Self>, notes: Vec<Note>, progress: Progress) {
        self.batches.borrow_mut().add(notes);
        *self.told.borrow_mut() = progress;
        if self.is_silent.get() {
        } else if self.has_ended.get() {
            self.tell();
        } else {
            self.tell_within(BATCH_MS);
        }
    }

    /// Sees to it that what waits is kept.
    fn keep(self: &Rc<Self>) {
        if !self.is_keeping.replace(true) {
            let driver = Rc::clone(self);
            spawn_local(async move { driver.keep_all().await });
        }
    }

    async fn keep_all(self: &Rc<Self>) {
        while let Some((keeper, mut waiting)) = self.next_step() {
            let progress = self.crawl.borrow().progress();
            let snapshot = keeper
                .wants_snapshot(&waiting, &self.crawl.borrow())
                .then(|| Snapshot::of(&self.crawl.borrow()))
                .flatten();
            self.write(keeper, &mut waiting, snapshot.as_ref(), &progress)
                .await;
            self.tell_of(waiting.notes, progress);
        }
        self.is_keeping.set(false);
        self.release();
    }

    fn next_step(&self) -> Option<(&Keeper, Waiting)> {
        let keeper = self.keeper.as_ref()?;
        Some((keeper, keeper.take()?))
    }

    /// Writes, and where there is no room pauses the crawl and tries again until there is.
    async fn write(
        self: &Rc<Self>,
        keeper: &Keeper,
        waiting: &mut Waiting,
        snapshot: Option<&Snapshot>,
        progress: &Progress,
    ) {
        let mut has_paused = false;
        loop {
            let error = match keeper
                .write(waiting, snapshot, progress, clock::now())
                .await
            {
                Ok(is_first) => break self.tell_kept(keeper, is_first),
                Err(error) => error,
            };
            *self.trouble.borrow_mut() = Some(error.to_string());
            if !has_paused && self.crawl.borrow().progress().phase.is_fetching() {
                has_paused = true;
                self.step(EventKind::Paused);
            }
            if self.is_silent.get() {
                return;
            }
            self.tell();
            TimeoutFuture::new(ROOM_MS).await;
        }
        *self.trouble.borrow_mut() = None;
        if has_paused {
            self.step(EventKind::Resumed);
        }
    }

    /// From its first step on the crawl is found again by its id, and not before.
    fn tell_kept(self: &Rc<Self>, keeper: &Keeper, is_first: bool) {
        if is_first && !self.is_silent.get() {
            (self.post)(&ToPage::Kept(Ok(keeper.id())));
            self.read_on();
        }
    }

    /// Ends everything without a word to the page: another crawl takes the place of this one.
    pub(super) fn abandon(&self) {
        self.is_silent.set(true);
        self.end();
        self.release();
    }

    /// Lets go of a crawl that was abandoned, once all of it is kept: fetches that still hold this driver may take long.
    fn release(&self) {
        if let Some(keeper) = self
            .keeper
            .as_ref()
            .filter(|_| self.is_silent.get() && !self.is_keeping.get())
        {
            keeper.release();
        }
    }

    /// Ends everything but the keeping of what has happened.
    fn end(&self) {
        self.has_ended.set(true);
        self.fetcher.borrow().abort();
        self.inbox.borrow_mut().clear();
        *self.alarm.borrow_mut() = None;
        *self.batch.borrow_mut() = None;
    }

    fn finish(self: &Rc<Self>) {
        self.end();
        self.tell();
    }

    fn fetch(self: &Rc<Self>, order: Order) {
        let driver = Rc::clone(self);
        let fetcher = Rc::clone(&self.fetcher.borrow());
        spawn_local(async move {
            if let Some(answer) = driver.recall(&order) {
                return driver.step(EventKind::Fetched(order.id, answer));
            }
            let result = match driver.suspicion(&order) {
                Some(failure) => Err(failure),
                None => fetcher.fetch(&order).await,
            };
            // What was under way when the crawl ended is no answer to what is asked since it goes on.
            if Rc::ptr_eq(&fetcher, &driver.fetcher.borrow()) {
                driver.arrived(Arrived { order, result });
            }
        });
    }

    fn recall(&self, order: &Order) -> Option<Answer> {
        self.memory.as_ref()?.recall(order)
    }

    /// Why an order is not fetched, where it is for what workers died of.
    fn suspicion(&self, order: &Order) -> Option<Failure> {
        let suspects = self.suspects.borrow();
        let mut suspects = suspects.iter();
        let suspect = suspects.find(|suspect| suspect.url == order.address())?;
        Some(suspect.failure())
    }

    fn arrived(self: &Rc<Self>, arrived: Arrived) {
        if self.has_ended.get() {
            return;
        }
        self.inbox.borrow_mut().push_back(arrived);
        self.read_on();
    }

    /// Sees to it that the answers are read that came. Nothing is read before the crawl is kept: it can go on without a page that
    /// kills its worker only where there is something to go on with.
    fn read_on(self: &Rc<Self>) {
        let is_kept = self.keeper.as_ref().is_none_or(Keeper::has_kept);
        if is_kept && !self.is_reading.replace(true) {
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
        match result {
            Ok(reply) => {
                (self.post)(&ToPage::Reading(order.address().to_owned()));
                let answer = read(&order, &reply);
                if let Some(memory) = &self.memory {
                    memory.keep(&order, &answer);
                }
                let is_worth_keeping = self.fetcher.borrow().is_worth_keeping();
                let body = is_worth_keeping.then(|| body(&order, reply));
                self.step_with(EventKind::Fetched(order.id, answer), body);
            }
            Err(failure) => self.step(EventKind::Failed(order.id, failure)),
        }
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
        let progress = self.told.borrow().clone();
        let trouble = self.trouble.borrow().clone();
        let trouble = trouble.or_else(|| self.fetcher.borrow().trouble());
        let now = clock::now();
        let (crawl, has_ended) = (self.crawl.borrow(), self.has_ended.get());
        let sight = self.watch.borrow_mut().look(&crawl, now, has_ended);
        drop(crawl);
        let batch = self
            .batches
            .borrow_mut()
            .take(progress, now, trouble, sight);
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

fn body(order: &Order, reply: Reply) -> Body {
    Body {
        address: order.address().to_owned(),
        status: reply.status,
        headers: reply.headers,
        packed: reply.body,
    }
}
