//! Expands the query with terms that are more frequent on relevant pages, and rates each page by the expanded topic.
//!
//! Every page contributes by its saturated similarity to the query, `x / (x + m)`, where `m` is half the mean of all
//! pages: two pages full of query words then do not outweigh fifty that mention one. The expansion terms are the
//! hundred heaviest terms by which these pages exceed the mean page. Their weight grows with the evidence, the sum of
//! all similarities, so that chance similarities have no effect. Expansion terms do not influence a page's
//! contribution, so the topic cannot drift.
//!
//! Of a page with a word vector, half of the relevance and half of the contribution are its saturated similarity in
//! meaning to the query. With trails, half of the relevance is what a model of their pages makes of it: words of the
//! query say little where the person looks for a kind of page, such as personal pages, and not for a subject.
//!
//! Source: pseudo-relevance feedback (Manning, Raghavan and Schütze 2008, §9.1.6) with Rocchio's difference of means
//! (1971).

use super::idf::SmoothedIdf;
use crate::text::{SparseVector, TermId};
use serde::{Deserialize, Serialize};

/// Maximum number of expansion terms.
const EXPANSION_TERMS: usize = 100;
/// The weight of the expansion terms relative to the query if evidence is ample (Rocchio's β over α).
const TRUST: f64 = 2.0;
/// The share of the expanded topic in a page's relevance; the rest is the query's.
const EXPANDED_SHARE: f64 = 0.7;
/// The similarity of a pseudo-page in the mean, so that low similarities of the first pages do not count as high.
const IMAGINED: f64 = 0.5;

/// The query and its expansion.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Topic {
    /// The terms of the query, in all languages of pages so far.
    query_terms: SparseVector,
    /// The same terms weighted by idf, at length 1.
    query: SparseVector,
    /// The typical similarity of pages that resemble the query: `Σ x² / Σ x`.
    typical_similarity: f64,
    /// The sum of all pages' similarities to the query.
    evidence: f64,
    /// The query and the expansion terms, at length 1.
    expanded: SparseVector,
    /// The expanded topic by term number, for fast access; recomputed after a restart.
    #[serde(skip)]
    weights: Vec<f64>,
}

/// The data of a page that the topic uses.
pub(super) struct TopicPage {
    /// Its terms at length 1.
    pub(super) words: SparseVector,
    /// Its similarity to the query.
    pub(super) query_similarity: f64,
    /// Its similarity in meaning to the query, in 0..=1; `None` if it has no vector.
    pub(super) meaning: Option<f64>,
    /// The probability, learned from trails, that it is relevant; `None` without trails.
    pub(super) class: Option<f64>,
    /// The person's rating.
    pub(super) judged: Option<bool>,
}

impl Topic {
    /// Adds the query's terms in the language of a page.
    pub(super) fn add_query(&mut self, query: &SparseVector) {
        let is_new = |&(term, weight): &(TermId, f64)| self.query_terms.get(term) < weight;
        if query.iter().any(|entry| is_new(&entry)) {
            let old = self.query_terms.iter();
            let old = old.filter(|&(term, weight)| query.get(term) <= weight);
            let new = query.iter().filter(is_new);
            self.query_terms = old.chain(new).collect();
        }
    }

    /// Returns true for a term of the query.
    pub(super) fn is_query_term(&self, term: TermId) -> bool {
        self.query_terms.get(term) > 0.0
    }

    /// Returns the typical similarity, in 0..=1, of pages that resemble the query.
    pub(super) fn typical_similarity(&self) -> f64 {
        self.typical_similarity
    }

    /// Returns the sum of all pages' similarities to the query.
    pub(super) fn evidence(&self) -> f64 {
        self.evidence
    }

    /// Learns the expansion terms from all pages read and from pages of the trails, each at length 1 and true if it is
    /// relevant; without feedback there are none. Returns the relevance of each page read, in 0..=1.
    pub(super) fn learn(
        &mut self,
        pages: &[TopicPage],
        examples: &[(SparseVector, bool)],
        idf: &SmoothedIdf,
        has_feedback: bool,
    ) -> Vec<f64> {
        self.query = idf.unit(self.query_terms.iter());
        let asked: Vec<f64> = pages.iter().map(|page| page.query_similarity).collect();
        let asked = saturated(&asked);
        let first = with_judgments(pages, with_meaning(pages, asked.clone()));
        let similar = pages.iter().fold(0.0, |sum, page| sum + page.similarity());
        let relevant = examples.iter().filter(|(_, is_relevant)| *is_relevant);
        let evidence = similar + relevant.count() as f64;
        self.evidence = similar;
        let squares = pages.iter().map(|page| page.similarity() * page.similarity());
        self.typical_similarity = squares.fold(0.0, |sum, x| sum + x) / similar.max(f64::EPSILON);
        let trust = if has_feedback { TRUST * evidence / (evidence + 1.0) } else { 0.0 };
        let of_pages = pages.iter().map(|page| &page.words).zip(first);
        let of_examples = examples.iter().map(|(words, is_relevant)| (words, f64::from(u8::from(*is_relevant))));
        let all: Vec<(&SparseVector, f64)> = of_pages.chain(of_examples).collect();
        let expansion_terms = mean_difference(&all).times(trust);
        self.expanded = self.query.iter().chain(expansion_terms.iter()).collect();
        self.expanded = self.expanded.unit();
        self.rebuild(idf);
        let like: Vec<f64> = pages.iter().map(|page| page.words.cosine(&self.expanded)).collect();
        let both = saturated(&like).into_iter().zip(asked);
        let good = both.map(|(like, asked)| EXPANDED_SHARE * like + (1.0 - EXPANDED_SHARE) * asked);
        with_judgments(pages, with_class(pages, with_meaning(pages, good.collect())))
    }

    /// Rebuilds the weights by term number. It ignores unknown terms, since a restored state may contain any number.
    pub(super) fn rebuild(&mut self, idf: &SmoothedIdf) {
        self.weights = vec![0.0; idf.terms()];
        for (term, weight) in self.expanded.iter() {
            if let Some(place) = self.weights.get_mut(term as usize) {
                *place = weight;
            }
        }
    }

    /// Returns true if all numbers are finite.
    pub(super) fn is_valid(&self) -> bool {
        let vectors = [&self.query_terms, &self.query, &self.expanded];
        let mut weights = vectors.into_iter().flat_map(SparseVector::iter);
        self.typical_similarity.is_finite() && self.evidence.is_finite() && weights.all(|(_, x)| x.is_finite())
    }

    /// Returns the cosine of some terms with the expanded topic.
    pub(super) fn similarity(&self, words: &[TermId], idf: &SmoothedIdf) -> f64 {
        let weight = |term| {
            let quick = self.weights.get(term as usize).copied();
            quick.unwrap_or_else(|| self.expanded.get(term))
        };
        similarity(words, idf, weight)
    }

    /// Returns the cosine of some terms with the query alone.
    pub(super) fn query_similarity(&self, words: &[TermId], idf: &SmoothedIdf) -> f64 {
        similarity(words, idf, |term| self.query.get(term))
    }

    /// Returns the `n` heaviest expansion terms, without the query's own terms.
    pub(super) fn expansion_terms(&self, n: usize) -> Vec<(TermId, f64)> {
        let expansion_terms = self.expanded.iter().filter(|(term, _)| !self.is_query_term(*term));
        expansion_terms.collect::<SparseVector>().top(n)
    }
}

impl TopicPage {
    /// Returns the person's rating, or else the similarity to the query.
    fn similarity(&self) -> f64 {
        self.judged.map_or(self.query_similarity, |good| f64::from(u8::from(good)))
    }
}

/// Returns `x / (x + m)` of each number, where `m` is half the mean including a pseudo-page.
fn saturated(of: &[f64]) -> Vec<f64> {
    let sum = of.iter().fold(IMAGINED, |sum, x| sum + x.max(0.0));
    let half = 0.5 * sum / (of.len() as f64 + 1.0);
    of.iter().map(|x| x.max(0.0) / (x.max(0.0) + half)).collect()
}

/// Replaces the numbers of pages that have a vector by the mean of the number, which is by words, and of their
/// saturated similarity in meaning.
fn with_meaning(pages: &[TopicPage], by_words: Vec<f64>) -> Vec<f64> {
    with_half(by_words, pages.iter().map(|page| page.meaning))
}

/// Replaces the numbers of pages that a model of the trails has classified by the mean of the number and of their
/// saturated probability of relevance.
fn with_class(pages: &[TopicPage], of: Vec<f64>) -> Vec<f64> {
    with_half(of, pages.iter().map(|page| page.class))
}

/// Replaces each number beside which there is another one by the mean of both, the other ones saturated.
fn with_half(of: Vec<f64>, others: impl Iterator<Item = Option<f64>> + Clone) -> Vec<f64> {
    let known: Vec<f64> = others.clone().flatten().collect();
    let mut halves = saturated(&known).into_iter();
    let both =
        |(x, other): (f64, Option<f64>)| other.and_then(|_| halves.next()).map_or(x, |half| f64::midpoint(x, half));
    of.into_iter().zip(others).map(both).collect()
}

/// Replaces the numbers of judged pages by 1 or 0.
fn with_judgments(pages: &[TopicPage], of: Vec<f64>) -> Vec<f64> {
    let one = |(page, x): (&TopicPage, f64)| page.judged.map_or(x, |good| f64::from(u8::from(good)));
    pages.iter().zip(of).map(one).collect()
}

/// Returns the heaviest terms by which the weighted pages exceed the mean page, at length 1.
fn mean_difference(pages: &[(&SparseVector, f64)]) -> SparseVector {
    let all = pages.iter().fold(0.0, |sum, (_, weight)| sum + weight);
    if all <= 0.0 {
        return SparseVector::new();
    }
    let even = 1.0 / pages.len() as f64;
    let mut sum: Vec<(TermId, f64)> = Vec::new();
    for (words, weight) in pages {
        let share = weight / all - even;
        sum.extend(words.iter().map(|(term, x)| (term, share * x)));
    }
    let more: SparseVector = sum.into_iter().collect();
    let more: SparseVector = more.iter().filter(|(_, weight)| *weight > 0.0).collect();
    let heaviest: SparseVector = more.top(EXPANSION_TERMS).into_iter().collect();
    heaviest.unit()
}

/// Returns the cosine of some terms, each once, with weights at length 1.
fn similarity(words: &[TermId], idf: &SmoothedIdf, weight: impl Fn(TermId) -> f64) -> f64 {
    let (mut dot, mut square) = (0.0, 0.0);
    for term in words {
        let rare = idf.get(*term);
        square += rare * rare;
        dot += rare * weight(*term);
    }
    if square > 0.0 { dot / square.sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::TermCounts;

    /// Returns pages with these terms, each once, and this similarity to the query.
    fn pages(of: &[(&[TermId], f64)]) -> (Vec<TopicPage>, SmoothedIdf) {
        let mut idf = SmoothedIdf::default();
        for (words, _) in of {
            idf.observe(&words.iter().map(|word| (*word, 1)).collect::<TermCounts>());
        }
        let features = |(words, asked): &(&[TermId], f64)| TopicPage {
            words: idf.unit(words.iter().map(|word| (*word, 1.0))),
            query_similarity: *asked,
            meaning: None,
            class: None,
            judged: None,
        };
        (of.iter().map(features).collect(), idf)
    }

    fn topic_of(term: TermId) -> Topic {
        let mut topic = Topic::default();
        topic.add_query(&[(term, 1.0)].into_iter().collect());
        topic
    }

    #[test]
    fn saturation_uses_half_the_mean_including_a_pseudo_page() {
        // Half of (0.1 + 0.3 + 0.5) / 3 is 0.15: 0.1 / 0.25 and 0.3 / 0.45.
        let is = saturated(&[0.1, 0.3]);
        assert!((is[0] - 0.4).abs() < 1e-12 && (is[1] - 2.0 / 3.0).abs() < 1e-12, "{is:?}");
        assert_eq!(saturated(&[f64::NAN, -1.0]).len(), 2);
    }

    #[test]
    fn words_that_occur_with_the_query_are_learned_and_words_of_all_pages_hardly() {
        let (pages, idf) = pages(&[(&[0, 1, 9], 0.6), (&[0, 1, 9], 0.5), (&[2, 9], 0.0), (&[3, 9], 0.0)]);
        let mut topic = topic_of(0);
        let good = topic.learn(&pages, &[], &idf, true);
        let expansion_terms = topic.expansion_terms(5);
        assert_eq!(expansion_terms[0].0, 1, "{expansion_terms:?}");
        // Rounding may leave a tiny weight for words of every page.
        assert!(
            expansion_terms[1..].iter().all(|(_, weight)| *weight < expansion_terms[0].1 / 5.0),
            "{expansion_terms:?}"
        );
        assert!(good[0] > 0.4 && good[2] < 0.1, "{good:?}");
        assert!(topic.similarity(&[1], &idf) > 0.3);
        assert!(topic.query_similarity(&[1], &idf).abs() < 1e-12);
        topic.learn(&pages, &[], &idf, false);
        assert!(topic.similarity(&[1], &idf).abs() < 1e-12, "no feedback");
    }

    #[test]
    fn half_of_the_relevance_of_a_page_with_a_vector_is_its_meaning() {
        let (mut pages, _) = pages(&[(&[0], 0.6), (&[2], 0.0), (&[4], 0.0)]);
        (pages[1].meaning, pages[2].meaning) = (Some(0.4), Some(0.0));
        // Half of (0.5 + 0.4 + 0) / 3 is 0.15: 0.4 / 0.55. The first page has no vector.
        let both = with_meaning(&pages, vec![0.5, 0.2, 0.0]);
        for (is, expected) in both.iter().zip([0.5, 0.1 + 0.2 / 0.55, 0.0]) {
            assert!((is - expected).abs() < 1e-12, "{both:?}");
        }
    }

    #[test]
    fn half_of_the_relevance_of_a_page_that_the_trails_classify_is_its_class() {
        let (mut pages, _) = pages(&[(&[0], 0.6), (&[2], 0.0), (&[4], 0.0)]);
        (pages[1].class, pages[2].class) = (Some(0.4), Some(0.0));
        let both = with_class(&pages, vec![0.5, 0.2, 0.0]);
        for (is, expected) in both.iter().zip([0.5, 0.1 + 0.2 / 0.55, 0.0]) {
            assert!((is - expected).abs() < 1e-12, "{both:?}");
        }
    }

    #[test]
    fn without_similar_pages_little_is_learned() {
        let (few, idf) = pages(&[(&[0, 1], 0.01), (&[2, 3], 0.0)]);
        let mut topic = topic_of(0);
        topic.learn(&few, &[], &idf, true);
        assert!(topic.similarity(&[1], &idf) < 0.02);
    }

    #[test]
    fn a_rating_overrides_the_computed_relevance() {
        let (mut pages, idf) = pages(&[(&[0, 1], 0.6), (&[2, 3], 0.0), (&[4, 5], 0.0)]);
        pages[0].judged = Some(false);
        pages[1].judged = Some(true);
        let mut topic = topic_of(0);
        let good = topic.learn(&pages, &[], &idf, true);
        assert!(good[0].abs() < 1e-12 && (good[1] - 1.0).abs() < 1e-12, "{good:?}");
        assert!(topic.similarity(&[2], &idf) > topic.similarity(&[4], &idf));
    }
}
