//! Best-first by page and anchor: the mean of the page's and the anchor text's similarity to the topic.
//!
//! Source: Batsakis §3.2.3, eq. 7.

use crate::frontier::{FrontierEntry, Score};
use crate::strategy::{
    Context, Declaration, Entry, LinkView, ON_REDISCOVERY, PageView, Rediscovery, RediscoveryDecision, ScorePart,
    Strategy, StrategyInputs, declare,
};
use types::strategy::{Family, Needs};

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
    make: |StrategyInputs { settings, .. }| Box::new(BestFirst { on_rediscovery: Rediscovery::of(settings) }),
};

struct BestFirst {
    on_rediscovery: Rediscovery,
}

impl Strategy for BestFirst {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let of_link = |view: &LinkView<'_>| {
            let anchor = context.similarity(&view.link.anchor);
            Some(Score::with_parts(f64::midpoint(page.relevance, anchor), vec![page.relevance, anchor]))
        };
        links.iter().map(of_link).collect()
    }

    fn on_rediscovery(&self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        self.on_rediscovery.decide(waiting, new)
    }
}
