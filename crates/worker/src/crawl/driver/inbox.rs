//! Keeps responses in order of arrival until they are processed, and has them parsed by other workers if they keep
//! waiting.
//!
//! The order in which the crawl gets the responses does not depend on where they are parsed. Documents are parsed here;
//! the first one waits until their reader is loaded.

use crate::browser::{BrowserDecoder, clock, documents};
use crate::parser::{ParseResult, ParserPool};
use crate::sources::SourceResponse;
use engine::fetch::{FetchId, FetchRequest, FetchResponse, document_format};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use types::failure::{Failure, FailureKind};

/// The responses that are processed without a pause before other workers start to parse: a crawl that waits for its
/// network pauses sooner.
const IN_A_ROW: u32 = 50;
/// The bytes below which a body is parsed here, since that takes no longer than to send it.
const SMALL_BYTES: usize = 2_048;
/// The milliseconds without a task after which the other workers end: the crawl waits for its network or for the
/// person.
const IDLE_MS: f64 = 10_000.0;

/// The result of a fetch.
pub(super) struct Fetched {
    pub(super) request: FetchRequest,
    pub(super) result: Result<SourceResponse, Failure>,
    parse: Parse,
}

/// The state of the parse of a response.
enum Parse {
    /// It is parsed here when it is processed.
    Here,
    /// Another worker has it.
    Elsewhere,
    /// It is parsed.
    Done(Box<FetchResponse>),
}

impl Fetched {
    pub(super) fn new(request: FetchRequest, result: Result<SourceResponse, Failure>) -> Self {
        Self { request, result, parse: Parse::Here }
    }

    /// Returns whether it is a document whose reader is not loaded.
    fn lacks_reader(&self) -> bool {
        self.result.as_ref().is_ok_and(|reply| documents::lacks_reader(&self.request, reply.raw()))
    }

    /// Returns the request with the response and its parsed form. It is parsed here unless another worker has done
    /// that.
    pub(super) fn parsed(self) -> (FetchRequest, Result<(SourceResponse, FetchResponse), Failure>) {
        let parsed = self.result.map(|reply| {
            let response = match self.parse {
                Parse::Done(response) => *response,
                _ => FetchResponse::read(&self.request, reply.raw(), clock::now(), &BrowserDecoder),
            };
            (reply, response)
        });
        (self.request, parsed)
    }
}

/// The responses that wait, and the workers that parse them.
#[derive(Default)]
pub(super) struct Inbox {
    waiting: RefCell<VecDeque<Fetched>>,
    /// The other workers; `None` while this one suffices.
    pool: RefCell<Option<ParserPool>>,
    /// The time of their start or last task, in milliseconds of the precise clock.
    used: Cell<f64>,
}

impl Inbox {
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.borrow().is_empty()
    }

    pub(super) fn push(&self, arrived: Fetched) {
        self.waiting.borrow_mut().push_back(arrived);
        self.parse_elsewhere();
    }

    /// Loads the reader of documents if the first response is one. If it cannot be loaded, that response fails.
    pub(super) async fn load_reader(&self) {
        let lacking = self.waiting.borrow().front().filter(|front| front.lacks_reader()).map(|front| front.request.id);
        let Some(id) = lacking else { return };
        if let Err(error) = documents::load().await
            && let Some(front) = self.waiting.borrow_mut().front_mut().filter(|front| front.request.id == id)
        {
            let code = "reader-not-loaded".to_owned();
            front.result = Err(Failure { kind: FailureKind::of(&code), code, message: error.sentence() });
        }
    }

    /// Takes the first response, unless another worker parses it or `may_process` its request returns false.
    pub(super) fn next(&self, may_process: impl FnOnce(&FetchRequest) -> bool) -> Option<Fetched> {
        let mut waiting = self.waiting.borrow_mut();
        let front = waiting.front()?;
        let is_ready = !matches!(front.parse, Parse::Elsewhere) && may_process(&front.request);
        if is_ready { waiting.pop_front() } else { None }
    }

    /// Drops all responses, and terminates the other workers.
    pub(super) fn clear(&self) {
        self.waiting.borrow_mut().clear();
        self.pool.take();
    }

    /// Terminates workers that have had no task for a while. Those with a task end by its result or its time limit.
    pub(super) fn end_idle_workers(&self) {
        let is_idle = self.pool.borrow().as_ref().is_some_and(ParserPool::is_idle);
        if is_idle && clock::precise() - self.used.get() > IDLE_MS {
            self.pool.take();
        }
    }

    /// Starts other workers once so many responses were processed in a row. They get what waits with the next response
    /// that arrives.
    pub(super) fn start_workers(&self, in_a_row: u32, on_result: impl Fn(FetchId, ParseResult) + 'static) {
        if in_a_row == IN_A_ROW && self.pool.borrow().is_none() {
            self.pool.replace(Some(ParserPool::start(on_result)));
            self.used.set(clock::precise());
        }
    }

    /// Gives waiting responses to other workers, except for the first, which is processed next.
    fn parse_elsewhere(&self) {
        let pool = self.pool.borrow();
        let Some(pool) = &*pool else { return };
        for waiting in self.waiting.borrow_mut().iter_mut().skip(1) {
            let (Parse::Here, Ok(reply)) = (&waiting.parse, &waiting.result) else {
                continue;
            };
            // Other workers have no reader of documents.
            if reply.body.len() < SMALL_BYTES || document_format(&waiting.request, reply.raw()).is_some() {
                continue;
            }
            if !pool.parse(&waiting.request, reply) {
                break;
            }
            waiting.parse = Parse::Elsewhere;
            self.used.set(clock::precise());
        }
    }

    /// Takes the result of another worker. Returns the request of a response whose parse crashed that worker.
    pub(super) fn on_parsed(&self, id: FetchId, result: ParseResult) -> Option<FetchRequest> {
        let mut waiting = self.waiting.borrow_mut();
        let place = waiting.iter().position(|waiting| waiting.request.id == id);
        match (result, place) {
            (ParseResult::Crashed, Some(place)) => return waiting.remove(place).map(|crashed| crashed.request),
            (ParseResult::Parsed(response), Some(place)) => waiting[place].parse = Parse::Done(response),
            (ParseResult::Returned, Some(place)) => waiting[place].parse = Parse::Here,
            (_, None) => {}
        }
        drop(waiting);
        self.parse_elsewhere();
        None
    }
}
