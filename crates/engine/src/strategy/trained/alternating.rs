//! A crawler that alternates between two modes: some pages by a model of the trails, then some pages breadth-first.
//!
//! Batsakis §2.5 describes it: "In \[35\] a Hybrid Crawler is proposed: The crawler works by acting alternatively
//! either as learning crawler guided by genetic algorithms (for learning the link sequence leading to target pages) or
//! as breadth first crawler. In our work, we apply a hybrid method … However, instead of alternating crawlers between
//! two modes of operation (Learning or Breadth first crawler) we combine the page priority functions". The learning
//! mode here is the thesis's own hidden Markov model ([`super::hmm`]) and not a genetic algorithm, so that both kinds
//! of hybrid can be compared. The lengths of the turns are our choice, since the thesis gives none.
//!
//! Both modes share one frontier: scores are those of `hmm`, and breadth-first mode picks the oldest link.

use super::framework::prelude::*;
use super::hmm::{self, TIES, Turns};

const LEARNED_PAGES: Param<usize> = Param::whole(
    "learned_pages",
    "Pages by the model",
    1..=10_000,
    10,
    "Pages that the crawl chooses by the model before it is breadth-first again.",
);
const BREADTH_PAGES: Param<usize> = Param::whole(
    "breadth_pages",
    "Pages breadth-first",
    1..=10_000,
    10,
    "Pages that the crawl chooses in order of discovery before it follows the model again.",
);

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "alternating",
    title: "Alternating (model and breadth-first)",
    description: "Follows a model of your trails for some pages, then is breadth-first for some, in turn: less greedy \
        than the model alone.",
    family: Family::Trained,
    source: "Batsakis §2.5",
    params: declare![
        LEARNED_PAGES,
        BREADTH_PAGES,
        LAYERS,
        CLUSTERS,
        NEIGHBORS,
        COUNTS,
        VISITS,
        EMISSIONS,
        LINKS,
        DISCOUNT,
        WORDS,
        IDF,
        TIES,
        ON_REDISCOVERY,
    ],
    needs: Needs::TRAILS.with_background_idf(),
    scores_pages_independently: false,
    parts: &[super::ONE_STEP_PART, super::TWO_STEPS_PART],
    make: |inputs| {
        let (learned, breadth) = (inputs.settings.get(&LEARNED_PAGES), inputs.settings.get(&BREADTH_PAGES));
        hmm::make(LayerOptions::new(inputs, false), Some(Turns { learned, breadth }), inputs)
    },
};
