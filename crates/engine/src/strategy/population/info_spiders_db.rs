//! InfoSpiders that begin with what earlier crawls found: besides the seeds, spiders start at the best pages of the past on this query.
//!
//! Once the seeds were read, the pages of earlier crawls that the plan holds are judged ([`super`]) and the best of them become
//! starting pages. From then on it is InfoSpiders.
//!
//! Source: Evolving §4.1, “Improved InfoSpiders” (the 50 best pages, a linear SVM trained on the seed pages).

use super::past_pages::PastPages;
use super::rules::{INFO_SPIDERS, Rules};
use super::strategy::PopulationStrategy;
use super::{PAGE_WORDS_PART, SPIDER_NET_PART};
use crate::strategy::{Entry, Param, ParamDeclaration, StrategyInputs};
use types::strategy::{Family, Needs};

pub(in crate::strategy) const ENTRY: Entry = Entry {
    id: "info-spiders-db",
    title: "InfoSpiders (earlier crawls)",
    sentence: "InfoSpiders that also start from the best pages of earlier crawls that resemble your seeds.",
    family: Family::Spiders,
    source: "Evolving §4.1",
    params: &PARAMS,
    needs: Needs::PAST,
    has_spiders: true,
    parts: &[SPIDER_NET_PART, PAGE_WORDS_PART],
    make: |StrategyInputs { settings, plan, .. }| {
        let best = settings.get(&BEST);
        let founders = plan.seeds.len() + best.min(plan.past.len());
        let rules = Rules::of(settings, plan, founders);
        Box::new(PopulationStrategy::new(rules, plan).with_past(PastPages::new(plan, best)))
    },
};

const BEST: Param<usize> = Param::whole(
    "best",
    "Pages of earlier crawls",
    0..=300,
    50,
    "Maximum number of pages of earlier crawls used as seeds.",
);

/// The number of pages of earlier crawls, then the parameters of InfoSpiders.
const PARAMS: [ParamDeclaration; INFO_SPIDERS.len() + 1] = {
    let mut params = [BEST.declaration(); INFO_SPIDERS.len() + 1];
    let mut at = 0;
    while at < INFO_SPIDERS.len() {
        params[at + 1] = INFO_SPIDERS[at];
        at += 1;
    }
    params
};
