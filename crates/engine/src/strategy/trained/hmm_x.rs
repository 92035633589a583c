//! The hidden Markov model of trails with pages clustered by X-means, which determines the number of clusters.
//!
//! Source: Batsakis §3.4.1 b.

use super::framework::prelude::*;
use super::hmm;

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "hmm-x",
    title: "Hidden Markov model (X-means)",
    description: "Hidden Markov model that finds the number of page clusters itself; relevant pages may form several.",
    family: Family::Trained,
    source: "Batsakis §3.4.1 b",
    params: declare![
        LAYERS,
        MOST_CLUSTERS,
        NEIGHBORS,
        COUNTS,
        VISITS,
        EMISSIONS,
        LINKS,
        DISCOUNT,
        WORDS,
        TRAINING_IDF,
        hmm::TIES,
        ON_REDISCOVERY,
    ],
    needs: Needs::TRAILS,
    scores_pages_independently: false,
    parts: &[super::ONE_STEP_PART, super::TWO_STEPS_PART],
    make: |inputs| hmm::make(LayerOptions::new(inputs, true), None, inputs),
};
