//! Classifies layers by words: naive Bayes over the terms that χ² selects for each layer.
//!
//! Source: Tsay §3 (χ² and naive Bayes over link layers), Pant §3.4.

use super::{SMOOTHING, TrailStep, TrainingFold, TrainingPage, TrainingSet};
use crate::learning::{NaiveBayes, Priors, top_terms};
use crate::strategy::prelude::*;
use crate::text::{SparseVector, TermCounts, TermId, sort_by_weight};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::limits;

/// The size of the vocabulary.
pub(in crate::strategy) const TERMS: Param<usize> = Param::whole(
    "terms",
    "Vocabulary",
    0..=100_000,
    1_000,
    "Maximum number of words used for each class, the most discriminative first (χ²); 0 uses all.",
)
.training_only();

/// The options of the word classifier.
#[derive(Clone, Copy, Debug)]
pub(in crate::strategy) struct WordClassifier {
    terms: usize,
    words: u32,
    alpha: f64,
    priors: Priors,
}

impl WordClassifier {
    /// Reads the options from the settings.
    pub(in crate::strategy) fn new(settings: &Settings, priors: Priors) -> Self {
        Self {
            terms: settings.get(&TERMS),
            words: super::params::words(settings),
            alpha: settings.get(&SMOOTHING),
            priors,
        }
    }

    /// Trains on pages of `layers` layers, by the terms of highest χ² for each layer.
    pub(in crate::strategy) fn train(self, layers: usize, pages: &[TrailStep<'_>]) -> Result<NaiveBayes, String> {
        if self.terms == 0 {
            return self.train_on(layers, pages, None);
        }
        let examples = pages.iter().map(|step| (step.layer, &step.page.counts));
        let examples: Vec<(usize, &TermCounts)> = examples.collect();
        let terms = top_terms(layers, &examples, self.terms);
        self.train_on(layers, pages, Some(&terms))
    }

    /// Trains on these terms, in ascending order, or on all terms with `None`.
    pub(in crate::strategy) fn train_on(
        self,
        layers: usize,
        pages: &[TrailStep<'_>],
        terms: Option<&[TermId]>,
    ) -> Result<NaiveBayes, String> {
        let only = |step: &TrailStep<'_>| {
            let counts = &step.page.counts;
            (step.layer, terms.map_or_else(|| counts.clone(), |terms| counts.only(terms)))
        };
        let examples: Vec<(usize, TermCounts)> = pages.iter().map(only).collect();
        let examples = examples.iter().map(|(layer, counts)| (*layer, counts));
        NaiveBayes::train(layers, examples, self.alpha, self.priors).map_err(|error| error.to_string())
    }

    /// Returns the probability of each layer; they sum to 1.
    pub(in crate::strategy) fn shares(self, model: &NaiveBayes, counts: &TermCounts) -> Vec<f64> {
        model.probabilities_of_at_most(counts, self.words)
    }

    /// Returns the queue of each page's links ([`super::layer_queue`]): the most likely layer, or the number of layers.
    pub(in crate::strategy) fn queues(
        self,
        model: &NaiveBayes,
        pages: &[&TrainingPage],
        threshold: f64,
    ) -> Vec<Option<usize>> {
        let queue = |page: &&TrainingPage| super::layer_queue(&self.shares(model, &page.counts), threshold);
        pages.iter().map(|page| Some(queue(page).0)).collect()
    }

    /// Returns the class of each of two-class pages: relevant from a probability of 0.5 on.
    pub(in crate::strategy) fn sides(self, model: &NaiveBayes, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        let side = |page: &&TrainingPage| Some(usize::from(self.shares(model, &page.counts)[0] < 0.5));
        pages.iter().map(side).collect()
    }

    /// Returns a table of the words that are evidence for and against each layer.
    pub(in crate::strategy) fn tables(model: &NaiveBayes, names: &[String], data: TrainingFold<'_>) -> Vec<ModelTable> {
        vec![discriminative_words(model, names, data.training_set, "Discriminative words")]
    }

    /// Reads the options from the settings, for a vocabulary that is chosen elsewhere.
    pub(in crate::strategy) fn over(settings: &Settings, priors: Priors) -> Self {
        Self { terms: 0, words: super::params::words(settings), alpha: settings.get(&SMOOTHING), priors }
    }
}

/// Returns a table of the words that are evidence for and against each class.
pub(in crate::strategy) fn discriminative_words(
    model: &NaiveBayes,
    names: &[String],
    training_set: &TrainingSet,
    title: &str,
) -> ModelTable {
    let mut discriminative_words: Vec<Vec<(TermId, f64)>> = vec![Vec::new(); names.len()];
    for term in model.terms() {
        let logs: Vec<f64> = (0..names.len()).filter_map(|class| model.log_word(class, term)).collect();
        // A class without examples has no finite logarithms.
        let known = logs.iter().filter(|log| log.is_finite());
        let mean = known.clone().fold(0.0, |sum, log| sum + log) / known.count().max(1) as f64;
        for (of_class, log) in discriminative_words.iter_mut().zip(logs) {
            of_class.extend(log.is_finite().then_some((term, log - mean)));
        }
    }
    let rows = names.iter().zip(discriminative_words).map(|(name, mut words)| {
        sort_by_weight(&mut words);
        let first = words.iter().take(limits::CLASS_WORDS).map(|(term, _)| *term);
        let last = words.iter().rev().take(limits::CLASS_WORDS).map(|(term, _)| *term);
        vec![Cell::Text(name.clone()), Cell::Text(training_set.words(first)), Cell::Text(training_set.words(last))]
    });
    ModelTable::new(
        title,
        "A word is evidence for a class if it is more frequent there than in the others.",
        &["Class", "For", "Against"],
        rows,
    )
}

/// Returns a table of the words of links by the layers of their targets.
pub(in crate::strategy) fn anchor_table(
    anchors: &[SparseVector],
    names: &[String],
    training_set: &TrainingSet,
) -> ModelTable {
    let row = |(name, anchors): (&String, &SparseVector)| {
        let words = anchors.top(limits::CLASS_WORDS).into_iter();
        vec![Cell::Text(name.clone()), Cell::Text(training_set.words(words.map(|(term, _)| term)))]
    };
    ModelTable::new(
        "Words of links",
        "Words of the links between your trails' pages, by the layer of the target, most frequent first.",
        &["Target layer", "Words"],
        names.iter().zip(anchors).map(row),
    )
}

/// The class probabilities of the crawled pages.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::strategy) struct ClassProbabilities {
    pages: BTreeMap<UrlId, Vec<f64>>,
}

impl ClassProbabilities {
    /// Adds a page.
    pub(in crate::strategy) fn insert(&mut self, page: UrlId, shares: Vec<f64>) {
        self.pages.insert(page, shares);
    }

    /// Returns the classification of a page.
    pub(in crate::strategy) fn predictions(&self, page: UrlId, names: &[String]) -> Vec<PagePrediction> {
        let shares = self.pages.get(&page).into_iter();
        shares
            .map(|shares| {
                PagePrediction::shares("This page is", names.iter().cloned().zip(shares.iter().copied()).collect())
            })
            .collect()
    }

    /// Returns the pages so far by the probability of the first class (Tsay §4, “Ranking output”).
    pub(in crate::strategy) fn ranking(&self, overview: &CrawlOverview<'_>) -> Vec<ModelTable> {
        let mut ranked: Vec<(UrlId, f64)> =
            self.pages.iter().filter_map(|(page, shares)| Some((*page, *shares.first()?))).collect();
        sort_by_weight(&mut ranked);
        if ranked.is_empty() {
            return Vec::new();
        }
        let rows = ranked.into_iter().map(|(page, share)| vec![overview.cell(page), Cell::Number(share)]);
        vec![ModelTable::new(
            "Pages by probability of relevance",
            "Pages so far, ranked by the classifier that chose their links. Exports have the probability of every \
            page.",
            &["Page", "Probability"],
            rows,
        )]
    }
}
