//! What the relevant pages of the trails have in common: their centroid, and how near a text is to it.
//!
//! Source: Batsakis §3.4.2 eq. 11 and 12 (`c`, the centroid of the relevant training pages); Pant §4.1.

use super::{Course, Lessons, Text, Weights};
use crate::report::{Cell, Insight};
use crate::strategy::{Context, PageView, Param, Range};
use crate::text::{SparseVector, TermCounts};
use crate::topic::Feedback;
use serde::{Deserialize, Serialize};

/// Whether the other pages of the trails count against a page.
pub(in crate::strategy) const OTHERS: Param = Param {
    name: "others",
    title: "Other pages",
    range: Range::Real {
        min: 0.0,
        max: 4.0,
        default: 0.0,
    },
    help: "How much of the other pages is taken off the centroid (Rocchio): what every page of your trails says then says nothing. 0: as in the thesis.",
};

/// The centroid of the relevant pages.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::strategy) struct Target {
    pub(in crate::strategy) weights: Weights,
    /// As it was learned.
    centroid: SparseVector,
    /// What the person said since.
    feedback: Feedback,
    /// As it is with that.
    moved: SparseVector,
}

impl Target {
    /// Learns from the relevant pages of the trails.
    pub(in crate::strategy) fn train(lessons: Lessons<'_>, by_training: bool, others: f64) -> Self {
        let weights = Weights::of(lessons, by_training);
        let pages = lessons.pages(2);
        let centroid = |side: &dyn Fn(usize) -> bool| {
            let of_side = pages.iter().filter(|stop| side(stop.layer));
            let vectors: Vec<SparseVector> = of_side
                .map(|stop| weights.vector(stop.lecture.into()).unit())
                .collect();
            SparseVector::centroid(&vectors)
        };
        let (relevant, rest) = (centroid(&|layer| layer == 0), centroid(&|layer| layer > 0));
        let centroid = relevant.beyond(&rest.times(others));
        Self {
            moved: centroid.clone(),
            feedback: Feedback::default(),
            centroid,
            weights,
        }
    }

    /// The person says that a page is relevant, or that it is not, or takes that back (Rocchio 1971).
    pub(super) fn judge(&mut self, page: &PageView<'_>, good: Option<bool>) {
        let vector = self.weights.vector(page.into());
        self.feedback.judge(page.url, &vector, good);
        self.moved = self.feedback.moved(&self.centroid);
    }

    /// `sim(p, c)`, in 0..=1.
    pub(in crate::strategy) fn page(&self, text: Text<'_>) -> f64 {
        self.weights.vector(text).cosine(&self.moved)
    }

    /// `sim(a, c)`, in 0..=1.
    pub(in crate::strategy) fn anchor(&self, anchor: &str, context: &mut Context<'_>) -> f64 {
        if anchor.is_empty() {
            return 0.0;
        }
        let counts = context.lens.counts(anchor, context.language);
        self.weights
            .words(&counts, context.lens)
            .cosine(&self.moved)
    }

    /// The same of an anchor that was read for training. Where the crawl's weights count, which are not known then, all words weigh alike.
    pub(in crate::strategy) fn words(&self, anchor: &TermCounts) -> f64 {
        let vector = match &self.weights {
            Weights::Training(idf) => SparseVector::weighted(anchor, idf),
            Weights::Crawl => SparseVector::raw(anchor),
        };
        vector.cosine(&self.moved)
    }

    /// Its words, for people.
    pub(in crate::strategy) fn table(&self, course: &Course) -> Insight {
        let unit = self.moved.unit();
        let words = unit.top(crate::limits::INSIGHT_ROWS).into_iter();
        let row = |(term, weight)| {
            vec![
                Cell::Text(course.word(term).to_owned()),
                Cell::Number(weight),
            ]
        };
        Insight::new(
            "Words of the relevant pages",
            "What the pages that you marked as relevant have in common: pages and links near to it are worth more.",
            &["Word", "Weight"],
            words.map(row),
        )
    }
}
