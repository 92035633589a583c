//! Best-first with a frontier for each spider: one spider a starting page, each of which follows its own best link in turn.
//!
//! A link is worth what the page with it is (`sim(p, q)`). Spiders do not learn, breed or starve; one that has no link left is done.
//!
//! Source: Pant §5.1 (the second algorithm of MySpiders), Pant §3.1.

use super::rules::{POPULATION, Rules};
use super::strategy::PopulationStrategy;
use crate::strategy::{Entry, ScorePart, StrategyInputs, declare};
use types::strategy::{Family, Needs};

pub(in crate::strategy) const ENTRY: Entry = Entry {
    id: "best-first-spiders",
    title: "Best-first (spiders)",
    sentence: "One spider per seed, each taking the best link from its own queue: several regions are searched evenly.",
    family: Family::Spiders,
    source: "Pant §5.1",
    params: declare![POPULATION],
    needs: Needs::QUERY,
    has_spiders: true,
    parts: &[ScorePart::PAGE],
    make: |StrategyInputs { settings, plan, .. }| {
        let rules = Rules::best_first(settings);
        Box::new(PopulationStrategy::new(rules, plan))
    },
};
