//! Finds the lexicon terms of a text and their similarity to the query's terms, for the semantic strategies.
//!
//! The lexicon is English, so the query is analyzed as English. A page's texts are analyzed in the page's language, so
//! that in other languages mostly names match. A word that the lexicon does not contain is similar only to itself, by
//! its stem.

use crate::lexicon::{ExcludedWords, Lexicon, Measure, Mention, Mentions, Probe, Synset, Term};
use crate::strategy::prelude::*;
use crate::text::{Analyzer, Language, TextOptions, WordMap};
use crate::topic::Vectorizer;
use std::sync::Arc;
use types::limits;
use types::plan::IdfSource;
use types::report::RelatedWord;

/// The parameter that excludes distantly related words.
pub(in crate::strategy) const LEAST: Param<f64> =
    Param::share("least", "Minimum similarity", 0.0, "Less similar terms are ignored; 0 counts all, as in the paper.");

/// The query's terms, with a cache of the similarities of other terms.
pub(in crate::strategy) struct QueryConcepts {
    lexicon: Arc<Lexicon>,
    excluded: ExcludedWords,
    measure: Measure,
    least: f64,
    /// The query, and its terms.
    text: String,
    query: Vec<Word>,
    /// The same terms, prepared for comparisons.
    terms: Vec<QueryTerm>,
    finder: Mentions,
    /// True if each word of a text has only its most frequent sense.
    by_first_sense: bool,
    /// The similarity of each term so far to each term of the query.
    known: WordMap<Term, Box<[f64]>>,
}

/// A term of the query.
struct QueryTerm {
    written: String,
    probe: Option<Probe>,
}

/// A term of a text.
#[derive(Clone)]
pub(in crate::strategy) struct Word {
    term: Option<Term>,
    /// The stem; for a collocation, those of its words.
    stem: Box<str>,
    is_single: bool,
    /// The number of occurrences.
    count: u32,
}

impl Word {
    /// Returns the term of the lexicon, if it contains the word.
    pub(in crate::strategy) fn term(&self) -> Option<Term> {
        self.term
    }

    /// Returns the stem; for a collocation, those of its words, separated by spaces.
    pub(in crate::strategy) fn stem(&self) -> &str {
        &self.stem
    }

    /// Returns the number of occurrences in its text.
    pub(in crate::strategy) fn count(&self) -> u32 {
        self.count
    }
}

/// Returns `f / max f` of each term of a text (Batsakis eq. 1).
pub(in crate::strategy) fn frequencies(words: &[Word]) -> Vec<f64> {
    let most = words.iter().map(|word| word.count).max().unwrap_or(1);
    let share = |word: &Word| f64::from(word.count) / f64::from(most);
    words.iter().map(share).collect()
}

/// Returns `w = f / max f · idf` of each term of a text (Batsakis eq. 1).
pub(in crate::strategy) fn weights(words: &[Word], vectorizer: &mut Vectorizer) -> Vec<f64> {
    let weights = words.iter().zip(frequencies(words));
    weights.map(|(word, frequency)| frequency * vectorizer.idf(&word.stem)).collect()
}

impl QueryConcepts {
    /// Analyzes the query of a plan.
    pub(in crate::strategy) fn new(inputs: &StrategyInputs<'_>, measure: Measure, least: f64) -> Self {
        let lexicon = inputs.lexicon.map(Arc::clone);
        let lexicon = lexicon.expect("a plan is checked to have what its strategy needs");
        let (plan, mut finder) = (inputs.plan, Mentions::new());
        let excluded = plan.excluded.iter().map(String::as_str);
        let (excluded, _) = ExcludedWords::read(&lexicon, excluded);
        let mut vectorizer = Vectorizer::new(plan.stemming, IdfSource::None);
        let (mut query, mut terms) = (DistinctWords::default(), Vec::new());
        let (text, english) = (&plan.query, Some(Language::ENGLISH));
        vectorizer.mentions(&mut finder, &lexicon, text, english, |found| {
            if query.add(&found) {
                terms.push(QueryTerm {
                    written: text[found.start..found.end].to_owned(),
                    probe: found.term.map(|term| Probe::new(&lexicon, term, &excluded)),
                });
            }
        });
        Self {
            text: text.clone(),
            query: query.words,
            lexicon,
            excluded,
            measure,
            least,
            terms,
            finder,
            by_first_sense: false,
            known: WordMap::default(),
        }
    }

    /// Reads each word of a text in its most frequent sense only.
    pub(in crate::strategy) fn by_first_sense(self) -> Self {
        Self { by_first_sense: true, ..self }
    }

    /// Returns the senses of a term except excluded ones, most frequent first.
    pub(in crate::strategy) fn senses(&self, term: Term) -> impl Iterator<Item = Synset> {
        let senses = self.lexicon.senses_of(term);
        let wanted = senses.filter(|(lemma, synset)| !self.excluded.has_sense(*lemma, *synset));
        wanted.map(|(_, synset)| synset)
    }

    /// Returns a word with this stem that the lexicon has, such as `vehicle` for `vehicl`; the stem if there is none.
    pub(in crate::strategy) fn spelling(&self, stem: &str) -> String {
        let base = stem.strip_suffix('i');
        let spellings = [stem.to_owned(), format!("{stem}e")];
        let spellings = spellings.into_iter().chain(base.map(|base| format!("{base}y")));
        let mut stemmer = Analyzer::new(TextOptions::default());
        let mut is_word = |word: &String| {
            let mut is_same = false;
            stemmer.tokens(word, Some(Language::ENGLISH), |token| {
                is_same = token.term == stem;
            });
            is_same && self.lexicon.term(word).is_some()
        };
        let found = spellings.into_iter().find(|word| is_word(word));
        found.unwrap_or_else(|| stem.to_owned())
    }

    /// Returns the query.
    pub(in crate::strategy) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the terms of the query, each once.
    pub(in crate::strategy) fn query(&self) -> &[Word] {
        &self.query
    }

    /// Returns the terms of a text, each once.
    pub(in crate::strategy) fn terms(
        &mut self,
        text: &str,
        language: Option<Language>,
        vectorizer: &mut Vectorizer,
    ) -> Vec<Word> {
        let mut distinct = DistinctWords::default();
        vectorizer.mentions(&mut self.finder, &self.lexicon, text, language, |found| {
            distinct.add(&found);
        });
        distinct.words
    }

    /// Returns the similarity of a term to each query term, in their order.
    pub(in crate::strategy) fn similarities(&mut self, word: &Word) -> Vec<f64> {
        let same = |other: &Word| word.is_single && other.is_single && other.stem == word.stem;
        let by_stem = self.query.iter().map(|other| f64::from(u8::from(same(other))));
        let Some(term) = word.term else {
            return by_stem.collect();
        };
        let (lexicon, measure, least) = (&self.lexicon, self.measure, self.least);
        let first = self.senses(term).next().filter(|_| self.by_first_sense);
        let similarity = |probe: &Probe| match first {
            Some(sense) if !probe.term().is_form_of(term) => probe.similarity_to_sense(lexicon, sense, measure),
            _ => probe.similarity(lexicon, term, measure),
        };
        let to = |term: &QueryTerm| {
            let similarity = term.probe.as_ref().map_or(0.0, similarity);
            if similarity < least { 0.0 } else { similarity }
        };
        let by_sense = self.known.entry(term).or_insert_with(|| self.terms.iter().map(to).collect());
        let both = by_stem.zip(by_sense.iter());
        both.map(|(stem, sense)| stem.max(*sense)).collect()
    }

    /// Returns the synonyms of a term in any of its senses, except excluded ones.
    pub(in crate::strategy) fn synonyms(&self, term: Term) -> Vec<&str> {
        let senses = self.lexicon.senses_of(term);
        let wanted = senses.filter(|(lemma, synset)| !self.excluded.has_sense(*lemma, *synset));
        let mut synonyms = Vec::new();
        for lemma in wanted.flat_map(|(_, synset)| self.lexicon.lemmas(synset)) {
            let other = Term::from(*lemma);
            if !term.is_form_of(other) && !self.excluded.has(other) {
                synonyms.push(self.lexicon.written(*lemma));
            }
        }
        synonyms.sort_unstable();
        synonyms.dedup();
        synonyms
    }

    /// Sums the similarities between the terms of a text and those of the query, each times both weights and divided by
    /// `scale`. The score has two parts, that of equal terms and that of related ones. `value` maps a similarity to its
    /// contribution.
    pub(in crate::strategy) fn score(
        &mut self,
        words: &[Word],
        weights: &[f64],
        query_weights: &[f64],
        scale: f64,
        value: impl Fn(f64) -> f64,
    ) -> Score {
        let (mut same, mut related) = (0.0, 0.0);
        for (word, weight) in words.iter().zip(weights) {
            for (similarity, query_weight) in self.similarities(word).iter().zip(query_weights) {
                let part = if *similarity < 1.0 { &mut related } else { &mut same };
                *part += value(*similarity) * weight * query_weight / scale;
            }
        }
        Score::with_parts(same + related, vec![same, related])
    }
}

impl Report for QueryConcepts {
    /// Returns the related terms of each query word, including excluded ones.
    fn related(&self) -> Vec<RelatedWord> {
        let least = self.least.max(limits::RELATED_SHOWN_FROM);
        let of = |(word, term): (&Word, &QueryTerm)| {
            let senses = word.term.map(|term| self.lexicon.related(term, self.measure, least, limits::RELATED_SHOWN));
            RelatedWord { word: term.written.clone(), senses: senses.unwrap_or_default(), similar: Vec::new() }
        };
        self.query.iter().zip(&self.terms).map(of).collect()
    }
}

/// The terms of a text, each once, in the order of their first occurrence.
#[derive(Default)]
struct DistinctWords {
    words: Vec<Word>,
    /// The index of each term in `words`.
    by_term: WordMap<Term, usize>,
    /// Those of the words that the lexicon does not contain, by their stems.
    by_stem: WordMap<Box<str>, usize>,
}

impl DistinctWords {
    /// Counts an occurrence of a term; returns true if the term is new.
    fn add(&mut self, found: &Mention<'_>) -> bool {
        let next = self.words.len();
        let place = if let Some(term) = found.term {
            *self.by_term.entry(term).or_insert(next)
        } else if let Some(place) = self.by_stem.get(found.stem) {
            *place
        } else {
            self.by_stem.insert(found.stem.into(), next);
            next
        };
        if let Some(word) = self.words.get_mut(place) {
            word.count += 1;
            return false;
        }
        self.words.push(Word { term: found.term, stem: found.stem.into(), is_single: found.words == 1, count: 1 });
        true
    }
}
