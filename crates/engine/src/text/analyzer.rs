//! Converts text to terms: words lower-cased, stop words removed, stemmed; CJK runs as character bigrams.
//!
//! A word is a run of letters, digits and combining marks. Apostrophes and hyphens end a word, as the stop word lists
//! expect (`l'homme` is `l` and `homme`, `don't` is `don` and `t`). Numbers and words with digits are terms: Evolving
//! §2.1.3 says that in text mining "numbers and terms that contain digits are removed", but "in search engines, they
//! are usually indexed", and a query may name a year or a version. A point or a comma ends a number (`3.14` is `3` and
//! `14`). Spellings of one word that people type without distinction are one term ([`super::fold`]). Not covered:
//! dictionaries for languages written without spaces, for which bigrams are used.
//!
//! Source: Evolving §2.1.3, Batsakis ch. 3, Pant §2.4 (which reports a domain where stemming hurt, so it is optional),
//! Tsay §3.1.

use super::fold::fold;
use super::language::LanguageStemmer;
use super::words::words;
use super::{Language, TermId, Terms, WordMap};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use types::limits::{STEM_MEMO, TOKEN_CHARS};

/// The text processing options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextOptions {
    /// True if words are reduced to their stems.
    pub stemming: bool,
    /// True if stop words of the language are dropped.
    pub stop_words: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self { stemming: true, stop_words: true }
    }
}

/// A term at a position in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The term: lower-cased and stemmed.
    pub term: &'a str,
    /// Byte offset of the word in the text.
    pub start: usize,
    /// Byte offset of the word's end.
    pub end: usize,
}

/// A word at a position in a text, whether or not it becomes a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenWord<'a> {
    /// The word: folded, not stemmed; a bigram in a script without spaces.
    pub written: &'a str,
    /// Its term, as in [`Token::term`]; `None` for a dropped word: a stop word, or one that is too long.
    pub term: Option<&'a str>,
    /// Byte offset of the word in the text.
    pub start: usize,
    /// Byte offset of the word's end.
    pub end: usize,
}

/// Converts text to terms. It caches stems, so one analyzer serves a whole crawl.
pub struct Analyzer {
    options: TextOptions,
    vocabularies: Vec<Vocabulary>,
    folded: String,
}

/// The vocabulary of one language.
struct Vocabulary {
    language: Language,
    stop_words: bool,
    stemmer: Option<LanguageStemmer>,
    /// Folded words with the indices of their terms.
    indices: WordMap<Box<str>, TermIndex>,
    /// The term of each word, in the order of first occurrence.
    terms: Vec<Box<str>>,
    /// The number of each of these terms, once it is known.
    numbers: Vec<Option<TermId>>,
}

/// The index of a word's term in its vocabulary; `None` for an ignored word.
type TermIndex = Option<u32>;

impl Analyzer {
    /// Returns an analyzer with an empty cache.
    pub fn new(options: TextOptions) -> Self {
        Self { options, vocabularies: Vec::new(), folded: String::new() }
    }

    /// Returns its options.
    pub fn options(&self) -> TextOptions {
        self.options
    }

    /// Calls `each` with every term of the text, in order. A text in an unknown language counts as English.
    pub fn tokens(&mut self, text: &str, language: Option<Language>, mut each: impl FnMut(Token<'_>)) {
        let (known, folded) = self.vocabulary(language);
        words(text, |word| {
            let (start, end) = (word.start, word.end);
            if let Some(index) = known.index_of(&text[start..end], word.is_gram, folded) {
                let term = &known.terms[index as usize];
                each(Token { term, start, end });
            }
        });
    }

    /// Calls `each` with every word of the text, in order, before and after stemming, including dropped words.
    pub fn written_words(&mut self, text: &str, language: Option<Language>, mut each: impl FnMut(WrittenWord<'_>)) {
        let (known, folded) = self.vocabulary(language);
        words(text, |word| {
            let (start, end) = (word.start, word.end);
            let index = known.index_of(&text[start..end], word.is_gram, folded);
            each(WrittenWord { written: folded, term: index.map(|index| &*known.terms[index as usize]), start, end });
        });
    }

    /// Calls `each` with the number of every term of the text, in order. New terms are numbered in the order of the
    /// text, whatever the cache contains. The cache also has the numbers: use the same `terms` in all calls, or call
    /// [`Analyzer::forget_numbers`] before others.
    pub(crate) fn term_ids(
        &mut self,
        text: &str,
        language: Option<Language>,
        terms: &mut Terms,
        mut each: impl FnMut(TermId),
    ) {
        let (known, folded) = self.vocabulary(language);
        words(text, |word| {
            let index = known.index_of(&text[word.start..word.end], word.is_gram, folded);
            if let Some(index) = index {
                each(known.number(index, terms));
            }
        });
    }

    /// Calls `each` with the number of every known term of the text and the byte range of its word, in order. `terms`
    /// are those of [`Self::term_ids`].
    pub(crate) fn known_terms(
        &mut self,
        text: &str,
        language: Option<Language>,
        terms: &Terms,
        mut each: impl FnMut(TermId, Range<usize>),
    ) {
        let (known, folded) = self.vocabulary(language);
        words(text, |word| {
            let index = known.index_of(&text[word.start..word.end], word.is_gram, folded);
            if let Some(term) = index.and_then(|index| known.known_number(index, terms)) {
                each(term, word.start..word.end);
            }
        });
    }

    /// Removes the numbers of terms from the cache.
    pub(crate) fn forget_numbers(&mut self) {
        for vocabulary in &mut self.vocabularies {
            vocabulary.numbers.fill(None);
        }
    }

    /// Returns the vocabulary of a language, and the buffer for folded words.
    fn vocabulary(&mut self, language: Option<Language>) -> (&mut Vocabulary, &mut String) {
        let language = language.unwrap_or(Language::ENGLISH);
        let known = &mut self.vocabularies;
        let at = known.iter().position(|words| words.language == language);
        let at = at.unwrap_or_else(|| {
            known.push(Vocabulary::new(language, self.options));
            known.len() - 1
        });
        if known[at].terms.len() > STEM_MEMO {
            known[at].forget();
        }
        (&mut known[at], &mut self.folded)
    }
}

impl Vocabulary {
    fn new(language: Language, options: TextOptions) -> Self {
        let stemmer = if options.stemming { language.stemmer() } else { None };
        let mut new = Self {
            language,
            stop_words: options.stop_words,
            stemmer,
            indices: WordMap::default(),
            terms: Vec::new(),
            numbers: Vec::new(),
        };
        new.forget();
        new
    }

    /// Empties the cache, except for stop words.
    fn forget(&mut self) {
        self.indices.clear();
        self.terms.clear();
        self.numbers.clear();
        if self.stop_words {
            let mut folded = String::new();
            for word in self.language.stop_words() {
                fold(word, &mut folded);
                self.indices.insert(folded.as_str().into(), None);
            }
        }
    }

    /// Returns the index of a word's term.
    fn index_of(&mut self, word: &str, is_gram: bool, folded: &mut String) -> TermIndex {
        fold(word, folded);
        if let Some(&index) = self.indices.get(folded.as_str()) {
            return index;
        }
        let index = self.learn(folded, is_gram);
        self.indices.insert(folded.as_str().into(), index);
        index
    }

    fn learn(&mut self, word: &str, is_gram: bool) -> TermIndex {
        // A sign alone is no word.
        if word.is_empty() {
            return None;
        }
        if word.len() > TOKEN_CHARS && word.chars().nth(TOKEN_CHARS).is_some() {
            return None;
        }
        let index = u32::try_from(self.terms.len()).ok()?;
        self.terms.push(match &self.stemmer {
            Some(stemmer) if !is_gram => stemmer.stem(word).into(),
            _ => word.into(),
        });
        self.numbers.push(None);
        Some(index)
    }

    /// Returns the number of the term with this index; `None` if the term is new.
    fn known_number(&mut self, index: u32, terms: &Terms) -> Option<TermId> {
        let number = &mut self.numbers[index as usize];
        *number = number.or_else(|| terms.get(&self.terms[index as usize]));
        *number
    }

    /// Returns the number of the term with this index.
    fn number(&mut self, index: u32, terms: &mut Terms) -> TermId {
        let (term, number) = (&self.terms[index as usize], &mut self.numbers[index as usize]);
        *number.get_or_insert_with(|| terms.intern(term))
    }
}

#[cfg(test)]
#[path = "analyzer_tests.rs"]
mod tests;
