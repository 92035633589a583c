//! Out-degree: the score of a link is the number of pages that its page links to, so that hubs and directories come
//! first.
//!
//! Source: Batsakis §2.2 b ("number of outgoing links of that page").

use crate::strategy::prelude::*;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "out-degree",
    title: "Out-degree",
    description: "Follows the links of pages with the most links first: directories and hubs.",
    family: Family::Baselines,
    source: "Batsakis §2.2 b",
    params: ParamList::NONE,
    needs: Needs::NOTHING,
    scores_pages_independently: true,
    parts: &[ScorePart { name: "links", title: "Out-links", help: "number of links on the linking page" }],
    make: |_| Box::new(OutDegree),
};

struct OutDegree;

impl Strategy for OutDegree {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let degree = context.graph.links_of(page.id).len() as f64;
        vec![Some(Score::with_parts(degree, vec![degree])); links.len()]
    }

    /// Keeps the score of the page with the most links.
    fn on_rediscovery(&self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        Rediscovery::Best.decide(waiting, new)
    }
}
