//! Runs a crawl to its end, one page at a time: on a web of the lab with a virtual clock, or on the live web through
//! the guarded fetcher.

use crate::convert::{canonical_urls, json_to_python, to_python};
use crate::crawl::{page_list, phase_code};
use crate::driver::{Driver, LiveOptions, Source, Step, WebInput};
use crate::errors::{FileError, PlanError};
use crate::model::Model;
use crate::plan::{PlanInput, new_crawl};
use engine::strategy;
use evaluation::compare::seeds_and_training_pages;
use evaluation::measures::{JudgingSources, RelevanceJudgments};
use pyo3::prelude::*;
use salticid_lab::log;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A driver, and the number of pages that Python has received from it.
struct State {
    driver: Driver,
    /// The number of pages returned so far.
    returned: usize,
    is_over: bool,
}

impl State {
    /// Runs until there is a page that was not returned, or the crawl ends or waits.
    fn advance(&mut self) -> Step {
        while self.driver.crawl().pages().len() <= self.returned {
            if self.is_over {
                return Step::Over;
            }
            match self.driver.step(false) {
                Step::Going | Step::Received(_) => {}
                Step::Waiting => return Step::Waiting,
                Step::Over => self.is_over = true,
            }
        }
        Step::Going
    }

    /// Returns the next page as a line of the log.
    fn next_page(&mut self) -> Option<String> {
        let crawl = self.driver.crawl();
        let page = crawl.pages().get(self.returned)?;
        self.returned += 1;
        Some(archive::page::PageLine::of(page, crawl.pages()).to_json())
    }
}

/// A running crawl, which iterates over its pages.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct Run(Mutex<State>);

impl Run {
    /// Locks the crawl. The interpreter's lock must be released.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Run {
    #[new]
    #[pyo3(signature = (plan, web, model, live))]
    fn new(
        plan: &Bound<'_, PyAny>,
        web: WebInput,
        model: Option<&Bound<'_, Model>>,
        live: LiveOptions,
    ) -> PyResult<Self> {
        let input = PlanInput::read_for(plan, &web)?;
        let model = model.map(|model| model.get().0.clone());
        plan.py().detach(|| {
            let plan = input.check(model.as_ref())?;
            let crawl = new_crawl(plan, model.as_ref(), web.politeness())?;
            let driver = Source::open(web, &live)?.drive(crawl, BTreeMap::new());
            Ok(Self(Mutex::new(State { driver, returned: 0, is_over: false })))
        })
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            let page = py.detach(|| {
                let mut state = self.lock();
                match state.advance() {
                    Step::Waiting => Err(()),
                    _ => Ok(state.next_page()),
                }
            });
            match page {
                Ok(None) => return Ok(None),
                Ok(Some(line)) => return json_to_python(py, &line).map(Some),
                Err(()) => py.check_signals()?,
            }
        }
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
                Driver::Web(_, web) => has_sets.then(|| log::known(sources, &**web)),
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
