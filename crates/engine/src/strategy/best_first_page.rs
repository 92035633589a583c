//! Best-first by the page: a link is worth what the page says about the topic.
//!
//! Source: Batsakis §3.2.1, Pant §3.1 (naive best-first).

use super::{Context, Entry, LinkView, Needs, PageView, Strategy};
use crate::frontier::Score;

pub(super) const ENTRY: Entry = Entry {
    id: "best-first-page",
    title: "Best-first (page)",
    sentence: "Follows the links of the pages that look most like your words; all links of one page are worth the same.",
    source: "Batsakis §3.2.1, Pant §3.1",
    params: &[],
    needs: Needs::QUERY,
    parts: &[super::PAGE_PART],
    make: |_| Box::new(BestFirstPage),
};

struct BestFirstPage;

impl Strategy for BestFirstPage {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], _context: &mut Context<'_>) -> Vec<Score> {
        vec![Score::with_parts(page.relevance, vec![page.relevance]); links.len()]
    }
}
