//! The context-focused crawler: pages are sorted into link layers by naive Bayes, each layer has a queue, and the innermost queue that is not empty
//! goes first.
//!
//! The vocabulary is that of the innermost layers alone, by tf-idf; a page of which no layer is likely enough is of none, and its links go
//! last. A link found again stays in its best queue. Source: Pant §3.4 (Diligenti et al. 2000).

use super::again::Again;
use super::trained::{
    Classed, IDF, LAYERS, LayerWords, Lecture, Lessons, Method, SMOOTHING, THRESHOLD, Trained,
    WORDS, Weights, layer_names, layer_queue, queued,
};
use super::{Context, Entry, LinkView, Needs, PageView, Param, Range};
use crate::frontier::Score;
use crate::graph::UrlId;
use crate::learn::{NaiveBayes, Priors};
use crate::report::{Insight, Reading};
use crate::text::{SparseVector, TermId};

/// Layers whose words are the vocabulary.
const INNER: usize = 2;

pub(super) const ENTRY: Entry = Entry {
    id: "context-focused",
    title: "Context-focused crawler",
    sentence: "Learns how pages near a relevant one look, by their distance from it, and follows links of the nearest ones first.",
    source: "Pant §3.4",
    params: &[
        LAYERS,
        Param {
            name: "vocabulary",
            title: "Vocabulary",
            range: Range::Whole {
                min: 1,
                max: 100_000,
                default: 200,
            },
            help: "So many words are asked: those that weigh most in the relevant pages and those one link away.",
        },
        THRESHOLD,
        WORDS,
        SMOOTHING,
        IDF,
    ],
    needs: Needs::TRAILS,
    has_spiders: false,
    parts: &[super::QUEUE_PART, super::LAYER_PART],
    make: |materials| {
        let settings = materials.settings;
        let method = ContextFocused {
            layers: settings.whole(LAYERS.name),
            vocabulary: settings.whole("vocabulary"),
            threshold: settings.real(THRESHOLD.name),
            words: LayerWords::over(settings, Priors::Uniform),
            by_training: Weights::by_training(settings),
        };
        Trained::boxed_with(method, Again::Best, materials)
    },
};

struct ContextFocused {
    layers: usize,
    vocabulary: usize,
    threshold: f64,
    words: LayerWords,
    by_training: bool,
}

impl ContextFocused {
    fn vocabulary(&self, lessons: Lessons<'_>) -> Vec<TermId> {
        let weights = Weights::of(lessons, self.by_training);
        let inner = lessons
            .pages(self.layers)
            .into_iter()
            .filter(|stop| stop.layer < INNER);
        let vectors: Vec<SparseVector> = inner
            .map(|stop| weights.vector(stop.lecture.into()).into_owned())
            .collect();
        let top = SparseVector::centroid(&vectors).top(self.vocabulary);
        let mut terms: Vec<TermId> = top.into_iter().map(|(term, _)| term).collect();
        terms.sort_unstable();
        terms
    }
}

impl Method for ContextFocused {
    type Model = NaiveBayes;
    type Memory = Classed;

    fn classes(&self) -> Vec<String> {
        layer_names(self.layers)
    }

    fn train(&self, lessons: Lessons<'_>) -> Result<NaiveBayes, String> {
        let terms = self.vocabulary(lessons);
        self.words
            .train_on(self.layers, &lessons.pages(self.layers), Some(&terms))
    }

    fn classify(&self, model: &NaiveBayes, pages: &[&Lecture]) -> Vec<Option<usize>> {
        self.words.classify(model, pages)
    }

    fn tables(&self, model: &NaiveBayes, lessons: Lessons<'_>) -> Vec<Insight> {
        LayerWords::tables(model, &self.classes(), lessons)
    }

    fn score(
        &self,
        model: &NaiveBayes,
        crawl: &mut Classed,
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

    fn readings(&self, _model: &NaiveBayes, crawl: &Classed, page: UrlId) -> Vec<Reading> {
        crawl.readings(page, &self.classes())
    }

    fn fits(&self, model: &NaiveBayes) -> bool {
        model.classes() == self.layers
    }
}
