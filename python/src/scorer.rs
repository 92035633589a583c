//! Scores the links of single pages: each page is the first of a crawl of its own, so a score depends on the page alone.

use crate::errors;
use crate::links::ScoredLink;
use crate::model::Model;
use crate::page::{Page, PageError};
use crate::plan::PlanInput;
use engine::crawl::{CheckedPlan, Crawl};
use engine::event::{Event, EventKind};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use salticid_lab::experiment;
use types::limits;
use types::plan::Politeness;
use types::report::{PageRecord, RELEVANT_CLASS};

/// A seed that stands for the page to come.
const PLACEHOLDER: &str = "http://page.invalid/";

/// Scores the links of pages by a strategy.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct Scorer {
    plan: CheckedPlan,
    model: Option<engine::crawl::Model>,
}

/// A page with its relevance and its scored links.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct ScoredPage {
    /// The page.
    #[pyo3(get)]
    page: Py<Page>,
    /// Its relevance to the topic, 0 to 1.
    #[pyo3(get)]
    relevance: f64,
    links: Vec<ScoredLink>,
}

#[pymethods]
impl ScoredPage {
    /// Its links, the best first, as `Scorer.links` returns them.
    #[getter]
    fn links(&self) -> Vec<ScoredLink> {
        self.links.clone()
    }

    fn __repr__(&self) -> String {
        let url = self.page.get().url.as_str();
        format!(
            "ScoredPage(url={url:?}, relevance={}, links={})",
            self.relevance,
            self.links.len()
        )
    }
}

/// The scores of a page.
struct Scores {
    relevance: f64,
    links: Vec<ScoredLink>,
}

/// A page of a batch: its bytes, its URL, and its media type.
type Item = (PyBackedBytes, String, Option<String>);

/// A recorded page: its bytes, its URL, and the headers of its response with names in lower case.
type Recorded = (PyBackedBytes, String, Vec<(String, String)>);

/// A scored page as a row, with its links in columns.
type Row = (
    // URL, title, language, relevance, label, probability.
    (String, String, Option<String>, f64, String, Option<f64>),
    // Targets, link texts, scores.
    (Vec<String>, Vec<String>, Vec<f64>),
);

/// A row, or the reason why there is none.
#[derive(IntoPyObject)]
enum RowResult {
    Row(Row),
    Reason(String),
}

impl Scorer {
    /// Crawls the page alone.
    fn crawl(&self, page: &Page) -> PyResult<Crawl> {
        let mut plan = self.plan.clone();
        plan.seeds = vec![page.url.clone()];
        let mut crawl = crate::plan::new_crawl(plan, self.model.as_ref(), Politeness::Replay)?;
        let response = Box::new(page.response.clone());
        for kind in [
            EventKind::Known(page.url.clone(), response),
            EventKind::Seeded,
        ] {
            crawl.handle(Event::at(0, kind));
        }
        Ok(crawl)
    }

    fn scores(&self, page: &Page) -> PyResult<Scores> {
        let crawl = self.crawl(page)?;
        let best = crawl.next_up(limits::PAGE_LINKS).into_iter();
        let entry = self.plan.entry;
        Ok(Scores {
            relevance: crawl.pages().first().map_or(0.0, |page| page.relevance),
            links: best.map(|link| ScoredLink::of(link, entry)).collect(),
        })
    }

    /// Returns a page and its links as a row; the error is a sentence.
    fn row(&self, (html, url, headers): &Recorded) -> Result<Row, String> {
        let page = Page::with_headers(html, url, headers).map_err(|error| error.to_string())?;
        let crawl = self.crawl(&page).map_err(|error| error.to_string())?;
        let Some(record) = crawl.pages().first() else {
            return Err("the page cannot be read".to_owned());
        };
        let best = crawl.next_up(limits::PAGE_LINKS);
        let mut columns = (Vec::new(), Vec::new(), Vec::new());
        for link in best {
            columns.0.push(link.url.to_string());
            columns.1.push(link.anchor);
            columns.2.push(link.priority);
        }
        let text = &record.text;
        let figures = (
            record.url.to_string(),
            text.title.clone(),
            text.language.clone(),
            record.relevance,
            label(record, self.plan.plan.good),
            record.probability(),
        );
        Ok((figures, columns))
    }

    fn read_and_score(
        &self,
        (html, url, kind): &Item,
    ) -> Result<(Page, PyResult<Scores>), PageError> {
        let page = Page::read(html, url, kind.as_deref())?;
        let scores = self.scores(&page);
        Ok((page, scores))
    }
}

/// Returns the most probable class of a page; without predictions, whether it is at least as relevant as `good`.
fn label(page: &PageRecord, good: f64) -> String {
    let shares = page
        .predictions
        .iter()
        .find(|prediction| prediction.is_shares);
    let best = shares.and_then(|prediction| {
        let classes = prediction.values.iter();
        classes.max_by(|one, two| one.1.total_cmp(&two.1))
    });
    match best {
        Some((class, _)) => class.clone(),
        None if page.relevance >= good => RELEVANT_CLASS.to_owned(),
        None => "other".to_owned(),
    }
}

#[pymethods]
impl Scorer {
    /// Parses and scores recorded pages on one thread: a row for each, or the reason why it cannot be read.
    fn rows(&self, py: Python<'_>, pages: Vec<Recorded>) -> Vec<RowResult> {
        py.detach(|| {
            let rows = pages.iter().map(|page| match self.row(page) {
                Ok(row) => RowResult::Row(row),
                Err(reason) => RowResult::Reason(reason),
            });
            rows.collect()
        })
    }

    #[new]
    #[pyo3(signature = (plan, model = None))]
    fn new(plan: &Bound<'_, PyAny>, model: Option<&Bound<'_, Model>>) -> PyResult<Self> {
        let mut input = PlanInput::read(plan)?;
        input.seeds = vec![PLACEHOLDER.to_owned()];
        let model = model.map(|model| model.get().0.clone());
        input.require_model(model.as_ref())?;
        let mut plan = plan.py().detach(|| input.check(model.as_ref()))?;
        plan.compute_initial_weights();
        // A model that does not fit fails here, not at the first page.
        crate::plan::new_crawl(plan.clone(), model.as_ref(), Politeness::Replay)?;
        Ok(Self { plan, model })
    }

    #[getter]
    fn strategy(&self) -> &'static str {
        self.plan.entry.id
    }

    #[getter]
    fn parts(&self) -> Vec<&'static str> {
        self.plan
            .entry
            .parts
            .iter()
            .map(|part| part.title)
            .collect()
    }

    fn relevance(&self, py: Python<'_>, page: &Bound<'_, Page>) -> PyResult<f64> {
        let page = page.get();
        Ok(py.detach(|| self.scores(page))?.relevance)
    }

    fn links(&self, py: Python<'_>, page: &Bound<'_, Page>) -> PyResult<Vec<ScoredLink>> {
        let page = page.get();
        Ok(py.detach(|| self.scores(page))?.links)
    }

    #[pyo3(signature = (pages, threads = None, skip_unreadable = false))]
    fn batch(
        &self,
        py: Python<'_>,
        pages: Vec<Item>,
        threads: Option<usize>,
        skip_unreadable: bool,
    ) -> PyResult<Vec<Option<ScoredPage>>> {
        let threads = experiment::threads(threads);
        let results = py.detach(|| {
            let one = |at: usize| Ok(self.read_and_score(&pages[at]));
            experiment::on_threads(threads, pages.len(), one, |_| Ok(()))
        });
        let results = results.map_err(errors::of_lab)?.into_iter();
        let pages = results.map(|result| match result {
            Ok((page, scores)) => {
                let Scores { relevance, links } = scores?;
                let page = Py::new(py, page)?;
                Ok(Some(ScoredPage {
                    page,
                    relevance,
                    links,
                }))
            }
            Err(_) if skip_unreadable => Ok(None),
            Err(error) => Err(error.into()),
        });
        pages.collect()
    }
}
