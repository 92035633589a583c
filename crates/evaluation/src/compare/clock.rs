//! A crawl under a virtual clock: no network, no sleeping, and no input or output of its own.
//!
//! The clock starts at 0 and jumps from event to event. Answers come in the order of their times, those of the same time in the
//! order of their orders, so a web without delays answers in the order in which it was asked. The clock stands still until every order
//! has its reply: a driver may take as long as it likes over them, and the crawl is the same. Not covered: threads. What
//! is measured is a strategy, and its order must not depend on the machine.

use engine::crawl::Crawl;
use engine::event::{Command, Event, EventKind, Step};
use engine::fetch::{FetchId, FetchRequest, FetchResponse};
use std::collections::BTreeMap;
use types::failure::Failure;
use types::report::Millis;

/// The response to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedResponse {
    /// Milliseconds of virtual time that pass before it is there.
    pub delay_ms: u32,
    /// An answer, or the reason why none came.
    pub outcome: Result<FetchResponse, Failure>,
}

/// An exchange between a crawl and its driver.
#[derive(Clone, Copy, Debug)]
pub enum Seen<'a> {
    /// An event for the crawl.
    Event(&'a Event),
    /// The step that answers it.
    Step(&'a Step),
}

/// A crawl and its clock.
pub struct Clock {
    crawl: Crawl,
    /// The crawl goes on after its examples were read; else that is its end.
    begins: bool,
    wants: Vec<FetchRequest>,
    responses: BTreeMap<(Millis, FetchId), EventKind>,
    /// The next event that waits for no response: the start, or the start after training, which nobody confirms here.
    word: Option<Event>,
    wake: Option<Millis>,
    over: bool,
}

impl Clock {
    /// Returns a crawl that has not begun, to be run to its end.
    pub fn new(crawl: Crawl) -> Self {
        Self {
            crawl,
            begins: true,
            wants: Vec::new(),
            responses: BTreeMap::new(),
            word: Some(Event::at(0, EventKind::Seeded)),
            wake: None,
            over: false,
        }
    }

    /// Returns a crawl that has not begun, to be run until its strategy has learned from its examples.
    pub fn to_learn(crawl: Crawl) -> Self {
        Self {
            begins: false,
            ..Self::new(crawl)
        }
    }

    /// Returns the orders that have no reply yet, in the order in which they left.
    pub fn wants(&self) -> &[FetchRequest] {
        &self.wants
    }

    /// Returns the virtual time.
    pub fn now(&self) -> Millis {
        self.crawl.now()
    }

    /// Returns true if nothing is left to happen.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Takes the reply to an order; one that is not wanted changes nothing.
    pub fn take(&mut self, id: FetchId, response: TimedResponse) {
        let Some(place) = self.wants.iter().position(|request| request.id == id) else {
            return;
        };
        self.wants.remove(place);
        let at = self.now() + u64::from(response.delay_ms);
        let kind = match response.outcome {
            Ok(response) => EventKind::Fetched(id, response),
            Err(failure) => EventKind::Failed(id, failure),
        };
        self.responses.insert((at, id), kind);
    }

    /// Lets the next thing happen, and shows what goes in and what comes out. Nothing happens while orders have no reply, or when all is over.
    pub fn step(&mut self, mut watch: impl FnMut(Seen<'_>)) {
        if self.over || !self.wants.is_empty() {
            return;
        }
        let Some(event) = self.next() else {
            self.over = true;
            return;
        };
        let now = event.now;
        watch(Seen::Event(&event));
        let step = self.crawl.handle(event);
        watch(Seen::Step(&step));
        self.wake = None;
        for command in step.commands {
            match command {
                Command::Fetch(request) => self.wants.push(request),
                Command::WaitUntil(time) => self.wake = Some(time),
                Command::Confirm if self.begins => {
                    self.word = Some(Event::at(now, EventKind::Resumed));
                }
                Command::Confirm | Command::Finished(_) => self.over = true,
            }
        }
        if self.over {
            self.wants.clear();
        }
    }

    /// Returns the crawl.
    pub fn crawl(&self) -> &Crawl {
        &self.crawl
    }

    /// Returns the crawl, given back.
    pub fn into_crawl(self) -> Crawl {
        self.crawl
    }

    /// Returns the word to begin, or the next answer, or a tick where one is due earlier.
    fn next(&mut self) -> Option<Event> {
        if let Some(event) = self.word.take() {
            return Some(event);
        }
        let first = self.responses.first_key_value().map(|((at, _), _)| *at);
        if let Some(wake) = self.wake.filter(|wake| first.is_none_or(|at| *wake < at)) {
            return Some(Event::at(wake, EventKind::Tick));
        }
        let ((at, _), kind) = self.responses.pop_first()?;
        Some(Event::at(at, kind))
    }
}
