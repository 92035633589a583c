//! Writes the tables of a crawl in rounds as a saved crawl, which the app and the lab open, and reads the pages of
//! saved crawls.

use crate::convert::{canonical_urls, from_python, json_to_python, url};
use crate::driver::WebInput;
use crate::errors::{ContentError, PlanError, of_lab};
use crate::model::Model;
use crate::plan::{PlanInput, new_crawl};
use crate::rounds::MOST_PAGES;
use archive::bundle::{CardSource, of_crawl};
use archive::page::lines;
use engine::crawl::{RoundEntry, RoundPage};
use engine::frontier::Score;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use salticid_lab::LabError;
use salticid_lab::saved_crawl as saved_crawl_file;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use types::report::{Discovery, PageRecord};
use types::url::CanonicalUrl;

/// A row of the table of pages, in the order of the crawl.
#[derive(Deserialize)]
struct PageRow {
    /// The record as JSON, as the task wrote it that fetched the page.
    record: String,
    parent: Option<String>,
    anchor: Option<String>,
    depth: u32,
    priority: Option<f64>,
    parts: Option<Vec<f64>>,
    repeats: Option<String>,
    /// The number of URLs in the frontier after the round of the page.
    queue: u32,
}

/// A row of the frontier, best first.
#[derive(Deserialize)]
struct EntryRow {
    url: String,
    parent: Option<String>,
    first: f64,
    second: f64,
    parts: Option<Vec<f64>>,
    factor: f64,
    anchor: Option<String>,
    depth: u32,
    pages: u32,
    hops: u32,
}

fn optional(text: Option<&String>) -> PyResult<Option<CanonicalUrl>> {
    text.map(|text| url(text)).transpose()
}

impl PageRow {
    fn page(self) -> PyResult<RoundPage> {
        let record: PageRecord = serde_json::from_str(&self.record)
            .map_err(|error| ContentError::new_err(format!("a page of the crawl: {error}")))?;
        let discovery = Discovery {
            anchor: self.anchor.unwrap_or_default(),
            depth: self.depth,
            priority: self.priority.unwrap_or_default(),
            parts: self.parts.unwrap_or_default(),
            ..Discovery::default()
        };
        Ok(RoundPage {
            parent: optional(self.parent.as_ref())?,
            near_duplicate_of: optional(self.repeats.as_ref())?,
            record: PageRecord { discovery, queue: self.queue, ..record },
        })
    }
}

impl EntryRow {
    fn entry(self) -> PyResult<RoundEntry> {
        Ok(RoundEntry {
            url: url(&self.url)?,
            parent: optional(self.parent.as_ref())?,
            score: Score { first: self.first, second: self.second, parts: self.parts.unwrap_or_default() },
            factor: self.factor,
            anchor: self.anchor.unwrap_or_default(),
            depth: self.depth,
            pages: self.pages.min(MOST_PAGES),
            hops: self.hops,
        })
    }
}

/// Returns the source of the app with the pages of a web.
pub(crate) fn source(web: &str) -> PyResult<CardSource> {
    Ok(match web {
        "live" => CardSource::Proxy,
        "demo" => CardSource::Demo,
        other if other.starts_with("demo:") => {
            return Err(PlanError::new_err(format!(
                "the app has only the demo web “demo”, not “{other}”: crawl that one, or a recording"
            )));
        }
        file => {
            let name = Path::new(file).file_name().unwrap_or_default();
            CardSource::RecordedIn(name.to_string_lossy().into_owned())
        }
    })
}

/// Returns the bytes of a saved crawl. `pages` are in the order of the crawl, `waiting` best first.
///
/// Raises `PlanError` and `ModelError` for a plan that is not possible, and `ContentError` for rows that are not those
/// of a crawl.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the tables of a crawl")]
pub(crate) fn saved_crawl<'py>(
    py: Python<'py>,
    plan: &Bound<'py, PyAny>,
    web: String,
    model: Option<&Bound<'py, Model>>,
    name: Option<String>,
    pages: &Bound<'py, PyAny>,
    links: Vec<(String, String)>,
    waiting: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let pages: Vec<PageRow> = from_python(pages, "pages")?;
    let waiting: Vec<EntryRow> = from_python(waiting, "waiting")?;
    let source = source(&web)?;
    let web = WebInput::Name(web);
    let input = PlanInput::read_for(plan, &web)?;
    let model = model.map(|model| model.get().0.clone());
    let file = py.detach(|| {
        let plan = input.check(model.as_ref())?;
        let pages: Vec<RoundPage> = pages.into_iter().map(PageRow::page).collect::<PyResult<_>>()?;
        let waiting: Vec<RoundEntry> = waiting.into_iter().map(EntryRow::entry).collect::<PyResult<_>>()?;
        let (from, to): (Vec<String>, Vec<String>) = links.into_iter().unzip();
        let from: Vec<CanonicalUrl> = canonical_urls(&from)?;
        let links = from.into_iter().zip(canonical_urls::<Vec<_>>(&to)?);
        let created = pages.iter().map(|page| page.record.fetch.at).min();
        let name = name.unwrap_or_else(|| plan.plan.query.clone());
        let crawl = new_crawl(plan, model.as_ref(), web.usual_politeness())?;
        let crawl = crawl.with_rounds(pages, links, waiting);
        let file = of_crawl(&crawl, &name, source, created.unwrap_or_default());
        let file = file.map_err(|error| ContentError::new_err(error.to_string()))?;
        // The tables may come from anywhere, and only a crawl that opens is written.
        saved_crawl_file::read(&file).map_err(ContentError::new_err)?;
        Ok::<_, PyErr>(file)
    })?;
    Ok(PyBytes::new(py, &file))
}

/// Writes a file at once: until it is complete and on the disk, an old one stays as it was. Raises `FileError`.
#[pyfunction]
pub(crate) fn write_file(py: Python<'_>, path: PathBuf, content: &[u8]) -> PyResult<()> {
    let written = py.detach(|| salticid_lab::file::write(&path, content));
    written.map_err(of_lab)
}

/// Returns the pages of a saved crawl (`.salticid`) that the app or `salticid.spark.export` has written, with the
/// fields of the log.
///
/// Raises `FileError` if the file cannot be read, and `ContentError` if it is not a saved crawl of this version.
#[pyfunction]
pub(crate) fn read_saved_crawl(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let pages = py.detach(|| {
        let file = std::fs::read(&path).map_err(LabError::read(&path)).map_err(of_lab)?;
        let crawl = saved_crawl_file::read(&file).map_err(ContentError::new_err)?;
        let lines = lines(crawl.pages()).map(|line| line.to_json());
        Ok::<_, PyErr>(lines.collect::<Vec<_>>().join(","))
    })?;
    json_to_python(py, &format!("[{pages}]"))
}
