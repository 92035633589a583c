//! Best-first by the page: the score of a link is the similarity of its page to the topic.
//!
//! Source: Batsakis §3.2.1, Pant §3.1 (naive best-first).

use crate::frontier::{FrontierEntry, Score};
use crate::strategy::{
    Context, Declaration, Entry, LinkView, ON_REDISCOVERY, PageView, Rediscovery, RediscoveryDecision, ScorePart,
    Strategy, StrategyInputs, declare,
};
use types::strategy::{Family, Needs};

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
    make: |StrategyInputs { settings, .. }| Box::new(BestFirstPage { on_rediscovery: Rediscovery::of(settings) }),
};

struct BestFirstPage {
    on_rediscovery: Rediscovery,
}

/// Gives all links of a page the relevance of the page.
pub(super) fn by_page(page: &PageView<'_>, links: &[LinkView<'_>]) -> Vec<Option<Score>> {
    vec![Some(Score::with_parts(page.relevance, vec![page.relevance])); links.len()]
}

impl Strategy for BestFirstPage {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], _context: &mut Context<'_>) -> Vec<Option<Score>> {
        by_page(page, links)
    }

    fn on_rediscovery(&self, waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        self.on_rediscovery.decide(waiting, new)
    }
}
