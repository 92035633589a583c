//! Judges crawls by known relevant pages.

use crate::convert::{canonical_urls, to_python};
use crate::errors::PlanError;
use evaluation::measures::{
    CountedPage, Grid, Judge, JudgedResponse, JudgingDataBuilder, JudgingSources, RelevanceJudgments,
};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use types::measures::{Axis, Curve, Measure};

/// The measures that need no other data than the known pages.
const MEASURES: [Measure; 3] = [Measure::Harvest, Measure::Recall, Measure::TargetRecall];

/// Returns the curves of a crawl over its pages, by the id of the measure.
#[pyfunction]
pub(crate) fn evaluate(
    py: Python<'_>,
    pages: Vec<String>,
    relevant: Vec<String>,
    targets: Vec<String>,
    excluded: Vec<String>,
    at: Vec<u32>,
) -> PyResult<Bound<'_, PyAny>> {
    let curves = py.detach(|| curves(&pages, &relevant, &targets, &excluded, &at))?;
    to_python(py, &curves)
}

fn curves(
    pages: &[String],
    relevant: &[String],
    targets: &[String],
    excluded: &[String],
    at: &[u32],
) -> PyResult<BTreeMap<&'static str, Curve>> {
    let judgments = RelevanceJudgments { relevant: canonical_urls(relevant)?, targets: canonical_urls(targets)? };
    if judgments.is_empty() {
        return Err(PlanError::new_err("relevant: give at least one known relevant page"));
    }
    let sources = JudgingSources { judgments, excluded: canonical_urls(excluded)?, ..JudgingSources::default() };
    let grid = Grid::new(engine::count(pages.len()), at);
    let known = JudgingDataBuilder::new(sources, &MEASURES, &grid).known();
    let mut judge = Judge::new(Arc::new(known), &grid);
    for page in pages {
        let one: Vec<_> = canonical_urls(std::slice::from_ref(page))?;
        let page = one.first().map(|url| CountedPage { url, relevance: 0.0, living: 0 });
        judge.count(page, &JudgedResponse::default());
    }
    let curves = judge.partial_curves(Axis::Pages).into_iter();
    Ok(curves.map(|(measure, curve)| (measure.id(), curve)).collect())
}
