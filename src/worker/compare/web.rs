//! The web of a comparison: what its crawls are answered.
//!
//! The demo web and a recording answer at once, with the delays that they know in virtual time; live sites in their own time, and the virtual
//! clock stands still meanwhile, so that every crawl meets the same web. An answer is read by the same code as in a crawl.

use super::answer::Page;
use super::live::Live;
use crate::worker::charset::BrowserDecoder;
use archive::warc::Recording;
use demo_web::{DEFAULT_SEED, DemoWeb, Failure as Broken, Outcome};
use engine::compare::{Comparison, Reply};
use engine::event::Millis;
use engine::fetch::{Answer, Failure, FailureKind, Order, RawAnswer};
use engine::text::{clean, cut};
use std::rc::Rc;

/// Most bytes of the name of a web that are shown.
pub(super) const NAME_BYTES: usize = 200;

/// The web of a comparison.
pub(super) enum Web {
    /// A demo web.
    Demo(Rc<DemoWeb>),
    /// A recorded web.
    Recorded(Rc<Recording>),
    /// Live sites, each page asked for once.
    Live(Rc<Live>),
}

/// An answer as it came, with the virtual time that passes before it is there.
struct Raw {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    delay_ms: u32,
}

/// The seed of the demo web that a plan is about: `demo`, `demo:7`; none where it is about another web.
pub(super) fn demo_seed(plan: &Comparison) -> Option<u64> {
    match plan.web.split_once(':') {
        None if plan.web == "demo" || plan.web.is_empty() => Some(DEFAULT_SEED),
        Some(("demo", seed)) => seed.parse().ok(),
        _ => None,
    }
}

/// The seed of the demo web from which a comparison takes its pages, or what is wrong with the name of its web.
pub(super) fn seed_of_demo(plan: &Comparison) -> Result<u64, String> {
    demo_seed(plan).ok_or_else(|| {
        let name = clean(&plan.web);
        let name = cut(&name, NAME_BYTES);
        format!(
            "There is no built-in web “{name}”: a plan has demo, or demo:7 for the one of another seed. Several side by side are for salticid-lab."
        )
    })
}

impl Web {
    /// The reply to an order at a virtual time; none where a live site has yet to answer, which is asked then.
    pub(super) fn ask(&self, order: &Order, now: Millis) -> Option<Reply> {
        match self {
            Self::Live(live) => live.ask(order).map(|came| reply_of(order, came, now)),
            Self::Demo(_) | Self::Recorded(_) => self.reply(order, now),
        }
    }

    /// The same of a web that is at hand; none of live sites.
    pub(super) fn reply(&self, order: &Order, now: Millis) -> Option<Reply> {
        let found = match self {
            Self::Demo(web) => demo(web, order),
            Self::Recorded(web) => recorded(web, order),
            Self::Live(_) => return None,
        };
        Some(match found {
            Ok(raw) => reply(order, &raw, now),
            Err((delay_ms, failure)) => Reply {
                delay_ms,
                outcome: Err(failure),
            },
        })
    }

    /// True where no failure that crawls met is in doubt any more; where one is, it is looked into.
    pub(super) fn is_settled(&self) -> bool {
        match self {
            Self::Live(live) => live.is_settled(),
            Self::Demo(_) | Self::Recorded(_) => true,
        }
    }

    /// What says that the crawl that runs counts for nothing, in a sentence: nothing answers any more.
    pub(super) fn silence(&self) -> Option<String> {
        match self {
            Self::Live(live) => live.silence(),
            Self::Demo(_) | Self::Recorded(_) => None,
        }
    }

    /// True where all of it can be read beforehand.
    pub(super) fn is_at_hand(&self) -> bool {
        !matches!(self, Self::Live(_))
    }
}

fn reply(order: &Order, raw: &Raw, now: Millis) -> Reply {
    let answer = RawAnswer {
        status: raw.status,
        headers: &raw.headers,
        body: &raw.body,
        elapsed_ms: raw.delay_ms,
    };
    let at = now + Millis::from(raw.delay_ms);
    Reply {
        delay_ms: raw.delay_ms,
        outcome: Ok(Answer::read(order, answer, at, &BrowserDecoder)),
    }
}

/// The reply to an order from what a live site answered: at once in virtual time, since how long it took differs from day to day.
fn reply_of(order: &Order, came: Result<Page, Failure>, now: Millis) -> Reply {
    match came {
        Ok(page) => {
            let raw = Raw {
                status: page.status,
                headers: page.headers,
                body: page.body,
                delay_ms: 0,
            };
            reply(order, &raw, now)
        }
        Err(failure) => Reply {
            delay_ms: 0,
            outcome: Err(failure),
        },
    }
}

fn demo(web: &DemoWeb, order: &Order) -> Result<Raw, (u32, Failure)> {
    let Some(answer) = web.answer(order.address()) else {
        return Ok(missing());
    };
    match answer.outcome {
        Outcome::Response(response) => Ok(Raw {
            status: response.status,
            headers: response.headers,
            body: response.body,
            delay_ms: answer.delay_ms,
        }),
        Outcome::Failure(broken) => Err((answer.delay_ms, why(broken))),
    }
}

fn recorded(web: &Recording, order: &Order) -> Result<Raw, (u32, Failure)> {
    match web.answer(order.address()) {
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

/// What is not in a web is a 404, as in the lab.
fn missing() -> Raw {
    Raw {
        status: 404,
        headers: Vec::new(),
        body: Vec::new(),
        delay_ms: 0,
    }
}

fn why(broken: Broken) -> Failure {
    Failure {
        code: broken.code().to_owned(),
        message: broken.message().to_owned(),
        kind: FailureKind::Passing,
    }
}
