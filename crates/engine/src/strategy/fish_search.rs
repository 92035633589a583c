//! Fish-search: a school of fish that breeds where there is food. The links of a page that contains the query come first, and their
//! paths get a fresh depth bound; the links of other pages come after and get one less, until nothing is left of it.
//!
//! Left out on purpose: the width limit and the transfer speed of the original program.
//! Source: Batsakis §2.3 (De Bra and Post 1994).

use super::again::Again;
use super::{
    Context, Entry, FoundAgain, LinkView, Materials, Needs, PageView, Param, Part, Range, Strategy,
};
use crate::frontier::{Score, Waiting};
use crate::graph::UrlId;
use std::collections::BTreeMap;

pub(super) const ENTRY: Entry = Entry {
    id: "fish-search",
    title: "Fish-search",
    sentence: "Follows paths as long as they lead to pages that contain your words, and gives up on those that have led to none for a while.",
    source: "Batsakis §2.3",
    params: &[
        Param {
            name: "depth",
            title: "Depth bound",
            range: Range::Whole {
                min: 1,
                max: 20,
                default: 3,
            },
            help: "How many pages without your words a path may cross before it is given up.",
        },
        Param {
            name: "match",
            title: "A page matches",
            range: Range::Choice(&["any", "all"]),
            help: "Whether any of your words or all of them must stand on a page.",
        },
    ],
    needs: Needs::QUERY,
    has_spiders: false,
    parts: &[Part {
        title: "match",
        help: "1 where the page with the link contains your words",
    }],
    make: |Materials { settings, .. }| {
        Box::new(FishSearch {
            depth: settings.whole("depth"),
            all: settings.choice("match") == "all",
            bounds: BTreeMap::new(),
        })
    },
};

struct FishSearch {
    depth: usize,
    all: bool,
    /// What is left of the depth bound for pages that wait; seeds have all of it.
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

    /// A link that a matching page carries as well moves up.
    fn found_again(&self, waiting: &Waiting, new: &Score) -> FoundAgain {
        Again::Best.decide(waiting, new)
    }

    fn save(&self) -> Vec<u8> {
        super::saved(&self.bounds)
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        super::restored(&mut self.bounds, saved)
    }
}
