//! One round of a crawl in rounds: fetches given URLs, and scores the links of their pages without following them.
//!
//! The engine's crawl does the work, with its robots.txt, delays, redirects and retries: it fetches its seeds alone.
//! The frontier of the whole crawl is elsewhere: in a table with the scores of the links, or, for strategies that do
//! not score each page independently, in a crawl that is given the answers ([`crate::batch_crawl`]).

use crate::convert::json_to_python;
use crate::driver::{Driver, Source, Step, WebInput};
use crate::errors::UrlError;
use crate::live::LiveOptions;
use crate::model::Model;
use crate::plan::{PlanInput, new_crawl};
use crate::seeds::now_ms;
use archive::page::PageLine;
use engine::crawl::{self, BatchAnswer, CheckedPlan, Crawl, LEFT_OUT};
use engine::event::{Command, EventKind};
use engine::fetch::{FetchId, FetchRequest, Purpose};
use engine::frontier::{FrontierEntry, Score};
use engine::graph::SiteId;
use engine::journal;
use engine::strategy::RediscoveryDecision;
use evaluation::compare::Exchange;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use salticid_proxy::ClientResponse;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use types::limits;
use types::plan::Politeness;
use types::report::{Millis, Notification, PageRecord, Refusal};
use types::url::CanonicalUrl;

/// The most scores that are combined into one; more change a mean by less than a tenth of a percent.
const MOST_SCORES: u32 = 1_000;
/// The pause of all remaining sites beyond which a round ends, in milliseconds: their URLs are left.
const LONGEST_PAUSE_MS: u64 = 5_000;
/// The most pages that a score counts, so that their number never overflows.
pub(crate) const MOST_PAGES: u32 = 1 << 31;

/// Fetches and scores the URLs of rounds, by one plan.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct RoundFetcher {
    plan: CheckedPlan,
    model: Option<engine::crawl::Model>,
    politeness: Politeness,
    source: Source,
    /// A crawl that decides on rediscovered links.
    rules: Mutex<Crawl>,
    /// True if the answers to the requests for pages are wanted.
    keeps_answers: bool,
}

/// A known response: address, status, headers, body, and the milliseconds that it took.
type KnownResponse = (String, u16, Vec<(String, String)>, Vec<u8>, u32);
/// The score of a link: first and second criterion, parts, and the number of pages that it combines.
type LinkScore = (f64, f64, Vec<f64>, u32);
/// A URL that a round found: URL, host, site, the index of the seed that redirects to it, score, factor, the index of
/// the page that links to it, anchor, and links from that page.
type Offer = (String, String, String, Option<usize>, LinkScore, f64, Option<u32>, String, u32);

#[pymethods]
impl RoundFetcher {
    #[new]
    #[pyo3(signature = (plan, web, model, live, *, keeps_answers = false))]
    fn new(
        plan: &Bound<'_, PyAny>,
        web: WebInput,
        model: Option<&Bound<'_, Model>>,
        live: LiveOptions,
        keeps_answers: bool,
    ) -> PyResult<Self> {
        let input = PlanInput::read_for(plan, &web)?.without_seeds();
        let model = model.map(|model| model.get().0.clone());
        plan.py().detach(|| {
            input.require_model(model.as_ref())?;
            let mut plan = input.check(model.as_ref())?;
            plan.plan.host_window = 0;
            plan.plan.pages = limits::PAGES;
            plan.plan.depth = limits::DEPTH;
            plan.plan.frontier = limits::FRONTIER_URLS_MAX;
            plan.compute_initial_weights();
            let rules = new_crawl(plan.clone(), model.as_ref(), Politeness::Replay)?;
            let politeness = web.politeness(&live)?;
            if !web.is_live() {
                // The responses of a recording arrive at once; one at a time keeps the order of the URLs.
                plan.plan.in_flight = 1;
            }
            let source = Source::open(web, live)?;
            Ok(Self { plan, model, politeness, source, rules: Mutex::new(rules), keeps_answers })
        })
    }

    /// Starts to fetch at most 1,000 URLs, for at most `seconds`. `known` are responses that replace requests.
    #[pyo3(signature = (urls, known, seconds = None))]
    fn fetch(
        &self,
        py: Python<'_>,
        urls: Vec<String>,
        known: Vec<KnownResponse>,
        seconds: Option<f64>,
    ) -> PyResult<Round> {
        py.detach(|| {
            let crawl = new_crawl(self.plan.clone(), self.model.as_ref(), self.politeness.clone())?;
            let requesting = crawl.requesting_only(&urls);
            let (crawl, seeds) = requesting.map_err(|error| UrlError::new_err(error.to_string()))?;
            let of_seeds = || seeds.iter().cloned().zip(urls.iter().cloned()).collect();
            let answers = self.keeps_answers.then(|| Answers { seeds: of_seeds(), ..Answers::default() });
            let known = known.into_iter().map(known_response).collect();
            let driver = self.source.drive(crawl, known);
            let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            Ok(Round(Mutex::new(State {
                driver,
                answers,
                addresses: urls,
                seeds,
                deadline: seconds.and_then(|seconds| Instant::now().checked_add(seconds)),
                is_over: false,
            })))
        })
    }

    /// Combines the scores that several pages give to one link, in their order; returns the score, and the index of the
    /// page that the link is said to come from.
    fn merge(&self, py: Python<'_>, scores: Vec<LinkScore>) -> (LinkScore, usize) {
        py.detach(|| {
            let rules = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
            merged(&rules, scores)
        })
    }
}

fn known_response((url, status, headers, body, ms): KnownResponse) -> (String, ClientResponse) {
    let response = ClientResponse { status, headers, body: body.into(), elapsed: Duration::from_millis(ms.into()) };
    (url, response)
}

fn merged(rules: &Crawl, scores: Vec<LinkScore>) -> (LinkScore, usize) {
    let mut kept = 0;
    let mut entry: Option<FrontierEntry> = None;
    for (at, (first, second, parts, pages)) in scores.into_iter().enumerate() {
        let new = Score { first, second, parts };
        let Some(entry) = &mut entry else {
            entry = Some(FrontierEntry { pages: pages.min(MOST_PAGES), ..FrontierEntry::new(SiteId(0), new) });
            continue;
        };
        for _ in 0..pages.min(MOST_SCORES) {
            match rules.on_rediscovery(entry, &new) {
                RediscoveryDecision::Keep => {}
                RediscoveryDecision::Rescore(score) => entry.score = score,
                RediscoveryDecision::Replace => {
                    entry.score = new.clone();
                    kept = at;
                }
            }
            entry.pages = (entry.pages + 1).min(MOST_PAGES);
        }
    }
    let entry = entry.unwrap_or_else(|| FrontierEntry::new(SiteId(0), Score::default()));
    let Score { first, second, parts } = entry.score;
    ((first, second, parts, entry.pages), kept)
}

/// Returns the line of the log of a page and its record as a text of JSON, as two values of JSON.
pub(crate) fn line_and_record(page: &PageRecord, pages: &[PageRecord]) -> String {
    let record = json!(serde_json::to_string(page).unwrap_or_default());
    format!("{},{record}", PageLine::among(page, pages).to_json())
}

struct State {
    driver: Driver,
    /// The addresses to fetch, and their URLs.
    addresses: Vec<String>,
    seeds: Vec<CanonicalUrl>,
    deadline: Option<Instant>,
    answers: Option<Answers>,
    is_over: bool,
}

/// An answer in bytes, with the requested address and the time.
type KeptAnswer = (String, Millis, Vec<u8>);

/// The answers to the requests for pages, in the order of their arrival.
#[derive(Default)]
struct Answers {
    /// The addresses of the seeds that were not requested yet.
    seeds: BTreeMap<CanonicalUrl, String>,
    requested: BTreeMap<FetchId, FetchRequest>,
    /// The answers with the URLs of their addresses.
    given: Vec<(CanonicalUrl, KeptAnswer)>,
    now: Millis,
}

impl Answers {
    fn note(&mut self, exchange: Exchange<'_>) {
        match exchange {
            Exchange::Event(event) => {
                self.now = event.now;
                match &event.kind {
                    EventKind::Fetched(id, response) => self.answered(*id, || BatchAnswer::Fetched(response.clone())),
                    EventKind::Failed(id, failure) => self.answered(*id, || BatchAnswer::Failed(failure.clone())),
                    _ => {}
                }
            }
            Exchange::Step(step) => {
                for command in &step.commands {
                    if let Command::Fetch(request) = command
                        && request.purpose == Purpose::Page
                    {
                        self.seeds.remove(&request.url);
                        self.requested.insert(request.id, request.clone());
                    }
                }
                for notification in &step.notifications {
                    // A task excludes hosts by the few pages that it has seen of them.
                    if let Notification::Refused(Refusal { url, code, reason }) = notification
                        && code != LEFT_OUT
                        && let Some(address) = self.seeds.remove(url)
                    {
                        let answer = BatchAnswer::Refused { code: code.clone(), reason: reason.clone() };
                        self.add(url.clone(), address, &answer);
                    }
                }
            }
        }
    }

    /// Keeps the answer to a request, if it was for a page.
    fn answered(&mut self, id: FetchId, answer: impl FnOnce() -> BatchAnswer) {
        if let Some(request) = self.requested.remove(&id) {
            let address = request.address().to_owned();
            self.add(request.url, address, &answer());
        }
    }

    fn add(&mut self, url: CanonicalUrl, address: String, answer: &BatchAnswer) {
        // An answer that is too large to be written is none: its URL waits again.
        self.given.extend(journal::seal(answer).ok().map(|bytes| (url, (address, self.now, bytes))));
    }
}

/// A round, which iterates over the responses of the live web; a recording has none. At the end it has the results.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct Round(Mutex<State>);

impl State {
    fn crawl(&self) -> &Crawl {
        self.driver.crawl()
    }

    fn step(&mut self) -> Step {
        let is_late = self.deadline.is_some_and(|time| Instant::now() > time);
        let answers = &mut self.answers;
        let step = self.driver.step(is_late, |exchange| {
            if let Some(answers) = answers {
                answers.note(exchange);
            }
        });
        match step {
            Step::Waiting if self.only_waits() => Step::Over,
            step => step,
        }
    }

    /// Returns true if nothing is in flight, and every site that is left has asked for a long pause.
    fn only_waits(&self) -> bool {
        if !self.crawl().in_flight().is_empty() {
            return false;
        }
        let now = now_ms();
        let (times, latest) = (self.crawl().site_times(now), now.saturating_add(LONGEST_PAUSE_MS));
        let pauses = |site: &str| times.get(site).is_some_and(|time| time.pause_ends > latest);
        self.left().into_iter().all(|url| pauses(url.site()))
    }

    /// Returns the seeds that are neither done nor given up.
    fn left(&self) -> Vec<&CanonicalUrl> {
        let crawl = self.crawl();
        let waiting = crawl.frontier();
        let waiting = waiting.filter(|(_, entry, _)| entry.priority_reason().is_some());
        let in_flight = crawl.in_flight().into_iter();
        let in_flight = in_flight.filter_map(|command| match command {
            Command::Fetch(request) => Some(request.url),
            _ => None,
        });
        let open = waiting.map(|(url, ..)| url.clone()).chain(in_flight);
        let open: BTreeSet<CanonicalUrl> = open.collect();
        self.seeds.iter().filter(|seed| open.contains(*seed)).collect()
    }

    /// Returns the index of the seed that led to each page, by redirects or at once.
    fn origins(&self) -> BTreeMap<&CanonicalUrl, usize> {
        let redirects: BTreeMap<_, _> = self.crawl().redirects().collect();
        // The first of equal seeds counts.
        let seeds = self.seeds.iter().enumerate().rev().map(|(index, seed)| (seed, index));
        let mut origins: BTreeMap<&CanonicalUrl, usize> = seeds.collect();
        for (index, seed) in self.seeds.iter().enumerate() {
            let mut url = seed;
            for _ in 0..limits::PAGE_REDIRECTS {
                let Some(target) = redirects.get(url) else {
                    break;
                };
                url = target;
                origins.entry(url).or_insert(index);
            }
        }
        origins
    }

    /// Removes and returns the answers for seeds that are not left, each with the index of its seed.
    fn take_answers(&mut self) -> Vec<(usize, KeptAnswer)> {
        let given = self.answers.take().unwrap_or_default().given;
        let (left, origins) = (self.left(), self.origins());
        let of_seed = given.into_iter().filter_map(|(url, answer)| {
            let origin = *origins.get(&url)?;
            (!left.contains(&&self.seeds[origin])).then_some((origin, answer))
        });
        of_seed.collect()
    }

    /// Returns the pages as a JSON list: the index of the seed, the line of the log, and the record as a text of JSON.
    fn pages(&self) -> String {
        let (pages, origins) = (self.crawl().pages(), self.origins());
        let lines = pages.iter().map(|page| {
            let origin = origins.get(&page.url).copied().unwrap_or_default();
            format!("[{origin},{}]", line_and_record(page, pages))
        });
        format!("[{}]", lines.collect::<Vec<_>>().join(","))
    }

    fn offers(&self) -> Vec<Offer> {
        let left: BTreeSet<&CanonicalUrl> = self.left().into_iter().collect();
        let origins = self.origins();
        let entries = self.crawl().frontier();
        let new = entries.filter(|(url, ..)| !left.contains(url));
        new.map(|(url, entry, page)| {
            let score = entry.score.clone();
            let pages = entry.pages.max(1);
            (
                url.to_string(),
                url.host_key().to_owned(),
                url.site().to_owned(),
                origins.get(url).copied().filter(|_| page.is_none()),
                (score.first, score.second, score.parts, pages),
                entry.factor,
                page.map(|number| number - 1),
                entry.anchor.to_string(),
                entry.depth,
            )
        })
        .collect()
    }
}

impl Round {
    /// Locks the round. The interpreter's lock must be released.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Round {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// Returns the next response of the live web: address, time, status, headers, body, duration in milliseconds, and
    /// whether it is a robots.txt.
    #[expect(clippy::type_complexity, reason = "a row for Python")]
    fn __next__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Option<(String, u64, u16, Vec<(String, String)>, Bound<'py, PyBytes>, u32, bool)>> {
        loop {
            let step = py.detach(|| {
                let mut state = self.lock();
                if state.is_over {
                    return Step::Over;
                }
                let step = state.step();
                state.is_over = matches!(step, Step::Over);
                step
            });
            match step {
                Step::Over => return Ok(None),
                Step::Going | Step::Waiting => py.check_signals()?,
                Step::Received(received) => {
                    let response = received.response;
                    return Ok(Some((
                        received.request.address().to_owned(),
                        received.at,
                        response.status,
                        response.headers,
                        PyBytes::new(py, &response.body),
                        received.elapsed_ms,
                        received.request.purpose == Purpose::Robots,
                    )));
                }
            }
        }
    }

    /// The pages in the order of their completion: the index of the URL that led there, the fields of the log, and the
    /// record as JSON.
    fn pages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pages = py.detach(|| self.lock().pages());
        json_to_python(py, &pages)
    }

    /// The links of the pages: source and target, every pair once.
    fn links(&self, py: Python<'_>) -> Vec<(String, String)> {
        py.detach(|| self.lock().driver.links())
    }

    /// The links that wait, in the order in which they were found.
    fn offers(&self, py: Python<'_>) -> Vec<Offer> {
        py.detach(|| self.lock().offers())
    }

    /// The answers to the requests for pages: the index of the URL that led there, the requested address, the time, and
    /// the answer in bytes. They are returned once; none if they are not kept.
    fn take_answers<'py>(&self, py: Python<'py>) -> Vec<(usize, String, u64, Bound<'py, PyBytes>)> {
        let answers = py.detach(|| self.lock().take_answers());
        let row = |(origin, (address, at, bytes)): (usize, KeptAnswer)| (origin, address, at, PyBytes::new(py, &bytes));
        answers.into_iter().map(row).collect()
    }

    /// The URLs that were not fetched in time.
    fn left(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| {
            let state = self.lock();
            let left: BTreeSet<&CanonicalUrl> = state.left().into_iter().collect();
            let pairs = state.seeds.iter().zip(&state.addresses);
            pairs.filter(|(url, _)| left.contains(url)).map(|(_, address)| address.clone()).collect()
        })
    }

    /// The sites of the live web that were requested: the number of requests, of those that failed, the milliseconds of
    /// all with the delays after them, and the end of the last pause that the site asked for, in milliseconds since
    /// 1970, or 0.
    fn sites(&self, py: Python<'_>) -> BTreeMap<String, (u32, u32, u64, u64)> {
        py.detach(|| {
            let state = self.lock();
            if matches!(state.driver, Driver::Web { .. }) {
                return BTreeMap::new();
            }
            let times = state.crawl().site_times(now_ms()).into_iter();
            times.map(|(site, time)| (site, (time.requests, time.failures, time.total_ms, time.pause_ends))).collect()
        })
    }

    /// The counts of failures and refusals by their codes.
    fn failures(&self, py: Python<'_>) -> BTreeMap<String, u32> {
        py.detach(|| {
            let state = self.lock();
            let progress = state.crawl().progress();
            progress.failures.into_iter().chain(progress.refusals).collect()
        })
    }
}

/// Returns whether tasks can score the links of a plan, each by its own pages.
///
/// Raises `PlanError` and `ModelError` for a plan that is not possible.
#[pyfunction]
pub(crate) fn scores_pages_independently(
    plan: &Bound<'_, PyAny>,
    web: WebInput,
    model: Option<&Bound<'_, Model>>,
) -> PyResult<bool> {
    let input = PlanInput::read_for(plan, &web)?.without_seeds();
    let model = model.map(|model| model.get().0.clone());
    plan.py().detach(|| {
        input.require_model(model.as_ref())?;
        Ok(crawl::scores_pages_independently(&input.check(model.as_ref())?.plan))
    })
}
