//! Parses responses: here, or in other workers if responses keep waiting for this one.
//!
//! The order in which the crawl gets the responses does not depend on where they are parsed. Only failures are processed at once.

use super::Driver;
use super::fetching::{Fetched, Parse};
use crate::protocol::{Suspect, ToPage};
use crate::worker::browser::clock;
use crate::worker::browser::decoder::BrowserDecoder;
use crate::worker::parser::{ParseResult, ParserPool};
use crate::worker::sources::SourceResponse;
use engine::fetch::{FetchId, FetchRequest, FetchResponse};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use types::failure::Failure;

/// The responses that are processed without a pause before other workers start to parse: a crawl that waits for its network pauses sooner.
const IN_A_ROW: u32 = 50;
/// The bytes below which a body is parsed here, since that takes no longer than to send it.
const SMALL_BYTES: usize = 2_048;
/// The milliseconds without a task after which the other workers end: the crawl waits for its network or for the person.
const IDLE_MS: f64 = 10_000.0;

/// The workers that parse; `None` while this one suffices.
#[derive(Default)]
pub(super) struct Parsing {
    pool: RefCell<Option<ParserPool>>,
    /// The time of their start or last task, in milliseconds of the precise clock.
    used: Cell<f64>,
}

impl Parsing {
    /// Terminates the workers.
    pub(super) fn end(&self) {
        self.pool.take();
    }

    /// Terminates workers that have had no task for a while. Those with a task end by its result or its time limit.
    pub(super) fn end_if_idle(&self) {
        let is_idle = self.pool.borrow().as_ref().is_some_and(ParserPool::is_idle);
        if is_idle && clock::precise() - self.used.get() > IDLE_MS {
            self.end();
        }
    }
}

impl Driver {
    /// Returns the parsed response, of which the page is told first: it is the cause if the worker crashes until the next one.
    pub(super) fn parsed(&self, parse: Parse, request: &FetchRequest, reply: &SourceResponse) -> FetchResponse {
        (self.output.post)(&ToPage::Parsing(request.address().to_owned()));
        if let Parse::Done(response) = parse {
            return *response;
        }
        FetchResponse::read(request, reply.raw(), clock::now(), &BrowserDecoder)
    }

    /// Starts other workers once so many responses were processed in a row. They get what waits with the next response that arrives.
    pub(super) fn start_parsers(self: &Rc<Self>, in_a_row: u32) {
        let is_started = self.parsing.pool.borrow().is_some();
        if in_a_row != IN_A_ROW || is_started || self.has_ended.get() {
            return;
        }
        let driver = Rc::downgrade(self);
        let pool = ParserPool::start(move |id, result| {
            if let Some(driver) = driver.upgrade() {
                driver.on_parsed(id, result);
            }
        });
        self.parsing.pool.replace(Some(pool));
        self.parsing.used.set(clock::precise());
    }

    /// Gives waiting responses to other workers, except for the first, which is processed next.
    pub(super) fn parse_elsewhere(&self) {
        let pool = self.parsing.pool.borrow();
        let Some(pool) = &*pool else { return };
        let mut inbox = self.fetching.inbox.borrow_mut();
        for waiting in inbox.iter_mut().skip(1) {
            let (Parse::Here, Ok(reply)) = (&waiting.parse, &waiting.result) else {
                continue;
            };
            if reply.body.len() < SMALL_BYTES {
                continue;
            }
            if !pool.parse(&waiting.request, reply) {
                break;
            }
            waiting.parse = Parse::Elsewhere;
            self.parsing.used.set(clock::precise());
        }
    }

    /// Takes the result of another worker.
    fn on_parsed(self: &Rc<Self>, id: FetchId, result: ParseResult) {
        let parse = match result {
            ParseResult::Parsed(response) => Parse::Done(response),
            ParseResult::Returned => Parse::Here,
            ParseResult::Crashed => return self.on_crash(id),
        };
        let mut inbox = self.fetching.inbox.borrow_mut();
        if let Some(waiting) = inbox.iter_mut().find(|waiting| waiting.request.id == id) {
            waiting.parse = parse;
        }
        drop(inbox);
        self.parse_elsewhere();
        self.process_inbox();
    }

    /// Processes the failure of a page whose parse crashed another worker.
    fn on_crash(self: &Rc<Self>, id: FetchId) {
        let mut inbox = self.fetching.inbox.borrow_mut();
        let place = inbox.iter().position(|waiting| waiting.request.id == id);
        let crashed = place.and_then(|place| inbox.remove(place));
        drop(inbox);
        if let Some(crashed) = crashed {
            self.process(Fetched { result: Err(failure(crashed.request.address())), ..crashed });
        }
    }
}

/// Returns the failure of a page whose parse crashed another worker.
fn failure(url: &str) -> Failure {
    let suspect = Suspect { url: url.to_owned(), reason: "Parsing this page crashed a worker.".to_owned() };
    suspect.failure()
}
