//! The word weights of a learner, the centroid of the trails' relevant pages, and the similarity of texts to it.
//!
//! Source: Batsakis §3.4.2 eq. 11 and 12 (`c`, the centroid of the relevant training pages); Pant §4.1.

use super::{TrainingFold, TrainingLink, TrainingPage, TrainingSet};
use crate::strategy::prelude::*;
use crate::text::{Idf, SparseVector, TermCounts};
use crate::topic::{Feedback, Vectorizer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The words of a page or of a training link, whether it was read for training or during the crawl.
#[derive(Clone, Copy, Debug)]
pub(in crate::strategy) struct Text<'a> {
    pub(in crate::strategy) counts: &'a TermCounts,
    /// Its vector under the idf of the crawl.
    vector: &'a SparseVector,
}

impl<'a> From<&'a TrainingPage> for Text<'a> {
    fn from(TrainingPage { counts, vector, .. }: &'a TrainingPage) -> Self {
        Self { counts, vector }
    }
}

impl<'a> From<&'a TrainingLink> for Text<'a> {
    fn from(link: &'a TrainingLink) -> Self {
        Self { counts: &link.anchor, vector: &link.anchor_vector }
    }
}

impl<'a> From<&PageView<'a>> for Text<'a> {
    fn from(PageView { counts, vector, .. }: &PageView<'a>) -> Self {
        Self { counts, vector }
    }
}

/// The source of the word weights.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::strategy) enum Weights {
    /// The idf of the training pages.
    Training(Idf),
    /// The idf of the crawl.
    Crawl,
}

impl Weights {
    /// Creates the weights that the settings ask for.
    pub(in crate::strategy) fn new(data: TrainingFold<'_>, by_training: bool) -> Self {
        if by_training { Self::Training(data.idf()) } else { Self::Crawl }
    }

    /// Returns a page as a vector.
    pub(in crate::strategy) fn vector<'a>(&self, text: Text<'a>) -> Cow<'a, SparseVector> {
        match self {
            Self::Training(idf) => Cow::Owned(SparseVector::weighted(text.counts, idf)),
            Self::Crawl => Cow::Borrowed(text.vector),
        }
    }

    /// Returns words without a vector, such as those of an anchor, as a vector.
    pub(in crate::strategy) fn words(&self, counts: &TermCounts, vectorizer: &Vectorizer) -> SparseVector {
        match self {
            Self::Training(idf) => SparseVector::weighted(counts, idf),
            Self::Crawl => vectorizer.weigh(counts),
        }
    }
}

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
    /// Learns from the relevant pages of the trails. If there are no other pages, words are not weighted by the trails,
    /// whose common words are then those of the topic.
    pub(in crate::strategy) fn train(data: TrainingFold<'_>, by_training: bool, others: f64) -> Self {
        let pages = data.pages(2);
        let has_others = pages.iter().any(|step| step.layer > 0);
        let weights = Weights::new(data, by_training && has_others);
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
