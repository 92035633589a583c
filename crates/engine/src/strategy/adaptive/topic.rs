//! The topic as it grows: the query, and the words that its pages have more of than the others; and how good each page is by that.
//!
//! Every page counts toward the learned words by how much it looks like the query, saturated: `x / (x + m)`, `m` half the mean of all pages,
//! so that two pages which are all query do not outweigh fifty that only name it. The learned words are what such pages have beyond the mean
//! page, the heaviest hundred of them. How far they are trusted grows with the evidence, the sum of all likenesses: while nothing like the
//! query was found, chance similarities teach nothing. Since pages count by the query and never by the learned words, the topic cannot
//! drift from one crop of learned words to the next.
//!
//! Source: pseudo-relevance feedback (Manning, Raghavan and Schütze 2008, §9.1.6) with Rocchio's difference of means (1971).

use super::rarity::Rarity;
use crate::text::{SparseVector, TermId};
use serde::{Deserialize, Serialize};

/// Learned words at most: among that many the mean of pages loses none that tells.
const LEARNED: usize = 100;
/// The weight of learned words relative to the query once there is ample evidence: with much feedback, more than the
/// query (Rocchio's β over α).
const TRUST: f64 = 2.0;
/// The share of similarity to the learned topic in a page's relevance; the rest is the query's.
const GROWN_SHARE: f64 = 0.7;
/// The likeness of a page imagined beside those read, so that the first few faint likenesses do not pass for the best there is.
const IMAGINED: f64 = 0.5;

/// The query and what was learned.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Topic {
    /// The words of the query, in all languages of pages so far.
    asked: SparseVector,
    /// The same under the rarity of words, at length 1.
    query: SparseVector,
    /// The typical similarity of pages that resemble the query: `Σ x² / Σ x`.
    typical: f64,
    /// The likenesses to the query of all pages together.
    evidence: f64,
    /// The query and the learned words, at length 1.
    grown: SparseVector,
    /// The grown topic by term number, for quick looks; made again after a restart.
    #[serde(skip)]
    weights: Vec<f64>,
}

/// A page that was read, as the topic sees it.
pub(super) struct SeenPage {
    /// Its words at length 1.
    pub(super) words: SparseVector,
    /// Its likeness to the query.
    pub(super) asked: f64,
    /// The person's rating.
    pub(super) judged: Option<bool>,
}

impl Topic {
    /// Takes in the query as it is read in the language of a page.
    pub(super) fn hear(&mut self, query: &SparseVector) {
        let is_new = |&(term, weight): &(TermId, f64)| self.asked.get(term) < weight;
        if query.iter().any(|entry| is_new(&entry)) {
            let old = self.asked.iter();
            let old = old.filter(|&(term, weight)| query.get(term) <= weight);
            let new = query.iter().filter(is_new);
            self.asked = old.chain(new).collect();
        }
    }

    /// Returns true for a word of the query.
    pub(super) fn is_asked(&self, term: TermId) -> bool {
        self.asked.get(term) > 0.0
    }

    /// Returns the typical similarity, in 0..=1, of pages that resemble the query.
    pub(super) fn typical(&self) -> f64 {
        self.typical
    }

    /// Returns the sum of all pages' similarities to the query.
    pub(super) fn evidence(&self) -> f64 {
        self.evidence
    }

    /// Learns the words from all pages read, and says how good each of them is, in 0..=1.
    pub(super) fn grow(&mut self, pages: &[SeenPage], rarity: &Rarity) -> Vec<f64> {
        self.query = rarity.unit(self.asked.iter());
        let asked: Vec<f64> = pages.iter().map(|page| page.asked).collect();
        let first = said(pages, saturated(&asked));
        let evidence = pages.iter().fold(0.0, |sum, page| sum + page.likeness());
        self.evidence = evidence;
        let squares = pages.iter().map(|page| page.likeness() * page.likeness());
        self.typical = squares.fold(0.0, |sum, x| sum + x) / evidence.max(f64::EPSILON);
        let trust = TRUST * evidence / (evidence + 1.0);
        let learned = beyond_the_mean(pages, &first).times(trust);
        self.grown = self.query.iter().chain(learned.iter()).collect();
        self.grown = self.grown.unit();
        self.ready(rarity);
        let like: Vec<f64> = pages
            .iter()
            .map(|page| page.words.cosine(&self.grown))
            .collect();
        let both = saturated(&like).into_iter().zip(saturated(&asked));
        let good = both.map(|(like, asked)| GROWN_SHARE * like + (1.0 - GROWN_SHARE) * asked);
        said(pages, good.collect())
    }

    /// Lays the grown topic out for quick looks, as far as terms were met: what was read from bytes may name any.
    pub(super) fn ready(&mut self, rarity: &Rarity) {
        self.weights = vec![0.0; rarity.terms()];
        for (term, weight) in self.grown.iter() {
            if let Some(place) = self.weights.get_mut(term as usize) {
                *place = weight;
            }
        }
    }

    /// Returns true if all of it is finite.
    pub(super) fn is_sound(&self) -> bool {
        let vectors = [&self.asked, &self.query, &self.grown];
        let mut weights = vectors.into_iter().flat_map(SparseVector::iter);
        self.typical.is_finite() && self.evidence.is_finite() && weights.all(|(_, x)| x.is_finite())
    }

    /// Returns the cosine of some words with the grown topic.
    pub(super) fn likeness(&self, words: &[TermId], rarity: &Rarity) -> f64 {
        let weight = |term| {
            let quick = self.weights.get(term as usize).copied();
            quick.unwrap_or_else(|| self.grown.get(term))
        };
        likeness(words, rarity, weight)
    }

    /// Returns the cosine of some words with the query alone.
    pub(super) fn query_likeness(&self, words: &[TermId], rarity: &Rarity) -> f64 {
        likeness(words, rarity, |term| self.query.get(term))
    }

    /// Returns the heaviest words of the grown topic, the query's own left out.
    pub(super) fn learned(&self, n: usize) -> Vec<(TermId, f64)> {
        let learned = self.grown.iter().filter(|(term, _)| !self.is_asked(*term));
        learned.collect::<SparseVector>().top(n)
    }
}

impl SeenPage {
    /// Returns the likeness to the query, or what the person says in its place.
    fn likeness(&self) -> f64 {
        self.judged
            .map_or(self.asked, |good| f64::from(u8::from(good)))
    }
}

/// `x / (x + m)`, `m` half the mean of all and of an imagined one.
fn saturated(of: &[f64]) -> Vec<f64> {
    let sum = of.iter().fold(IMAGINED, |sum, x| sum + x.max(0.0));
    let half = 0.5 * sum / (of.len() as f64 + 1.0);
    of.iter()
        .map(|x| x.max(0.0) / (x.max(0.0) + half))
        .collect()
}

/// Returns the same numbers, but 1 or 0 where the person has judged.
fn said(pages: &[SeenPage], of: Vec<f64>) -> Vec<f64> {
    let one = |(page, x): (&SeenPage, f64)| page.judged.map_or(x, |good| f64::from(u8::from(good)));
    pages.iter().zip(of).map(one).collect()
}

/// Returns the heaviest words of the weighted pages beyond the mean page, at length 1.
fn beyond_the_mean(pages: &[SeenPage], weights: &[f64]) -> SparseVector {
    let all = weights.iter().fold(0.0, |sum, weight| sum + weight);
    if all <= 0.0 {
        return SparseVector::new();
    }
    let even = 1.0 / pages.len() as f64;
    let mut sum: Vec<(TermId, f64)> = Vec::new();
    for (page, weight) in pages.iter().zip(weights) {
        let share = weight / all - even;
        sum.extend(page.words.iter().map(|(term, x)| (term, share * x)));
    }
    let more: SparseVector = sum.into_iter().collect();
    let more: SparseVector = more.iter().filter(|(_, weight)| *weight > 0.0).collect();
    let heaviest: SparseVector = more.top(LEARNED).into_iter().collect();
    heaviest.unit()
}

/// Returns the cosine of some words, each once, with weights at length 1.
fn likeness(words: &[TermId], rarity: &Rarity, weight: impl Fn(TermId) -> f64) -> f64 {
    let (mut dot, mut square) = (0.0, 0.0);
    for term in words {
        let rare = rarity.of(*term);
        square += rare * rare;
        dot += rare * weight(*term);
    }
    if square > 0.0 {
        dot / square.sqrt()
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::TermCounts;

    /// `words` as one page's, each once, and its likeness to the query.
    fn pages(of: &[(&[TermId], f64)]) -> (Vec<SeenPage>, Rarity) {
        let mut rarity = Rarity::default();
        for (words, _) in of {
            rarity.observe(&words.iter().map(|word| (*word, 1)).collect::<TermCounts>());
        }
        let seen = |(words, asked): &(&[TermId], f64)| SeenPage {
            words: rarity.unit(words.iter().map(|word| (*word, 1.0))),
            asked: *asked,
            judged: None,
        };
        (of.iter().map(seen).collect(), rarity)
    }

    fn asked(term: TermId) -> Topic {
        let mut topic = Topic::default();
        topic.hear(&[(term, 1.0)].into_iter().collect());
        topic
    }

    #[test]
    fn saturation_is_by_half_the_mean_of_all_and_of_a_page_half_alike() {
        // Half of (0.1 + 0.3 + 0.5) / 3 is 0.15: 0.1 / 0.25 and 0.3 / 0.45.
        let is = saturated(&[0.1, 0.3]);
        assert!(
            (is[0] - 0.4).abs() < 1e-12 && (is[1] - 2.0 / 3.0).abs() < 1e-12,
            "{is:?}"
        );
        assert_eq!(saturated(&[f64::NAN, -1.0]).len(), 2);
    }

    #[test]
    fn words_that_stand_with_the_query_are_learned_and_words_of_all_pages_hardly() {
        let (pages, rarity) = pages(&[
            (&[0, 1, 9], 0.6),
            (&[0, 1, 9], 0.5),
            (&[2, 9], 0.0),
            (&[3, 9], 0.0),
        ]);
        let mut topic = asked(0);
        let good = topic.grow(&pages, &rarity);
        let learned = topic.learned(5);
        assert_eq!(learned[0].0, 1, "{learned:?}");
        // Words on every page remain only by rounding.
        assert!(
            learned[1..]
                .iter()
                .all(|(_, weight)| *weight < learned[0].1 / 5.0),
            "{learned:?}"
        );
        assert!(good[0] > 0.4 && good[2] < 0.1, "{good:?}");
        assert!(topic.likeness(&[1], &rarity) > 0.3);
        assert!(topic.query_likeness(&[1], &rarity).abs() < 1e-12);
    }

    #[test]
    fn while_nothing_like_the_query_was_found_little_is_learned() {
        let (few, rarity) = pages(&[(&[0, 1], 0.01), (&[2, 3], 0.0)]);
        let mut topic = asked(0);
        topic.grow(&few, &rarity);
        assert!(topic.likeness(&[1], &rarity) < 0.02);
    }

    #[test]
    fn what_the_person_says_of_a_page_stands() {
        let (mut pages, rarity) = pages(&[(&[0, 1], 0.6), (&[2, 3], 0.0), (&[4, 5], 0.0)]);
        pages[0].judged = Some(false);
        pages[1].judged = Some(true);
        let mut topic = asked(0);
        let good = topic.grow(&pages, &rarity);
        assert!(
            good[0].abs() < 1e-12 && (good[1] - 1.0).abs() < 1e-12,
            "{good:?}"
        );
        assert!(topic.likeness(&[2], &rarity) > topic.likeness(&[4], &rarity));
    }
}
