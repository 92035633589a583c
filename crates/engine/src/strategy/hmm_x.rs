//! The hidden Markov model of trails, its pages clustered by X-means, which finds the number of clusters itself.
//!
//! Source: Batsakis §3.4.1 b.

use super::trained::{
    COUNTS, DISCOUNT, EMISSIONS, FOUND_AGAIN, IDF, LAYERS, LINKS, LayerOptions, MOST_CLUSTERS,
    NEIGHBORS, TIES, WORDS,
};
use super::{Entry, Needs, hmm};

pub(super) const ENTRY: Entry = Entry {
    id: "hmm-x",
    title: "Hidden Markov model, clusters found",
    sentence: "The hidden Markov model, with as many kinds of pages as your trails show: relevant pages may be of several kinds.",
    source: "Batsakis §3.4.1 b",
    params: &[
        LAYERS,
        MOST_CLUSTERS,
        NEIGHBORS,
        COUNTS,
        EMISSIONS,
        LINKS,
        DISCOUNT,
        WORDS,
        IDF,
        TIES,
        FOUND_AGAIN,
    ],
    needs: Needs::TRAILS,
    has_spiders: false,
    parts: &[super::ONE_STEP_PART, super::TWO_STEPS_PART],
    make: |materials| hmm::make(LayerOptions::of(materials, true), materials),
};
