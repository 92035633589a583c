//! Best-first with a frontier for each spider: one spider a starting page, each of which follows its own best link in turn.
//!
//! A link is worth what the page with it is (`sim(p, q)`). Spiders do not learn, breed or starve; one that has no link left is done.
//!
//! Source: Pant §5.1 (the second algorithm of MySpiders), Pant §3.1.

use super::spiders::rules::POPULATION;
use super::spiders::{Colony, Rules};
use super::{Entry, Materials, Needs, PAGE_PART};

pub(super) const ENTRY: Entry = Entry {
    id: "best-first-spiders",
    title: "Best-first (spiders)",
    sentence: "One spider for each starting page, each with its own queue from which it takes the best link: several places are searched evenly.",
    source: "Pant §5.1",
    params: &[POPULATION],
    needs: Needs::QUERY,
    has_spiders: true,
    parts: &[PAGE_PART],
    make: |Materials { settings, plan, .. }| {
        let rules = Rules::best_first(settings);
        Box::new(Colony::new(rules, plan))
    },
};
