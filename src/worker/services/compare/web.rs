//! The web of a comparison, which answers the requests of its crawls.
//!
//! The demo web and a recording answer at once, with their delays in virtual time. Live sites answer in real time while the virtual clock
//! stands still, so that every crawl meets the same web. Responses are parsed by the same code as in a crawl.

use super::live::LiveWeb;
use super::response::SiteResponse;
use crate::worker::browser::decoder::BrowserDecoder;
use archive::warc::Recording;
use demo_web::{ConnectionError, DEFAULT_SEED, DemoWeb};
use engine::fetch::{FetchRequest, FetchResponse, RawResponse};
use evaluation::compare::{Comparison, TimedResponse};
use std::rc::Rc;
use types::failure::{Failure, FailureKind};
use types::report::Millis;
use types::text::{clean, cut};

/// Most bytes of a web's name that are shown.
pub(super) const NAME_BYTES: usize = 200;

/// The web of a comparison.
pub(super) enum Web {
    /// A demo web.
    Demo(Rc<DemoWeb>),
    /// A recorded web.
    Recorded(Rc<Recording>),
    /// Live sites; each page is requested once.
    Live(Rc<LiveWeb>),
}

/// A response with its delay in virtual time.
struct Raw {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    delay_ms: u32,
}

/// Returns the seed of a plan's demo web (`demo`, `demo:7`); `None` for another web.
pub(super) fn demo_seed(plan: &Comparison) -> Option<u64> {
    match plan.web.split_once(':') {
        None if plan.web == "demo" || plan.web.is_empty() => Some(DEFAULT_SEED),
        Some(("demo", seed)) => seed.parse().ok(),
        _ => None,
    }
}

/// Returns the seed of the demo web that a plan names.
///
/// # Errors
/// Returns the problem of the name, in a sentence.
pub(super) fn seed_of_demo(plan: &Comparison) -> Result<u64, String> {
    demo_seed(plan).ok_or_else(|| {
        let name = clean(&plan.web);
        let name = cut(&name, NAME_BYTES);
        format!(
            "There is no demo web “{name}”. Use demo, or demo:7 for random seed 7; several webs need salticid-lab."
        )
    })
}

impl Web {
    /// Returns the reply to a request at a virtual time; `None` until a live site has responded.
    pub(super) fn ask(&self, request: &FetchRequest, now: Millis) -> Option<TimedResponse> {
        match self {
            Self::Live(live) => live.ask(request).map(|came| reply_of(request, came, now)),
            Self::Demo(_) | Self::Recorded(_) => self.reply(request, now),
        }
    }

    /// Does the same for a web that is at hand; `None` for live sites.
    pub(super) fn reply(&self, request: &FetchRequest, now: Millis) -> Option<TimedResponse> {
        let found = match self {
            Self::Demo(web) => demo(web, request),
            Self::Recorded(web) => recorded(web, request),
            Self::Live(_) => return None,
        };
        Some(match found {
            Ok(raw) => reply(request, &raw, now),
            Err((delay_ms, failure)) => TimedResponse {
                delay_ms,
                outcome: Err(failure),
            },
        })
    }

    /// Returns whether all failures are confirmed.
    pub(super) fn is_settled(&self) -> bool {
        match self {
            Self::Live(live) => live.is_settled(),
            Self::Demo(_) | Self::Recorded(_) => true,
        }
    }

    /// Returns why the current crawl does not count, in a sentence: nothing responds any more.
    pub(super) fn silence(&self) -> Option<String> {
        match self {
            Self::Live(live) => live.silence(),
            Self::Demo(_) | Self::Recorded(_) => None,
        }
    }

    /// Returns whether the whole web can be read in advance.
    pub(super) fn is_at_hand(&self) -> bool {
        !matches!(self, Self::Live(_))
    }
}

fn reply(request: &FetchRequest, raw: &Raw, now: Millis) -> TimedResponse {
    let response = RawResponse {
        status: raw.status,
        headers: &raw.headers,
        body: &raw.body,
        elapsed_ms: raw.delay_ms,
    };
    let at = now + Millis::from(raw.delay_ms);
    TimedResponse {
        delay_ms: raw.delay_ms,
        outcome: Ok(FetchResponse::read(request, response, at, &BrowserDecoder)),
    }
}

/// Returns a live site's response as a reply, without a delay in virtual time, since the real one differs from day to day.
fn reply_of(
    request: &FetchRequest,
    came: Result<SiteResponse, Failure>,
    now: Millis,
) -> TimedResponse {
    match came {
        Ok(page) => {
            let raw = Raw {
                status: page.status,
                headers: page.headers,
                body: page.body,
                delay_ms: 0,
            };
            reply(request, &raw, now)
        }
        Err(failure) => TimedResponse {
            delay_ms: 0,
            outcome: Err(failure),
        },
    }
}

fn demo(web: &DemoWeb, request: &FetchRequest) -> Result<Raw, (u32, Failure)> {
    let Some(simulated) = web.fetch(request.address()) else {
        return Ok(missing());
    };
    match simulated.result {
        Ok(response) => Ok(Raw {
            status: response.status,
            headers: response.headers,
            body: response.body,
            delay_ms: simulated.delay_ms,
        }),
        Err(error) => Err((simulated.delay_ms, why(error))),
    }
}

fn recorded(web: &Recording, request: &FetchRequest) -> Result<Raw, (u32, Failure)> {
    match web.answer(request.address()) {
        None => Ok(missing()),
        Some(Err(failure)) => Err((0, failure)),
        Some(Ok(response)) => Ok(Raw {
            status: response.status,
            headers: response.headers,
            body: response.body,
            delay_ms: 0,
        }),
    }
}

/// Returns the response for a page that a web does not have: a 404, as in the lab.
fn missing() -> Raw {
    Raw {
        status: 404,
        headers: Vec::new(),
        body: Vec::new(),
        delay_ms: 0,
    }
}

fn why(error: ConnectionError) -> Failure {
    Failure {
        code: error.code().to_owned(),
        message: error.message().to_owned(),
        kind: FailureKind::Passing,
    }
}
