//! Best-first by the anchor: a link is worth what its own text says about the topic.
//!
//! Source: Batsakis §3.2.2.

use super::again::{AGAIN, Again};
use super::{Context, Entry, FoundAgain, LinkView, Materials, Needs, PageView, Strategy};
use crate::frontier::{Score, Waiting};

pub(super) const ENTRY: Entry = Entry {
    id: "best-first-anchor",
    title: "Best-first (anchor)",
    sentence: "Follows the links whose own text looks most like your words, wherever they stand.",
    source: "Batsakis §3.2.2",
    params: &[AGAIN],
    needs: Needs::QUERY,
    has_spiders: false,
    parts: &[super::ANCHOR_PART],
    make: |Materials { settings, .. }| {
        Box::new(BestFirstAnchor {
            again: Again::of(settings),
        })
    },
};

struct BestFirstAnchor {
    again: Again,
}

impl Strategy for BestFirstAnchor {
    fn score(
        &mut self,
        _page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let of_link = |view: &LinkView<'_>| {
            let anchor = context.similarity(&view.link.anchor);
            Some(Score::with_parts(anchor, vec![anchor]))
        };
        links.iter().map(of_link).collect()
    }

    fn found_again(&self, waiting: &Waiting, new: &Score) -> FoundAgain {
        self.again.decide(waiting, new)
    }
}
