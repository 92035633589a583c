//! Scores the links of single pages: each page is the first of a crawl of its own, so a score depends on the page
//! alone.

use crate::errors;
use crate::model::Model;
use crate::page::{Page, PageError, TEXT_CHARS};
use crate::plan::PlanInput;
use engine::strategy::Entry;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use salticid_lab::{experiment, scorer};
use std::collections::BTreeMap;
use types::limits;
use types::report::Candidate;

/// Scores the links of pages by a strategy.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct Scorer(scorer::Scorer);

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
        format!("ScoredPage(url={url:?}, relevance={}, links={})", self.relevance, self.links.len())
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

/// Scored pages in columns, as a dictionary.
#[derive(Default, IntoPyObject)]
struct Columns {
    /// The index of each scored page among the pages.
    index: Vec<usize>,
    url: Vec<String>,
    /// Scheme, name and port of each host.
    host: Vec<String>,
    /// The main texts, if they are wanted.
    text: Vec<String>,
    title: Vec<String>,
    language: Vec<Option<String>>,
    relevance: Vec<f64>,
    label: Vec<String>,
    probability: Vec<Option<f64>>,
    /// The number of links of each page.
    links: Vec<usize>,
    target: Vec<String>,
    anchor: Vec<String>,
    score: Vec<f64>,
    /// The pages that cannot be read: their indices, and the reasons.
    failures: Vec<(usize, String)>,
}

impl Columns {
    fn push(&mut self, index: usize, page: scorer::ScoredPage) {
        self.index.push(index);
        self.url.push(page.url);
        self.title.push(page.title);
        self.language.push(page.language);
        self.relevance.push(page.relevance);
        self.label.push(page.label);
        self.probability.push(page.probability);
        self.links.push(page.links.len());
        for link in page.links {
            self.target.push(link.to);
            self.anchor.push(link.anchor);
            self.score.push(link.score);
        }
    }
}

impl Scorer {
    fn scores(&self, page: &Page) -> Scores {
        self.0.with_page_scorer(|scorer| {
            let crawl = scorer.crawl(&page.url, page.response.clone());
            let best = crawl.next_up(limits::PAGE_LINKS).into_iter();
            let entry = self.0.plan().entry;
            Scores {
                relevance: crawl.pages().first().map_or(0.0, |page| page.relevance),
                links: best.map(|link| ScoredLink::of(link, entry)).collect(),
            }
        })
    }

    /// Adds a page with its scores, and its main text if that is wanted; the error is a sentence.
    fn add(
        &self,
        columns: &mut Columns,
        index: usize,
        (html, url, headers): &Recorded,
        text: bool,
    ) -> Result<(), String> {
        let page = Page::with_headers(html, url, headers, TEXT_CHARS).map_err(|error| error.to_string())?;
        let text = text.then(|| page.main_text().map_err(|error| error.to_string())).transpose()?;
        let scored = self.0.score(&page.url, page.response).ok_or("the page cannot be read")?;
        columns.host.push(page.url.host_key().to_owned());
        columns.text.extend(text);
        columns.push(index, scored);
        Ok(())
    }

    fn read_and_score(&self, (html, url, kind): &Item) -> Result<(Page, Scores), PageError> {
        let page = Page::read(html, url, kind.as_deref())?;
        let scores = self.scores(&page);
        Ok((page, scores))
    }
}

#[pymethods]
impl Scorer {
    /// Parses and scores recorded pages on one thread. With `text`, the columns have the main texts.
    #[pyo3(signature = (pages, text = false))]
    fn columns(&self, py: Python<'_>, pages: Vec<Recorded>, text: bool) -> Columns {
        py.detach(|| {
            let mut columns = Columns::default();
            for (index, page) in pages.iter().enumerate() {
                if let Err(reason) = self.add(&mut columns, index, page, text) {
                    columns.failures.push((index, reason));
                }
            }
            columns
        })
    }

    #[new]
    #[pyo3(signature = (plan, model = None))]
    fn new(plan: &Bound<'_, PyAny>, model: Option<&Bound<'_, Model>>) -> PyResult<Self> {
        let input = PlanInput::read(plan)?.without_seeds();
        let model = model.map(|model| model.get().0.clone());
        input.require_model(model.as_ref())?;
        let scorer = plan.py().detach(|| {
            let plan = input.check(model.as_ref())?;
            scorer::Scorer::new(plan, model).map_err(|error| errors::of_model(&error))
        });
        Ok(Self(scorer?))
    }

    #[getter]
    fn strategy(&self) -> &'static str {
        self.0.plan().entry.id
    }

    #[getter]
    fn parts(&self) -> Vec<&'static str> {
        let parts = self.0.plan().entry.parts.iter();
        parts.map(|part| part.name).collect()
    }

    fn relevance(&self, py: Python<'_>, page: &Bound<'_, Page>) -> f64 {
        let page = page.get();
        py.detach(|| self.scores(page)).relevance
    }

    fn links(&self, py: Python<'_>, page: &Bound<'_, Page>) -> Vec<ScoredLink> {
        let page = page.get();
        py.detach(|| self.scores(page)).links
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
                let Scores { relevance, links } = scores;
                let page = Py::new(py, page)?;
                Ok(Some(ScoredPage { page, relevance, links }))
            }
            Err(_) if skip_unreadable => Ok(None),
            Err(error) => Err(error.into()),
        });
        pages.collect()
    }
}

/// A link with its score.
#[pyclass(frozen, get_all, module = "salticid")]
#[derive(Clone)]
pub(crate) struct ScoredLink {
    /// The canonical URL of the target.
    url: String,
    /// The priority of the link: the score of the strategy times `factor`. Its range depends on the strategy.
    score: f64,
    /// The parts of the score by name, as the strategy lists them in `strategies()`.
    parts: BTreeMap<String, f64>,
    /// The factor of the rules against crawler traps, 0 to 1; 1 if none applies.
    factor: f64,
    /// The text of the link.
    anchor: String,
    /// Link distance from a seed.
    depth: u32,
}

impl ScoredLink {
    /// Returns an entry of the frontier under a strategy.
    pub(crate) fn of(candidate: Candidate, strategy: &Entry) -> Self {
        let names = strategy.parts.iter().map(|part| part.name.to_owned());
        Self {
            url: candidate.url.to_string(),
            score: candidate.priority,
            parts: names.zip(candidate.parts).collect(),
            factor: candidate.factor,
            anchor: candidate.anchor,
            depth: candidate.depth,
        }
    }
}

#[pymethods]
impl ScoredLink {
    fn __repr__(&self) -> String {
        format!("ScoredLink(url={:?}, score={})", self.url, self.score)
    }
}
