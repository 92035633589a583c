//! The context-focused crawler: naive Bayes sorts pages into link layers, each layer has a queue, and the innermost
//! non-empty queue is next.
//!
//! The vocabulary comes from the innermost layers only: the heaviest terms by tf-idf of their pages "concatenated into
//! a single large document". A training page beyond the outermost layer, or that leads to no relevant page, is in no
//! layer of the context graph and trains no class. A crawled page is of class "other" if no layer is likely enough; its
//! links go last. A rediscovered link stays in its best queue. Trails and context graphs from in-links form one graph,
//! whose layers are merged by the shortest distance.
//!
//! Source: Pant §3.4 (Diligenti et al. 2000).

use super::framework::prelude::*;
use crate::learning::{NaiveBayes, Priors};
use crate::text::{SparseVector, TermId};

/// Number of layers whose words form the vocabulary.
const INNER: usize = 2;

const VOCABULARY: Param<usize> = Param::whole(
    "vocabulary",
    "Vocabulary",
    1..=100_000,
    200,
    "Number of words used: the heaviest in relevant pages and those one link away.",
)
.training_only();

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "context-focused",
    title: "Context-focused crawler",
    description: "Learns how pages at each distance from a relevant page look, and follows links of the nearest ones \
        first.",
    family: Family::Trained,
    source: "Pant §3.4",
    params: declare![GRAPH_LAYERS, VOCABULARY, THRESHOLD, WORDS, SMOOTHING, TRAINING_IDF,],
    needs: Needs::TRAILS,
    scores_pages_independently: true,
    parts: &[super::QUEUE_PART, super::LAYER_PART],
    make: |inputs| {
        let settings = inputs.settings;
        let learner = ContextFocused {
            layers: settings.get(&GRAPH_LAYERS),
            vocabulary: settings.get(&VOCABULARY),
            threshold: settings.get(&THRESHOLD),
            words: WordClassifier::over(settings, Priors::Uniform),
            by_training: settings.get(&TRAINING_IDF),
        };
        Trained::boxed(learner, inputs)
    },
};

struct ContextFocused {
    layers: usize,
    vocabulary: usize,
    threshold: f64,
    words: WordClassifier,
    by_training: bool,
}

impl ContextFocused {
    fn vocabulary(&self, data: TrainingFold<'_>) -> Vec<TermId> {
        let weights = Weights::new(data, self.by_training);
        let inner = data.context_graph(self.layers).into_iter().filter(|step| step.layer < INNER);
        // Weights are `f / max f · idf`; times `max f` they add up to those of the concatenated pages.
        let parts = inner.map(|step| weights.vector(step.page.into()).times(f64::from(step.page.counts.max())));
        let parts: Vec<SparseVector> = parts.collect();
        let top = SparseVector::centroid(&parts).top(self.vocabulary);
        let mut terms: Vec<TermId> = top.into_iter().map(|(term, _)| term).collect();
        terms.sort_unstable();
        terms
    }
}

impl Learner for ContextFocused {
    type Model = NaiveBayes;
    type State = ClassProbabilities;

    fn classes(&self) -> Vec<String> {
        graph_names(self.layers)
    }

    fn train(&self, data: TrainingFold<'_>) -> Result<NaiveBayes, String> {
        let terms = self.vocabulary(data);
        self.words.train_on(self.layers, &data.context_graph(self.layers), Some(&terms))
    }

    fn classify(&self, model: &NaiveBayes, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        self.words.queues(model, pages, self.threshold)
    }

    fn tables(&self, model: &NaiveBayes, data: TrainingFold<'_>) -> Vec<ModelTable> {
        WordClassifier::tables(model, &self.classes()[..self.layers], data)
    }

    fn score(
        &self,
        model: &NaiveBayes,
        crawl: &mut ClassProbabilities,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        _context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let shares = self.words.shares(model, page.counts);
        let (queue, share) = layer_queue(&shares, self.threshold);
        crawl.insert(page.id, shares);
        let worth = queued(queue, self.layers, share);
        vec![Some(worth); links.len()]
    }

    fn predictions(&self, _model: &NaiveBayes, crawl: &ClassProbabilities, page: UrlId) -> Vec<PagePrediction> {
        crawl.predictions(page, &self.classes())
    }

    fn fits(&self, model: &NaiveBayes) -> bool {
        model.classes() == self.layers
    }
}
