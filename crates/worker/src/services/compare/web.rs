//! Answers the requests of a comparison's crawls from its web.
//!
//! The demo web and a recording answer at once, with their delays in virtual time. Live sites answer in real time while
//! the virtual clock stands still, so that every crawl meets the same web. Responses are parsed by the same code as in
//! a crawl.

use super::live::LiveWeb;
use crate::browser::BrowserDecoder;
use archive::warc::{Recording, Response};
use demo_web::{ConnectionError, DemoWeb, DemoWebSpec};
use engine::fetch::{FetchRequest, FetchResponse};
use evaluation::compare::{Comparison, TimedResponse};
use std::rc::Rc;
use types::failure::{Failure, FailureKind};
use types::report::Millis;
use types::text::{clean, cut};

/// The most bytes of a web's name that are shown.
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

/// Returns a plan's demo web (`demo`, `demo:7`, `demo:7x4`); `None` for another web.
pub(super) fn demo_spec(plan: &Comparison) -> Option<DemoWebSpec> {
    match plan.web.split_once(':') {
        None if plan.web == "demo" || plan.web.is_empty() => Some(DemoWebSpec::default()),
        Some(("demo", spec)) => spec.parse().ok(),
        _ => None,
    }
}

/// Returns the demo web that a plan names. The error is the problem of the name, in a sentence.
pub(super) fn named_demo(plan: &Comparison) -> Result<DemoWebSpec, String> {
    demo_spec(plan).ok_or_else(|| {
        let name = clean(&plan.web);
        let name = cut(&name, NAME_BYTES);
        format!("There is no demo web “{name}”. Use demo, or demo:7 for random seed 7; several webs need salticid-lab.")
    })
}

impl Web {
    /// Returns the reply to a request at a virtual time; `None` until a live site has responded.
    pub(super) fn ask(&self, request: &FetchRequest, now: Millis) -> Option<TimedResponse> {
        match self {
            Self::Live(live) => live
                .ask(request)
                // There is no delay in virtual time, because the real delay varies from day to day.
                .map(|came| timed(request, 0, came, now)),
            Self::Demo(_) | Self::Recorded(_) => self.reply(request, now),
        }
    }

    /// Returns the response of a local web; `None` for live sites.
    pub(super) fn reply(&self, request: &FetchRequest, now: Millis) -> Option<TimedResponse> {
        let (delay_ms, outcome) = match self {
            Self::Demo(web) => demo(web, request),
            Self::Recorded(web) => (0, web.answer(request.address()).unwrap_or_else(|| Ok(missing()))),
            Self::Live(_) => return None,
        };
        Some(timed(request, delay_ms, outcome, now))
    }

    /// Returns whether all failures are confirmed.
    pub(super) fn is_confirmed(&self) -> bool {
        match self {
            Self::Live(live) => live.is_confirmed(),
            Self::Demo(_) | Self::Recorded(_) => true,
        }
    }

    /// Returns the reason that the current crawl is invalid, in a sentence: nothing responds.
    pub(super) fn outage(&self) -> Option<String> {
        match self {
            Self::Live(live) => live.outage(),
            Self::Demo(_) | Self::Recorded(_) => None,
        }
    }

    /// Returns whether the whole web can be read in advance.
    pub(super) fn is_local(&self) -> bool {
        !matches!(self, Self::Live(_))
    }
}

/// Returns an outcome in the form in which a crawl receives it after this delay in virtual time.
fn timed(request: &FetchRequest, delay_ms: u32, outcome: Result<Response, Failure>, now: Millis) -> TimedResponse {
    let at = now + Millis::from(delay_ms);
    let read = |response: Response| FetchResponse::read(request, response.raw(delay_ms), at, &BrowserDecoder);
    TimedResponse { delay_ms, outcome: outcome.map(read) }
}

fn demo(web: &DemoWeb, request: &FetchRequest) -> (u32, Result<Response, Failure>) {
    let Some(simulated) = web.fetch(request.address()) else {
        return (0, Ok(missing()));
    };
    let outcome = simulated.result.map(|response| Response {
        status: response.status,
        headers: response.headers,
        body: response.body,
    });
    (simulated.delay_ms, outcome.map_err(why))
}

/// Returns the response for a page that a web does not have: a 404, as in the lab.
fn missing() -> Response {
    Response { status: 404, ..Response::default() }
}

fn why(error: ConnectionError) -> Failure {
    Failure { code: error.code().to_owned(), message: error.message().to_owned(), kind: FailureKind::Transient }
}
