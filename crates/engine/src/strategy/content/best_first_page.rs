//! Best-first by the page: the score of a link is the similarity of its page to the topic.
//!
//! Source: Batsakis §3.2.1, Pant §3.1 (naive best-first).

use crate::strategy::prelude::*;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "best-first-page",
    title: "Best-first (page)",
    description: "Follows the links of the pages most similar to your query; all links of a page score the same.",
    family: Family::Classics,
    source: "Batsakis §3.2.1, Pant §3.1",
    params: declare![ON_REDISCOVERY],
    needs: Needs::QUERY,
    scores_pages_independently: true,
    parts: &[ScorePart::PAGE],
    make: |_| each_link(|page, _, _| Score::with_parts(page.relevance, vec![page.relevance])),
};
