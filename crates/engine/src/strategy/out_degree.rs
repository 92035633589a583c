//! Out-degree: a link is worth the number of pages that its page links to, so that hubs and directories are emptied first.
//!
//! Source: Batsakis §2.2 b ("number of outgoing links of that page").

use super::again::Again;
use super::{Context, Entry, FoundAgain, LinkView, Needs, PageView, Part, Strategy};
use crate::frontier::{Score, Waiting};

pub(super) const ENTRY: Entry = Entry {
    id: "out-degree",
    title: "Out-degree",
    sentence: "Follows the links of the pages that have the most of them: directories and hubs first.",
    source: "Batsakis §2.2 b",
    params: &[],
    needs: Needs::NOTHING,
    has_spiders: false,
    parts: &[Part {
        title: "links",
        help: "how many pages the page with the link leads to",
    }],
    make: |_| Box::new(OutDegree),
};

struct OutDegree;

impl Strategy for OutDegree {
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let degree = context.graph.links_of(page.id).len() as f64;
        vec![Some(Score::with_parts(degree, vec![degree])); links.len()]
    }

    /// A link is as good as the fullest page that carries it.
    fn found_again(&self, waiting: &Waiting, new: &Score) -> FoundAgain {
        Again::Best.decide(waiting, new)
    }
}
