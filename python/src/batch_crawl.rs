//! A crawl in batches, one for each round of a job: the driver of the job has it in memory, chooses the URLs of a round
//! and handles the answers of the tasks that fetch them, so every strategy can run. A saved crawl of the app is written
//! from it.

use crate::convert::json_to_python;
use crate::driver::WebInput;
use crate::errors::{ContentError, PlanError};
use crate::live::LiveOptions;
use crate::model::Model;
use crate::plan::{PlanInput, new_crawl};
use crate::rounds::line_and_record;
use crate::saved_crawl::source;
use archive::bundle::of_crawl;
use engine::crawl::{BatchAnswer, Crawl};
use engine::event::{Event, EventKind};
use engine::frontier::FrontierEntry;
use engine::journal::{self, JournalError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use salticid_lab::assets;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use types::limits;
use types::url::CanonicalUrl;

/// A crawl whose requests tasks send.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct BatchCrawl(Mutex<Crawl>);

impl BatchCrawl {
    /// Locks the crawl. The interpreter's lock must be released.
    fn lock(&self) -> MutexGuard<'_, Crawl> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the exception for data of a crawl that cannot be read.
fn unreadable(what: &str, error: &JournalError) -> PyErr {
    ContentError::new_err(format!("{what}: {error}; go on with the version that wrote it, or name another folder"))
}

/// Returns a URL of the frontier as a row: its entry, its position, and the page whose link was scored.
fn row(
    position: usize,
    (url, entry): (&CanonicalUrl, &FrontierEntry),
    parent: Option<&CanonicalUrl>,
) -> serde_json::Value {
    json!({
        "seq": 0, "position": position,
        "url": entry.address(url), "host": url.host_key(), "site": url.site(),
        "tier": u8::from(entry.priority_reason().is_none()),
        "first": entry.score.first, "second": entry.score.second, "parts": entry.score.parts,
        "priority": entry.priority(), "factor": entry.factor, "parent": parent, "anchor": entry.anchor,
        "depth": entry.depth, "pages": entry.pages, "hops": entry.hops,
    })
}

#[pymethods]
impl BatchCrawl {
    /// Begins a crawl by a plan. Raises `PlanError` and `ModelError` for one that is not possible.
    #[new]
    fn new(
        plan: &Bound<'_, PyAny>,
        web: WebInput,
        model: Option<&Bound<'_, Model>>,
        live: LiveOptions,
    ) -> PyResult<Self> {
        let input = PlanInput::read_for(plan, &web)?;
        let model = model.map(|model| model.get().0.clone());
        plan.py().detach(|| {
            input.require_model(model.as_ref())?;
            let mut plan = input.check(model.as_ref())?;
            plan.plan.pages = limits::PAGES;
            // The rules of the person are only checked: the tasks keep them, and the app continues without.
            web.politeness(&live)?;
            let mut crawl = new_crawl(plan, model.as_ref(), web.usual_politeness())?.in_batches();
            crawl.handle(Event::at(0, EventKind::Seeded));
            Ok(Self(Mutex::new(crawl)))
        })
    }

    /// Continues from a snapshot of the crawl. Raises `ContentError` for other bytes.
    fn open(&self, py: Python<'_>, snapshot: &[u8]) -> PyResult<()> {
        py.detach(|| {
            let mut crawl = self.lock();
            let opened = journal::open(snapshot, &assets::load_for_plan(crawl.plan()));
            *crawl = opened.map_err(|error| unreadable("the snapshot of the crawl", &error))?.in_batches();
            Ok(())
        })
    }

    /// Chooses at most `most` URLs, of each site at most `per_site` or the number in `shares`; returns them as rows, in
    /// the order of the strategy, with the addresses to request. `now` is in milliseconds since 1970; 0 for the time of
    /// the last answer.
    fn choose_batch<'py>(
        &self,
        py: Python<'py>,
        now: u64,
        most: usize,
        per_site: usize,
        shares: BTreeMap<String, usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = py.detach(|| {
            let mut crawl = self.lock();
            let share = |site: &str| shares.get(site).copied().unwrap_or(per_site);
            let chosen = crawl.choose_batch(now, most, share);
            let rows = chosen.iter().enumerate();
            let rows = rows.map(|(n, (request, entry))| row(n, (&request.url, entry), crawl.parent_of(entry)));
            json!(rows.collect::<Vec<_>>()).to_string()
        });
        json_to_python(py, &rows)
    }

    /// The names of the sites with URLs that wait.
    #[getter]
    fn sites(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| self.lock().waiting_sites().map(str::to_owned).collect())
    }

    /// Handles the answer of a task to the request for an address.
    fn take_answer(&self, py: Python<'_>, at: u64, address: &str, answer: &[u8]) -> PyResult<()> {
        py.detach(|| {
            let answer: Result<BatchAnswer, _> = journal::unseal(answer);
            let answer = answer.map_err(|error| unreadable(&format!("the answer of {address}"), &error))?;
            self.lock().take_answer(at, address, answer);
            Ok(())
        })
    }

    /// Ends a batch: the URLs without an answer wait again. Returns their addresses.
    fn end_batch(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| self.lock().end_batch())
    }

    /// The number of pages.
    fn __len__(&self, py: Python<'_>) -> usize {
        py.detach(|| self.lock().pages().len())
    }

    /// The pages after the first `start`: the fields of the log, and the record as JSON.
    fn pages<'py>(&self, py: Python<'py>, start: usize) -> PyResult<Bound<'py, PyAny>> {
        let lines = py.detach(|| {
            let crawl = self.lock();
            let pages = crawl.pages();
            let new = pages.iter().skip(start);
            let lines = new.map(|page| format!("[{}]", line_and_record(page, pages)));
            format!("[{}]", lines.collect::<Vec<_>>().join(","))
        });
        json_to_python(py, &lines)
    }

    /// The number of URLs that wait.
    #[getter]
    fn waiting(&self, py: Python<'_>) -> u32 {
        py.detach(|| self.lock().progress().queue)
    }

    /// The best waiting URLs as rows, at most `most`: a line of JSON for each.
    fn frontier<'py>(&self, py: Python<'py>, most: usize) -> Bound<'py, PyBytes> {
        let lines = py.detach(|| {
            let crawl = self.lock();
            let rows = crawl.best_waiting(most).enumerate();
            let lines = rows.map(|(n, (url, entry))| format!("{}\n", row(n, (url, entry), crawl.parent_of(entry))));
            lines.collect::<Vec<_>>().concat()
        });
        PyBytes::new(py, lines.as_bytes())
    }

    /// Returns the crawl as bytes, between two rounds. Raises `PlanError` if it is too large.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let written = py.detach(|| journal::write(&self.lock()));
        let bytes = written.map_err(|error| PlanError::new_err(format!("the crawl cannot be saved: {error}")))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Returns the bytes of a saved crawl of the app. The crawl ends: its page limit is the number of its pages.
    ///
    /// Raises `PlanError` for a web that the app does not have.
    fn saved_crawl<'py>(&self, py: Python<'py>, web: &str, name: Option<String>) -> PyResult<Bound<'py, PyBytes>> {
        let source = source(web)?;
        let file = py.detach(|| {
            let mut crawl = self.lock();
            crawl.end_batches();
            let created = crawl.pages().iter().map(|page| page.fetch.at).min().unwrap_or_default();
            let name = name.unwrap_or_else(|| crawl.plan().query.clone());
            of_crawl(&crawl, &name, source, created)
        });
        let bytes = file.map_err(|error| PlanError::new_err(format!("the crawl cannot be saved: {error}")))?;
        Ok(PyBytes::new(py, &bytes))
    }
}
