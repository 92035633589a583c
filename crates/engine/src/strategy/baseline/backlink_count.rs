//! Backlink count: the score of a link is the number of crawled pages that contain it.
//!
//! It ignores the content of pages and finds well-known pages on any topic. Each further page with a link raises its
//! score.
//!
//! Source: Batsakis §2.2 b.

use crate::strategy::prelude::*;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "backlink-count",
    title: "Backlink count",
    description: "Follows the links found on the most pages so far: finds popular pages on any topic.",
    family: Family::Baselines,
    source: "Batsakis §2.2 b",
    params: ParamList::NONE,
    needs: Needs::NOTHING,
    scores_pages_independently: false,
    parts: &[ScorePart { name: "backlinks", title: "Backlinks", help: "number of pages so far that link there" }],
    make: |_| Box::new(BacklinkCount),
};

struct BacklinkCount;

impl Strategy for BacklinkCount {
    fn score(&mut self, _page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        let of_link = |view: &LinkView<'_>| {
            let count = f64::from(context.graph.in_links(view.id));
            Some(Score::with_parts(count, vec![count]))
        };
        links.iter().map(of_link).collect()
    }

    fn on_rediscovery(&self, _waiting: &FrontierEntry, new: &Score) -> RediscoveryDecision {
        RediscoveryDecision::Rescore(new.clone())
    }
}
