//! Scores the concepts that links name: their semantic similarity to the query, and the relevance of pages behind
//! links with related concepts.
//!
//! A word of a link text is read in its most frequent sense in `WordNet`. Every sense of the is-a graph has statistics of the pages behind
//! links that name it or one of its hyponyms. With few pages, its rate shrinks toward that of its hypernyms, so that good pages behind
//! “guitar” and “flute” are evidence for “cello”: `r(s) = (g + m · r(above)) / (n + m)`. Above the roots stands the mean of all pages.
//! A query word with many senses is similar to many words by chance, so its similarity is divided by the root of their number.
//!
//! Source: Batsakis §3.3.2 eq. 4 (Li's similarity); shrinkage in a hierarchy (`McCallum`, Rosenfeld, Mitchell and Ng 1998) over the is-a graph.

use super::link::FrontierLink;
use super::mean_relevance::MeanRelevance;
use crate::lexicon::{Lexicon, Synset};
use crate::strategy::semantic::query_concepts::{QueryConcepts, Word};
use crate::text::Language;
use crate::topic::Vectorizer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum number of senses stored for a link text: more than a title has words.
const SENSES: usize = 12;

/// Relevance statistics of the pages behind links, by concept.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct ConceptStats {
    /// The statistics by sense; hypernyms include their hyponyms.
    records: BTreeMap<Synset, MeanRelevance>,
    /// The rate of each sense of the lexicon; recomputed after a restart.
    #[serde(skip)]
    rates: Vec<f64>,
}

impl ConceptStats {
    /// Counts a page behind a link that names these senses.
    pub(super) fn count(&mut self, senses: &[Synset], good: f64, lexicon: &Lexicon) {
        for sense in with_all_above(senses, lexicon) {
            self.records.entry(sense).or_default().count(good);
        }
    }

    /// Computes the rates; `mean` is that of all pages.
    pub(super) fn rate(&mut self, mean: f64, lexicon: &Lexicon) {
        self.rates.clear();
        // A sense comes after all its hypernyms.
        for sense in lexicon.synsets() {
            let above = lexicon.hypernyms(sense);
            let rates = above.iter().map(|above| self.rates[above.index()]);
            let above = if above.is_empty() {
                mean
            } else {
                rates.fold(0.0, |sum, rate| sum + rate) / above.len() as f64
            };
            let record = self.records.get(&sense).copied().unwrap_or_default();
            self.rates.push(record.rate(above));
        }
    }

    /// Returns how much more relevant than the mean the pages of these concepts are, on average; 0 if there are none.
    pub(super) fn lift(&self, senses: &[Synset], mean: f64) -> f64 {
        let rate = |sense: &Synset| self.rates.get(sense.index()).copied().unwrap_or(mean);
        let sum = senses
            .iter()
            .fold(0.0, |sum, sense| sum + rate(sense) - mean);
        sum / (senses.len() as f64).max(1.0)
    }

    /// Returns true if all senses belong to a lexicon of `senses` senses.
    pub(super) fn is_valid(&self, senses: usize) -> bool {
        self.records.keys().all(|sense| sense.index() < senses)
    }
}

/// Returns some senses and all their hypernyms, each once.
fn with_all_above(senses: &[Synset], lexicon: &Lexicon) -> Vec<Synset> {
    let mut all = senses.to_vec();
    let mut at = 0;
    while at < all.len() {
        for above in lexicon.hypernyms(all[at]) {
            if !all.contains(above) {
                all.push(*above);
            }
        }
        at += 1;
    }
    all
}

impl FrontierLink {
    /// Adds the concepts that the link's text names, unless an earlier text named some.
    pub(super) fn name(
        &mut self,
        text: &str,
        language: Option<Language>,
        query_concepts: &mut QueryConcepts,
        vectorizer: &mut Vectorizer,
    ) {
        if !self.senses.is_empty() || self.related > 0.0 {
            return;
        }
        for word in query_concepts.terms(text, language, vectorizer) {
            let near = nearest(query_concepts, &word);
            self.related = self.related.max(near);
            let sense = word
                .term()
                .and_then(|term| query_concepts.senses(term).next());
            if let Some(sense) = sense.filter(|_| self.senses.len() < SENSES) {
                self.senses.push(sense);
            }
        }
    }
}

/// Returns the similarity of a word to the most similar query term.
fn nearest(query_concepts: &mut QueryConcepts, word: &Word) -> f64 {
    let similarities = query_concepts.similarities(word);
    let senses = |asked: &Word| {
        asked
            .term()
            .map_or(1, |term| query_concepts.senses(term).count())
    };
    let asked = query_concepts.query().iter().zip(similarities);
    asked.fold(0.0, |best: f64, (asked, similarity)| {
        best.max(similarity / (senses(asked).max(1) as f64).sqrt())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crawl::CheckedPlan;
    use crate::lexicon::Measure;
    use crate::strategy::{Assets, StrategyInputs};
    use std::sync::Arc;
    use types::plan::{IdfSource, Plan};

    /// Entity is above animal and x-ray, animal above dog, cat and wolf.
    fn tiny() -> Arc<Lexicon> {
        let read = Lexicon::read(include_bytes!("../../../tests/fixtures/tiny.lex"));
        Arc::new(read.expect("it is of this version"))
    }

    fn sense(lexicon: &Lexicon, word: &str) -> Synset {
        let lemma = lexicon.lemma(word).expect("it is there");
        lexicon.senses(lemma)[0]
    }

    #[test]
    fn good_pages_behind_a_thing_speak_for_others_of_its_kind_and_less_for_all_else() {
        let (lexicon, mean) = (tiny(), 0.25);
        let of = |word: &str| sense(&lexicon, word);
        let mut concepts = ConceptStats::default();
        assert!(concepts.lift(&[of("cat")], mean).abs() < 1e-12);
        concepts.count(&[of("cat")], 1.0, &lexicon);
        concepts.rate(mean, &lexicon);
        // Two imagined at the rate above: entity (1 + 2/4) / 3 = 1/2, animal (1 + 2/2) / 3 = 2/3, cat (1 + 4/3) / 3 = 7/9.
        for (word, rate) in [("cat", 7.0 / 9.0), ("wolf", 2.0 / 3.0), ("x-ray", 0.5)] {
            let lift = concepts.lift(&[of(word)], mean);
            assert!((lift - (rate - mean)).abs() < 1e-12, "{word}: {lift}");
        }
        let both = concepts.lift(&[of("wolf"), of("x-ray")], mean);
        assert!((both - (7.0 / 12.0 - mean)).abs() < 1e-12, "{both}");
        assert!(concepts.lift(&[], mean).abs() < 1e-12);
        assert!(concepts.is_valid(lexicon.synsets_len()));
        assert!(!concepts.is_valid(of("cat").index()));
    }

    #[test]
    fn a_text_is_as_near_to_the_query_as_its_nearest_word_in_its_most_frequent_sense() {
        // Two edges between, and animal, which both are, one below the root.
        let li = libm::exp(-0.4) * libm::tanh(0.6);
        for (query, text, near) in [
            ("cat", "the wolf", li),
            ("cat", "cats and wolves", 1.0),
            ("dog", "wolf", li / 3.0_f64.sqrt()),
            ("dog cat", "wolf", li),
            // The animal is meant, though the sausage goes by that name.
            ("hot dog", "dog", 0.0),
            ("cat", "garden", 0.0),
            ("garden", "garden", 1.0),
        ] {
            let assets = Assets {
                lexicon: Some(tiny()),
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
            };
            let mut query_concepts = QueryConcepts::new(&inputs, Measure::LI, 0.0).by_first_sense();
            let mut vectorizer = Vectorizer::new(true, IdfSource::None);
            let mut found = FrontierLink::default();
            found.name(
                text,
                Some(Language::ENGLISH),
                &mut query_concepts,
                &mut vectorizer,
            );
            let is = found.related;
            assert!((is - near).abs() < 1e-12, "{query}, {text}: {is}");
        }
    }
}
