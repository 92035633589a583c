//! PageRank: what is well linked by well-linked pages comes first, on whatever topic.
//!
//! The ranks of all known URLs are computed anew every k pages, and every tenth of the crawl; in between a link gets what the page that
//! carries it hands on, on top of what it had.
//!
//! Source: Batsakis §2.2 b, Evolving §2.2.1.2.

use super::refresh::Refresh;
use super::{
    Context, Entry, FoundAgain, LinkView, Materials, Needs, PageView, Param, Part, Range, Strategy,
};
use crate::frontier::{Frontier, Score, Waiting};
use crate::graph::{UrlId, pagerank};
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: Entry = Entry {
    id: "pagerank",
    title: "PageRank",
    sentence: "Follows the links to what is linked by well-linked pages: it finds what is important, on whatever topic.",
    source: "Batsakis §2.2 b, Evolving §2.2.1.2",
    params: &[
        Param {
            name: "damping",
            title: "Damping d",
            range: Range::Real {
                min: 0.0,
                max: 0.99,
                default: 0.85,
            },
            help: "How much of a page's rank its links hand on; the rest is spread over all pages.",
        },
        Param {
            name: "every",
            title: "Pages between two computations",
            range: Range::Whole {
                min: 1,
                max: 10_000,
                default: 25,
            },
            help: "The least; in a long crawl it is a tenth of the pages so far.",
        },
    ],
    needs: Needs::NOTHING,
    has_spiders: false,
    parts: &[Part {
        title: "rank",
        help: "the PageRank, relative to the average page",
    }],
    make: |Materials { settings, .. }| {
        let refresh = Refresh::every(settings.whole("every"));
        Box::new(PageRank {
            damping: settings.real("damping"),
            memory: Memory {
                ranks: Vec::new(),
                refresh,
            },
        })
    },
};

struct PageRank {
    damping: f64,
    memory: Memory,
}

#[derive(Serialize, Deserialize)]
struct Memory {
    /// By URL number, as of the last computation.
    ranks: Vec<f64>,
    refresh: Refresh,
}

impl PageRank {
    /// Relative to the average, a page that nobody links to has this much.
    fn floor(&self) -> f64 {
        1.0 - self.damping
    }

    /// The rank as of the last computation, relative to the average.
    fn relative(&self, id: UrlId) -> f64 {
        let rank = self.memory.ranks.get(id.0 as usize);
        rank.map_or(self.floor(), |rank| rank * self.memory.ranks.len() as f64)
    }
}

fn shown(rank: f64) -> Score {
    Score::with_parts(rank, vec![rank])
}

impl Strategy for PageRank {
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let targets = context.graph.links_of(page.id).len().max(1);
        let handed_on = self.damping * self.relative(page.id) / targets as f64;
        vec![Some(shown(self.floor() + handed_on)); links.len()]
    }

    fn revise(
        &mut self,
        _page: &PageView<'_>,
        frontier: &Frontier,
        context: &mut Context<'_>,
    ) -> Vec<(UrlId, Score)> {
        if !self.memory.refresh.is_due(context.pages_read) {
            return Vec::new();
        }
        self.memory.ranks = pagerank(
            context.graph,
            context.urls.len(),
            self.damping,
            &self.memory.ranks,
        );
        let waiting = frontier.top(frontier.len());
        waiting
            .map(|(id, _)| (id, shown(self.relative(id))))
            .collect()
    }

    /// What another page hands on comes on top.
    fn found_again(&self, waiting: &Waiting, new: &Score) -> FoundAgain {
        FoundAgain::Rescore(shown(waiting.score.first + new.first - self.floor()))
    }

    fn save(&self) -> Vec<u8> {
        super::saved(&self.memory)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        super::restored(&mut self.memory, saved)
    }
}
