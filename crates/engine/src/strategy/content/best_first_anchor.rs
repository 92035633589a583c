//! Best-first by the anchor: the score of a link is the similarity of its own text to the topic.
//!
//! Source: Batsakis §3.2.2.

use crate::strategy::prelude::*;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "best-first-anchor",
    title: "Best-first (anchor)",
    description: "Follows the links whose text is most similar to your query, on any page.",
    family: Family::Classics,
    source: "Batsakis §3.2.2",
    params: declare![ON_REDISCOVERY],
    needs: Needs::QUERY.with_background_idf(),
    scores_pages_independently: true,
    parts: &[ScorePart::ANCHOR],
    make: |_| {
        each_link(|_, view, context| {
            let anchor = context.similarity(&view.link.anchor);
            Score::with_parts(anchor, vec![anchor])
        })
    },
};
