//! The inverse document frequency of a term, `idf = ln(N / N_i)` (Batsakis eq. 1), from one of three sources.

use super::{Analyzer, TermCounts, TermId, TermWeights, Terms, general};
use serde::{Deserialize, Serialize};
use types::sorting;

/// The source of inverse document frequencies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Idf {
    /// No idf: 1 for every term, so that `tf · idf` is plain tf.
    #[default]
    None,
    /// The table of general English that ships with the engine, in place of the term table of Batsakis's experiments.
    General(TermWeights),
    /// Counted over documents: the crawl so far, or a training set (Batsakis §3.4.1 b).
    Counted(DocumentFrequencies),
}

/// The number of documents, and for each term the number of documents that contain it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentFrequencies {
    documents: u32,
    /// By term number; terms past the end occur in no document.
    with_term: Vec<u32>,
}

impl Idf {
    /// Returns the table of general English, its words converted to terms by this analyzer. Terms outside it get its
    /// largest value.
    pub fn general(analyzer: &mut Analyzer, terms: &mut Terms) -> Self {
        Self::General(general::weights(analyzer, terms))
    }

    /// Returns an idf that counts documents, initially none.
    pub fn counted() -> Self {
        Self::Counted(DocumentFrequencies::default())
    }

    /// Returns an idf counted over a training set (Batsakis §3.4.1 b), as if it had observed each document.
    pub fn new<'a>(documents: impl IntoIterator<Item = &'a TermCounts>) -> Self {
        let mut seen = DocumentFrequencies::default();
        documents.into_iter().for_each(|document| seen.observe(document));
        Self::Counted(seen)
    }

    /// Counts a document. Only a counted idf changes.
    pub fn observe(&mut self, counts: &TermCounts) {
        if let Self::Counted(seen) = self {
            seen.observe(counts);
        }
    }

    /// Returns the `n` terms with the highest document frequency below `share`, ascending. Empty if no documents were
    /// counted.
    pub fn common(&self, n: usize, share: f64) -> Vec<TermId> {
        let Self::Counted(seen) = self else {
            return Vec::new();
        };
        let most = share * f64::from(seen.documents);
        let all = (0..).zip(&seen.with_term);
        let mut common: Vec<(TermId, u32)> =
            all.map(|(term, with)| (term, *with)).filter(|(_, with)| *with > 0 && f64::from(*with) < most).collect();
        sorting::sort_by_key(&mut common, |(term, with)| (std::cmp::Reverse(*with), *term));
        common.truncate(n);
        let mut terms: Vec<TermId> = common.into_iter().map(|(term, _)| term).collect();
        terms.sort_unstable();
        terms
    }

    /// Returns the idf of a term, never negative.
    ///
    /// A counted idf treats an unknown term as if it occurred in one document, and is 1 for every term before the first
    /// document.
    pub fn get(&self, term: TermId) -> f64 {
        match self {
            Self::None => 1.0,
            Self::General(table) => table.get(term),
            Self::Counted(seen) => seen.idf(term),
        }
    }

    /// Returns the idf of a term of several words: `Σ ln(N / N_i)`, as if documents contained its words independently.
    /// No source counts collocations. Their words occur together more often than that, but a document that has all of
    /// them need not have the collocation.
    pub fn together(&self, words: impl IntoIterator<Item = TermId>) -> f64 {
        match self {
            Self::None => 1.0,
            Self::General(_) | Self::Counted(_) => words.into_iter().fold(0.0, |sum, word| sum + self.get(word)),
        }
    }
}

impl DocumentFrequencies {
    fn observe(&mut self, counts: &TermCounts) {
        self.documents = self.documents.saturating_add(1);
        for (term, _) in counts.iter() {
            let at = term as usize;
            if at >= self.with_term.len() {
                self.with_term.resize(at + 1, 0);
            }
            self.with_term[at] = self.with_term[at].saturating_add(1);
        }
    }

    fn idf(&self, term: TermId) -> f64 {
        if self.documents == 0 {
            return 1.0;
        }
        let with = self.with_term.get(term as usize).copied().unwrap_or(0);
        libm::log(f64::from(self.documents) / f64::from(with.max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counted_idf_is_that_of_the_papers() {
        let mut idf = Idf::counted();
        assert_eq!(idf.get(0).to_bits(), 1.0_f64.to_bits());
        for document in [[0, 1], [0, 2], [0, 3], [0, 1]] {
            idf.observe(&document.into_iter().collect());
        }
        for (term, value) in [(0, 0.0), (1, libm::log(2.0)), (2, libm::log(4.0)), (99, libm::log(4.0))] {
            assert_eq!(idf.get(term).to_bits(), f64::to_bits(value), "{term}");
        }
    }

    /// Of four documents two have term 1, one has term 2: ln 2 + ln 4.
    #[test]
    fn a_collocation_has_the_idf_of_all_its_words() {
        let documents: [TermCounts; 4] = [[0, 1], [0, 2], [0, 3], [0, 1]].map(|terms| terms.into_iter().collect());
        let idf = Idf::new(&documents);
        assert_eq!(idf.together([1, 2]).to_bits(), f64::to_bits(libm::log(2.0) + libm::log(4.0)));
        assert_eq!(idf.together([2]).to_bits(), idf.get(2).to_bits());
        assert_eq!(Idf::None.together([1, 2]).to_bits(), 1.0_f64.to_bits());
    }

    #[test]
    fn the_common_terms_are_those_of_most_documents_below_a_share() {
        let documents: [TermCounts; 4] =
            [[9, 1, 2], [9, 1, 2], [9, 1, 3], [9, 4, 5]].map(|terms| terms.into_iter().collect());
        let idf = Idf::new(&documents);
        assert_eq!(idf.common(2, 1.0), [1, 2]);
        assert_eq!(idf.common(3, 0.75), [2, 3, 4]);
        assert_eq!(idf.common(99, 2.0), [1, 2, 3, 4, 5, 9]);
        assert!(Idf::None.common(5, 1.0).is_empty());
    }

    #[test]
    fn only_a_counted_idf_changes() {
        let mut idf = Idf::None;
        idf.observe(&[1, 2].into_iter().collect());
        assert_eq!(idf, Idf::None);
        assert_eq!(idf.get(1).to_bits(), 1.0_f64.to_bits());
    }

    #[test]
    fn a_stored_idf_is_restored() {
        let mut terms = Terms::new();
        let mut analyzer = Analyzer::new(super::super::TextOptions::default());
        let mut counted = Idf::counted();
        counted.observe(&[1, 2].into_iter().collect());
        for idf in [Idf::None, counted, Idf::general(&mut analyzer, &mut terms)] {
            let bytes = postcard::to_stdvec(&idf).unwrap();
            assert_eq!(postcard::from_bytes::<Idf>(&bytes).unwrap(), idf);
        }
    }
}
