//! The hot-word context graph: links whose own text contains a query word come first. Other links go to the queue of
//! their page's predicted layer, where links with texts similar to the followed links of the trails come first.
//!
//! A link is hot, in queue 0, if `sim(a, q) > θ`. The paper gives no θ. Its premise is that a hot link contains a query
//! word, and its example (研究所甄試 for 碩士班甄試) shares one bigram of four, a cosine of 1/4: the default is below that.
//!
//! Naive Bayes over the terms of highest χ² distinguishes the layers 0 to N = 4. Training pages farther away, or that
//! lead to no relevant page, are in no layer ("each document appearing in the context graphs is assigned a label"). A
//! crawled page is of the class "other", the paper's N + 1, if no layer is likely enough.
//!
//! Within a queue the order is `(i, s)`: i is the set of training links with the most similar anchors, `s = sim(h,
//! L_i)` the mean cosine with them. `L_i` has every link between training pages by its target's smallest layer,
//! followed or not; `L_{N+1}` has the links to pages in no layer. Links that leave the training pages are sampled
//! ([`types::limits::UNFOLLOWED_LINKS`] per page).
//!
//! Source: Tsay §3; §4 for the ranking of the output.

use super::framework::prelude::*;
use crate::learning::{NaiveBayes, Priors};
use crate::text::{SparseVector, TermCounts};
use serde::{Deserialize, Serialize};

const HOT: Param<f64> =
    Param::share("hot", "Hot", 0.2, "Links whose text is more similar to your query than this go first, on any page.");

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "hot-word",
    title: "Hot words and link layers",
    description: "Follows links with your words first, and others by their page's predicted distance to a relevant \
        page.",
    family: Family::Trained,
    source: "Tsay §3",
    params: declare![GRAPH_LAYERS, HOT, THRESHOLD, TERMS, WORDS, SMOOTHING,],
    needs: Needs { query: true, ..Needs::TRAILS },
    scores_pages_independently: true,
    parts: &[super::QUEUE_PART, super::TRAIL_ANCHOR_PART],
    make: |inputs| {
        let settings = inputs.settings;
        let learner = HotWord {
            layers: settings.get(&GRAPH_LAYERS),
            hot: settings.get(&HOT),
            threshold: settings.get(&THRESHOLD),
            words: WordClassifier::new(settings, Priors::Estimated),
        };
        Trained::boxed(learner, inputs)
    },
};

struct HotWord {
    layers: usize,
    hot: f64,
    threshold: f64,
    words: WordClassifier,
}

#[derive(Serialize, Deserialize)]
struct Model {
    words: NaiveBayes,
    /// For each of the sets `L_0` to `L_{N+1}`, the mean of its links' anchor vectors, each of length 1.
    anchors: Vec<SparseVector>,
}

impl Model {
    /// Returns the order within a queue of a link with this anchor, in 0..=1 ([`in_queue`]).
    fn nearness(&self, anchor: &TermCounts) -> f64 {
        let unit = SparseVector::raw(anchor).unit();
        let likeness: Vec<f64> = self.anchors.iter().map(|layer| unit.dot(layer)).collect();
        in_queue(&likeness)
    }
}

impl HotWord {
    fn anchors(&self, data: TrainingFold<'_>) -> Vec<SparseVector> {
        let mut sets: Vec<Vec<SparseVector>> = vec![Vec::new(); self.layers + 1];
        for (set, link) in data.link_sets(self.layers) {
            sets[set].push(SparseVector::raw(&link.anchor).unit());
        }
        sets.iter().map(SparseVector::centroid).collect()
    }

    /// Returns the queue of a link: 0 for a hot one, else the layer of its page, or the number of layers for a page in
    /// no layer.
    fn queue(&self, shares: &[f64], hot: f64) -> usize {
        if hot > self.hot { 0 } else { layer_queue(shares, self.threshold).0 }
    }
}

/// Encodes the order `(i, s)` within a queue as a number in 0..=1: the set with the most similar anchors decides, a
/// smaller index first, then the similarity. An anchor without any similarity belongs to the last set.
fn in_queue(likeness: &[f64]) -> f64 {
    let classes = likeness.len().max(1) as f64;
    match most_likely(likeness) {
        (class, much) if much > 0.0 => (classes - 1.0 - class as f64 + much.min(1.0)) / classes,
        _ => 0.0,
    }
}

impl Learner for HotWord {
    type Model = Model;
    type State = ClassProbabilities;

    fn classes(&self) -> Vec<String> {
        graph_names(self.layers)
    }

    fn train(&self, data: TrainingFold<'_>) -> Result<Model, String> {
        Ok(Model {
            words: self.words.train(self.layers, &data.context_graph(self.layers))?,
            anchors: self.anchors(data),
        })
    }

    fn classify(&self, model: &Model, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        self.words.queues(&model.words, pages, self.threshold)
    }

    fn link_scores(&self, model: &Model, steps: &[TrailStep<'_>]) -> Vec<Vec<f64>> {
        let links = |step: &TrailStep<'_>| {
            let links = step.page.links.iter();
            links.map(|link| model.nearness(&link.anchor)).collect()
        };
        steps.iter().map(links).collect()
    }

    fn tables(&self, model: &Model, data: TrainingFold<'_>) -> Vec<ModelTable> {
        let mut tables = WordClassifier::tables(&model.words, &self.classes()[..self.layers], data);
        tables.push(anchor_table(&model.anchors, &self.classes(), data.training_set));
        tables
    }

    fn score(
        &self,
        model: &Model,
        crawl: &mut ClassProbabilities,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let shares = self.words.shares(&model.words, page.counts);
        let of_link = |view: &LinkView<'_>| {
            let anchor = &view.link.anchor;
            let counts = context.vectorizer.counts(anchor, context.language);
            let queue = self.queue(&shares, context.likeness(&counts));
            Some(queued(queue, self.layers, model.nearness(&counts)))
        };
        let scores = links.iter().map(of_link).collect();
        crawl.insert(page.id, shares);
        scores
    }

    fn predictions(&self, _model: &Model, crawl: &ClassProbabilities, page: UrlId) -> Vec<PagePrediction> {
        crawl.predictions(page, &self.classes())
    }

    fn model_tables(&self, crawl: &ClassProbabilities, overview: &CrawlOverview<'_>) -> Vec<ModelTable> {
        crawl.ranking(overview)
    }

    fn fits(&self, model: &Model) -> bool {
        model.words.classes() == self.layers && model.anchors.len() == self.layers + 1
    }
}
