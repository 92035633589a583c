//! Counts the occurrences of terms in a text: the `f` of Batsakis eq. 1, weighted by field.

use super::{Analyzer, Language, TermId, Terms};
use serde::{Deserialize, Serialize};

/// Term counts: terms ascending, each once, with counts of at least 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(TermId, u32)>", into = "Vec<(TermId, u32)>")]
pub struct TermCounts {
    entries: Vec<(TermId, u32)>,
}

impl TermCounts {
    /// Creates empty counts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the counts of one text.
    pub fn count(text: &str, language: Option<Language>, analyzer: &mut Analyzer, terms: &mut Terms) -> Self {
        let mut found = Vec::with_capacity(text.len() / 8);
        analyzer.term_ids(text, language, terms, |term| found.push(term));
        found.into_iter().collect()
    }

    /// Adds other counts, each times `weight` (Evolving §2.1.4 gives titles and headings more weight).
    pub fn merge(&mut self, other: &Self, weight: u32) {
        let mut all = std::mem::take(&mut self.entries);
        all.extend(other.entries.iter().map(|&(term, n)| (term, n.saturating_mul(weight))));
        self.entries = summed(all);
    }

    /// Returns these counts less others.
    #[must_use]
    pub fn minus(&self, others: &Self) -> Self {
        let left = self.iter().map(|(term, n)| (term, n.saturating_sub(others.get(term))));
        left.collect()
    }

    /// Returns the counts of these terms only, which must be ascending.
    #[must_use]
    pub fn only(&self, terms: &[TermId]) -> Self {
        let kept = |(term, _): &(TermId, u32)| terms.binary_search(term).is_ok();
        Self { entries: self.entries.iter().copied().filter(kept).collect() }
    }

    /// Returns the count of a term, 0 if it is absent.
    pub fn get(&self, term: TermId) -> u32 {
        let place = self.entries.binary_search_by_key(&term, |&(id, _)| id);
        place.map_or(0, |i| self.entries[i].1)
    }

    /// Returns the terms, ascending, with their counts.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (TermId, u32)> + '_ {
        self.entries.iter().copied()
    }

    /// Returns the largest count, the divisor of tf; 0 without terms.
    pub fn max(&self) -> u32 {
        self.entries.iter().map(|&(_, n)| n).max().unwrap_or(0)
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> u64 {
        self.entries.iter().map(|&(_, n)| u64::from(n)).sum()
    }

    /// Returns the number of distinct terms.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there are no terms.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Counts terms given one by one, in any order.
impl FromIterator<TermId> for TermCounts {
    fn from_iter<I: IntoIterator<Item = TermId>>(terms: I) -> Self {
        let mut all: Vec<TermId> = terms.into_iter().collect();
        all.sort_unstable();
        let mut entries: Vec<(TermId, u32)> = Vec::new();
        for term in all {
            match entries.last_mut() {
                Some((last, n)) if *last == term => *n = n.saturating_add(1),
                _ => entries.push((term, 1)),
            }
        }
        Self { entries }
    }
}

impl From<Vec<(TermId, u32)>> for TermCounts {
    fn from(counts: Vec<(TermId, u32)>) -> Self {
        counts.into_iter().collect()
    }
}

impl From<TermCounts> for Vec<(TermId, u32)> {
    fn from(counts: TermCounts) -> Self {
        counts.entries
    }
}

/// Sums counts given in any order; counts of zero are dropped.
impl FromIterator<(TermId, u32)> for TermCounts {
    fn from_iter<I: IntoIterator<Item = (TermId, u32)>>(counts: I) -> Self {
        let entries = summed(counts.into_iter().collect());
        Self { entries }
    }
}

/// Returns counts ascending by term, each term once, without zeros.
fn summed(mut all: Vec<(TermId, u32)>) -> Vec<(TermId, u32)> {
    all.retain(|&(_, n)| n > 0);
    all.sort_unstable_by_key(|&(term, _)| term);
    all.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 = kept.1.saturating_add(next.1);
        }
        same
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::TextOptions;

    #[test]
    fn fields_are_added_with_their_weights() {
        let mut analyzer = Analyzer::new(TextOptions::default());
        let mut terms = Terms::new();
        let mut of = |text| TermCounts::count(text, None, &mut analyzer, &mut terms);
        let mut counts = of("web spiders spin a web");
        counts.merge(&of("Spider facts"), 3);
        counts.merge(&of("unseen"), 0);
        let named: Vec<_> = counts.iter().map(|(id, n)| (terms.name(id), n)).collect();
        assert_eq!(named.len(), 4);
        for (term, n) in [("web", 2), ("spider", 4), ("spin", 1), ("fact", 3), ("unseen", 0)] {
            assert_eq!(terms.get(term).map_or(0, |id| counts.get(id)), n, "{term}");
        }
        assert_eq!((counts.max(), counts.total(), counts.len()), (4, 10, 4));
        assert!(counts.iter().is_sorted());
    }

    #[test]
    fn sums_saturate() {
        let counts: TermCounts = [(1, u32::MAX), (0, 1), (1, 5), (2, 0)].into_iter().collect();
        assert_eq!(counts.iter().collect::<Vec<_>>(), [(0, 1), (1, u32::MAX)]);
    }

    #[test]
    fn no_words_have_no_largest_count() {
        let none = TermCounts::new();
        assert_eq!((none.max(), none.total(), none.get(3), none.is_empty()), (0, 0, 0, true));
    }
}
