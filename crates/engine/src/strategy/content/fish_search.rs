//! Fish-search: a school of fish that breeds where there is food. The links of a page that contains the query come first, and their
//! paths get a fresh depth bound; the links of other pages come after and get one less, until nothing is left of it.
//!
//! Not covered: the width limit and the transfer speed of the original program.
//! Source: Batsakis §2.3 (De Bra and Post 1994).

use crate::frontier::{FrontierEntry, Score};
use crate::graph::UrlId;
use crate::strategy::{
    Context, Entry, LinkView, PageView, Param, Rediscovery, RediscoveryDecision, ScorePart,
    Strategy, StrategyInputs, declare,
};
use std::collections::BTreeMap;
use types::strategy::Needs;

const DEPTH: Param<usize> = Param::whole(
    "depth",
    "Depth bound",
    1..=20,
    3,
    "Irrelevant pages a path may cross before it is abandoned.",
);
const MATCHING: Param<bool> = Param::choice(
    "match",
    "Match",
    &["any", "all"],
    &[false, true],
    "Whether a page must contain any or all of your words.",
);

pub(in crate::strategy) const ENTRY: Entry = Entry {
    id: "fish-search",
    title: "Fish-search",
    sentence: "Follows paths while they lead to pages with your words, and abandons those that no longer do.",
    source: "Batsakis §2.3",
    params: declare![DEPTH, MATCHING,],
    needs: Needs::QUERY,
    has_spiders: false,
    parts: &[ScorePart {
        title: "match",
        help: "1 if the linking page contains your words",
    }],
    make: |StrategyInputs { settings, .. }| {
        Box::new(FishSearch {
            depth: settings.get(&DEPTH),
            all: settings.get(&MATCHING),
            bounds: BTreeMap::new(),
        })
    },
};

struct FishSearch {
    depth: usize,
    all: bool,
    /// The remaining depth bound of pages in the frontier; seeds have all of it.
    bounds: BTreeMap<UrlId, usize>,
}

impl Strategy for FishSearch {
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let shared = page.vector.products(context.query).len();
        let wanted = if self.all {
            context.query.len().max(1)
        } else {
            1
        };
        let own = self.bounds.remove(&page.id).unwrap_or(self.depth);
        let matches = shared >= wanted;
        let bound = if matches {
            self.depth
        } else {
            own.saturating_sub(1)
        };
        if bound == 0 {
            return vec![None; links.len()];
        }
        for view in links {
            let kept = self.bounds.entry(view.id).or_default();
            *kept = (*kept).max(bound);
        }
        let score = if matches { 1.0 } else { 0.0 };
        vec![Some(Score::with_parts(score, vec![score])); links.len()]
    }

    /// Returns a link that a matching page carries as well moves up.
    fn on_rediscovery(&self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        Rediscovery::Best.decide(waiting, new)
    }

    fn save(&self) -> Vec<u8> {
        crate::strategy::saved(&self.bounds)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        crate::strategy::restored(&mut self.bounds, saved)
    }
}
