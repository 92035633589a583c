//! Applies a person's feedback during the crawl: relevant and other pages, boosted and excluded words.
//!
//! Judged pages move the topic's vector as in Rocchio's relevance feedback: `q' = q + β · mean(relevant) − γ ·
//! mean(others)`, all of length 1; negative weights are dropped, and only the heaviest new words are kept. Words that
//! the person boosts or excludes are applied last.
//!
//! Source: Rocchio 1971; the weights β = 0.75 and γ = 0.15 relative to 1 are those of Manning, Raghavan and Schütze
//! 2008, §9.1.1. Not covered: the source of the pages, and the rescoring of the frontier ([`crate::crawl`]).

use super::Vectorizer;
use crate::text::{Language, SparseVector, TermId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::limits;
use types::url::CanonicalUrl;

/// The weight of relevant pages relative to the query.
pub(super) const RELEVANT: f64 = 0.75;
/// The weight of other pages.
pub(super) const OTHERS: f64 = 0.15;

/// The feedback so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Feedback {
    /// The judged pages: true if relevant, with their vectors at length 1.
    judged: BTreeMap<CanonicalUrl, (bool, SparseVector)>,
    /// Words with the factors of their weights; 0 for excluded words. The crawl ensures one spelling per word.
    words: BTreeMap<String, f64>,
}

impl Feedback {
    pub(super) fn is_empty(&self) -> bool {
        self.judged.is_empty() && self.words.is_empty()
    }

    /// Returns whether pages are judged.
    pub(super) fn has_judged(&self) -> bool {
        !self.judged.is_empty()
    }

    /// Sets the judgment of a page, or withdraws it with `None`.
    pub(crate) fn judge(&mut self, url: &CanonicalUrl, page: &SparseVector, good: Option<bool>) {
        match good {
            Some(good) => self.judged.insert(url.clone(), (good, page.unit())),
            None => self.judged.remove(url),
        };
    }

    /// Sets the factor on a word's weight; 1 withdraws it.
    pub(super) fn weigh(&mut self, word: &str, weight: f64) {
        if weight.total_cmp(&1.0).is_eq() {
            self.words.remove(word);
        } else {
            self.words.insert(word.to_owned(), weight);
        }
    }

    /// Returns the reweighted words.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.keys().map(String::as_str)
    }

    /// Returns the topic's vector with all feedback applied.
    pub(super) fn applied(
        &self,
        topic: &SparseVector,
        language: Option<Language>,
        vectorizer: &mut Vectorizer,
    ) -> SparseVector {
        let mut applied = self.moved(topic);
        for (word, weight) in &self.words {
            let terms = vectorizer.vector(word, language);
            applied = reweighed(&applied, &terms, *weight);
        }
        applied
    }

    /// Returns the topic moved toward relevant pages and away from others.
    pub(crate) fn moved(&self, topic: &SparseVector) -> SparseVector {
        if self.judged.is_empty() {
            return topic.clone();
        }
        let topic = topic.unit();
        let mean = |wanted: bool, weight: f64| {
            let pages = self.judged.values().filter(|(good, _)| *good == wanted);
            SparseVector::centroid(pages.map(|(_, page)| page)).times(weight)
        };
        let towards: SparseVector = topic.iter().chain(mean(true, RELEVANT).iter()).collect();
        let moved = towards.positive_difference(&mean(false, OTHERS));
        let (known, new): (Vec<_>, Vec<_>) = moved.iter().partition(|(term, _)| topic.get(*term) > 0.0);
        let new: SparseVector = new.into_iter().collect();
        let new = new.top(limits::FEEDBACK_WORDS);
        known.into_iter().chain(new).collect()
    }
}

/// Returns a vector in which the terms of a word have their weight times a factor; a missing term counts with the
/// vector's mean weight.
fn reweighed(vector: &SparseVector, word: &SparseVector, weight: f64) -> SparseVector {
    let sum = vector.iter().fold(0.0, |sum, (_, weight)| sum + weight);
    let mean = if vector.is_empty() { 1.0 } else { sum / vector.len() as f64 };
    let is_in_word = |term: TermId| word.get(term) > 0.0;
    let rest = vector.iter().filter(|(term, _)| !is_in_word(*term));
    let changed = word.iter().map(|(term, _)| {
        let known = vector.get(term);
        (term, weight * if known > 0.0 { known } else { mean })
    });
    rest.chain(changed).collect()
}
