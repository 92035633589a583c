//! Breadth-first: fetches pages in the order in which their links were found. The baseline of every other strategy.
//!
//! Source: Batsakis §2.2, Pant §2.1.

use crate::strategy::prelude::*;

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
    // The frontier keeps equal scores in order of arrival (first in, first out).
    make: |_| each_link(|_, _, _| Score::new(0.0)),
};
