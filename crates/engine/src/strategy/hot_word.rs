//! The hot-word context graph: a link whose own text has the query's words goes first; every other goes to the queue of the layer that its page is
//! predicted to be of, and within the queue those go first whose text is like the links that your trails followed.
//!
//! `hot(a, q) = sim(a, q) > θ` puts a link into queue 0. Layers are told apart by naive Bayes over the terms of highest χ²; a page of which none is
//! likely enough is of none. Inside a queue the order is `(i, s)`, i the layer whose training links the anchor is most like and `s = sim(h, L_i)`, the mean
//! cosine with the anchors of all of them; links that the trails passed by are the class after the last layer.
//! The paper gives no θ. Source: Tsay §3; §4 for the ranking of the output.

use super::again::Again;
use super::trained::{
    Classed, LAYERS, LayerWords, Lecture, Lessons, Method, Pointer, SMOOTHING, TERMS, THRESHOLD,
    Trained, WORDS, layer_names, layer_queue, most_likely, queued,
};
use super::{Context, Entry, LinkView, Needs, PageView, Param, Range, Survey};
use crate::frontier::Score;
use crate::graph::UrlId;
use crate::learn::{NaiveBayes, Priors};
use crate::report::{Insight, Reading};
use crate::text::SparseVector;
use serde::{Deserialize, Serialize};

pub(super) const ENTRY: Entry = Entry {
    id: "hot-word",
    title: "Hot words and link layers",
    sentence: "Takes links with your words at once, and the others by how near to a relevant page your trails say that their page is.",
    source: "Tsay §3",
    params: &[
        LAYERS,
        Param {
            name: "hot",
            title: "Hot",
            range: Range::Real {
                min: 0.0,
                max: 1.0,
                default: 0.5,
            },
            help: "A link whose text is more like your words than this goes first, whatever its page is.",
        },
        THRESHOLD,
        TERMS,
        WORDS,
        SMOOTHING,
    ],
    needs: Needs {
        query: true,
        ..Needs::TRAILS
    },
    has_spiders: false,
    parts: &[super::QUEUE_PART, super::TRAIL_ANCHOR_PART],
    make: |materials| {
        let settings = materials.settings;
        let method = HotWord {
            layers: settings.whole(LAYERS.name),
            hot: settings.real("hot"),
            threshold: settings.real(THRESHOLD.name),
            words: LayerWords::of(settings, Priors::Estimated),
        };
        Trained::boxed_with(method, Again::Best, materials)
    },
};

struct HotWord {
    layers: usize,
    hot: f64,
    threshold: f64,
    words: LayerWords,
}

#[derive(Serialize, Deserialize)]
struct Model {
    words: NaiveBayes,
    /// For each layer, and for links passed by, the mean of the anchors of the links into it, each of length 1.
    anchors: Vec<SparseVector>,
}

impl HotWord {
    fn anchors(&self, lessons: Lessons<'_>) -> Vec<SparseVector> {
        let unit = |link: &Pointer| SparseVector::raw(&link.anchor).unit();
        let mut into: Vec<Vec<SparseVector>> = vec![Vec::new(); self.layers + 1];
        for trail in lessons.numbers() {
            for found in lessons.followed(trail, self.layers) {
                into[found.layer].push(unit(found.link));
            }
        }
        for stop in lessons.pages(self.layers) {
            let passed = stop.lecture.links.iter().filter(|link| link.to.is_none());
            into[self.layers].extend(passed.map(unit));
        }
        into.iter().map(SparseVector::centroid).collect()
    }

    /// What links lead to: a layer, or nothing of the trails.
    fn linked(&self) -> Vec<String> {
        let none = "not followed".to_owned();
        layer_names(self.layers).into_iter().chain([none]).collect()
    }

    /// The queue of a link: 0 for a hot one, else the layer of its page; the number of layers for a page of none.
    fn queue(&self, shares: &[f64], hot: f64) -> usize {
        if hot > self.hot {
            0
        } else {
            layer_queue(shares, self.threshold).0
        }
    }
}

/// The place `(i, s)` inside a queue as one number in 0..=1: the class that the anchor is most like decides, a smaller one first, then how much it is.
/// An anchor like none is of the last.
fn in_queue(likeness: &[f64]) -> f64 {
    let classes = likeness.len().max(1) as f64;
    match most_likely(likeness) {
        (class, much) if much > 0.0 => (classes - 1.0 - class as f64 + much.min(1.0)) / classes,
        _ => 0.0,
    }
}

impl Method for HotWord {
    type Model = Model;
    type Memory = Classed;

    fn classes(&self) -> Vec<String> {
        layer_names(self.layers)
    }

    fn train(&self, lessons: Lessons<'_>) -> Result<Model, String> {
        Ok(Model {
            words: self.words.train(self.layers, lessons)?,
            anchors: self.anchors(lessons),
        })
    }

    fn classify(&self, model: &Model, pages: &[&Lecture]) -> Vec<Option<usize>> {
        self.words.classify(&model.words, pages)
    }

    fn tables(&self, model: &Model, lessons: Lessons<'_>) -> Vec<Insight> {
        let mut tables = LayerWords::tables(&model.words, &self.classes(), lessons);
        tables.push(super::trained::anchor_table(
            &model.anchors,
            &self.linked(),
            lessons.course,
        ));
        tables
    }

    fn score(
        &self,
        model: &Model,
        crawl: &mut Classed,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        let shares = self.words.shares(&model.words, page.counts);
        let of_link = |view: &LinkView<'_>| {
            let anchor = &view.link.anchor;
            let counts = context.lens.counts(anchor, context.language);
            let queue = self.queue(&shares, context.likeness(&counts));
            let unit = SparseVector::raw(&counts).unit();
            let likeness: Vec<f64> = model.anchors.iter().map(|layer| unit.dot(layer)).collect();
            Some(queued(queue, self.layers, in_queue(&likeness)))
        };
        let scores = links.iter().map(of_link).collect();
        crawl.insert(page.id, shares);
        scores
    }

    fn readings(&self, _model: &Model, crawl: &Classed, page: UrlId) -> Vec<Reading> {
        crawl.readings(page, &self.classes())
    }

    fn insights(&self, crawl: &Classed, survey: &Survey<'_>) -> Vec<Insight> {
        crawl.ranking(survey)
    }

    fn fits(&self, model: &Model) -> bool {
        model.words.classes() == self.layers && model.anchors.len() == self.layers + 1
    }
}
