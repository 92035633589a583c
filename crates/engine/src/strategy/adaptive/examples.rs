//! Stores the pages of the trails as evidence for the topic: the strategy learns from them as from pages that the person rated.
//!
//! Source: relevance feedback, Rocchio 1971; the pages marked as relevant are those of Batsakis §3.4.

use super::idf::{STORED_TERMS_PER_PAGE, SmoothedIdf};
use crate::strategy::ExampleView;
use crate::text::TermId;
use crate::vectors::TermVectors;
use serde::{Deserialize, Serialize};

/// The pages of the trails that could be read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Examples {
    /// The document frequencies of their terms.
    pub(super) idf: SmoothedIdf,
    pub(super) pages: Vec<ExamplePage>,
}

/// A page of the trails.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ExamplePage {
    /// Its heaviest terms, with the weights `1 + ln f`.
    pub(super) words: Box<[(TermId, f64)]>,
    /// The person marked it as relevant.
    pub(super) is_relevant: bool,
    /// False for a page in a language without vectors.
    pub(super) has_vector: bool,
}

impl Examples {
    /// Adds a page.
    pub(super) fn study(&mut self, example: &ExampleView<'_>, is_relevant: bool) {
        self.idf.observe(example.counts);
        self.pages.push(ExamplePage {
            words: self
                .idf
                .heaviest_terms(example.counts, STORED_TERMS_PER_PAGE, |_| false),
            is_relevant,
            has_vector: TermVectors::cover(example.language),
        });
    }

    /// Returns the number of relevant pages.
    pub(super) fn relevant(&self) -> f64 {
        let relevant = self.pages.iter().filter(|page| page.is_relevant);
        relevant.count() as f64
    }
}
