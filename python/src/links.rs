//! Scored links, with the parts of their scores.

use engine::strategy::Entry;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use types::report::Candidate;

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
