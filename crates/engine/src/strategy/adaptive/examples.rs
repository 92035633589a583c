//! Stores the pages of the trails as evidence for the topic, which is learned from them as from pages that the person
//! rated.
//!
//! Source: relevance feedback, Rocchio 1971; the pages marked as relevant are those of Batsakis §3.4.

use super::idf::{STORED_TERMS_PER_PAGE, SmoothedIdf};
use crate::strategy::prelude::*;
use crate::text::TermId;
use crate::vectors::{TermVectors, TextVector};
use serde::{Deserialize, Serialize};

/// Maximum number of stored pages that are relevant, and of those that are not. The first ones of the trails are
/// stored.
const MOST: u32 = 1_000;
/// Maximum weight of a term: `1 + ln f` for any 32-bit count.
const MAX_WEIGHT: f64 = 24.0;

/// The pages of the trails that could be read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Examples {
    /// The document frequencies of their terms.
    pub(super) idf: SmoothedIdf,
    pub(super) pages: Vec<ExamplePage>,
    relevant: u32,
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
    /// The vector of its terms at length 1, once it was needed.
    #[serde(skip)]
    pub(super) vector: Option<TextVector>,
}

impl Examples {
    /// Adds a page.
    pub(super) fn study(&mut self, example: &ExampleView<'_>, is_relevant: bool) {
        let others = crate::count(self.pages.len()) - self.relevant;
        let known = if is_relevant { self.relevant } else { others };
        if known == MOST {
            return;
        }
        self.relevant += u32::from(is_relevant);
        self.idf.observe(example.counts);
        self.pages.push(ExamplePage {
            words: self.idf.heaviest_terms(example.counts, STORED_TERMS_PER_PAGE, |_| false),
            is_relevant,
            has_vector: TermVectors::cover(example.language),
            vector: None,
        });
    }

    /// Returns the number of relevant pages.
    pub(super) fn relevant(&self) -> f64 {
        f64::from(self.relevant)
    }

    /// Returns true if this version could have stored the pages.
    pub(super) fn is_valid(&self) -> bool {
        let relevant = self.pages.iter().filter(|page| page.is_relevant).count();
        let mut weights = self.pages.iter().flat_map(|page| &page.words);
        crate::count(relevant) == self.relevant && weights.all(|(_, weight)| (1.0..=MAX_WEIGHT).contains(weight))
    }
}
