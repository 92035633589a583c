//! Parses responses: here, or in other workers if responses keep waiting for this one.
//!
//! The order in which the crawl gets the responses does not depend on where they are parsed.

use super::Driver;
use crate::protocol::ToPage;
use crate::worker::browser::clock;
use crate::worker::browser::decoder::BrowserDecoder;
use crate::worker::parser::{ParseResult, ParserPool};
use crate::worker::sources::SourceResponse;
use engine::fetch::{FetchId, FetchRequest, FetchResponse};
use std::cell::RefCell;
use std::rc::Rc;
use types::failure::{Failure, FailureKind};

/// The responses that are processed without a pause before other workers start to parse: a crawl that waits for its network pauses sooner.
const IN_A_ROW: u32 = 50;
/// The bytes below which a body is parsed here, since that takes no longer than to send it.
const SMALL_BYTES: usize = 2_048;

/// The state of the parse of a response.
pub(super) enum Parse {
    /// It is parsed here when it is processed.
    Here,
    /// Another worker has it.
    Elsewhere,
    /// It is parsed.
    Done(Box<FetchResponse>),
}

impl Parse {
    /// Returns true while another worker has the response.
    pub(super) fn is_elsewhere(&self) -> bool {
        matches!(self, Self::Elsewhere)
    }
}

/// The workers that parse; `None` while this one suffices.
#[derive(Default)]
pub(super) struct Parsing {
    pool: RefCell<Option<ParserPool>>,
}

impl Parsing {
    /// Terminates the workers.
    pub(super) fn end(&self) {
        self.pool.take();
    }
}

impl Driver {
    /// Returns the parsed response.
    pub(super) fn parsed(
        &self,
        parse: Parse,
        request: &FetchRequest,
        reply: &SourceResponse,
    ) -> FetchResponse {
        if let Parse::Done(response) = parse {
            return *response;
        }
        (self.output.post)(&ToPage::Parsing(request.address().to_owned()));
        FetchResponse::read(request, reply.raw(), clock::now(), &BrowserDecoder)
    }

    /// Starts other workers once responses have waited long enough, and gives them what waits.
    pub(super) fn count_waiting(self: &Rc<Self>, in_a_row: u32) {
        if in_a_row == IN_A_ROW && self.parsing.pool.borrow().is_none() {
            let driver = Rc::downgrade(self);
            let pool = ParserPool::start(move |id, result| {
                if let Some(driver) = driver.upgrade() {
                    driver.on_parsed(id, result);
                }
            });
            self.parsing.pool.replace(Some(pool));
        }
        self.parse_elsewhere();
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
        }
    }

    /// Takes the result of another worker.
    fn on_parsed(self: &Rc<Self>, id: FetchId, result: ParseResult) {
        let mut inbox = self.fetching.inbox.borrow_mut();
        if let Some(waiting) = inbox.iter_mut().find(|waiting| waiting.request.id == id) {
            waiting.parse = match result {
                ParseResult::Parsed(response) => Parse::Done(response),
                ParseResult::Crashed => {
                    waiting.result = Err(crashed());
                    Parse::Here
                }
                ParseResult::Returned => Parse::Here,
            };
        }
        drop(inbox);
        self.parse_elsewhere();
        self.process_inbox();
    }
}

/// Returns the failure of a page whose parse crashed.
fn crashed() -> Failure {
    Failure {
        code: "quarantined".to_owned(),
        message: "Parsing this page crashed the crawler.".to_owned(),
        kind: FailureKind::Permanent,
    }
}
