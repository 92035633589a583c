//! Parameters that several trained strategies share.

use crate::strategy::prelude::*;

/// The number of layers, for all methods that classify layers.
pub(in crate::strategy) const LAYERS: Param<usize> = Param::whole(
    "layers",
    "Layers",
    2..=10,
    4,
    "Number of distances to a relevant page; pages further away belong to the last layer.",
)
.training_only();

/// The layers of a context graph: N + 1, with N = 4 as in Tsay §4.
pub(in crate::strategy) const GRAPH_LAYERS: Param<usize> = Param::whole(
    "layers",
    "Layers",
    2..=10,
    5,
    "Number of distances to a relevant page, from 0; pages further away, or that led to none, are in no layer.",
)
.training_only();

/// True if the pages of the trails determine the idf, false for the idf of the crawl. In the thesis idf "weights are
/// provided by the `IntelliSearch` web search engine" (Batsakis §3.2.1): a background idf, which the crawl has by
/// default.
pub(in crate::strategy) const IDF: Param<bool> = Param::choice(
    "idf",
    "Word weights",
    &[("crawl", "Crawl"), ("training", "Training")],
    &[false, true],
    "Where word frequencies come from: the crawl, or your trails; rare words weigh more.",
)
.training_only();

/// The same choice, with the trails as default (Batsakis §3.4.1 b).
pub(in crate::strategy) const TRAINING_IDF: Param<bool> = Param::choice(
    "idf",
    "Word weights",
    &[("training", "Training"), ("crawl", "Crawl")],
    &[true, false],
    "Where word frequencies come from: the crawl, or your trails; rare words weigh more.",
)
.training_only();

/// The smoothing of counts.
pub(in crate::strategy) const SMOOTHING: Param<f64> =
    Param::real("smoothing", "Smoothing", 0.001..=10.0, 1.0, "Added to every word count in every class.")
        .training_only();

/// The maximum number of words per page, since naive Bayes is overconfident on long pages.
pub(in crate::strategy) const WORDS: Param<usize> = Param::whole(
    "words",
    "Words per page",
    0..=100_000,
    100,
    "Longer pages are scaled to this length, since the classifier is overconfident on them; 0 turns it off.",
)
.training_only();

/// The minimum probability of a page's layer.
pub(in crate::strategy) const THRESHOLD: Param<f64> =
    Param::share("threshold", "Threshold", 0.4, "Minimum probability of a page's layer; links of other pages go last.");

/// Returns a number of words from the settings.
pub(in crate::strategy) fn words(settings: &Settings) -> u32 {
    u32::try_from(settings.get(&WORDS)).unwrap_or(u32::MAX)
}
