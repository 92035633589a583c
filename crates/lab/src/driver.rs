//! Drives a crawl over a web: a virtual clock, no network, no sleeping.
//!
//! The clock starts at 0 and jumps from event to event. Answers come in the order of their times, those of the same time in the
//! order of their orders, so a web without delays answers in the order in which it was asked. Left out on purpose: threads. What
//! is measured is a strategy, and its order must not depend on the machine.

use crate::web::{Reply, Response, Web};
use engine::crawl::Crawl;
use engine::event::{Command, Event, EventKind, Millis, Step};
use engine::fetch::{Answer, FetchId, Order};
use engine::html::EncodingRs;
use engine::plan::CheckedPlan;
use std::collections::BTreeMap;

/// What passes between a crawl and its driver.
#[derive(Clone, Copy, Debug)]
pub enum Seen<'a> {
    /// What goes in.
    Event(&'a Event),
    /// What comes out for it.
    Step(&'a Step),
}

/// Runs a crawl to its end and gives it back, with all its pages. `watch` sees everything that goes in and comes out, as it happens.
pub fn run(plan: CheckedPlan, web: &dyn Web, watch: impl FnMut(Seen<'_>)) -> Crawl {
    run_crawl(Crawl::new(plan), web, watch)
}

/// The same for a crawl that was made otherwise, such as by a model, and has not begun.
pub fn run_crawl(crawl: Crawl, web: &dyn Web, watch: impl FnMut(Seen<'_>)) -> Crawl {
    drive(crawl, web, true, watch)
}

/// Reads a plan's examples and has its strategy learn from them. The crawl that comes back waits for the word to begin, or is over
/// where nothing could be learned.
pub fn learn(plan: CheckedPlan, web: &dyn Web, watch: impl FnMut(Seen<'_>)) -> Crawl {
    drive(Crawl::new(plan), web, false, watch)
}

fn drive(mut crawl: Crawl, web: &dyn Web, begins: bool, mut watch: impl FnMut(Seen<'_>)) -> Crawl {
    let mut agenda = Agenda::default();
    let mut next = Some(Event::at(0, EventKind::Seeded));
    while let Some(event) = next {
        let now = event.now;
        watch(Seen::Event(&event));
        let step = crawl.handle(event);
        watch(Seen::Step(&step));
        agenda.wake = None;
        for command in step.commands {
            match command {
                Command::Fetch(order) => agenda.add(now, &order, web),
                Command::WaitUntil(time) => agenda.wake = Some(time),
                Command::Confirm if !begins => return crawl,
                Command::Confirm => agenda.go_on = Some(Event::at(now, EventKind::Resumed)),
                Command::Finished(_) => return crawl,
            }
        }
        next = agenda.next();
    }
    crawl
}

/// What is still to happen.
#[derive(Default)]
struct Agenda {
    answers: BTreeMap<(Millis, FetchId), EventKind>,
    /// The word to begin after the examples were read: nobody is there to be asked.
    go_on: Option<Event>,
    wake: Option<Millis>,
}

impl Agenda {
    fn add(&mut self, now: Millis, order: &Order, web: &dyn Web) {
        let reply = web.answer(order.address()).unwrap_or_else(Reply::missing);
        let at = now + u64::from(reply.delay_ms);
        let event = match reply.outcome {
            Ok(response) => {
                EventKind::Fetched(order.id, read(order, &response, reply.delay_ms, at))
            }
            Err(failure) => EventKind::Failed(order.id, failure),
        };
        self.answers.insert((at, order.id), event);
    }

    /// The word to begin, or the next answer, or a tick where one is due earlier.
    fn next(&mut self) -> Option<Event> {
        if let Some(event) = self.go_on.take() {
            return Some(event);
        }
        let first = self.answers.first_key_value().map(|((at, _), _)| *at);
        if let Some(wake) = self.wake.filter(|wake| first.is_none_or(|at| *wake < at)) {
            return Some(Event::at(wake, EventKind::Tick));
        }
        let ((at, _), kind) = self.answers.pop_first()?;
        Some(Event::at(at, kind))
    }
}

fn read(order: &Order, response: &Response, elapsed_ms: u32, now: Millis) -> Answer {
    Answer::read(order, response.raw(elapsed_ms), now, &EncodingRs)
}
