//! Computes the similarity of a link's text to the query by `WordNet`.
//!
//! Each word stands for its most frequent sense. A query word with many senses is similar to many words by chance, so
//! its similarity is divided by the root of their number.
//!
//! Source: Batsakis §3.3.2 eq. 4 (Li's similarity).

use super::link::FrontierLink;
use crate::strategy::semantic::query_concepts::{QueryConcepts, Word};
use crate::text::Language;
use crate::topic::Vectorizer;

impl FrontierLink {
    /// Computes the similarity of the link's text to the query, that of its most similar word, unless an earlier text
    /// had words of the lexicon.
    pub(super) fn update_related(
        &mut self,
        text: &str,
        language: Option<Language>,
        query_concepts: &mut QueryConcepts,
        vectorizer: &mut Vectorizer,
    ) {
        if self.related.is_some() {
            return;
        }
        for word in query_concepts.terms(text, language, vectorizer) {
            let near = nearest(query_concepts, &word);
            let senses = word.term().map(|term| query_concepts.senses(term));
            let is_known = senses.is_some_and(|mut senses| senses.next().is_some());
            if is_known || near > 0.0 {
                self.related = Some(self.related.unwrap_or(0.0).max(near));
            }
        }
    }
}

/// Returns the similarity of a word to the most similar query term.
fn nearest(query_concepts: &mut QueryConcepts, word: &Word) -> f64 {
    let similarities = query_concepts.similarities(word);
    let senses = |asked: &Word| asked.term().map_or(1, |term| query_concepts.senses(term).count());
    let asked = query_concepts.query().iter().zip(similarities);
    asked.fold(0.0, |best: f64, (asked, similarity)| best.max(similarity / (senses(asked).max(1) as f64).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crawl::CheckedPlan;
    use crate::lexicon::Measure;
    use crate::lexicon::tests::tiny;
    use crate::strategy::{Assets, StrategyInputs};
    use std::sync::Arc;
    use types::plan::{IdfSource, Plan};

    #[test]
    fn the_similarity_of_a_text_is_that_of_its_most_similar_word_in_its_first_sense() {
        // Their path has two edges, and their common hypernym, animal, has depth 1.
        let li = libm::exp(-0.4) * libm::tanh(0.6);
        for (query, text, near) in [
            ("cat", "the wolf", li),
            ("cat", "cats and wolves", 1.0),
            ("dog", "wolf", li / 3.0_f64.sqrt()),
            ("dog cat", "wolf", li),
            // The text's “dog” has its most frequent sense, the animal, and not the sausage.
            ("hot dog", "dog", 0.0),
            ("sick", "ill", 1.0),
            ("sick", "healthy", 0.0),
            ("cat", "garden", 0.0),
            ("garden", "garden", 1.0),
        ] {
            let assets = Assets {
                lexicon: Some(Arc::new(tiny())),
                vectors: Some(Arc::new(crate::vectors::tests::tiny())),
                ..Assets::default()
            };
            let plan = Plan {
                strategy: "adaptive".into(),
                query: query.to_owned(),
                seeds: vec!["http://a.test/".to_owned()],
                ..Plan::default()
            };
            let plan = CheckedPlan::new(plan, &assets).expect("the plan is fine");
            let inputs = StrategyInputs {
                settings: &plan.settings,
                plan: &plan.plan,
                taxonomy: &plan.taxonomy,
                trails: &plan.trails,
                lexicon: assets.lexicon.as_ref(),
                vectors: None,
            };
            let mut query_concepts = QueryConcepts::new(&inputs, Measure::LI, 0.0).by_first_sense();
            let mut vectorizer = Vectorizer::new(true, IdfSource::None);
            let mut found = FrontierLink::default();
            found.update_related(text, Some(Language::ENGLISH), &mut query_concepts, &mut vectorizer);
            let is = found.related.unwrap_or(0.0);
            assert!((is - near).abs() < 1e-12, "{query}, {text}: {is}");
        }
    }
}
