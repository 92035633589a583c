//! What the relevant pages of the trails have in common: their centroid, and how near a text is to it.
//!
//! Source: Batsakis §3.4.2 eq. 11 and 12 (`c`, the centroid of the relevant training pages); Pant §4.1.

use super::{Course, Lessons, Text, Weights};
use crate::report::{Cell, Insight};
use crate::strategy::Context;
use crate::text::SparseVector;
use serde::{Deserialize, Serialize};

/// The centroid of the relevant pages.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::strategy) struct Target {
    pub(in crate::strategy) weights: Weights,
    centroid: SparseVector,
}

impl Target {
    /// Learns from the relevant pages of the trails.
    pub(in crate::strategy) fn train(lessons: Lessons<'_>, by_training: bool) -> Self {
        let weights = Weights::of(lessons, by_training);
        let relevant = lessons.pages(2).into_iter().filter(|stop| stop.layer == 0);
        let vectors: Vec<SparseVector> = relevant
            .map(|stop| weights.vector(stop.lecture.into()).into_owned())
            .collect();
        Self {
            centroid: SparseVector::centroid(&vectors),
            weights,
        }
    }

    /// `sim(p, c)`, in 0..=1.
    pub(in crate::strategy) fn page(&self, text: Text<'_>) -> f64 {
        self.weights.vector(text).cosine(&self.centroid)
    }

    /// `sim(a, c)`, in 0..=1.
    pub(in crate::strategy) fn anchor(&self, anchor: &str, context: &mut Context<'_>) -> f64 {
        if anchor.is_empty() {
            return 0.0;
        }
        let counts = context.lens.counts(anchor, context.language);
        self.weights
            .words(&counts, context.lens)
            .cosine(&self.centroid)
    }

    /// Its words, for people.
    pub(in crate::strategy) fn table(&self, course: &Course) -> Insight {
        let unit = self.centroid.unit();
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
