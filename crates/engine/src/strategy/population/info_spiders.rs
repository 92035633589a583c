//! InfoSpiders: a population of spiders that learn, breed and starve.
//!
//! `σ(l) = α λ_l + (1 − α) sim(spider's words, p)`; the next link is drawn with probability `e^(β σ(l)) / Σ e^(β
//! σ(l'))` over the spider's own links. After each page: energy += `sim(words, page)` − cost, and the net learns
//! `sim(words, page) + μ · max λ` for the inputs of the link to that page. A spider with energy θ is cloned; one
//! without energy dies. [`super::strategy`] lists what the papers leave open.
//!
//! Source: Pant §3.5, Evolving §4.1; Menczer and Belew 2000; Menczer, Pant and Srinivasan 2004.

use super::rules::{INFO_SPIDERS, Rules};
use super::strategy::PopulationStrategy;
use super::{PAGE_WORDS_PART, SPIDER_NET_PART};
use crate::strategy::prelude::*;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "info-spiders",
    title: "InfoSpiders",
    description: "A population of spiders with their own queues, words and neural nets: those that find relevant pages \
        breed, the others starve.",
    family: Family::Spiders,
    source: "Pant §3.5, Evolving §4.1",
    params: ParamList::new(INFO_SPIDERS),
    needs: Needs::QUERY,
    scores_pages_independently: false,
    parts: &[SPIDER_NET_PART, PAGE_WORDS_PART],
    make: |StrategyInputs { settings, plan, .. }| {
        let rules = Rules::info_spiders(settings, plan, plan.seeds.len());
        Box::new(PopulationStrategy::new(rules, plan))
    },
};
