//! A crawl in rounds that one machine knows whole: it chooses the URLs of each round and handles the answers of the
//! tasks that fetch them, so every strategy can run. A saved crawl of the app is written from it.

use crate::convert::json_to_python;
use crate::driver::WebInput;
use crate::errors::{ContentError, PlanError};
use crate::live::LiveOptions;
use crate::model::Model;
use crate::plan::{PlanInput, new_crawl};
use crate::saved_crawl::source;
use archive::bundle::of_crawl;
use archive::page::PageLine;
use engine::crawl::{BatchAnswer, Crawl};
use engine::event::{Event, EventKind};
use engine::frontier::FrontierEntry;
use engine::journal;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use salticid_lab::assets;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use types::limits;
use types::steering::Steering;
use types::url::CanonicalUrl;

/// A crawl whose requests tasks send.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct CentralCrawl(Mutex<Crawl>);

impl CentralCrawl {
    /// Locks the crawl. The interpreter's lock must be released.
    fn lock(&self) -> MutexGuard<'_, Crawl> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a URL of the frontier as a row: its entry, and the page whose link was scored.
fn row(url: &CanonicalUrl, entry: &FrontierEntry, parent: Option<&CanonicalUrl>) -> serde_json::Value {
    json!({
        "url": url, "host": url.host_key(), "site": url.site(), "tier": u8::from(entry.priority_reason().is_none()),
        "first": entry.score.first, "second": entry.score.second, "parts": entry.score.parts,
        "priority": entry.priority(), "factor": entry.factor, "parent": parent, "anchor": entry.anchor,
        "depth": entry.depth, "pages": entry.pages, "hops": entry.hops,
    })
}

#[pymethods]
impl CentralCrawl {
    /// Begins a crawl by a plan, or continues it from a snapshot.
    ///
    /// Raises `PlanError` and `ModelError` for a plan that is not possible, and `ContentError` for a damaged snapshot.
    #[new]
    #[pyo3(signature = (plan, web, model, live, snapshot = None))]
    fn new(
        plan: &Bound<'_, PyAny>,
        web: WebInput,
        model: Option<&Bound<'_, Model>>,
        live: LiveOptions,
        snapshot: Option<&[u8]>,
    ) -> PyResult<Self> {
        let input = PlanInput::read_for(plan, &web)?;
        let model = model.map(|model| model.get().0.clone());
        plan.py().detach(|| {
            input.require_model(model.as_ref())?;
            let mut plan = input.check(model.as_ref())?;
            plan.plan.pages = limits::PAGES;
            let crawl = match snapshot {
                Some(bytes) => {
                    let opened = journal::open(bytes, &assets::load_for_plan(&plan.plan));
                    opened.map_err(|error| ContentError::new_err(format!("the snapshot of the crawl: {error}")))?
                }
                None => new_crawl(plan, model.as_ref(), web.politeness(&live)?)?,
            };
            let mut crawl = crawl.in_batches();
            if snapshot.is_none() {
                crawl.handle(Event::at(0, EventKind::Seeded));
            }
            Ok(Self(Mutex::new(crawl)))
        })
    }

    /// Chooses at most `most` URLs, of each site at most `per_site` or the number in `shares`; returns them as rows, in
    /// the order of the strategy. `now` is in milliseconds since 1970; 0 for the time of the last answer.
    fn choose<'py>(
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
            let rows = chosen.iter().map(|(request, entry)| row(&request.url, entry, crawl.parent_of(entry)));
            json!(rows.collect::<Vec<_>>()).to_string()
        });
        json_to_python(py, &rows)
    }

    /// The time at which a URL can be chosen, in milliseconds since 1970, if none can now; `None` if nothing waits.
    fn ready_at(&self, py: Python<'_>) -> Option<u64> {
        py.detach(|| self.lock().next_batch_time())
    }

    /// Handles the answer of a task to the request for an address.
    fn answer(&self, py: Python<'_>, at: u64, address: &str, answer: &[u8]) -> PyResult<()> {
        py.detach(|| {
            let answer: Result<BatchAnswer, _> = postcard::from_bytes(answer);
            let answer = answer.map_err(|error| ContentError::new_err(format!("the answer of {address}: {error}")))?;
            self.lock().take_answer(at, address, answer);
            Ok(())
        })
    }

    /// Ends a round: the URLs without an answer wait again.
    fn end_round(&self, py: Python<'_>) {
        py.detach(|| self.lock().end_batch());
    }

    /// The pages after the first `start`: the fields of the log, and the record as JSON.
    fn pages<'py>(&self, py: Python<'py>, start: usize) -> PyResult<Bound<'py, PyAny>> {
        let lines = py.detach(|| {
            let crawl = self.lock();
            let pages = crawl.pages();
            let lines = pages.iter().skip(start).map(|page| {
                let record = json!(serde_json::to_string(page).unwrap_or_default());
                format!("[{},{record}]", PageLine::among(page, pages).to_json())
            });
            format!("[{}]", lines.collect::<Vec<_>>().join(","))
        });
        json_to_python(py, &lines)
    }

    /// The number of URLs that wait.
    #[getter]
    fn waiting(&self, py: Python<'_>) -> u32 {
        py.detach(|| self.lock().progress().queue)
    }

    /// The best waiting URLs as rows, at most `most`.
    fn frontier<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Bound<'py, PyAny>> {
        let rows = py.detach(|| {
            let crawl = self.lock();
            let rows = crawl.best_waiting(most).map(|(url, entry)| row(url, entry, crawl.parent_of(entry)));
            json!(rows.collect::<Vec<_>>()).to_string()
        });
        json_to_python(py, &rows)
    }

    /// Returns the crawl as bytes, between two rounds. Raises `PlanError` if it is too large.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let written = py.detach(|| journal::write(&self.lock()));
        let bytes = written.map_err(|error| PlanError::new_err(format!("the crawl cannot be saved: {error}")))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Returns the bytes of a saved crawl of the app. The crawl ends: its page limit is the number of its pages.
    fn saved_crawl<'py>(&self, py: Python<'py>, web: &str, name: Option<String>) -> PyResult<Bound<'py, PyBytes>> {
        let source = source(web)?;
        let file = py.detach(|| {
            let mut crawl = self.lock();
            let pages = u32::try_from(crawl.pages().len()).unwrap_or(u32::MAX).max(1);
            let now = crawl.now();
            crawl.handle(Event::at(now, EventKind::Steered(Box::new(Steering::Budget(pages)))));
            let bytes = journal::write(&crawl).map_err(|error| ContentError::new_err(error.to_string()))?;
            // Opened without batches, the crawl ends by itself.
            let opened = journal::open(&bytes, &assets::load_for_plan(crawl.plan()));
            let mut ended = opened.map_err(|error| ContentError::new_err(error.to_string()))?;
            ended.handle(Event::at(now, EventKind::Tick));
            let created = ended.pages().iter().map(|page| page.fetch.at).min().unwrap_or_default();
            let name = name.unwrap_or_else(|| ended.plan().query.clone());
            of_crawl(&ended, &name, source, created).map_err(|error| ContentError::new_err(error.to_string()))
        })?;
        Ok(PyBytes::new(py, &file))
    }
}
