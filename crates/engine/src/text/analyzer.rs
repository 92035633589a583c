//! From text to terms: words lower-cased, stop words removed, stemmed; CJK runs as character bigrams.
//!
//! A word is a run of letters, digits and combining marks. Apostrophes and hyphens end a word, as the lists of stop words
//! expect (`l'homme` is `l` and `homme`, `don't` is `don` and `t`). Left out on purpose: dictionaries for languages written
//! without spaces, where bigrams stand in for words.
//!
//! Source: Batsakis ch. 3, Pant §2.4 (which tells of a domain where stemming hurt, so it can be switched off), Tsay §3.1.

use super::Language;
use super::hash::WordMap;
use super::words::{Word, words};
use crate::limits::{STEM_MEMO, TOKEN_CHARS};
use serde::{Deserialize, Serialize};
use snowball_stemmers_rs::Stemmer;
use unicode_normalization::UnicodeNormalization;

/// What is done to words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextOptions {
    /// Words are cut to their stems.
    pub stemming: bool,
    /// Words of the language's list of stop words are left out.
    pub stop_words: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            stemming: true,
            stop_words: true,
        }
    }
}

/// A term as it stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The term: lower-cased, stemmed.
    pub term: &'a str,
    /// Byte offset of the word in the text.
    pub start: usize,
    /// Byte offset of the word's end.
    pub end: usize,
}

/// Turns text into terms. It remembers the stems of the words it has met, so one analyzer is kept for a whole crawl.
pub struct Analyzer {
    options: TextOptions,
    languages: Vec<Vocabulary>,
    lowered: String,
}

/// What is known of the words of one language.
struct Vocabulary {
    language: Language,
    stop_words: bool,
    stemmer: Option<Stemmer>,
    /// Lower-cased words with their terms; the empty term for a word that is left out.
    terms: WordMap<Box<str>, Box<str>>,
}

impl Analyzer {
    /// An analyzer that knows no word yet.
    pub fn new(options: TextOptions) -> Self {
        Self {
            options,
            languages: Vec::new(),
            lowered: String::new(),
        }
    }

    /// The settings it was made with.
    pub fn options(&self) -> TextOptions {
        self.options
    }

    /// Calls `each` with every term of the text, in order. A text of an unknown language is taken for English.
    pub fn tokens(
        &mut self,
        text: &str,
        language: Option<Language>,
        mut each: impl FnMut(Token<'_>),
    ) {
        let at = self.place(language.unwrap_or(Language::ENGLISH));
        let Self {
            languages, lowered, ..
        } = self;
        let known = &mut languages[at];
        words(text, |word| match word {
            Word::Plain { start, end } => {
                lower(&text[start..end], lowered);
                let term = known.term(lowered);
                if !term.is_empty() {
                    each(Token { term, start, end });
                }
            }
            Word::Gram { start, end } => each(Token {
                term: &text[start..end],
                start,
                end,
            }),
        });
    }

    fn place(&mut self, language: Language) -> usize {
        let at = self
            .languages
            .iter()
            .position(|known| known.language == language);
        at.unwrap_or_else(|| {
            self.languages.push(Vocabulary::new(language, self.options));
            self.languages.len() - 1
        })
    }
}

impl Vocabulary {
    fn new(language: Language, options: TextOptions) -> Self {
        let stemmer = if options.stemming {
            language.stemmer()
        } else {
            None
        };
        let mut new = Self {
            language,
            stop_words: options.stop_words,
            stemmer,
            terms: WordMap::default(),
        };
        new.forget();
        new
    }

    /// Empties the memo, stop words apart.
    fn forget(&mut self) {
        self.terms.clear();
        if self.stop_words {
            let words = self.language.stop_words().iter();
            self.terms
                .extend(words.map(|&word| (word.into(), Box::default())));
        }
    }

    /// The term of a lower-cased word, empty where the word is left out.
    fn term(&mut self, word: &str) -> &str {
        if !self.terms.contains_key(word) {
            if self.terms.len() >= STEM_MEMO {
                self.forget();
            }
            let term = self.stem(word);
            self.terms.insert(word.into(), term);
        }
        self.terms.get(word).map_or("", |term| term)
    }

    fn stem(&self, word: &str) -> Box<str> {
        if word.len() > TOKEN_CHARS && word.chars().nth(TOKEN_CHARS).is_some() {
            return Box::default();
        }
        match &self.stemmer {
            Some(stemmer) => stemmer.stem(word).into(),
            None => word.into(),
        }
    }
}

/// Writes the word in lower case to `lowered`; what is not ASCII is brought to NFC, so that one word has one spelling.
fn lower(word: &str, lowered: &mut String) {
    lowered.clear();
    lowered.push_str(word);
    if word.is_ascii() {
        lowered.make_ascii_lowercase();
    } else {
        *lowered = word.to_lowercase().nfc().collect();
    }
}
