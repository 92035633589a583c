//! InfoSpiders that begin with what earlier crawls found: besides the seeds, spiders start at the best pages of the past on this query.
//!
//! Once the seeds were read, the pages of earlier crawls that the plan holds are judged ([`super::spiders::Past`]) and the best of them become
//! starting pages. From then on it is InfoSpiders.
//!
//! Source: Evolving §4.1, “Improved InfoSpiders” (the 50 best pages, a linear SVM trained on the seed pages).

use super::spiders::rules::INFO_SPIDERS;
use super::spiders::{Colony, Past, Rules};
use super::{Entry, Materials, Needs, PAGE_WORDS_PART, Param, Range, SPIDER_NET_PART};

pub(super) const ENTRY: Entry = Entry {
    id: "info-spiders-db",
    title: "InfoSpiders (earlier crawls)",
    sentence: "InfoSpiders that start from your earlier crawls, too: from the best pages there that are like your starting pages.",
    source: "Evolving §4.1",
    params: &PARAMS,
    needs: Needs::PAST,
    has_spiders: true,
    parts: &[SPIDER_NET_PART, PAGE_WORDS_PART],
    make: |Materials { settings, plan, .. }| {
        let best = settings.whole(BEST.name);
        let founders = plan.seeds.len() + best.min(plan.past.len());
        let rules = Rules::of(settings, plan, founders);
        Box::new(Colony::new(rules, plan).with_past(Past::new(plan, best)))
    },
};

const BEST: Param = Param {
    name: "best",
    title: "Pages of earlier crawls",
    range: Range::Whole {
        min: 0,
        max: 300,
        default: 50,
    },
    help: "At most so many pages of earlier crawls become starting pages.",
};

/// What may be set: how many pages of earlier crawls, and what may be set about InfoSpiders.
const PARAMS: [Param; INFO_SPIDERS.len() + 1] = {
    let mut params = [BEST; INFO_SPIDERS.len() + 1];
    let mut at = 0;
    while at < INFO_SPIDERS.len() {
        params[at + 1] = INFO_SPIDERS[at];
        at += 1;
    }
    params
};
