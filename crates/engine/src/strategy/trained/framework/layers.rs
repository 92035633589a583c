//! The hidden Markov model of a crawl: hidden states are layers (link distances to a target), observations are clusters
//! of pages.
//!
//! The pages of the trails are clustered. π and B count their visits, each with its distance on its own trail, or each
//! page once with its smallest layer, as in the thesis (`counted`). A trail visits few pages before its target, and the
//! same ones as others: counted once, they vanish beside the targets, and the model of one site tells nothing about the
//! next. A counts the transitions along the trails; as an extension of the paper, it also counts the links of context
//! graphs to pages that are closer to a relevant one. A crawled page gets the cluster of its nearest neighbors among
//! the training pages. Its layer probabilities follow from the cluster and from those of its linking page; its links
//! are scored by the probability of a target one link further. As an alternative to clusters, the page's words can be
//! the evidence for its layer (`emissions`).
//!
//! Source: Batsakis §2.5, §3.4.1, Fig. 9.

use super::{
    Counted, LayerOptions, LookAheadPrediction, Text, TrailStep, TrainingFold, TrainingPage, TrainingSet, Weights,
    layer_names,
};
use crate::learning::{Hmm, KMeansOptions, NaiveBayes, Neighbors, Priors};
use crate::strategy::prelude::*;
use crate::text::{SparseVector, TermCounts};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::limits;

const NO_TRANSITIONS: &str = "no trail leads from page to page, and no link graph leads to a good page: record a path, \
    or give the good pages a link graph";

/// The trained model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::strategy) struct LayerModel {
    pub(super) weights: Weights,
    /// The training pages with their clusters.
    pub(super) neighbors: Neighbors,
    pub(super) hmm: Hmm,
    /// The classifier of layers by words; `None` if clusters are the evidence.
    pub(super) words: Option<NaiveBayes>,
    /// The classifier of link targets by the words near a link; `None` if all links of a page are alike.
    links: Option<NaiveBayes>,
    /// A name for each cluster: its most characteristic words.
    pub(super) names: Vec<String>,
}

/// The state of a crawl: the classification of each page.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::strategy) struct LayerState {
    pages: BTreeMap<UrlId, PageLayers>,
}

/// The classification of a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct PageLayers {
    alpha: Vec<f64>,
    /// `None` for a page unlike all training pages, and if words are the evidence.
    cluster: Option<usize>,
}

impl LayerState {
    /// Returns the number of pages that were classified.
    pub(in crate::strategy) fn pages_read(&self) -> usize {
        self.pages.len()
    }
}

impl LayerModel {
    /// Trains on the trails, or returns the problem.
    pub(in crate::strategy) fn train(options: LayerOptions, data: TrainingFold<'_>) -> Result<Self, String> {
        let pages = data.pages(options.layers);
        let weights = Weights::new(data, options.by_training);
        let unit = |step: &TrailStep<'_>| weights.vector(step.page.into()).unit();
        let vectors: Vec<SparseVector> = pages.iter().map(unit).collect();
        let restarts = if data.is_whole() { KMeansOptions::default().restarts } else { 1 };
        let clusters = options.cluster(&pages, &vectors, restarts);
        let symbols = clusters.iter().max().map_or(1, |most| most + 1);
        let names = names(&clusters, &vectors, symbols, data.training_set);
        let clustered: BTreeMap<usize, usize> =
            pages.iter().map(|step| step.number).zip(clusters.iter().copied()).collect();
        let counted = counted(options, data, &pages);
        let counted = counted.iter().filter_map(|step| Some((step.layer, *clustered.get(&step.number)?)));
        let counted: Vec<(usize, usize)> = counted.collect();
        let neighbors: Neighbors = clusters.into_iter().zip(vectors).collect();
        // A page that could not be read splits its trail, since the transition across the gap is unknown.
        let runs = |steps: Vec<TrailStep<'_>>| -> Vec<Vec<usize>> {
            let unbroken = steps.chunk_by(|one, next| next.at == one.at + 1);
            unbroken.map(|run| run.iter().map(|step| step.layer).collect()).collect()
        };
        let trails = data.numbers().map(|trail| data.steps(trail, options.layers));
        let mut transitions: Vec<Vec<usize>> = trails.flat_map(runs).collect();
        transitions.extend(context_transitions(data, options.layers));
        if data.is_whole() && transitions.iter().all(|run| run.len() < 2) {
            return Err(NO_TRANSITIONS.to_owned());
        }
        let hmm = Hmm::estimate(
            &counted,
            transitions.iter().map(Vec::as_slice),
            (options.layers, symbols),
            options.smoothing,
        );
        Ok(Self {
            hmm: hmm.map_err(|error| error.to_string())?,
            words: options.by_words.then(|| by_words(&pages, options.layers)).transpose()?,
            links: options.by_links.then(|| by_links(data, options.layers)).transpose()?,
            weights,
            neighbors,
            names,
        })
    }

    /// Returns true if it fits the options and its parts are consistent.
    pub(in crate::strategy) fn fits(&self, options: LayerOptions) -> bool {
        let clusters = self.neighbors.examples().iter().all(|(cluster, _)| *cluster < self.hmm.symbols());
        let words = self.words.as_ref().is_none_or(|words| words.classes() == self.hmm.states());
        let links = self.links.as_ref();
        let links = links.is_none_or(|links| links.classes() == self.hmm.states());
        let asked = self.words.is_some() == options.by_words && self.links.is_some() == options.by_links;
        clusters
            && words
            && asked
            && links
            && self.hmm.states() == options.layers
            && self.names.len() == self.hmm.symbols()
    }

    fn take(&self, options: LayerOptions, before: Option<&[f64]>, text: Text<'_>) -> PageLayers {
        if let Some(words) = &self.words {
            let likelihoods = words.probabilities_of_at_most(text.counts, options.text_words);
            return PageLayers { alpha: self.hmm.filter_by(before, |layer| likelihoods[layer]), cluster: None };
        }
        let cluster = self.neighbors.class(&self.weights.vector(text), options.neighbors);
        PageLayers { alpha: self.hmm.filter(before, cluster), cluster }
    }

    /// Returns the layers of the pages of a trail, in their order.
    pub(in crate::strategy) fn classify(&self, options: LayerOptions, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        let mut before: Option<Vec<f64>> = None;
        let layer = |page: &&TrainingPage| {
            let layers_of_page = self.take(options, before.as_deref(), (*page).into());
            let most = largest(&layers_of_page.alpha);
            before = Some(layers_of_page.alpha);
            most
        };
        pages.iter().map(layer).collect()
    }

    /// Classifies a crawled page, and predicts the pages behind its links.
    pub(in crate::strategy) fn prediction(
        &self,
        options: LayerOptions,
        crawl: &mut LayerState,
        page: &PageView<'_>,
    ) -> LookAheadPrediction {
        let before = page.parent.and_then(|parent| crawl.pages.get(&parent));
        let before = before.map(|layers_of_page| layers_of_page.alpha.as_slice());
        let layers_of_page = self.take(options, before, page.into());
        let prediction = self.seen_from(options, &self.hmm.predict(&layers_of_page.alpha));
        crawl.pages.insert(page.id, layers_of_page);
        prediction
    }

    /// Returns the prediction for one link, with its words as further evidence.
    pub(in crate::strategy) fn of_link(
        &self,
        options: LayerOptions,
        crawl: &LayerState,
        page: UrlId,
        prediction: LookAheadPrediction,
        words: impl FnOnce() -> TermCounts,
    ) -> LookAheadPrediction {
        match crawl.pages.get(&page) {
            Some(layers_of_page) if self.links.is_some() => self.behind(options, &layers_of_page.alpha, &words()),
            _ => prediction,
        }
    }

    /// Predicts the page behind a link with these words on a page with these layer probabilities.
    fn behind(&self, options: LayerOptions, alpha: &[f64], words: &TermCounts) -> LookAheadPrediction {
        let next = match &self.links {
            None => self.hmm.predict(alpha),
            Some(links) => {
                let shares = links.probabilities_of_at_most(words, options.text_words);
                self.hmm.filter_by(Some(alpha), |layer| shares[layer])
            }
        };
        self.seen_from(options, &next)
    }

    /// Predicts the pages ahead of a page: the probability of a target, discounted for those further away.
    fn seen_from(&self, options: LayerOptions, layers: &[f64]) -> LookAheadPrediction {
        let second = self.hmm.predict(layers);
        let (mut sum, mut all, mut counts) = (layers[0], 1.0, options.discount);
        let mut further = second.clone();
        for _ in 1..options.layers {
            sum += counts * further[0];
            all += counts;
            counts *= options.discount;
            further = self.hmm.predict(&further);
        }
        LookAheadPrediction { one_step: sum / all, two_steps: second[0] }
    }

    /// Returns the predictions for each link of a trail's pages, in their order.
    pub(in crate::strategy) fn along(
        &self,
        options: LayerOptions,
        steps: &[TrailStep<'_>],
    ) -> Vec<Vec<LookAheadPrediction>> {
        let mut before: Option<Vec<f64>> = None;
        let of_page = |step: &TrailStep<'_>| {
            let layers_of_page = self.take(options, before.as_deref(), step.page.into());
            let links = step.page.links.iter();
            let outlooks = links.map(|link| self.behind(options, &layers_of_page.alpha, &link.around)).collect();
            before = Some(layers_of_page.alpha);
            outlooks
        };
        steps.iter().map(of_page).collect()
    }

    /// Returns the classification of a crawled page.
    pub(in crate::strategy) fn predictions(&self, crawl: &LayerState, page: UrlId) -> Vec<PagePrediction> {
        let Some(layers_of_page) =
            crawl.pages.get(&page).filter(|layers_of_page| layers_of_page.alpha.len() == self.hmm.states())
        else {
            return Vec::new();
        };
        let names = layer_names(layers_of_page.alpha.len());
        let next = self.hmm.predict(&layers_of_page.alpha);
        let steps =
            |shares: &[f64]| shares.iter().zip(0_u32..).fold(0.0, |sum, (share, layer)| sum + share * f64::from(layer));
        let by_layer = |shares: &[f64]| names.iter().cloned().zip(shares.iter().copied()).collect();
        let mut predictions = vec![
            PagePrediction::shares("Layer of this page", by_layer(&layers_of_page.alpha)),
            PagePrediction::shares("Layer of the linked pages", by_layer(&next)),
            PagePrediction::numbers(
                "Expected links to a relevant page",
                vec![
                    ("from this page".to_owned(), steps(&layers_of_page.alpha)),
                    ("from the linked pages".to_owned(), steps(&next)),
                ],
            ),
        ];
        if self.words.is_none() {
            predictions.push(self.kind(layers_of_page));
        }
        predictions
    }

    /// Returns the cluster of a page, with its probability in each layer.
    fn kind(&self, layers_of_page: &PageLayers) -> PagePrediction {
        let Some(cluster) = layers_of_page.cluster.filter(|cluster| *cluster < self.names.len()) else {
            return PagePrediction::shares("Cluster: none, unlike all pages of your trails", Vec::new());
        };
        let title = format!("Cluster {}: {}", cluster + 1, self.names[cluster]);
        let likely = self.hmm.emissions().iter().map(|row| row[cluster]);
        PagePrediction::shares(&title, layer_names(self.hmm.states()).into_iter().zip(likely).collect())
    }
}

/// Returns the pages that π and B count: every visit on a trail, and each other page once; or each page once.
fn counted<'a>(options: LayerOptions, data: TrainingFold<'a>, pages: &[TrailStep<'a>]) -> Vec<TrailStep<'a>> {
    let by_visits = options.counted == Counted::Visits;
    let once = pages.iter().filter(|step| !by_visits || !data.trails.is_on_path(step.number));
    let visits = data.numbers().filter(|trail| by_visits && data.trails.trails()[*trail].steps.len() > 1);
    once.copied().chain(visits.flat_map(|trail| data.steps(trail, options.layers))).collect()
}

/// Returns the transitions of context graphs: from each page to each page closer to a relevant one, each once.
fn context_transitions(data: TrainingFold<'_>, layers: usize) -> impl Iterator<Item = Vec<usize>> {
    let links = data.context_links(layers).into_iter();
    let pairs: BTreeMap<(usize, usize), (usize, usize)> = links.map(|link| (link.pages, link.layers)).collect();
    pairs.into_values().map(|(from, to)| vec![from, to])
}

/// Trains the classifier of layers by the words of pages, with uniform priors.
fn by_words(pages: &[TrailStep<'_>], layers: usize) -> Result<NaiveBayes, String> {
    let examples = pages.iter().map(|step| (step.layer, &step.page.counts));
    let examples: Vec<(usize, &TermCounts)> = examples.collect();
    NaiveBayes::train(layers, examples, 1.0, Priors::Uniform).map_err(|error| error.to_string())
}

/// Trains the classifier of link targets by the words near links that were followed or lead closer; other links have no
/// layer.
fn by_links(data: TrainingFold<'_>, layers: usize) -> Result<NaiveBayes, String> {
    let followed = data.followed(layers).into_iter();
    let followed = followed.map(|found| (found.layer, &found.link.around));
    let mut links: Vec<(usize, &TermCounts)> = followed.collect();
    let known = data.context_links(layers).into_iter();
    links.extend(known.map(|known| (known.layers.1, &known.link.around)));
    for step in data.pages(layers) {
        let passed = step.page.links.iter().filter(|link| link.to.is_none());
        links.extend(passed.map(|link| (layers - 1, &link.around)));
    }
    NaiveBayes::train(layers, links, 1.0, Priors::Uniform).map_err(|error| error.to_string())
}

/// Returns the words by which each cluster most exceeds all pages.
fn names(clusters: &[usize], vectors: &[SparseVector], symbols: usize, training_set: &TrainingSet) -> Vec<String> {
    let all = SparseVector::centroid(vectors);
    let name = |cluster: usize| {
        let members = clusters.iter().zip(vectors).filter(|(of, _)| **of == cluster);
        let center = SparseVector::centroid(members.map(|(_, vector)| vector));
        let distinct = center.positive_difference(&all);
        training_set.words(distinct.top(limits::CLUSTER_WORDS).into_iter().map(|(term, _)| term))
    };
    (0..symbols).map(name).collect()
}

/// Returns the index of the largest number; of equal ones the first.
fn largest(shares: &[f64]) -> Option<usize> {
    let places = 0..shares.len();
    places.max_by(|a, b| shares[*a].total_cmp(&shares[*b]).then(b.cmp(a)))
}
