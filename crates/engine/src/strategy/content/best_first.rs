//! Best-first by page and anchor: the mean of the page's and the anchor text's similarity to the topic.
//!
//! Source: Batsakis §3.2.3, eq. 7.

use crate::strategy::prelude::*;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "best-first",
    title: "Best-first",
    description: "Follows the links whose page and link text are most similar to your query.",
    family: Family::Classics,
    source: "Batsakis §3.2.3 eq. 7",
    params: declare![ON_REDISCOVERY],
    needs: Needs::QUERY.with_background_idf(),
    scores_pages_independently: true,
    parts: &[ScorePart::PAGE, ScorePart::ANCHOR],
    make: |_| {
        each_link(|page, view, context| {
            let anchor = context.similarity(&view.link.anchor);
            Score::with_parts(f64::midpoint(page.relevance, anchor), vec![page.relevance, anchor])
        })
    },
};
