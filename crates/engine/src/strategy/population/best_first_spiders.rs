//! Best-first with a frontier for each spider: each starting page has a spider, and the spiders take turns to follow
//! their own best links.
//!
//! The score of a link is the similarity of its page (`sim(p, q)`). Spiders do not learn, breed or starve; one without
//! links ends.
//!
//! Source: Pant §5.1 (the second algorithm of MySpiders), Pant §3.1.

use super::rules::{POPULATION, Rules};
use super::strategy::PopulationStrategy;
use crate::strategy::prelude::*;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "best-first-spiders",
    title: "Best-first (spiders)",
    description: "One spider per seed, each taking the best link from its own queue: several regions are searched \
        evenly.",
    family: Family::Spiders,
    source: "Pant §5.1",
    params: declare![POPULATION],
    needs: Needs::QUERY,
    scores_pages_independently: false,
    parts: &[ScorePart::PAGE],
    make: |StrategyInputs { settings, plan, .. }| {
        let rules = Rules::best_first(settings);
        Box::new(PopulationStrategy::new(rules, plan))
    },
};
