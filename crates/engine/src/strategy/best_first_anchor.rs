//! Best-first by the anchor: a link is worth what its own text says about the topic.
//!
//! Source: Batsakis §3.2.2.

use super::{Context, Entry, LinkView, Needs, PageView, Strategy};
use crate::frontier::Score;

pub(super) const ENTRY: Entry = Entry {
    id: "best-first-anchor",
    title: "Best-first (anchor)",
    sentence: "Follows the links whose own text looks most like your words, wherever they stand.",
    source: "Batsakis §3.2.2",
    params: &[],
    needs: Needs::QUERY,
    parts: &[super::ANCHOR_PART],
    make: |_| Box::new(BestFirstAnchor),
};

struct BestFirstAnchor;

impl Strategy for BestFirstAnchor {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Score> {
        let of_link = |view: &LinkView<'_>| {
            let anchor = context.similarity(&view.link.anchor, page.language);
            Score::with_parts(anchor, vec![anchor])
        };
        links.iter().map(of_link).collect()
    }
}
