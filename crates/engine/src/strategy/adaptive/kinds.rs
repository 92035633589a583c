//! Scores the concepts that links name: their semantic similarity to the query, and the relevance of pages behind
//! links with related concepts.
//!
//! A word of a link's own text is taken for its most frequent sense in `WordNet`. Every sense of the is-a graph has a record: the pages behind
//! links that name it or a kind of it. Its rate is drawn toward that of the kinds above it where there are few pages, so that
//! good pages behind “guitar” and “flute” speak for “cello”: `r(s) = (g + m · r(above)) / (n + m)`, above the roots the mean of all pages.
//! A word of the query with many senses is near to many things by chance, and counts less: one over the root of their number.
//!
//! Source: Batsakis §3.3.2 eq. 4 (Li's similarity); shrinkage in a hierarchy (`McCallum`, Rosenfeld, Mitchell and Ng 1998) over the is-a graph.

use super::link::Found;
use super::tally::Tally;
use crate::lexicon::{Lexicon, Synset};
use crate::strategy::semantic::meaning::{Meaning, Word};
use crate::text::Language;
use crate::topic::Vectorizer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Senses kept of a link's text: more than a title has words.
const SENSES: usize = 12;

/// The records.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Kinds {
    /// By sense; those above have what is below them.
    records: BTreeMap<Synset, Tally>,
    /// For each sense of the lexicon how good the pages of its kind are; made again after a restart.
    #[serde(skip)]
    rates: Vec<f64>,
}

impl Kinds {
    /// Counts a page behind a link that names these.
    pub(super) fn count(&mut self, senses: &[Synset], good: f64, lexicon: &Lexicon) {
        for sense in with_all_above(senses, lexicon) {
            self.records.entry(sense).or_default().count(good);
        }
    }

    /// Works out the rates, where the mean of all pages is this.
    pub(super) fn rate(&mut self, mean: f64, lexicon: &Lexicon) {
        self.rates.clear();
        // A sense comes after all that are above it.
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
    pub(super) fn promise(&self, senses: &[Synset], mean: f64) -> f64 {
        let rate = |sense: &Synset| self.rates.get(sense.index()).copied().unwrap_or(mean);
        let sum = senses
            .iter()
            .fold(0.0, |sum, sense| sum + rate(sense) - mean);
        sum / (senses.len() as f64).max(1.0)
    }

    /// Returns true if all of it is of a lexicon with so many senses.
    pub(super) fn is_sound(&self, senses: usize) -> bool {
        self.records.keys().all(|sense| sense.index() < senses)
    }
}

/// Some senses and all kinds above them, each once.
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

impl Found {
    /// Takes in what a text at it names; one that named something before has said what it is.
    pub(super) fn name(
        &mut self,
        text: &str,
        language: Option<Language>,
        meaning: &mut Meaning,
        vectorizer: &mut Vectorizer,
    ) {
        if !self.senses.is_empty() || self.related > 0.0 {
            return;
        }
        for word in meaning.terms(text, language, vectorizer) {
            let near = nearest(meaning, &word);
            self.related = self.related.max(near);
            let sense = word.term().and_then(|term| meaning.senses(term).next());
            if let Some(sense) = sense.filter(|_| self.senses.len() < SENSES) {
                self.senses.push(sense);
            }
        }
    }
}

/// Returns the similarity of a word to the most similar query term.
fn nearest(meaning: &mut Meaning, word: &Word) -> f64 {
    let similarities = meaning.similarities(word);
    let senses = |asked: &Word| asked.term().map_or(1, |term| meaning.senses(term).count());
    let asked = meaning.query().iter().zip(similarities);
    asked.fold(0.0, |best: f64, (asked, similarity)| {
        best.max(similarity / (senses(asked).max(1) as f64).sqrt())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crawl::CheckedPlan;
    use crate::lexicon::Measure;
    use crate::strategy::{Assets, Materials};
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
        let mut kinds = Kinds::default();
        assert!(kinds.promise(&[of("cat")], mean).abs() < 1e-12);
        kinds.count(&[of("cat")], 1.0, &lexicon);
        kinds.rate(mean, &lexicon);
        // Two imagined at the rate above: entity (1 + 2/4) / 3 = 1/2, animal (1 + 2/2) / 3 = 2/3, cat (1 + 4/3) / 3 = 7/9.
        for (word, rate) in [("cat", 7.0 / 9.0), ("wolf", 2.0 / 3.0), ("x-ray", 0.5)] {
            let promise = kinds.promise(&[of(word)], mean);
            assert!((promise - (rate - mean)).abs() < 1e-12, "{word}: {promise}");
        }
        let both = kinds.promise(&[of("wolf"), of("x-ray")], mean);
        assert!((both - (7.0 / 12.0 - mean)).abs() < 1e-12, "{both}");
        assert!(kinds.promise(&[], mean).abs() < 1e-12);
        assert!(kinds.is_sound(lexicon.synsets_len()));
        assert!(!kinds.is_sound(of("cat").index()));
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
            };
            let plan = Plan {
                strategy: "adaptive".to_owned(),
                query: query.to_owned(),
                seeds: vec!["http://a.test/".to_owned()],
                ..Plan::default()
            };
            let plan = CheckedPlan::new(plan, &assets).expect("the plan is fine");
            let materials = Materials {
                settings: &plan.settings,
                plan: &plan.plan,
                taxonomy: &plan.taxonomy,
                trails: &plan.trails,
                lexicon: assets.lexicon.as_ref(),
            };
            let mut meaning = Meaning::new(&materials, Measure::LI, 0.0).by_first_sense();
            let mut vectorizer = Vectorizer::new(true, IdfSource::None);
            let mut found = Found::default();
            found.name(text, Some(Language::ENGLISH), &mut meaning, &mut vectorizer);
            let is = found.related;
            assert!((is - near).abs() < 1e-12, "{query}, {text}: {is}");
        }
    }
}
