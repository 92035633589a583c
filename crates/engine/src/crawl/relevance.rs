//! Judges the relevance of pages by words, by meaning, or by both ([`RelevanceMeasure`]), and shows which words of the
//! link to a page are similar in meaning to words of the query.
//!
//! The relevance by meaning is `max(0, cos(p, q))³`, the cosine of page and query as weighted sums of word vectors
//! ([`crate::vectors`]). The power makes it as large as the cosine of words: pages about anything have cosines of some
//! 0.3 with a query, relevant ones 0.4 to 0.6. A page is judged by words alone if it is in a language without vectors,
//! or if it or the query has no word with a vector. Not covered: the similarity to the query that strategies use, which
//! is that of words.
//!
//! Source: this project's own; measured in `BENCHMARKS.md#relevance`.

use super::CheckedPlan;
use crate::text::{Language, SparseVector, TermCounts, TermId, Terms};
use crate::topic::Vectorizer;
use crate::vectors::{QueryMeaning, TermVectors};
use types::limits;
use types::plan::RelevanceMeasure;
use types::report::{PagePrediction, PageRecord};
use types::sorting;

/// The relevance of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct JudgedRelevance {
    /// The cosine with the query by words, in 0..=1.
    pub(super) by_words: f64,
    /// The relevance by meaning, in 0..=1; `None` if it does not count.
    by_meaning: Option<f64>,
    measure: RelevanceMeasure,
}

impl JudgedRelevance {
    /// Returns the relevance of a page by its similarities to the query, in words and in meaning.
    pub(super) fn new(by_words: f64, meaning: Option<f64>, measure: RelevanceMeasure) -> Self {
        let by_meaning = meaning.filter(|_| measure != RelevanceMeasure::Words);
        Self { by_words, by_meaning: by_meaning.map(|cosine| cosine * cosine * cosine), measure }
    }

    /// Returns the relevance by the measure of the crawl, in 0..=1.
    pub(super) fn score(self) -> f64 {
        match self.by_meaning {
            None => self.by_words,
            Some(by_meaning) if self.measure == RelevanceMeasure::Meaning => by_meaning,
            Some(by_meaning) => f64::midpoint(self.by_words, by_meaning),
        }
    }

    /// Explains the relevance, unless it is by words alone.
    pub(super) fn explanation(self) -> Option<PagePrediction> {
        let values = [("by words", self.by_words), ("by meaning", self.by_meaning?)];
        let values = values.map(|(name, value)| (name.to_owned(), value));
        Some(PagePrediction::numbers("Relevance of this page", values.into()))
    }
}

/// The similarity in meaning of pages to the query, by word vectors.
#[derive(Default)]
pub(super) struct MeaningSimilarity {
    /// The query as a word vector, once a page was compared.
    query: Option<QueryMeaning>,
}

impl MeaningSimilarity {
    /// Returns the similarity in meaning of a page to the query ([`PageView::meaning`]).
    pub(super) fn of_page(
        &mut self,
        (page, query): (&TermCounts, &SparseVector),
        language: Option<Language>,
        plan: &CheckedPlan,
        terms: &Terms,
    ) -> Option<f64> {
        let is_used = plan.plan.relevance != RelevanceMeasure::Words || plan.needs().vectors;
        let table = plan.assets.vectors.as_ref().filter(|_| is_used)?;
        let meaning = self.query.get_or_insert_with(|| QueryMeaning::new(table, &plan.plan.excluded));
        meaning.set_query(query, language, terms);
        meaning.similarity(page, terms)
    }

    /// Forgets all terms, for a crawl that begins again.
    pub(super) fn restart(&mut self) {
        if let Some(query) = &mut self.query {
            query.restart();
        }
    }
}

/// Returns the pairs of similar words of the link to a page and of the query, the most similar first.
pub(super) fn word_matches(
    record: &PageRecord,
    query: &str,
    vectors: &TermVectors,
    vectorizer: &mut Vectorizer,
) -> Option<PagePrediction> {
    let language = record.text.language.as_deref().and_then(Language::from_code);
    if !TermVectors::cover(language) {
        return None;
    }
    let mut terms = |text: &str| vectorizer.spelled(text, language);
    let (link, query) = (terms(&record.discovery.anchor), terms(query));
    let nearest = |(term, word): &(TermId, String)| {
        let similar = query.iter().filter_map(|(asked, spelled)| {
            let similarity = vectors.similarity(*term, *asked)?;
            Some((similarity, spelled))
        });
        let (similarity, spelled) = similar.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let is_match = similarity >= limits::WORD_MATCH_FROM;
        is_match.then(|| (format!("{word} – {spelled}"), similarity))
    };
    let mut pairs: Vec<(String, f64)> = link.iter().filter_map(nearest).collect();
    sorting::sort_by(&mut pairs, |a, b| b.1.total_cmp(&a.1));
    pairs.truncate(limits::WORD_MATCHES);
    let title = "Words of the link and of your query";
    (!pairs.is_empty()).then(|| PagePrediction::numbers(title, pairs))
}
