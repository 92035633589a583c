//! Best-first by the anchor: the score of a link is the similarity of its own text to the topic.
//!
//! Source: Batsakis §3.2.2.

use crate::frontier::{FrontierEntry, Score};
use crate::strategy::{
    Context, Declaration, Entry, LinkView, ON_REDISCOVERY, PageView, Rediscovery, RediscoveryDecision, ScorePart,
    Strategy, StrategyInputs, declare,
};
use types::strategy::{Family, Needs};

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
    make: |StrategyInputs { settings, .. }| Box::new(BestFirstAnchor { on_rediscovery: Rediscovery::of(settings) }),
};

struct BestFirstAnchor {
    on_rediscovery: Rediscovery,
}

impl Strategy for BestFirstAnchor {
    fn score(&mut self, _page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let of_link = |view: &LinkView<'_>| {
            let anchor = context.similarity(&view.link.anchor);
            Some(Score::with_parts(anchor, vec![anchor]))
        };
        links.iter().map(of_link).collect()
    }

    fn on_rediscovery(&self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        self.on_rediscovery.decide(waiting, new)
    }
}
