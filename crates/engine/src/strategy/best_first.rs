//! Best-first by page and anchor: the mean of what the page and the link's own text say about the topic.
//!
//! Source: Batsakis §3.2.3, eq. 7.

use super::again::{AGAIN, Again};
use super::{Context, Entry, FoundAgain, LinkView, Materials, Needs, PageView, Strategy};
use crate::frontier::{Score, Waiting};

pub(super) const ENTRY: Entry = Entry {
    id: "best-first",
    title: "Best-first",
    sentence: "Follows the links whose page and own text together look most like your words: a good first choice.",
    source: "Batsakis §3.2.3 eq. 7",
    params: &[AGAIN],
    needs: Needs::QUERY,
    has_spiders: false,
    parts: &[super::PAGE_PART, super::ANCHOR_PART],
    make: |Materials { settings, .. }| {
        Box::new(BestFirst {
            again: Again::of(settings),
        })
    },
};

struct BestFirst {
    again: Again,
}

impl Strategy for BestFirst {
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let of_link = |view: &LinkView<'_>| {
            let anchor = context.similarity(&view.link.anchor);
            Some(Score::with_parts(
                f64::midpoint(page.relevance, anchor),
                vec![page.relevance, anchor],
            ))
        };
        links.iter().map(of_link).collect()
    }

    fn found_again(&self, waiting: &Waiting, new: &Score) -> FoundAgain {
        self.again.decide(waiting, new)
    }
}
