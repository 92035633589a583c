//! InfoSpiders that also start at pages of earlier crawls: the best of them for the query, in addition to the seeds.
//!
//! Once the seeds were read, those of the plan's pages of earlier crawls that are most similar to the query become
//! starting pages ([`super::past_pages`]). After that it is InfoSpiders. A linear SVM trained on the seed pages labels
//! the pages of the crawl; those on topic are the topic community.
//!
//! Source: Evolving §4.1, “Improved InfoSpiders”.

use super::past_pages::PastPages;
use super::rules::{INFO_SPIDERS, Rules};
use super::strategy::PopulationStrategy;
use super::{PAGE_WORDS_PART, SPIDER_NET_PART};
use crate::strategy::prelude::*;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "info-spiders-db",
    title: "InfoSpiders (earlier crawls)",
    description: "InfoSpiders that also start from the best pages of earlier crawls, and list the pages that resemble \
        your seeds.",
    family: Family::Spiders,
    source: "Evolving §4.1",
    params: ParamList::new(&PARAMS),
    needs: Needs::PAST,
    scores_pages_independently: false,
    parts: &[SPIDER_NET_PART, PAGE_WORDS_PART],
    make: |StrategyInputs { settings, plan, .. }| {
        let best = settings.get(&BEST);
        let founders = plan.seeds.len() + best.min(plan.past.len());
        let rules = Rules::info_spiders(settings, plan, founders);
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

/// The maximum number of starting pages from earlier crawls, followed by the parameters of InfoSpiders.
const PARAMS: [ParamDeclaration; INFO_SPIDERS.len() + 1] = {
    let mut params = [BEST.declaration(); INFO_SPIDERS.len() + 1];
    let mut at = 0;
    while at < INFO_SPIDERS.len() {
        params[at + 1] = INFO_SPIDERS[at];
        at += 1;
    }
    params
};
