//! The word weights of a learner: by the idf of the trails' pages, or of the crawl.

use super::{TrainingFold, TrainingLink, TrainingPage};
use crate::strategy::prelude::*;
use crate::text::{Idf, SparseVector, TermCounts};
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
    pub(in crate::strategy) fn words(
        &self,
        counts: &TermCounts,
        vectorizer: &crate::topic::Vectorizer,
    ) -> SparseVector {
        match self {
            Self::Training(idf) => SparseVector::weighted(counts, idf),
            Self::Crawl => vectorizer.weigh(counts),
        }
    }
}
