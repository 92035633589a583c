//! Runs a crawl to its end, one page at a time: on a web of the lab with a virtual clock, or on the live web through
//! the guarded fetcher. A folder keeps it, so that it continues after a kill.

use crate::convert::{canonical_urls, json_to_python, to_python};
use crate::crawl::{page_list, phase_code};
use crate::driver::{Driver, Source, Step, WebInput};
use crate::errors::{FileError, PlanError, of_lab};
use crate::live::LiveOptions;
use crate::model::Model;
use crate::page::Page;
use crate::plan::{PlanInput, new_crawl};
use engine::crawl::Crawl;
use engine::strategy;
use evaluation::compare::{Exchange, seeds_and_training_pages};
use evaluation::measures::{JudgingSources, RelevanceJudgments};
use pyo3::prelude::*;
use salticid_lab::command::export::{self, ExportedCrawl};
use salticid_lab::record::live::Received;
use salticid_lab::record::responses::Responses;
use salticid_lab::state_folder::StateFolder;
use salticid_lab::web::{Response, Web};
use salticid_lab::{LabError, log};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use types::report::{FetchOutcome, Notification, Phase};
use types::url::CanonicalUrl;

/// The levels of the module `logging`.
const DEBUG: u8 = 10;
const INFO: u8 = 20;
const WARNING: u8 = 30;

/// The most seconds of one wait.
const LONGEST_WAIT: f64 = 60.0;

/// A driver, and what Python has received from it.
struct State {
    driver: Driver,
    /// The crawl on the disk.
    folder: Option<StateFolder>,
    /// The responses of the live web.
    responses: Option<Responses>,
    /// A response that is not in `responses`.
    received: Option<Box<Received>>,
    /// The number of pages that are saved.
    saved: usize,
    /// The number of pages returned so far.
    returned: usize,
    /// Messages for the log, with their levels.
    notices: Vec<(u8, String)>,
    /// The spelling of requested addresses that are not canonical, and the number of addresses that were examined.
    spelled: (BTreeMap<CanonicalUrl, String>, usize),
    is_over: bool,
    is_closed: bool,
}

impl State {
    fn open(source: &Source, web: &str, crawl: Crawl, folder: Option<&Path>) -> Result<Self, LabError> {
        let description = format!("a crawl for “{}”", crawl.plan().query);
        let (opened, crawl) = match folder {
            Some(path) => {
                let (folder, crawl) = StateFolder::open(path, web, crawl)?;
                (Some(folder), crawl)
            }
            None => (None, crawl),
        };
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let started = u64::try_from(since_1970.as_millis()).unwrap_or_default();
        let responses = match (source, folder) {
            (Source::Web(_), _) => None,
            (Source::Live(_), Some(folder)) => Some(Responses::in_folder(folder, &description, started)?),
            (Source::Live(_), None) => Some(Responses::temporary(&description, started)?),
        };
        Ok(Self {
            saved: crawl.pages().len(),
            driver: source.drive(crawl, BTreeMap::new()),
            folder: opened,
            responses,
            received: None,
            returned: 0,
            notices: Vec::new(),
            spelled: (BTreeMap::new(), 0),
            is_over: false,
            is_closed: false,
        })
    }

    /// Runs until there is a page that was not returned, the crawl ends, or it is late.
    fn advance(&mut self, until: Instant) -> Result<(), LabError> {
        self.save()?;
        while self.saved <= self.returned && !self.is_over {
            self.step()?;
            if Instant::now() >= until {
                break;
            }
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), LabError> {
        let Self { driver, folder, notices, .. } = self;
        match driver.step(false, watch(folder, notices)) {
            Step::Going | Step::Waiting => {}
            Step::Received(received) => self.received = Some(received),
            Step::Over => self.is_over = true,
        }
        self.save()
    }

    /// Saves the last step; a page is returned only after that. The response comes first, since the event says that it
    /// came.
    fn save(&mut self) -> Result<(), LabError> {
        let crawl = self.driver.crawl();
        if let (Some(responses), Some(received)) = (&mut self.responses, &self.received) {
            responses.add(&received.exchange(crawl))?;
        }
        self.received = None;
        if let Some(folder) = &mut self.folder {
            folder.save(crawl)?;
        }
        self.saved = crawl.pages().len();
        Ok(())
    }

    /// Ends the crawl at the person's request; pages that were read can still be returned.
    fn stop(&mut self) -> Result<(), LabError> {
        if self.is_over {
            return Ok(());
        }
        let Self { driver, folder, notices, .. } = self;
        driver.stop(watch(folder, notices));
        while !self.is_over {
            self.step()?;
        }
        Ok(())
    }

    /// Ends the requests and releases the folder. The crawl is as after a kill.
    fn close(&mut self) -> Result<(), LabError> {
        if self.is_closed {
            return Ok(());
        }
        let saved = self.save();
        self.driver.abandon();
        (self.is_over, self.is_closed) = (true, true);
        saved.and(self.folder.take().map_or(Ok(()), |folder| folder.sync()))
    }

    /// Returns the next page as a line of the log.
    fn next_page(&mut self) -> Option<String> {
        if self.is_closed || self.returned >= self.saved {
            return None;
        }
        let pages = self.driver.crawl().pages();
        let page = pages.get(self.returned)?;
        self.returned += 1;
        Some(archive::page::PageLine::among(page, pages).to_json())
    }

    fn has_ended(&self) -> bool {
        self.is_closed || self.is_over && self.returned >= self.saved
    }

    /// Returns the source of the responses so far, and the addresses requested from it, in order.
    fn responses(&self) -> Option<(&dyn Web, &[String])> {
        match &self.driver {
            Driver::Web { web, asked, .. } => Some((&**web, asked.order.as_slice())),
            Driver::Live(..) => self.responses.as_ref().map(|responses| (responses as &dyn Web, responses.urls())),
        }
    }

    /// Returns the address and the response of a page, by its number from 1.
    fn response(&mut self, number: usize) -> Option<(CanonicalUrl, Response)> {
        let url = self.driver.crawl().pages().get(number.checked_sub(1)?)?.url.clone();
        let (mut spelled, examined) = std::mem::take(&mut self.spelled);
        let (web, asked) = self.responses()?;
        for address in asked.iter().skip(examined) {
            let canonical = CanonicalUrl::parse(address).ok();
            if let Some(canonical) = canonical.filter(|canonical| canonical.as_str() != address) {
                spelled.insert(canonical, address.clone());
            }
        }
        let address = spelled.get(&url).map_or(url.as_str(), String::as_str);
        let response = web.response(address).and_then(|reply| reply.outcome.ok());
        self.spelled = (spelled, asked.len());
        Some((url, response?))
    }

    /// Writes the crawl so far into files, in the formats of their extensions.
    fn export(&self, paths: &[PathBuf]) -> Result<(), LabError> {
        let files = export::plan(paths)?;
        let Some((web, asked)) = self.responses() else {
            return Ok(());
        };
        let crawl = self.driver.crawl();
        ExportedCrawl { crawl, web, asked, with_uncrawled: false, tokens: u32::MAX }.write(&files)
    }
}

/// Returns the function that sees the events and steps of a crawl.
fn watch(folder: &mut Option<StateFolder>, notices: &mut Vec<(u8, String)>) -> impl FnMut(Exchange<'_>) {
    move |exchange| match exchange {
        Exchange::Event(event) => {
            if let Some(folder) = folder {
                folder.add(event);
            }
        }
        Exchange::Step(step) => notices.extend(step.notifications.iter().filter_map(notice)),
    }
}

/// Returns a notification as a message with its level; `None` for one that is only displayed.
fn notice(notification: &Notification) -> Option<(u8, String)> {
    Some(match notification {
        Notification::Page(page) if let FetchOutcome::Failed(_, reason) = &page.outcome => {
            (INFO, format!("page {}: {} failed: {reason}", page.n, page.url))
        }
        Notification::Page(page) => {
            let (outcome, relevance, ms) = (page.outcome.code(), page.relevance, page.fetch.elapsed_ms);
            (DEBUG, format!("page {}: {} {outcome}, relevance {relevance:.2}, {ms} ms", page.n, page.url))
        }
        Notification::Refused(refusal) => (INFO, format!("{} refused: {}", refusal.url, refusal.reason)),
        Notification::Robots { host, summary } => (DEBUG, format!("{host}/robots.txt: {summary}")),
        Notification::Delayed { url, reason, .. } => (WARNING, format!("{url} is requested again later: {reason}")),
        Notification::Unread { url, reason } => (WARNING, format!("the example {url} could not be read: {reason}")),
        Notification::Prepared(report) => (INFO, format!("trained on {} of {} examples", report.read, report.given)),
        _ => return None,
    })
}

/// A running crawl.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct Run {
    state: Mutex<State>,
    text_chars: usize,
}

impl Run {
    /// Locks the crawl. The interpreter's lock must be released.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the crawl unless a thread waits for a page: that of a step of `async for` that was cancelled must not hold
    /// up the loop.
    fn lock_at_once(&self) -> Option<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Some(state),
            Err(TryLockError::Poisoned(state)) => Some(state.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

#[pymethods]
impl Run {
    #[new]
    #[pyo3(signature = (plan, web, model, live, state, text_chars))]
    fn new(
        plan: &Bound<'_, PyAny>,
        web: WebInput,
        model: Option<&Bound<'_, Model>>,
        live: LiveOptions,
        state: Option<PathBuf>,
        text_chars: usize,
    ) -> PyResult<Self> {
        let input = PlanInput::read_for(plan, &web)?;
        let model = model.map(|model| model.get().0.clone());
        plan.py().detach(|| {
            let plan = input.check(model.as_ref())?;
            let crawl = new_crawl(plan, model.as_ref(), web.politeness(&live)?)?;
            let name = web.name().to_owned();
            let source = Source::open(web, live)?;
            let state = State::open(&source, &name, crawl, state.as_deref()).map_err(of_lab)?;
            Ok(Self { state: Mutex::new(state), text_chars })
        })
    }

    /// Crawls until there is a page to take or the crawl ends, for at most some seconds.
    fn wait(&self, py: Python<'_>, seconds: f64) -> PyResult<()> {
        let seconds = Duration::try_from_secs_f64(seconds.clamp(0.0, LONGEST_WAIT)).unwrap_or_default();
        py.detach(|| self.lock().advance(Instant::now() + seconds)).map_err(of_lab)
    }

    /// Returns the next page, if there is one and no thread waits.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let line = py.detach(|| self.lock_at_once()?.next_page());
        line.map(|line| json_to_python(py, &line)).transpose()
    }

    /// True if there are no further pages.
    #[getter]
    fn has_ended(&self, py: Python<'_>) -> bool {
        py.detach(|| self.lock_at_once().is_some_and(|state| state.has_ended()))
    }

    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.lock().stop()).map_err(of_lab)
    }

    fn close(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.lock().close()).map_err(of_lab)
    }

    /// Returns the messages since the last call, with the levels of `logging`.
    fn notices(&self, py: Python<'_>) -> Vec<(u8, String)> {
        py.detach(|| self.lock_at_once().map(|mut state| std::mem::take(&mut state.notices)).unwrap_or_default())
    }

    /// The reason of the end: a code, a sentence and advice.
    #[getter]
    fn end(&self, py: Python<'_>) -> Option<(&'static str, &'static str, &'static str)> {
        match py.detach(|| self.lock().driver.crawl().phase()) {
            Phase::Ended(reason) => Some((reason.code(), reason.sentence(), reason.advice())),
            _ => None,
        }
    }

    /// Returns the content of a page by its number from 1; `None` without a response that can be parsed.
    fn content(&self, py: Python<'_>, number: usize) -> Option<Page> {
        py.detach(|| {
            let (url, response) = self.lock().response(number)?;
            Page::with_headers(&response.body, url.as_str(), &response.headers, self.text_chars).ok()
        })
    }

    fn export(&self, py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<()> {
        py.detach(|| self.lock().export(&paths)).map_err(of_lab)
    }

    #[pyo3(signature = (start = 0))]
    fn pages<'py>(&self, py: Python<'py>, start: usize) -> PyResult<Bound<'py, PyAny>> {
        let list = py.detach(|| page_list(self.lock().driver.crawl(), start));
        json_to_python(py, &list)
    }

    #[getter]
    fn progress<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let progress = py.detach(|| self.lock().driver.crawl().progress());
        to_python(py, &progress)
    }

    #[getter]
    fn documents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let documents = py.detach(|| self.lock().driver.crawl().documents());
        to_python(py, &documents)
    }

    #[getter]
    fn phase(&self, py: Python<'_>) -> &'static str {
        phase_code(py.detach(|| self.lock().driver.crawl().phase()))
    }

    #[getter]
    fn training_report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = py.detach(|| self.lock().driver.crawl().training_report().cloned());
        to_python(py, &report)
    }

    #[getter]
    fn links(&self, py: Python<'_>) -> Vec<(String, String)> {
        py.detach(|| self.lock().driver.links())
    }

    #[pyo3(signature = (relevant, targets, apart))]
    fn log(&self, py: Python<'_>, relevant: Vec<String>, targets: Vec<String>, apart: Vec<String>) -> PyResult<String> {
        py.detach(|| {
            let relevant: BTreeSet<_> = canonical_urls(&relevant)?;
            let targets: BTreeSet<_> = canonical_urls(&targets)?;
            let state = self.lock();
            let crawl = state.driver.crawl();
            let has_sets = !relevant.is_empty() || !targets.is_empty();
            let plan = crawl.plan();
            let written = apart.iter().chain(&plan.seeds);
            let entry = strategy::find(&plan.strategy.id);
            let learns = entry.is_some_and(|entry| entry.needs.taxonomy);
            let folders = learns.then_some(&plan.taxonomy);
            let sources = JudgingSources {
                excluded: seeds_and_training_pages(written, &plan.trails, folders),
                judgments: RelevanceJudgments { relevant, targets },
                ..JudgingSources::default()
            };
            let known = match &state.driver {
                Driver::Web { web, .. } => has_sets.then(|| log::known(sources, &**web)),
                Driver::Live(..) if has_sets => {
                    return Err(PlanError::new_err(
                        "a live crawl cannot look up where known pages redirect to: use evaluate()",
                    ));
                }
                Driver::Live(..) => None,
            };
            let mut text = Vec::new();
            log::write(&mut text, crawl, known).map_err(|error| FileError::new_err(error.to_string()))?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        })
    }
}
