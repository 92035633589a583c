//! Breadth-first: fetches pages in the order in which their links were found. The baseline of every other strategy.
//!
//! Source: Batsakis §2.2, Pant §2.1.

use crate::frontier::Score;
use crate::strategy::{Context, Declaration, Entry, LinkView, PageView, ParamList, Strategy};
use types::strategy::{Family, Needs};

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "breadth-first",
    title: "Breadth-first",
    description: "Follows links in order of discovery and ignores their content: the baseline for all others.",
    family: Family::Baselines,
    source: "Batsakis §2.2, Pant §2.1",
    params: ParamList::NONE,
    needs: Needs::NOTHING,
    scores_pages_independently: true,
    parts: &[],
    make: |_| Box::new(BreadthFirst),
};

struct BreadthFirst;

impl Strategy for BreadthFirst {
    /// Gives all links the same score: the frontier keeps equal scores in order of arrival (first in, first out).
    fn score(
        &mut self,
        _page: &PageView<'_>,
        links: &[LinkView<'_>],
        _context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        vec![Some(Score::of(0.0)); links.len()]
    }
}
