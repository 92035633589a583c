//! Computes the centroid of the trails' relevant pages, and the similarity of texts to it.
//!
//! Source: Batsakis §3.4.2 eq. 11 and 12 (`c`, the centroid of the relevant training pages); Pant §4.1.

use super::{Text, TrainingFold, TrainingLink, TrainingSet, Weights};
use crate::strategy::prelude::*;
use crate::text::SparseVector;
use crate::topic::Feedback;
use serde::{Deserialize, Serialize};

/// The weight by which the trails' other pages are subtracted.
pub(in crate::strategy) const OTHERS: Param<f64> = Param::real(
    "others",
    "Other pages",
    0.0..=4.0,
    0.0,
    "Share of the other pages subtracted from the centroid (Rocchio); 0 as in the thesis.",
)
.training_only();

/// The centroid of the relevant pages.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::strategy) struct RelevantCentroid {
    pub(in crate::strategy) weights: Weights,
    /// The learned centroid.
    centroid: SparseVector,
    /// The person's judgments since the training.
    feedback: Feedback,
    /// The centroid after the judgments.
    moved: SparseVector,
}

impl RelevantCentroid {
    /// Learns from the relevant pages of the trails.
    pub(in crate::strategy) fn train(data: TrainingFold<'_>, by_training: bool, others: f64) -> Self {
        let weights = Weights::new(data, by_training);
        let pages = data.pages(2);
        let centroid = |side: &dyn Fn(usize) -> bool| {
            let of_side = pages.iter().filter(|step| side(step.layer));
            let vectors: Vec<SparseVector> = of_side.map(|step| weights.vector(step.page.into()).unit()).collect();
            SparseVector::centroid(&vectors)
        };
        let (relevant, rest) = (centroid(&|layer| layer == 0), centroid(&|layer| layer > 0));
        let centroid = relevant.positive_difference(&rest.times(others));
        Self { moved: centroid.clone(), feedback: Feedback::default(), centroid, weights }
    }

    /// Applies a person's judgment of a page, or withdraws it with `None` (Rocchio 1971).
    pub(super) fn judge(&mut self, page: &PageView<'_>, good: Option<bool>) {
        let vector = self.weights.vector(page.into());
        self.feedback.judge(page.url, &vector, good);
        self.moved = self.feedback.moved(&self.centroid);
    }

    /// Returns `sim(p, c)`, in 0..=1.
    pub(in crate::strategy) fn page(&self, text: Text<'_>) -> f64 {
        self.weights.vector(text).cosine(&self.moved)
    }

    /// Returns `sim(a, c)`, in 0..=1.
    pub(in crate::strategy) fn anchor(&self, anchor: &str, context: &mut Context<'_>) -> f64 {
        if anchor.is_empty() {
            return 0.0;
        }
        let counts = context.vectorizer.counts(anchor, context.language);
        self.weights.words(&counts, context.vectorizer).cosine(&self.moved)
    }

    /// Returns the similarity of a training link's anchor.
    pub(in crate::strategy) fn link(&self, link: &TrainingLink) -> f64 {
        let text = Text::from(link);
        self.weights.vector(text).cosine(&self.moved)
    }

    /// Returns its words as a table.
    pub(in crate::strategy) fn table(&self, training_set: &TrainingSet) -> ModelTable {
        let unit = self.moved.unit();
        let words = unit.top(types::limits::MODEL_TABLE_ROWS).into_iter();
        let row = |(term, weight)| vec![Cell::Text(training_set.word(term).to_owned()), Cell::Number(weight)];
        ModelTable::new(
            "Words of the relevant pages",
            "Typical words of the pages you marked as relevant. Similar pages and links score higher.",
            &["Word", "Weight"],
            words.map(row),
        )
    }
}
