//! Shark-search: fish-search with real-valued scores. A link inherits a score from the pages on its path, which is
//! corrected by the link's own text, or by the words around it if its text has no similarity.
//!
//! `potential = γ · inherited + (1 − γ) · neighborhood`, `inherited = δ · sim(q, p)` if that is above 0, else `δ ·
//! inherited(p)`, `neighborhood = β · anchor + (1 − β) · context`, `context = 1` if the anchor is above 0, else the
//! similarity of the words around.
//!
//! Source: Pant §3.2, eq. 2–5; defaults from the SharkSearch paper (Hersovici et al. 1998).

use crate::strategy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "shark-search",
    title: "Shark-search",
    description: "Scores links by their text, surrounding words and path so far; abandons paths that score zero.",
    family: Family::Classics,
    source: "Pant §3.2 eq. 2–5",
    params: declare![GAMMA, DELTA, BETA, DEPTH, ON_REDISCOVERY],
    needs: Needs::QUERY,
    scores_pages_independently: false,
    parts: &[
        ScorePart { name: "inherited", title: "Inherited score", help: "score inherited from the path" },
        ScorePart { name: "anchor", title: "Link text", help: "similarity of the link text to your query" },
        ScorePart {
            name: "context",
            title: "Nearby words",
            help: "similarity of the surrounding words to your query; 1 if the link text is similar",
        },
    ],
    make: |StrategyInputs { settings, .. }| Box::new(SharkSearch::new(settings)),
};

pub(super) const GAMMA: Param<f64> = Param::share(
    "gamma",
    "Inherited share (γ)",
    0.5,
    "Share of the score inherited from the path; the rest comes from the link's neighborhood.",
);
pub(super) const DELTA: Param<f64> =
    Param::share("delta", "Decay (δ)", 0.5, "Share of a page's similarity that its links inherit, and theirs in turn.");
pub(super) const BETA: Param<f64> = Param::share(
    "beta",
    "Anchor share (β)",
    0.8,
    "Share of the link text in the neighborhood score; the rest is the surrounding words.",
);
pub(super) const DEPTH: Param<usize> =
    Param::whole("depth", "Depth bound", 1..=20, 3, "Zero-score pages a path may cross before it is abandoned.");

/// The strategy; [`super::url_clusters`] extends it.
pub(super) struct SharkSearch {
    gamma: f64,
    delta: f64,
    beta: f64,
    depth: usize,
    /// The inherited values of pages in the frontier.
    paths: BTreeMap<UrlId, Path>,
}

/// The value that a page inherits from its path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Path {
    inherited: f64,
    /// The number of irrelevant pages that the path may still cross.
    left: usize,
}

impl SharkSearch {
    /// Creates a state without inherited values.
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            gamma: settings.get(&GAMMA),
            delta: settings.get(&DELTA),
            beta: settings.get(&BETA),
            depth: settings.get(&DEPTH),
            paths: BTreeMap::new(),
        }
    }

    /// Returns the value that a page passes to its links; `None` if the path ends.
    fn handed_down(&self, relevance: f64, path: Option<Path>) -> Option<Path> {
        if relevance > 0.0 {
            return Some(Path { inherited: self.delta * relevance, left: self.depth });
        }
        let path = path.unwrap_or(Path { inherited: 0.0, left: self.depth });
        let left = path.left.checked_sub(1).filter(|left| *left > 0)?;
        Some(Path { inherited: self.delta * path.inherited, left })
    }

    fn potential(&self, inherited: f64, anchor: f64, context: f64) -> f64 {
        let neighborhood = self.beta * anchor + (1.0 - self.beta) * context;
        self.gamma * inherited + (1.0 - self.gamma) * neighborhood
    }
}

impl Strategy for SharkSearch {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let path = self.paths.remove(&page.id);
        let Some(path) = self.handed_down(page.relevance, path) else {
            return vec![None; links.len()];
        };
        let mut of_link = |view: &LinkView<'_>| {
            let anchor = context.similarity(&view.link.anchor);
            let around = if anchor > 0.0 { 1.0 } else { context.similarity(&view.link.context) };
            let kept = self.paths.entry(view.id).or_default();
            kept.inherited = kept.inherited.max(path.inherited);
            kept.left = kept.left.max(path.left);
            let potential = self.potential(path.inherited, anchor, around);
            Some(Score::with_parts(potential, vec![path.inherited, anchor, around]))
        };
        links.iter().map(&mut of_link).collect()
    }

    fn save(&self) -> Vec<u8> {
        saved(&self.paths)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        restored(&mut self.paths, saved)
    }
}
