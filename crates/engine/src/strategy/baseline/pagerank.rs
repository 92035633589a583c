//! PageRank: fetches pages that well-linked pages link to first, on any topic.
//!
//! The ranks of all known URLs are recomputed every k pages, and whenever the crawl has grown by a tenth. In between,
//! each page adds its share of rank to its links.
//!
//! Source: Batsakis §2.2 b, Evolving §2.2.1.2.

use crate::graph::pagerank;
use crate::strategy::prelude::*;
use serde::{Deserialize, Serialize};

pub(in crate::strategy) const DAMPING: Param<f64> = Param::real(
    "damping",
    "Damping d",
    0.0..=0.99,
    0.85,
    "Share of a page's rank passed on through its links; the rest is spread over all pages.",
);
const EVERY: Param<usize> = Param::whole(
    "every",
    "Pages between updates",
    1..=10_000,
    25,
    "Minimum interval; long crawls use a tenth of the pages so far.",
);

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "pagerank",
    title: "PageRank",
    description: "Follows the links to pages with the highest PageRank: finds important pages on any topic.",
    family: Family::Baselines,
    source: "Batsakis §2.2 b, Evolving §2.2.1.2",
    params: declare![DAMPING, EVERY,],
    needs: Needs::NOTHING,
    scores_pages_independently: false,
    parts: &[ScorePart { name: "rank", title: "PageRank", help: "PageRank relative to the average page" }],
    make: |StrategyInputs { settings, .. }| {
        let refresh = Refresh::every(settings.get(&EVERY));
        Box::new(PageRank {
            damping: settings.get(&DAMPING),
            state: PageRankState { ranks: Ranks::default(), refresh },
        })
    },
};

struct PageRank {
    damping: f64,
    state: PageRankState,
}

#[derive(Serialize, Deserialize)]
struct PageRankState {
    ranks: Ranks,
    refresh: Refresh,
}

/// The ranks by URL number, as of the last computation.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::strategy) struct Ranks(Vec<f64>);

impl Ranks {
    /// Computes the ranks of all known URLs.
    pub(in crate::strategy) fn update(&mut self, context: &Context<'_>, damping: f64) {
        self.0 = pagerank(context.graph, context.urls.len(), damping, &self.0);
    }

    /// Returns the rank relative to the average; for a URL that was unknown at the last computation, that of a page
    /// without in-links.
    pub(in crate::strategy) fn relative(&self, id: UrlId, damping: f64) -> f64 {
        let rank = self.0.get(id.0 as usize);
        rank.map_or(1.0 - damping, |rank| rank * self.0.len() as f64)
    }
}

impl PageRank {
    /// Returns the rank of a page without in-links, relative to the average.
    fn floor(&self) -> f64 {
        1.0 - self.damping
    }

    fn relative(&self, id: UrlId) -> f64 {
        self.state.ranks.relative(id, self.damping)
    }
}

fn shown(rank: f64) -> Score {
    Score::with_parts(rank, vec![rank])
}

impl Strategy for PageRank {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let targets = context.graph.links_of(page.id).len().max(1);
        let handed_on = self.damping * self.relative(page.id) / targets as f64;
        vec![Some(shown(self.floor() + handed_on)); links.len()]
    }

    fn revise(&mut self, _page: &PageView<'_>, frontier: &Frontier, context: &mut Context<'_>) -> Vec<(UrlId, Score)> {
        if !self.state.refresh.is_due(context.pages_read) {
            return Vec::new();
        }
        self.state.ranks.update(context, self.damping);
        let waiting = frontier.top(frontier.len());
        waiting.map(|(id, _)| (id, shown(self.relative(id)))).collect()
    }

    /// Adds the rank that another page passes on.
    fn on_rediscovery(&self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        RediscoveryDecision::Rescore(shown(waiting.score.first + new.first - self.floor()))
    }

    fn save(&self) -> Vec<u8> {
        saved(&self.state)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        restored(&mut self.state, saved)
    }
}
