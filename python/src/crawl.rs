//! The crawl as a state machine: events in, commands out, for a driver in Python.

use crate::convert::{json_to_python, to_python};
use crate::errors::PlanError;
use crate::model::Model;
use crate::plan::{PlanInput, new_crawl};
use crate::scorer::ScoredLink;
use archive::page::PageLine;
use engine::event::{Command, Event, EventKind};
use engine::fetch::{FetchId, FetchRequest, FetchResponse, Purpose, RawResponse};
use engine::html::EncodingRs;
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use types::failure::{Failure, FailureKind};
use types::plan::Politeness;
use types::report::Phase;

/// A command: send a request, then call `Crawl.fetched` or `Crawl.failed`.
#[pyclass(frozen, get_all, module = "salticid")]
pub(crate) struct Fetch {
    /// The number of the request, for `Crawl.fetched` and `Crawl.failed`.
    id: u64,
    /// The address to request.
    url: String,
    /// `page`, `example` (a page to learn from) or `robots`.
    purpose: &'static str,
}

/// A command: call `Crawl.tick` at this time, unless another event happens earlier.
#[pyclass(frozen, get_all, module = "salticid")]
pub(crate) struct Wait {
    /// The time, in milliseconds.
    until: u64,
}

/// A command: the training is complete. `Crawl.resume` starts the crawl, and `Crawl.model` returns the model.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct Confirm;

/// A command: the crawl has ended.
#[pyclass(frozen, get_all, module = "salticid")]
pub(crate) struct Finished {
    /// `budget-spent`, `frontier-empty`, `stopped`, `everything-blocked` or `nothing-learned`.
    reason: &'static str,
}

#[pymethods]
impl Fetch {
    fn __repr__(&self) -> String {
        format!("Fetch(id={}, url={:?}, purpose={:?})", self.id, self.url, self.purpose)
    }
}

#[pymethods]
impl Wait {
    fn __repr__(&self) -> String {
        format!("Wait(until={})", self.until)
    }
}

#[pymethods]
impl Confirm {
    #[expect(clippy::unused_self, reason = "Python calls it on an object")]
    fn __repr__(&self) -> &'static str {
        "Confirm()"
    }
}

#[pymethods]
impl Finished {
    fn __repr__(&self) -> String {
        format!("Finished(reason={:?})", self.reason)
    }
}

/// A crawl and its requests without a response.
struct Machine {
    crawl: engine::crawl::Crawl,
    pending: BTreeMap<FetchId, FetchRequest>,
}

impl Machine {
    fn handle(&mut self, now: u64, kind: EventKind) -> Vec<Command> {
        let commands = self.crawl.handle(Event::at(now, kind)).commands;
        for command in &commands {
            if let Command::Fetch(request) = command {
                self.pending.insert(request.id, request.clone());
            }
        }
        commands
    }

    fn take(&mut self, id: u64) -> PyResult<FetchRequest> {
        self.pending.remove(&FetchId(id)).ok_or_else(|| {
            PlanError::new_err(format!("no request with the id {id} is pending: pass the id of a Fetch command, once"))
        })
    }
}

/// A crawl as a state machine: events in, commands out.
///
/// It does no input or output and reads no clock, so any driver can run it: asyncio, Scrapy, a queue. Every event takes
/// the time in milliseconds since 1970 (or since any other moment), returns a list of commands (`Fetch`, `Wait`,
/// `Confirm`, `Finished`), and releases the interpreter's lock. The crawl obeys robots.txt and delays its requests to a
/// host by itself. Same plan, same responses in the same order: same crawl.
///
/// `Crawl(plan, model=None)` takes a plan made by `plan()`. Raises `PlanError` and `ModelError`.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct Crawl(Mutex<Machine>);

impl Crawl {
    /// Locks the crawl. The interpreter's lock must be released.
    fn lock(&self) -> MutexGuard<'_, Machine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn on(&self, py: Python<'_>, now: u64, kind: EventKind) -> PyResult<Vec<Py<PyAny>>> {
        let commands = py.detach(|| self.lock().handle(now, kind));
        commands.into_iter().map(|command| object(py, command)).collect()
    }
}

fn object(py: Python<'_>, command: Command) -> PyResult<Py<PyAny>> {
    match command {
        Command::Fetch(request) => Fetch {
            id: request.id.0,
            url: request.address().to_owned(),
            purpose: match request.purpose {
                Purpose::Page => "page",
                Purpose::Example => "example",
                Purpose::Robots => "robots",
                Purpose::UnknownAddress => "unknown-address",
                Purpose::Seeds => "seeds",
            },
        }
        .into_py_any(py),
        Command::WaitUntil(until) => Wait { until }.into_py_any(py),
        Command::Confirm => Confirm.into_py_any(py),
        Command::Finished(reason) => Finished { reason: reason.code() }.into_py_any(py),
    }
}

/// Returns a stable code of a phase.
pub(crate) fn phase_code(phase: Phase) -> &'static str {
    match phase {
        Phase::New => "new",
        Phase::Preparing => "preparing",
        Phase::Prepared => "prepared",
        Phase::Running => "running",
        Phase::Paused => "paused",
        Phase::Ended(_) => "ended",
    }
}

/// Returns the pages of a crawl from a position on, as a JSON list of the lines of its log.
pub(crate) fn page_list(crawl: &engine::crawl::Crawl, start: usize) -> String {
    let pages = crawl.pages();
    let lines = pages.iter().skip(start).map(|page| PageLine::among(page, pages));
    let lines: Vec<String> = lines.map(|line| line.to_json()).collect();
    format!("[{}]", lines.join(","))
}

#[pymethods]
impl Crawl {
    #[new]
    #[pyo3(signature = (plan, model = None))]
    fn new(plan: &Bound<'_, PyAny>, model: Option<&Bound<'_, Model>>) -> PyResult<Self> {
        let input = PlanInput::read(plan)?;
        let model = model.map(|model| model.get().0.clone());
        let crawl = plan.py().detach(|| {
            let plan = input.check(model.as_ref())?;
            new_crawl(plan, model.as_ref(), Politeness::Adaptive)
        })?;
        Ok(Self(Mutex::new(Machine { crawl, pending: BTreeMap::new() })))
    }

    /// Starts the crawl: with the examples if its strategy needs training, else with its seeds.
    fn start(&self, py: Python<'_>, now: u64) -> PyResult<Vec<Py<PyAny>>> {
        self.on(py, now, EventKind::Seeded)
    }

    /// Passes on the response to a request. The driver must not follow redirects; the crawl requests their targets
    /// itself.
    ///
    /// `headers` are names and values, `body` is decoded (no gzip). `elapsed_ms` is the duration of the request, from
    /// which the delay of the host follows. Raises `PlanError` if no request with this id is pending.
    #[pyo3(signature = (id, status, headers, body, now, elapsed_ms = 0))]
    #[expect(clippy::too_many_arguments, reason = "the parts of a response")]
    fn fetched(
        &self,
        py: Python<'_>,
        id: u64,
        status: u16,
        headers: Vec<(String, String)>,
        body: &[u8],
        now: u64,
        elapsed_ms: u32,
    ) -> PyResult<Vec<Py<PyAny>>> {
        let headers = headers.into_iter();
        let headers: Vec<_> = headers.map(|(name, value)| (name.to_ascii_lowercase(), value)).collect();
        let commands = py.detach(|| {
            let request = self.lock().take(id)?;
            let raw = RawResponse { status, headers: &headers, body, elapsed_ms };
            let response = FetchResponse::read(&request, raw, now, &EncodingRs);
            Ok::<_, PyErr>(self.lock().handle(now, EventKind::Fetched(request.id, response)))
        })?;
        commands.into_iter().map(|command| object(py, command)).collect()
    }

    /// Reports a request without a response. `code` is a word like `timeout` or `dns`, `message` a sentence. After
    /// `dns`, `tls` and other lasting failures the crawl does not try again. Raises `PlanError` if no request with this
    /// id is pending.
    #[pyo3(signature = (id, code, message, now))]
    fn failed(&self, py: Python<'_>, id: u64, code: &str, message: &str, now: u64) -> PyResult<Vec<Py<PyAny>>> {
        let request = py.detach(|| self.lock().take(id))?;
        let failure = Failure { code: code.to_owned(), message: message.to_owned(), kind: FailureKind::of(code) };
        self.on(py, now, EventKind::Failed(request.id, failure))
    }

    /// Reports that the time of a `Wait` is over.
    fn tick(&self, py: Python<'_>, now: u64) -> PyResult<Vec<Py<PyAny>>> {
        self.on(py, now, EventKind::Tick)
    }

    /// Pauses the crawl: it sends no requests until it resumes.
    fn pause(&self, py: Python<'_>, now: u64) -> PyResult<Vec<Py<PyAny>>> {
        self.on(py, now, EventKind::Paused)
    }

    /// Resumes the crawl after a pause, or starts it after the training.
    fn resume(&self, py: Python<'_>, now: u64) -> PyResult<Vec<Py<PyAny>>> {
        self.on(py, now, EventKind::Resumed)
    }

    /// Ends the crawl.
    fn stop(&self, py: Python<'_>, now: u64) -> PyResult<Vec<Py<PyAny>>> {
        self.on(py, now, EventKind::Stopped)
    }

    /// Returns the best `n` URLs of the frontier, best first.
    #[pyo3(signature = (n = 10))]
    fn next_up(&self, py: Python<'_>, n: usize) -> Vec<ScoredLink> {
        py.detach(|| {
            let machine = self.lock();
            let entry = engine::strategy::find(&machine.crawl.plan().strategy.id);
            let entry = entry.unwrap_or(engine::strategy::DEFAULT);
            let best = machine.crawl.next_up(n).into_iter();
            best.map(|link| ScoredLink::of(link, entry)).collect()
        })
    }

    /// Returns the pages done, from the index `start` on, in the order of the crawl. The fields are those of the logs
    /// of `salticid-lab`.
    #[pyo3(signature = (start = 0))]
    fn pages<'py>(&self, py: Python<'py>, start: usize) -> PyResult<Bound<'py, PyAny>> {
        let list = py.detach(|| page_list(&self.lock().crawl, start));
        json_to_python(py, &list)
    }

    /// The documents that pages link to, such as PDF, which are not read: dictionaries with `url`, `kind`, `anchor`,
    /// `bytes` (`None` unless the link states the size), `page` (the number of the linking page), `pages` (the number of
    /// such pages) and `relevance`, an estimate by which they are sorted.
    #[getter]
    fn documents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let documents = py.detach(|| self.lock().crawl.documents());
        to_python(py, &documents)
    }

    /// The counts of the crawl: pages, requests, failures, refused links, waiting URLs, harvest and average relevance.
    #[getter]
    fn progress<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let progress = py.detach(|| self.lock().crawl.progress());
        to_python(py, &progress)
    }

    /// `new`, `preparing`, `prepared`, `running`, `paused` or `ended`.
    #[getter]
    fn phase(&self, py: Python<'_>) -> &'static str {
        phase_code(py.detach(|| self.lock().crawl.phase()))
    }

    /// True after the end.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> bool {
        py.detach(|| self.lock().crawl.is_over())
    }

    /// Returns the trained strategy as a model with this name; `None` unless the training is finished and no page
    /// beyond the examples was requested.
    fn model(&self, py: Python<'_>, name: &str) -> Option<Model> {
        py.detach(|| self.lock().crawl.model(name)).map(Model)
    }
}
