//! Tests the state machine with a small web in memory and a virtual clock.
//!
//! By subject: the phases of a crawl in [`course`], its [`links`], [`pages`] and [`redirects`]; hosts (robots.txt,
//! delays, budgets) in [`hosts`], pages that were read before in [`known`], training examples in [`prepare`], refusals
//! in [`refused`], saved crawls in [`contradictions`], application shells in [`shells`], trails in [`trails`], requests
//! that other machines send in [`batches`].

mod batches;
mod contradictions;
mod course;
mod hosts;
mod known;
mod links;
mod pages;
mod prepare;
mod redirects;
mod refused;
mod relevance;
mod shells;
mod spare_seeds;
mod trails;
mod unreadable;

use super::*;
use crate::crawl::CheckedPlan;
use crate::event::EventKind;
use crate::fetch::{FetchRequest, FetchResponse, Purpose, RawResponse};
use crate::html::EncodingRs;
use crate::lexicon::Lexicon;
use crate::strategy::Assets;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use types::failure::{Failure, FailureKind};
use types::plan::Politeness;
use types::report::{FetchOutcome, Notification};
use types::spec::{ParamValue, StrategySpec};

/// A web of a few pages: URL → status, headers, body.
#[derive(Default)]
struct Web(BTreeMap<String, Reply>);

/// Status (0: no response), headers, body.
type Reply = (u16, Vec<(String, String)>, String);

impl Web {
    fn page(mut self, url: &str, body: &str) -> Self {
        self.0.insert(url.into(), (200, vec![("content-type".into(), "text/html".into())], body.into()));
        self
    }

    fn with(mut self, url: &str, status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let headers = headers.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        self.0.insert(url.into(), (status, headers, body.into()));
        self
    }

    fn response(&self, request: &FetchRequest, now: Millis) -> EventKind {
        let missing = (404, Vec::new(), String::new());
        let (status, headers, body) = self.0.get(request.address()).unwrap_or(&missing);
        if *status == 0 {
            let failure =
                Failure { code: "timed-out".into(), message: "no answer in time".into(), kind: FailureKind::Transient };
            return EventKind::Failed(request.id, failure);
        }
        let raw = RawResponse { status: *status, headers, body: body.as_bytes(), elapsed_ms: 10 };
        EventKind::Fetched(request.id, FetchResponse::read(request, raw, now, &EncodingRs))
    }
}

/// The output of a crawl.
#[derive(Default)]
struct Seen {
    requests: Vec<String>,
    notifications: Vec<Notification>,
    ended: Option<EndReason>,
    times: Vec<(String, Millis)>,
}

impl Seen {
    fn pages(&self) -> Vec<&PageRecord> {
        self.notifications
            .iter()
            .filter_map(|notification| if let Notification::Page(page) = notification { Some(&**page) } else { None })
            .collect()
    }

    fn paths(&self) -> Vec<&str> {
        self.pages().iter().map(|page| page.url.path_and_query()).collect()
    }

    fn refusals(&self) -> Vec<(&str, &str)> {
        let mut refusals = Vec::new();
        for notification in &self.notifications {
            if let Notification::Refused(refused) = notification {
                refusals.push((refused.url.path_and_query(), refused.code.as_str()));
            }
        }
        refusals
    }
}

/// Runs a crawl to its end. Requests are answered in order; while the crawl waits, the clock jumps ahead.
fn run(crawl: &mut Crawl, web: &Web) -> Seen {
    let mut seen = Seen::default();
    let mut now = crawl.now();
    let mut events = VecDeque::from([EventKind::Seeded]);
    let mut wait = None;
    while seen.ended.is_none() {
        let kind = events.pop_front().unwrap_or_else(|| {
            now = now.max(wait.take().expect("a crawl with nothing under way either waits or ends"));
            EventKind::Tick
        });
        let step = crawl.handle(Event::at(now, kind));
        seen.notifications.extend(step.notifications);
        for command in step.commands {
            match command {
                Command::Fetch(request) => {
                    seen.requests.push(request.address().to_owned());
                    seen.times.push((request.address().to_owned(), now));
                    events.push_back(web.response(&request, now));
                }
                Command::WaitUntil(until) => wait = Some(until),
                Command::Confirm => events.push_back(EventKind::Resumed),
                Command::Finished(reason) => seen.ended = Some(reason),
            }
        }
    }
    seen
}

/// Returns a crawl as it is after it was saved and read.
fn restored(crawl: &Crawl, assets: &Assets) -> Result<Crawl, SnapshotError> {
    let bytes = postcard::to_stdvec(&crawl.saved()).expect("a crawl can be serialized");
    Crawl::restore(postcard::from_bytes(&bytes).expect("as written"), assets)
}

/// Returns assets with a small lexicon and few word vectors.
fn assets() -> Assets {
    let lexicon = Lexicon::read(include_bytes!("../../tests/fixtures/tiny.lex"));
    Assets {
        lexicon: Some(Arc::new(lexicon.expect("it is of this version"))),
        vectors: Some(Arc::new(crate::vectors::tests::tiny())),
        ..Assets::default()
    }
}

/// Returns a plan for a small crawl. Hosts under `.test` need no delay, unless `change` says otherwise.
fn plan(seeds: &[&str], change: impl FnOnce(&mut Plan)) -> Crawl {
    let mut plan = Plan {
        politeness: if seeds.iter().all(|seed| seed.contains(".test")) {
            Politeness::Replay
        } else {
            Politeness::Adaptive
        },
        query: "spider".into(),
        seeds: seeds.iter().map(|seed| (*seed).into()).collect(),
        in_flight: 1,
        pages: 50,
        ..Plan::default()
    };
    change(&mut plan);
    Crawl::new(CheckedPlan::new(plan, &assets()).expect("the test's plan is fine"))
}

fn crawl(web: &Web, seeds: &[&str], change: impl FnOnce(&mut Plan)) -> Seen {
    run(&mut plan(seeds, change), web)
}

fn small() -> Web {
    Web::default()
        .page("http://a.test/", "<title>Home</title><a href=/far>something</a> <a href=/near>jumping spider</a>")
        .page("http://a.test/near", "<p>spider spider <a href=/deep>more</a>")
        .page("http://a.test/far", "<p>about cats")
        .page("http://a.test/deep", "<p>spider")
}

/// Returns the first request that a step sends.
fn first_request(step: Step) -> Option<FetchRequest> {
    step.commands.into_iter().find_map(|command| match command {
        Command::Fetch(request) => Some(request),
        _ => None,
    })
}

/// Continues a crawl after a step until it has nothing more to request.
fn go_on(crawl: &mut Crawl, web: &Web, step: Step) {
    let mut next = first_request(step);
    while let Some(request) = next.take() {
        let now = crawl.now() + 1;
        next = first_request(crawl.handle(Event::at(now, web.response(&request, now))));
    }
}
