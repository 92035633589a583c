//! The options of the hidden Markov model, and the clustering of its training pages.
//!
//! Source: Batsakis §3.4.1.

use super::{IDF, TRAINING_IDF, TrailStep};
use crate::learning::{Clusters, KMeansOptions, k_means, x_means};
use crate::strategy::prelude::*;
use crate::text::{Idf, SparseVector, TermId};

/// The number of nearest training pages that vote on a page's cluster.
pub(in crate::strategy) const NEIGHBORS: Param<usize> = Param::whole(
    "neighbors",
    "Neighbors",
    1..=100,
    5,
    "Number of most similar trail pages that vote on a page's cluster.",
);

/// The pseudo-count of the model.
pub(in crate::strategy) const COUNTS: Param<f64> = Param::real(
    "model_smoothing",
    "Model smoothing",
    0.0..=10.0,
    0.1,
    "Added to every transition and emission count, so that unseen events stay possible.",
)
.training_only();

/// The pages that the model counts in each layer.
pub(in crate::strategy) const VISITS: Param<Counted> = Param::choice(
    "counted",
    "Counted",
    &[("visits", "Visits"), ("pages", "Pages")],
    &[Counted::Visits, Counted::Pages],
    "What the model counts in each layer: every visit of a page on your trails, or each page once, as in the thesis.",
)
.training_only();

/// The evidence for a page's layer.
pub(in crate::strategy) const EMISSIONS: Param<bool> = Param::choice(
    "emissions",
    "Page evidence",
    &[("clusters", "Clusters"), ("words", "Words")],
    &[false, true],
    "What the model sees of a page: its cluster, as in the thesis, or its words, by naive Bayes.",
)
.training_only();

/// The number of clusters of K-means.
pub(in crate::strategy) const CLUSTERS: Param<usize> =
    Param::whole("clusters", "Clusters", 2..=100, 5, "Number of page clusters; the relevant pages are one of them.")
        .training_only();

/// The maximum number of clusters of X-means.
pub(in crate::strategy) const MOST_CLUSTERS: Param<usize> =
    Param::whole("most_clusters", "Maximum clusters", 1..=100, 20, "Maximum number of page clusters.").training_only();

/// Scores the links of one page by their own words (true) or all alike (false).
pub(in crate::strategy) const LINKS: Param<bool> = Param::choice(
    "links",
    "Link evidence",
    &[("alike", "Same for all links"), ("words", "Nearby words")],
    &[false, true],
    "Whether all links of a page score the same, as in the thesis, or the words near a link count too.",
)
.training_only();

/// The discount of the look-ahead.
pub(in crate::strategy) const DISCOUNT: Param<f64> = Param::real(
    "discount",
    "Look-ahead weight",
    0.0..=0.99,
    0.0,
    "Discount for relevant pages one link further away; 0 uses only the next page, as in the thesis.",
);

/// The weight of the model in a hybrid.
pub(in crate::strategy) const HMM_WEIGHT: Param<f64> = Param::share(
    "model_weight",
    "Model weight",
    0.5,
    "Weight of the trail model relative to the similarity to your relevant pages; equal in the thesis.",
);

/// Learns the weights from the trails (true) or takes the given ones (false).
pub(in crate::strategy) const MIXING: Param<bool> = Param::choice(
    "weights",
    "Term weights",
    &[("given", "Fixed"), ("learned", "Learned")],
    &[false, true],
    "Fixed: the model weight set here; learned: from how well model, page and link text predict the good links of \
    your trails.",
)
.training_only();

/// The model's prediction for the pages behind a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::strategy) struct LookAheadPrediction {
    /// The probability that they are targets; with a discount, the weighted mean over further links too.
    pub(in crate::strategy) one_step: f64,
    /// The probability that the pages behind those are targets.
    pub(in crate::strategy) two_steps: f64,
}

/// The options of the model.
#[derive(Clone, Copy, Debug)]
pub(in crate::strategy) struct LayerOptions {
    pub(in crate::strategy) layers: usize,
    clustering: Clustering,
    pub(super) neighbors: usize,
    pub(super) smoothing: f64,
    pub(super) counted: Counted,
    pub(in crate::strategy) by_training: bool,
    pub(super) by_words: bool,
    pub(super) by_links: bool,
    /// The discount of a target one link further away, in 0..1.
    pub(super) discount: f64,
    /// Maximum number of known words that classify a page or a link; 0 for all.
    pub(super) text_words: u32,
    pub(in crate::strategy) seed: u64,
}

/// Selects the pages that the model counts in each layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::strategy) enum Counted {
    /// Every visit of a page on a trail, with its distance there.
    Visits,
    /// Each page once, with its smallest distance.
    Pages,
}

/// The clustering of training pages.
#[derive(Clone, Copy, Debug)]
enum Clustering {
    /// The relevant pages form one cluster, and K-means divides the others into the rest.
    Means(usize),
    /// X-means divides all pages into at most this many clusters.
    Grown(usize),
}

impl LayerOptions {
    /// Reads the options from the settings; X-means if they have `most_clusters`.
    pub(in crate::strategy) fn new(inputs: &StrategyInputs<'_>, grown: bool) -> Self {
        let settings = inputs.settings;
        Self {
            layers: settings.get(&super::LAYERS),
            clustering: if grown {
                Clustering::Grown(settings.get(&MOST_CLUSTERS))
            } else {
                Clustering::Means(settings.get(&CLUSTERS))
            },
            neighbors: settings.get(&NEIGHBORS),
            smoothing: settings.get(&COUNTS),
            counted: settings.get(&VISITS),
            by_training: settings.get(if grown { &TRAINING_IDF } else { &IDF }),
            by_words: settings.get(&EMISSIONS),
            by_links: settings.get(&LINKS),
            discount: settings.get(&DISCOUNT),
            text_words: super::params::words(settings),
            seed: inputs.plan.rng_seed,
        }
    }

    /// Returns the cluster of each page.
    pub(super) fn cluster(self, pages: &[TrailStep<'_>], vectors: &[SparseVector], restarts: u32) -> Vec<usize> {
        let options = KMeansOptions { seed: self.seed, restarts, ..KMeansOptions::default() };
        match self.clustering {
            Clustering::Grown(most) => {
                let selected = selected_terms(pages);
                let only = |vector: &SparseVector| vector.only(&selected).unit();
                let vectors: Vec<SparseVector> = vectors.iter().map(only).collect();
                x_means(&vectors, LEAST_CLUSTERS.min(most), most, options).assignment
            }
            Clustering::Means(clusters) => {
                let others = pages.iter().zip(vectors).filter(|(step, _)| step.layer > 0);
                let others: Vec<&SparseVector> = others.map(|(_, vector)| vector).collect();
                let Clusters { assignment, .. } = k_means(&others, clusters.saturating_sub(1).max(1), options);
                let mut of_others = assignment.into_iter();
                let cluster = |step: &TrailStep<'_>| match step.layer {
                    0 => 0,
                    _ => of_others.next().map_or(0, |cluster| cluster + 1),
                };
                pages.iter().map(cluster).collect()
            }
        }
    }
}

/// Initial number of clusters of X-means, unless fewer are allowed. From one cluster, its criterion stops at two on
/// every web tried.
const LEAST_CLUSTERS: usize = 4;
/// Maximum number of terms for X-means: its criterion counts a parameter for each, so that with all terms no split is
/// accepted.
const GROWN_TERMS: usize = 300;
/// Share of the pages above which a term is too common to separate them.
const COMMON_SHARE: f64 = 1.0 / 3.0;

/// Returns frequent terms, except those that are too common.
fn selected_terms(pages: &[TrailStep<'_>]) -> Vec<TermId> {
    let idf = Idf::new(pages.iter().map(|step| &step.page.counts));
    idf.common(GROWN_TERMS, COMMON_SHARE)
}
