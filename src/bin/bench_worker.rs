//! Measures the engine's speed in a worker: HTML bytes in, scored links out, with the crawl's own code.
//!
//! `tests/e2e/bench/worker.mjs` builds it, hands it a recorded web and prints what it says. Not covered: the network
//! and the messages to the page, so that the figure is the engine's.

#[path = "../bench.rs"]
mod bench;

use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Command, Event, EventKind, Step};
use engine::fetch::{FetchRequest, FetchResponse, RawResponse};
use engine::strategy::Assets;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use types::plan::{Plan, Politeness};
use types::report::Notification;
use types::trails::Trails;
use types::url::Scope;
use wasm_bindgen::prelude::*;
use web_sys::Performance;
use worker::BrowserDecoder;
use worker::sources::frames::Frames;

/// The task of a measurement.
#[derive(Deserialize)]
struct Task {
    /// The address of the recorded pages: frames with a [`Head`] each.
    pages: String,
    query: String,
    seeds: Vec<String>,
    strategy: String,
    /// Trails to learn from, in place of a crawl; none by default.
    #[serde(default)]
    trails: Trails,
}

#[derive(Deserialize)]
struct Head {
    url: String,
    #[serde(rename = "type")]
    media_type: String,
}

/// The result; times in milliseconds.
#[derive(Default, Serialize)]
struct Measured {
    /// Pages read, in their order.
    urls: Vec<String>,
    bytes: usize,
    links: u64,
    /// Bytes to documents.
    read_ms: f64,
    /// Documents to scored links, the choice of the next page included.
    crawl_ms: f64,
    /// Learning from the trails' pages once they are read, held-out trails included.
    learn_ms: f64,
    /// The longest slice of it.
    slice_ms: f64,
}

type Web = BTreeMap<String, (String, Vec<u8>)>;

fn main() {
    bench::listen(response);
}

/// Returns the result of a measurement, or why there is none.
async fn response(task: Task) -> Result<Measured, JsValue> {
    let web = web(&bench::fetched(&task.pages).await?)?;
    measure(&task, &web)
}

fn web(bytes: &[u8]) -> Result<Web, JsValue> {
    let mut frames = Frames::default();
    frames.rest().extend_from_slice(bytes);
    let mut web = Web::new();
    while let Ok(Some(frame)) = frames.take() {
        let head: Head = serde_json::from_slice(&frame.head).map_err(bench::exception)?;
        web.insert(head.url, (head.media_type, frame.body));
    }
    Ok(web)
}

fn measure(task: &Task, web: &Web) -> Result<Measured, JsValue> {
    let clock = bench::scope().performance().ok_or("no clock")?;
    let plan = CheckedPlan::new(plan(task, web), &Assets::default());
    let mut crawl = Crawl::new(plan.map_err(|errors| bench::exception(&errors[0]))?);
    let mut measured = Measured::default();
    let mut requests = VecDeque::new();
    let mut event = EventKind::Seeded;
    loop {
        let began = clock.now();
        let step = crawl.handle(Event::at(0, event));
        let took = clock.now() - began;
        let is_learning = crawl.training_report().is_some() || crawl.progress().learning.is_some();
        measured.took(took, is_learning);
        measured.count(&step);
        if let Some(report) = crawl.training_report() {
            measured.urls = vec![format!("{} pages learned from", report.read)];
            return Ok(measured);
        }
        requests.extend(step.commands.into_iter().filter_map(request));
        event = match requests.pop_front() {
            Some(request) => measured.read(&request, web, &clock),
            None if crawl.progress().learning.is_some() => EventKind::Tick,
            None => return Ok(measured),
        };
    }
}

/// Returns the plan of a crawl of the whole recording.
fn plan(task: &Task, web: &Web) -> Plan {
    let hosts: BTreeSet<&str> = web.keys().filter_map(|url| url.split('/').nth(2)).collect();
    Plan {
        query: task.query.clone(),
        seeds: task.seeds.clone(),
        strategy: task.strategy.as_str().into(),
        trails: task.trails.clone(),
        pages: u32::try_from(web.len()).unwrap_or(u32::MAX),
        politeness: Politeness::Replay,
        scope: Scope { allow: hosts.into_iter().filter_map(|host| host.parse().ok()).collect(), ..Scope::default() },
        ..Plan::default()
    }
}

fn request(command: Command) -> Option<FetchRequest> {
    match command {
        Command::Fetch(request) => Some(request),
        Command::WaitUntil(_) | Command::Confirm | Command::Finished(_) => None,
    }
}

impl Measured {
    /// Reads the answer to an order; what was not recorded is not found.
    fn read(&mut self, request: &FetchRequest, web: &Web, clock: &Performance) -> EventKind {
        let found = web.get(request.address());
        let body = found.map_or(&[][..], |(_, body)| body);
        let media_type = found.map(|(media_type, _)| ("content-type".to_owned(), media_type.clone()));
        let headers: Vec<_> = media_type.into_iter().collect();
        let raw =
            RawResponse { status: if found.is_some() { 200 } else { 404 }, headers: &headers, body, elapsed_ms: 0 };
        let began = clock.now();
        let response = FetchResponse::read(request, raw, 0, &BrowserDecoder);
        self.read_ms += clock.now() - began;
        self.bytes += body.len();
        EventKind::Fetched(request.id, response)
    }

    fn took(&mut self, ms: f64, is_learning: bool) {
        if is_learning {
            self.learn_ms += ms;
            self.slice_ms = self.slice_ms.max(ms);
        } else {
            self.crawl_ms += ms;
        }
    }

    fn count(&mut self, step: &Step) {
        for notification in &step.notifications {
            if let Notification::Page(page) = notification
                && page.outcome.is_read()
            {
                self.urls.push(page.url.to_string());
                self.links += u64::from(page.fetch.links);
            }
        }
    }
}
