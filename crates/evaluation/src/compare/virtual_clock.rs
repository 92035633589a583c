//! Runs a crawl with a virtual clock, without network, sleeping, input or output.
//!
//! The clock starts at 0 and jumps from event to event. Responses arrive by time, and those of the same time by request
//! number. The clock stands still until every request has a response, so that the crawl does not depend on the speed of
//! the driver. There are no threads, because the order of a measured crawl must not depend on the machine.

use engine::crawl::Crawl;
use engine::event::{Command, Event, EventKind, Step};
use engine::fetch::{FetchId, FetchRequest, FetchResponse};
use std::collections::BTreeMap;
use types::failure::Failure;
use types::report::Millis;

/// The response to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedResponse {
    /// The delay in milliseconds of virtual time.
    pub delay_ms: u32,
    /// The response, or the failure.
    pub outcome: Result<FetchResponse, Failure>,
}

/// An exchange between a crawl and its driver.
#[derive(Clone, Copy, Debug)]
pub enum Exchange<'a> {
    /// An event for the crawl.
    Event(&'a Event),
    /// The step that follows from it.
    Step(&'a Step),
}

/// A crawl and its clock.
pub struct VirtualClock {
    crawl: Crawl,
    /// The crawl continues after the training; otherwise it ends there.
    begins: bool,
    pending_requests: Vec<FetchRequest>,
    responses: BTreeMap<(Millis, FetchId), EventKind>,
    /// The next event without a response: the start, or the start after training, which needs no confirmation here.
    next_event: Option<Event>,
    wake: Option<Millis>,
    over: bool,
}

impl VirtualClock {
    /// Creates a clock that runs a new or saved crawl to its end, from the time of its last event.
    pub fn new(crawl: Crawl) -> Self {
        let in_flight = crawl.in_flight().into_iter();
        let in_flight = in_flight.filter_map(|command| match command {
            Command::Fetch(request) => Some(request),
            _ => None,
        });
        Self {
            begins: true,
            pending_requests: in_flight.collect(),
            responses: BTreeMap::new(),
            next_event: Some(Event::at(crawl.now(), crawl.start_event())),
            wake: None,
            over: false,
            crawl,
        }
    }

    /// Stops the crawl at the next step.
    pub fn stop(&mut self) {
        self.pending_requests.clear();
        self.next_event = Some(Event::at(self.now(), EventKind::Stopped));
    }

    /// Creates a clock that runs a new crawl until its training is complete.
    pub fn to_learn(crawl: Crawl) -> Self {
        Self { begins: false, ..Self::new(crawl) }
    }

    /// Returns the requests without a response, in the order in which they were sent.
    pub fn pending_requests(&self) -> &[FetchRequest] {
        &self.pending_requests
    }

    /// Returns the virtual time.
    pub fn now(&self) -> Millis {
        self.crawl.now()
    }

    /// Returns true if no event is left.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Handles the response to a request; ignores one that was not requested.
    pub fn take(&mut self, id: FetchId, response: TimedResponse) {
        let Some(place) = self.pending_requests.iter().position(|request| request.id == id) else {
            return;
        };
        self.pending_requests.remove(place);
        let at = self.now() + u64::from(response.delay_ms);
        let kind = match response.outcome {
            Ok(response) => EventKind::Fetched(id, response),
            Err(failure) => EventKind::Failed(id, failure),
        };
        self.responses.insert((at, id), kind);
    }

    /// Processes the next event and returns it with its step. Does nothing while requests have no response, or at the
    /// end.
    pub fn step(&mut self, mut watch: impl FnMut(Exchange<'_>)) {
        if self.over || !self.pending_requests.is_empty() {
            return;
        }
        let Some(event) = self.next() else {
            self.over = true;
            return;
        };
        let now = event.now;
        watch(Exchange::Event(&event));
        let step = self.crawl.handle(event);
        watch(Exchange::Step(&step));
        self.wake = None;
        for command in step.commands {
            match command {
                Command::Fetch(request) => self.pending_requests.push(request),
                Command::WaitUntil(time) => self.wake = Some(time),
                Command::Confirm => self.next_event = Some(Event::at(now, EventKind::Resumed)),
                Command::Finished(_) => self.over = true,
            }
        }
        // A crawl that learned from words alone asks for no confirmation.
        self.over |= !self.begins && self.crawl.training_report().is_some();
        if self.over {
            self.pending_requests.clear();
        }
    }

    /// Returns the crawl.
    pub fn crawl(&self) -> &Crawl {
        &self.crawl
    }

    /// Consumes the clock and returns its crawl.
    pub fn into_crawl(self) -> Crawl {
        self.crawl
    }

    /// Returns the event that starts the crawl, the next response, or a tick if one is due earlier.
    fn next(&mut self) -> Option<Event> {
        if let Some(event) = self.next_event.take() {
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
