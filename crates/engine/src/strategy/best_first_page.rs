//! Best-first by the page: a link is worth what the page says about the topic.
//!
//! Source: Batsakis §3.2.1, Pant §3.1 (naive best-first).

use super::again::{AGAIN, Again};
use super::{Context, Entry, FoundAgain, LinkView, Materials, Needs, PageView, Strategy};
use crate::frontier::{Score, Waiting};

pub(super) const ENTRY: Entry = Entry {
    id: "best-first-page",
    title: "Best-first (page)",
    sentence: "Follows the links of the pages that look most like your words; all links of one page are worth the same.",
    source: "Batsakis §3.2.1, Pant §3.1",
    params: &[AGAIN],
    needs: Needs::QUERY,
    has_spiders: false,
    parts: &[super::PAGE_PART],
    make: |Materials { settings, .. }| {
        Box::new(BestFirstPage {
            again: Again::of(settings),
        })
    },
};

struct BestFirstPage {
    again: Again,
}

/// All links of a page are worth what the page is.
pub(super) fn by_page(page: &PageView<'_>, links: &[LinkView<'_>]) -> Vec<Option<Score>> {
    vec![Some(Score::with_parts(page.relevance, vec![page.relevance])); links.len()]
}

impl Strategy for BestFirstPage {
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        _context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        by_page(page, links)
    }

    fn found_again(&self, waiting: &Waiting, new: &Score) -> FoundAgain {
        self.again.decide(waiting, new)
    }
}
