//! Shows which words of the link that led to a page are similar in meaning to which words of the query.

use super::Crawl;
use crate::text::{Language, TermId};
use crate::vectors::TermVectors;
use types::limits;
use types::report::{PagePrediction, PageRecord};

impl Crawl {
    /// Returns the pairs of similar words, the most similar first; none for a strategy that compares no meanings.
    pub(super) fn word_matches(&mut self, record: &PageRecord) -> Option<PagePrediction> {
        let vectors = self.strategy.report()?.term_vectors()?;
        let language = record.text.language.as_deref();
        let language = language.and_then(Language::from_code);
        if !TermVectors::cover(language) {
            return None;
        }
        let mut terms = |text: &str| self.vectorizer.spelled(text, language);
        let (link, query) = (
            terms(&record.discovery.anchor),
            terms(&self.plan.plan.query),
        );
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
        pairs.sort_by(|a, b| b.1.total_cmp(&a.1));
        pairs.truncate(limits::WORD_MATCHES);
        let title = "Words of the link and of your query";
        (!pairs.is_empty()).then(|| PagePrediction::numbers(title, pairs))
    }
}
