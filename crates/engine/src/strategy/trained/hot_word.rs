//! The hot-word context graph: a link whose own text has the query's words goes first; every other goes to the queue of the layer that its page is
//! predicted to be of, and within the queue those go first whose text is like the links that your trails followed.
//!
//! `hot(a, q) = sim(a, q) > θ` puts a link into queue 0. The paper gives no θ. Its premise is that a hot link contains a query word, and its example
//! (研究所甄試 for 碩士班甄試) has one bigram of four in common, a cosine of 1/4: the default is below that.
//!
//! Layers 0 to N, N = 4, are told apart by naive Bayes over the terms of highest χ² for each of them. Training pages that are farther, or that led to no
//! relevant page, are in no layer ("each document appearing in the context graphs is assigned a label"); a crawled page of which no layer is likely enough is of
//! the class "other", the paper's N + 1.
//!
//! Inside a queue the order is `(i, s)`, i the set of training links whose anchors are most like the link's and `s = sim(h, L_i)`, the mean cosine with all of them.
//! `L_i` has every link between training pages by its target's least layer, whether or not a trail followed it; `L_{N+1}` has the links to pages in no layer. Of the
//! links that lead out of the training pages a sample counts ([`types::limits::UNFOLLOWED_LINKS`] a page).
//!
//! Source: Tsay §3; §4 for the ranking of the output.

use super::framework::{
    ClassProbabilities, GRAPH_LAYERS, Learner, SMOOTHING, TERMS, THRESHOLD, Trained, TrainingFold,
    TrainingPage, WORDS, WordClassifier, graph_names, layer_queue, most_likely, queued,
};
use crate::frontier::Score;
use crate::graph::UrlId;
use crate::learning::{NaiveBayes, Priors};
use crate::strategy::{
    Context, CrawlOverview, Entry, LinkView, PageView, Param, Rediscovery, declare,
};
use crate::text::SparseVector;
use serde::{Deserialize, Serialize};
use types::report::{ModelTable, PagePrediction};
use types::strategy::{Family, Needs};

const HOT: Param<f64> = Param::share(
    "hot",
    "Hot",
    0.2,
    "Links whose text is more similar to your query than this go first, on any page.",
);

pub(in crate::strategy) const ENTRY: Entry = Entry {
    id: "hot-word",
    title: "Hot words and link layers",
    sentence: "Follows links with your words first, and others by their page's predicted distance to a relevant page.",
    family: Family::Trained,
    source: "Tsay §3",
    params: declare![GRAPH_LAYERS, HOT, THRESHOLD, TERMS, WORDS, SMOOTHING,],
    needs: Needs {
        query: true,
        ..Needs::TRAILS
    },
    has_spiders: false,
    parts: &[super::QUEUE_PART, super::TRAIL_ANCHOR_PART],
    make: |inputs| {
        let settings = inputs.settings;
        let learner = HotWord {
            layers: settings.get(&GRAPH_LAYERS),
            hot: settings.get(&HOT),
            threshold: settings.get(&THRESHOLD),
            words: WordClassifier::of(settings, Priors::Estimated),
        };
        Trained::boxed_with(learner, Rediscovery::Best, inputs)
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
    /// For each of the sets `L_0` to `L_{N+1}`, the mean of the anchors of its links, each of length 1.
    anchors: Vec<SparseVector>,
}

impl HotWord {
    fn anchors(&self, data: TrainingFold<'_>) -> Vec<SparseVector> {
        let mut sets: Vec<Vec<SparseVector>> = vec![Vec::new(); self.layers + 1];
        for (set, link) in data.link_sets(self.layers) {
            sets[set].push(SparseVector::raw(&link.anchor).unit());
        }
        sets.iter().map(SparseVector::centroid).collect()
    }

    /// Returns the queue of a link: 0 for a hot one, else the layer of its page; the number of layers for a page of none.
    fn queue(&self, shares: &[f64], hot: f64) -> usize {
        if hot > self.hot {
            0
        } else {
            layer_queue(shares, self.threshold).0
        }
    }
}

/// Returns the place `(i, s)` inside a queue as one number in 0..=1: the class that the anchor is most like decides, a smaller one first, then how much it is.
/// An anchor like none is of the last.
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
            words: self
                .words
                .train(self.layers, &data.context_graph(self.layers))?,
            anchors: self.anchors(data),
        })
    }

    fn classify(&self, model: &Model, pages: &[&TrainingPage]) -> Vec<Option<usize>> {
        self.words.queues(&model.words, pages, self.threshold)
    }

    fn tables(&self, model: &Model, data: TrainingFold<'_>) -> Vec<ModelTable> {
        let mut tables = WordClassifier::tables(&model.words, &self.classes()[..self.layers], data);
        tables.push(super::framework::anchor_table(
            &model.anchors,
            &self.classes(),
            data.training_set,
        ));
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
            let unit = SparseVector::raw(&counts).unit();
            let likeness: Vec<f64> = model.anchors.iter().map(|layer| unit.dot(layer)).collect();
            Some(queued(queue, self.layers, in_queue(&likeness)))
        };
        let scores = links.iter().map(of_link).collect();
        crawl.insert(page.id, shares);
        scores
    }

    fn predictions(
        &self,
        _model: &Model,
        crawl: &ClassProbabilities,
        page: UrlId,
    ) -> Vec<PagePrediction> {
        crawl.predictions(page, &self.classes())
    }

    fn model_tables(
        &self,
        crawl: &ClassProbabilities,
        overview: &CrawlOverview<'_>,
    ) -> Vec<ModelTable> {
        crawl.ranking(overview)
    }

    fn fits(&self, model: &Model) -> bool {
        model.words.classes() == self.layers && model.anchors.len() == self.layers + 1
    }
}
