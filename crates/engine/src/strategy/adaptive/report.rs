//! Explains the adaptive strategy: feature weights, learned words, relevance of a page.

use super::cues::{CUES_WITHOUT_TRAILS, Cues, PARTS, PRIOR};
use super::history::History;
use super::query::Adaptive;
use super::state::BLEND_MEAN;
use crate::strategy::prelude::*;
use crate::text::{TermId, sort_by_weight};

/// Maximum number of learned words that are displayed.
const WORDS: usize = 30;

impl History {
    /// Returns the relevance of a page: by the query's words, in meaning, and as the strategy judges it, if it has.
    pub(super) fn prediction(&self, page: UrlId) -> Option<PagePrediction> {
        let place = *self.places.get(&page)?;
        let read = self.reads.get(place as usize)?;
        let values = [
            ("by the words of your query", Some(read.query_similarity)),
            ("in meaning", read.meaning),
            ("by query, meaning and learned topic", self.is_judged(place).then_some(read.good)),
        ];
        let values = values.into_iter();
        let values = values.filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Some(PagePrediction::numbers("Relevance as the strategy estimates it", values.collect()))
    }
}

impl Adaptive {
    /// Stores the spellings of learned words that occur on a page.
    pub(super) fn spell(&mut self, page: &PageView<'_>, context: &mut Context<'_>) {
        let expansion_terms = self.state.history.topic.expansion_terms(WORDS).into_iter();
        let spelled = &mut self.state.spelled;
        let unknown: Vec<TermId> = expansion_terms
            .map(|(term, _)| term)
            .filter(|term| !spelled.contains_key(term) && page.counts.get(*term) > 0)
            .collect();
        if unknown.is_empty() {
            return;
        }
        context.vectorizer.spellings(page.document, page.language, |term, word| {
            if unknown.contains(&term) {
                spelled.entry(term).or_insert_with(|| word.to_owned());
            }
        });
    }

    /// Returns the effective cue weights; those of the trail models are multiplied by the trust in them.
    fn effective_weights(&self, mut weights: Cues) -> Cues {
        for (weight, trust) in weights[CUES_WITHOUT_TRAILS..].iter_mut().zip(self.trust()) {
            *weight *= trust;
        }
        weights
    }

    /// Returns the feature weights and the learned words as tables.
    pub(super) fn tables(&self) -> Vec<ModelTable> {
        let examples = self.state.history.reads.iter().filter(|page| page.link.is_some()).count();
        if examples == 0 {
            return Vec::new();
        }
        let weights = self.effective_weights(self.weights()).into_iter();
        let weights = weights.enumerate().take(self.cue_count());
        let mut weights: Vec<(usize, f64)> = weights.collect();
        sort_by_weight(&mut weights);
        let first = self.effective_weights(std::array::from_fn(|cue| BLEND_MEAN * PRIOR[cue]));
        let row = |(cue, weight): (usize, f64)| {
            let (title, help) = (PARTS[cue].title.to_owned(), PARTS[cue].help.to_owned());
            vec![Cell::Text(title), Cell::Text(help), Cell::Number(weight), Cell::Number(first[cue])]
        };
        let features = ModelTable::new(
            "Feature weights",
            "Gain in the log-odds of relevance for a link whose feature is above the frontier's average, learned from \
            the pages so far.",
            &["Feature", "Meaning", "Weight now", "Initial weight"],
            weights.into_iter().map(row),
        );
        let expansion_terms = self.state.history.topic.expansion_terms(WORDS).into_iter();
        let word = |(term, weight): (TermId, f64)| {
            let written = self.state.spelled.get(&term)?.clone();
            Some(vec![Cell::Text(written), Cell::Number(weight)])
        };
        let words = ModelTable::new(
            "Learned words",
            "Words more frequent on relevant pages than on others. Pages and links with them score higher.",
            &["Word", "Weight"],
            expansion_terms.filter_map(word),
        );
        vec![features, words]
    }
}
