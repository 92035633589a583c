//! The settings of the hidden Markov model, and how its training pages are clustered.
//!
//! Two priorities closer than ε count as one, and the two-step probability decides. Closeness is no order (a near b, b near c), so ties are those
//! within a cell of a grid of width ε.
//!
//! Source: Batsakis §3.4.1.

use super::layers::Outlook;
use super::{Stop, Weights};
use crate::frontier::Score;
use crate::learn::{Clusters, KMeansOptions, k_means, x_means};
use crate::strategy::{Materials, Param, Range, Settings};
use crate::text::{Idf, SparseVector, TermId};

/// How many of the nearest training pages vote on a page's cluster.
pub(in crate::strategy) const NEIGHBORS: Param = Param {
    name: "neighbors",
    title: "Neighbors",
    range: Range::Whole {
        min: 1,
        max: 100,
        default: 5,
    },
    help: "How many of the most similar pages of your trails vote on what kind of page a page is.",
};

/// What is added to the counts of the model.
pub(in crate::strategy) const COUNTS: Param = Param {
    name: "model_smoothing",
    title: "Smoothing of the model",
    range: Range::Real {
        min: 0.0,
        max: 10.0,
        default: 0.1,
    },
    help: "Added to every count of steps between layers and of clusters in layers, so that what your trails do not show is not impossible.",
};

/// What says how likely a page is in each layer.
pub(in crate::strategy) const EMISSIONS: Param = Param {
    name: "emissions",
    title: "Evidence of a page",
    range: Range::Choice(&["clusters", WORDS]),
    help: "Clusters: the kind of page that it is, as in the thesis. Words: its own words, by naive Bayes.",
};
const WORDS: &str = "words";

/// How many clusters K-means makes.
pub(in crate::strategy) const CLUSTERS: Param = Param {
    name: "clusters",
    title: "Clusters",
    range: Range::Whole {
        min: 2,
        max: 100,
        default: 5,
    },
    help: "How many kinds of pages are told apart; the relevant ones are one of them.",
};

/// How many clusters X-means may make.
pub(in crate::strategy) const MOST_CLUSTERS: Param = Param {
    name: "most_clusters",
    title: "Most clusters",
    range: Range::Whole {
        min: 1,
        max: 100,
        default: 20,
    },
    help: "How many kinds of pages may be found at most.",
};

/// Whether links of one page differ.
pub(in crate::strategy) const LINKS: Param = Param {
    name: "links",
    title: "Links of a page",
    range: Range::Choice(&["alike", BY_WORDS]),
    help: "Alike: the model says the same of all links of a page, as in the thesis. Words: the words at a link are evidence of where it leads.",
};
const BY_WORDS: &str = "words";

/// How far ahead the model looks.
pub(in crate::strategy) const DISCOUNT: Param = Param {
    name: "discount",
    title: "Looking further ahead",
    range: Range::Real {
        min: 0.0,
        max: 0.99,
        default: 0.0,
    },
    help: "What a relevant page one link further on counts beside a nearer one, so that the way into a long corridor is worth something. 0: the next page alone, as in the thesis.",
};

/// What the model weighs in a hybrid.
pub(in crate::strategy) const HMM_WEIGHT: Param = Param {
    name: "model_weight",
    title: "Weight of the model",
    range: Range::Real {
        min: 0.0,
        max: 1.0,
        default: 0.5,
    },
    help: "How much the model of your trails counts beside likeness to your relevant pages; the thesis has them count alike.",
};

/// Whether the weights are given or learned.
pub(in crate::strategy) const MIXING: Param = Param {
    name: "weights",
    title: "Weights of the terms",
    range: Range::Choice(&["given", LEARNED]),
    help: "Given: the weight of the model as set here. Learned: by how well model, page and link text tell the good links of your trails from the others.",
};
const LEARNED: &str = "learned";

/// True where the weights are learned.
pub(in crate::strategy) fn are_weights_learned(settings: &Settings) -> bool {
    settings.choice(MIXING.name) == LEARNED
}

/// How close two priorities count as one.
pub(in crate::strategy) const TIES: Param = Param {
    name: "ties",
    title: "Ties within",
    range: Range::Real {
        min: 0.0,
        max: 1.0,
        default: 0.01,
    },
    help: "Priorities as close as this count as equal, and what is probable two links on decides; 0: only equal ones.",
};

/// How the model is made.
#[derive(Clone, Copy, Debug)]
pub(in crate::strategy) struct LayerOptions {
    pub(in crate::strategy) layers: usize,
    clustering: Clustering,
    pub(super) neighbors: usize,
    pub(super) smoothing: f64,
    pub(in crate::strategy) by_training: bool,
    pub(super) by_words: bool,
    pub(super) by_links: bool,
    /// What a target one link further on counts, in 0..1.
    pub(super) discount: f64,
    /// Known words by which a page or a link is judged at most; 0: all.
    pub(super) text_words: u32,
    pub(super) ties: f64,
    pub(in crate::strategy) seed: u64,
}

/// How training pages are clustered.
#[derive(Clone, Copy, Debug)]
enum Clustering {
    /// The relevant pages are one cluster, the others are divided into one less than so many by K-means.
    Means(usize),
    /// All pages are divided by X-means, into so many at most.
    Grown(usize),
}

impl LayerOptions {
    /// As the settings have it. X-means where they have `most_clusters`.
    pub(in crate::strategy) fn of(materials: &Materials<'_>, grown: bool) -> Self {
        let settings = materials.settings;
        Self {
            layers: settings.whole(super::LAYERS.name),
            clustering: if grown {
                Clustering::Grown(settings.whole(MOST_CLUSTERS.name))
            } else {
                Clustering::Means(settings.whole(CLUSTERS.name))
            },
            neighbors: settings.whole(NEIGHBORS.name),
            smoothing: settings.real(COUNTS.name),
            by_training: Weights::by_training(settings),
            by_words: settings.choice(EMISSIONS.name) == WORDS,
            by_links: settings.choice(LINKS.name) == BY_WORDS,
            discount: settings.real(DISCOUNT.name),
            text_words: super::words(settings),
            ties: settings.real(TIES.name),
            seed: materials.plan.rng_seed,
        }
    }

    /// The cluster of each page.
    pub(super) fn cluster(
        self,
        pages: &[Stop<'_>],
        vectors: &[SparseVector],
        restarts: u32,
    ) -> Vec<usize> {
        let options = KMeansOptions {
            seed: self.seed,
            restarts,
            ..KMeansOptions::default()
        };
        match self.clustering {
            Clustering::Grown(most) => {
                let telling = telling_terms(pages);
                let only = |vector: &SparseVector| vector.only(&telling).unit();
                let vectors: Vec<SparseVector> = vectors.iter().map(only).collect();
                x_means(&vectors, LEAST_CLUSTERS.min(most), most, options).assignment
            }
            Clustering::Means(clusters) => {
                let others = pages.iter().zip(vectors).filter(|(stop, _)| stop.layer > 0);
                let others: Vec<&SparseVector> = others.map(|(_, vector)| vector).collect();
                let Clusters { assignment, .. } =
                    k_means(&others, clusters.saturating_sub(1).max(1), options);
                let mut of_others = assignment.into_iter();
                let cluster = |stop: &Stop<'_>| match stop.layer {
                    0 => 0,
                    _ => of_others.next().map_or(0, |cluster| cluster + 1),
                };
                pages.iter().map(cluster).collect()
            }
        }
    }
}

/// Clusters that X-means begins with; fewer where fewer are allowed. With one, its criterion stops at two kinds of pages on every web tried.
const LEAST_CLUSTERS: usize = 4;
/// Terms by which X-means tells pages apart: its criterion counts a parameter for each, so that with all terms no division ever pays.
const GROWN_TERMS: usize = 300;
/// Terms of a larger share of pages tell none apart.
const COMMON_SHARE: f64 = 1.0 / 3.0;

/// The terms that many pages have, but not most.
fn telling_terms(pages: &[Stop<'_>]) -> Vec<TermId> {
    let idf = Idf::of(pages.iter().map(|stop| &stop.lecture.counts));
    idf.common(GROWN_TERMS, COMMON_SHARE)
}

impl LayerOptions {
    /// The score of a link: its priority tied to those near it, and what is two links on to decide between them.
    pub(in crate::strategy) fn score(
        self,
        priority: f64,
        outlook: &Outlook,
        parts: Vec<f64>,
    ) -> Score {
        let first = if self.ties > 0.0 {
            libm::floor(priority / self.ties) * self.ties
        } else {
            priority
        };
        Score {
            first,
            second: outlook.two_steps,
            parts,
        }
    }
}
