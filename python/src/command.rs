//! Provides what the command `salticid` has from the lab and the proxy: their commands, and recordings in other
//! formats.

use crate::errors::of_lab;
use engine::crawl::{CheckedPlan, Crawl};
use engine::strategy;
use pyo3::prelude::*;
use salticid_lab::command::Program;
use salticid_lab::command::export::{self, ExportedCrawl};
use salticid_lab::web::{self, Web};
use salticid_lab::{LabError, assets, driver};
use std::ffi::OsString;
use std::path::PathBuf;
use types::limits;
use types::plan::{Plan, Politeness};
use types::spec::UNFOCUSED_STRATEGY;

/// Runs a command of `salticid-lab`, and returns its exit code.
#[pyfunction]
pub(crate) fn lab(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| Program::main("salticid", arguments))
}

/// Runs the proxy with the app, and returns its exit code.
#[pyfunction]
pub(crate) fn app(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| salticid_proxy::program::main("salticid app", arguments))
}

/// Writes the pages of a recording in the formats of other files. Returns the number of pages.
///
/// With a query, the best pages come first, and texts have only the pages about it. Raises `FileError`, `ContentError`
/// and `PlanError`.
#[pyfunction]
pub(crate) fn convert(py: Python<'_>, source: PathBuf, targets: Vec<PathBuf>, query: String) -> PyResult<usize> {
    py.detach(|| converted(source, &targets, query)).map_err(of_lab)
}

fn converted(source: PathBuf, targets: &[PathBuf], query: String) -> Result<usize, LabError> {
    let files = export::plan(targets)?;
    let web = web::open_recording(&source)?;
    let seeds: Vec<_> = Web::urls(&web);
    let (good, strategy) = match query.trim() {
        "" => (0.0, UNFOCUSED_STRATEGY),
        _ => (limits::GOOD_RELEVANCE, strategy::DEFAULT.id),
    };
    let plan = Plan {
        good,
        query,
        seeds: vec![salticid_lab::scorer::PLACEHOLDER.to_owned()],
        strategy: strategy.into(),
        pages: limits::PAGES,
        host_pages: limits::PAGES,
        frontier: limits::FRONTIER_URLS_MAX,
        unreadable: 1.0,
        politeness: Politeness::Replay,
        ..Plan::default()
    };
    let assets = assets::load_for_plan(&plan);
    let mut plan = CheckedPlan::new(plan, &assets).map_err(LabError::Plan)?;
    plan.seeds = seeds;
    let crawl = driver::run_crawl(Crawl::new(plan).without_following(), &web, |_| {});
    let asked: Vec<String> = Web::urls(&web).iter().map(ToString::to_string).collect();
    ExportedCrawl { crawl: &crawl, web: &web, asked: &asked, with_uncrawled: false, tokens: u32::MAX }.write(&files)?;
    Ok(crawl.pages().len())
}
