//! The hidden Markov model of trails, its pages clustered by X-means, which finds the number of clusters itself.
//!
//! Source: Batsakis §3.4.1 b.

use super::framework::{
    COUNTS, DISCOUNT, EMISSIONS, LAYERS, LINKS, LayerOptions, MOST_CLUSTERS, NEIGHBORS,
    ON_REDISCOVERY, TRAINING_IDF, WORDS,
};
use super::hmm;
use crate::strategy::{Entry, declare};
use types::strategy::{Family, Needs};

pub(in crate::strategy) const ENTRY: Entry = Entry {
    id: "hmm-x",
    title: "Hidden Markov model (X-means)",
    sentence: "Hidden Markov model that finds the number of page clusters itself; relevant pages may form several.",
    family: Family::Trained,
    source: "Batsakis §3.4.1 b",
    params: declare![
        LAYERS,
        MOST_CLUSTERS,
        NEIGHBORS,
        COUNTS,
        EMISSIONS,
        LINKS,
        DISCOUNT,
        WORDS,
        TRAINING_IDF,
        hmm::TIES,
        ON_REDISCOVERY,
    ],
    needs: Needs::TRAILS,
    has_spiders: false,
    parts: &[super::ONE_STEP_PART, super::TWO_STEPS_PART],
    make: |inputs| hmm::make(LayerOptions::of(inputs, true), inputs),
};
