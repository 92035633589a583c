//! The vectors of a crawl's terms, and of texts made of them.

use super::{WordNumber, WordVectors, single};
use crate::text::{Analyzer, Language, TermCounts, TermId, Terms, TextOptions};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use types::limits::{SIMILAR_WORD, SIMILAR_WORDS};

/// Finds the vectors of a crawl's terms. Each term is looked up once.
pub struct TermVectors {
    vectors: Arc<WordVectors>,
    /// For crawls without stemming: a term that the table does not have is looked up by its stem.
    stemmer: Analyzer,
    /// The word of each term, by term number.
    words: Vec<Option<WordNumber>>,
    /// Words that count as missing.
    excluded: Vec<WordNumber>,
}

/// The meaning of a text: the weighted sum of its words' vectors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TextVector(Vec<f32>);

impl TermVectors {
    /// Creates a finder without terms.
    pub fn new(vectors: Arc<WordVectors>) -> Self {
        Self { vectors, stemmer: Analyzer::new(TextOptions::default()), words: Vec::new(), excluded: Vec::new() }
    }

    /// Treats these words as missing from the table. Entries with several words, and senses such as `dog#n#1`, have no
    /// effect.
    #[must_use]
    pub fn excluding<'a>(mut self, entries: impl IntoIterator<Item = &'a str>) -> Self {
        for entry in entries.into_iter().filter(|entry| !entry.contains('#')) {
            let mut words = Vec::new();
            let vectors = &self.vectors;
            self.stemmer.tokens(entry, Some(Language::ENGLISH), |token| {
                words.push(vectors.find(token.term));
            });
            let word = vectors.find(entry).or_else(|| match words[..] {
                [word] => word,
                _ => None,
            });
            self.excluded.extend(word);
        }
        self
    }

    /// Returns the words most similar to a word, best first, with their cosines. Excluded words are included.
    pub fn similar_words(&self, word: &str) -> Vec<(&str, f64)> {
        let mut stem = None;
        let mut stemmer = Analyzer::new(TextOptions::default());
        stemmer.tokens(word, Some(Language::ENGLISH), |token| {
            stem = stem.or_else(|| self.vectors.find(token.term));
        });
        let near = stem.map(|stem| self.vectors.nearest(stem, SIMILAR_WORDS, SIMILAR_WORD));
        let near = near.into_iter().flatten();
        near.map(|(word, cosine)| (self.vectors.stem(word), cosine)).collect()
    }

    /// Returns whether there are vectors for texts in a language. A text in an unknown language counts as English.
    pub fn cover(language: Option<Language>) -> bool {
        language.is_none_or(|language| language == Language::ENGLISH)
    }

    /// Forgets all terms; their ids may be reused.
    pub(crate) fn restart(&mut self) {
        self.words.clear();
    }

    /// Looks up the terms that are new since the last call.
    pub fn update(&mut self, terms: &Terms) {
        for at in self.words.len()..terms.len() {
            let term = terms.name(crate::count(at));
            let mut word = self.vectors.find(term);
            if word.is_none() {
                let vectors = &self.vectors;
                self.stemmer.tokens(term, Some(Language::ENGLISH), |token| {
                    word = word.or_else(|| vectors.find(token.term));
                });
            }
            self.words.push(word.filter(|word| !self.excluded.contains(word)));
        }
    }

    /// Returns the vector of a text; the empty one if the table has none of its words. The terms must be known
    /// ([`Self::update`]).
    pub fn text(&self, counts: &TermCounts) -> TextVector {
        self.sum(counts.iter().map(|(term, n)| (term, f64::from(n))))
    }

    /// Returns the weighted sum of some terms' vectors, each also times the given factor.
    pub fn sum(&self, terms: impl Iterator<Item = (TermId, f64)>) -> TextVector {
        let mut sum = Vec::new();
        for (term, factor) in terms {
            let Some(word) = self.word(term) else {
                continue;
            };
            sum.resize(self.vectors.dimensions(), 0.0);
            let factor = single(factor) * self.vectors.weight(word);
            for (sum, value) in sum.iter_mut().zip(self.vectors.vector(word)) {
                *sum += factor * f32::from(*value);
            }
        }
        TextVector(sum)
    }

    /// Returns the cosine of two terms, in −1..=1; `None` if the table does not have both.
    pub fn similarity(&self, a: TermId, b: TermId) -> Option<f64> {
        let [a, b] = [a, b].map(|term| self.word(term));
        let [a, b] = [a?, b?].map(|word| {
            let values = self.vectors.vector(word).iter();
            TextVector(values.map(|value| f32::from(*value)).collect())
        });
        Some(a.cosine(&b))
    }

    /// Returns the dot product of a term's weighted vector and a text; 0 if the table does not have the term.
    pub fn product(&self, term: TermId, text: &TextVector) -> f32 {
        self.word(term).map_or(0.0, |word| {
            let values = self.vectors.vector(word);
            self.vectors.weight(word) * single(dot(values, &text.0))
        })
    }

    /// Returns the number of terms that were looked up.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns true if no term was looked up.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the word of a term; `None` if the table does not have it.
    pub fn word(&self, term: TermId) -> Option<WordNumber> {
        self.words.get(term as usize).copied().flatten()
    }
}

impl TextVector {
    /// Returns true if the table has none of the text's words.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the Euclidean length.
    pub fn length(&self) -> f32 {
        single(dot(&self.0, &self.0).sqrt())
    }

    /// Returns the vector at length 1; the empty one if its length is 0.
    #[must_use]
    pub fn unit(&self) -> Self {
        let length = self.length();
        if length > 0.0 { Self(self.0.iter().map(|x| x / length).collect()) } else { Self::default() }
    }

    /// Adds another vector times a factor.
    pub fn add(&mut self, other: &Self, factor: f64) {
        let factor = single(factor);
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0.0);
        }
        for (sum, x) in self.0.iter_mut().zip(&other.0) {
            *sum += factor * x;
        }
    }

    /// Returns true if it is empty or its length is 1, as far as rounding allows.
    pub fn is_unit(&self) -> bool {
        self.is_empty() || (self.length() - 1.0).abs() < 1e-3
    }

    /// Returns the cosine of two texts, in −1..=1; 0 if one is empty.
    pub fn cosine(&self, other: &Self) -> f64 {
        let squares = dot(&self.0, &self.0) * dot(&other.0, &other.0);
        if squares > 0.0 { (dot(&self.0, &other.0) / squares.sqrt()).clamp(-1.0, 1.0) } else { 0.0 }
    }
}

/// Returns the dot product; 0 if a vector is empty. Eight sums let the compiler use vector instructions, in the same
/// order everywhere.
fn dot<T: Copy + Into<f32>>(a: &[T], b: &[f32]) -> f64 {
    let mut sums = [0.0_f32; 8];
    let (mut a, mut b) = (a.chunks_exact(8), b.chunks_exact(8));
    for (a, b) in a.by_ref().zip(b.by_ref()) {
        for ((sum, x), y) in sums.iter_mut().zip(a).zip(b) {
            *sum += (*x).into() * y;
        }
    }
    let rest = a.remainder().iter().zip(b.remainder());
    let rest = rest.fold(0.0, |sum, (x, y)| sum + f64::from((*x).into() * y));
    sums.iter().fold(rest, |sum, x| sum + f64::from(*x))
}
