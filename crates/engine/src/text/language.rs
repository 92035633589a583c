//! Detects the language of a text, and provides its stemmer and stop words.
//!
//! Not covered: stemmers of other languages, which the browser would have to download. Compiled to wasm, English
//! (Porter) takes 12 KB, German 7, French 15, Spanish 12, Russian 8: 54 KB together; Italian, Portuguese, Dutch and
//! Swedish would take 36 more. The stop words take 10 KB. Words of other languages are only lower-cased.

use super::arabic;
use serde::{Deserialize, Serialize};
use snowball_stemmers_rs::{Algorithm, Stemmer};
use std::borrow::Cow;

/// A language by its ISO 639-1 code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Language([u8; 2]);

/// The constructor of a language's stemmer.
type MakeStemmer = fn() -> Stemmer;

/// Each stemmer has its own constructor function with a constant: the crate's constructor with a variable would link
/// all 38 algorithms (550 KB).
const STEMMERS: [(&[u8; 2], MakeStemmer); 5] = [
    (b"en", || Stemmer::create(Algorithm::Porter)),
    (b"de", || Stemmer::create(Algorithm::German)),
    (b"fr", || Stemmer::create(Algorithm::French)),
    (b"es", || Stemmer::create(Algorithm::Spanish)),
    (b"ru", || Stemmer::create(Algorithm::Russian)),
];

/// A line for each language: its code, then its stop words in byte order. `data/README.md` names the source.
const STOP_WORDS: &str = include_str!("../../data/stop-words.txt");

impl Language {
    /// English: the language of the papers' crawls, and the default for texts of unknown language.
    pub const ENGLISH: Self = Self(*b"en");

    /// Parses a language tag (`en`, `de-AT`, `zh_Hans`): its first part if that has two letters.
    pub fn from_code(tag: &str) -> Option<Self> {
        let tag = tag.trim();
        let code = tag.split(['-', '_']).next().unwrap_or(tag).as_bytes();
        match *code {
            [a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
                Some(Self([a.to_ascii_lowercase(), b.to_ascii_lowercase()]))
            }
            _ => None,
        }
    }

    /// Returns the two letters of the code, in lower case.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Returns the stemmer, if the engine has one.
    pub(crate) fn stemmer(self) -> Option<LanguageStemmer> {
        if self.0 == *b"ar" {
            return Some(LanguageStemmer::Arabic);
        }
        let (_, make) = STEMMERS.iter().find(|(code, _)| **code == self.0)?;
        Some(LanguageStemmer::Snowball(make()))
    }

    /// Returns the stop words in byte order; none if the engine has no list.
    pub(crate) fn stop_words(self) -> impl Iterator<Item = &'static str> {
        let line = STOP_WORDS.lines().find_map(|line| line.strip_prefix(self.code()));
        line.unwrap_or_default().split_ascii_whitespace()
    }
}

/// Stems the words of one language.
pub(crate) enum LanguageStemmer {
    Snowball(Stemmer),
    Arabic,
}

impl LanguageStemmer {
    /// Returns the stem of a folded word.
    pub(crate) fn stem<'a>(&self, word: &'a str) -> Cow<'a, str> {
        match self {
            Self::Snowball(stemmer) => stemmer.stem(word),
            Self::Arabic => Cow::Borrowed(arabic::stem(word)),
        }
    }
}

impl TryFrom<String> for Language {
    type Error = String;
    fn try_from(code: String) -> Result<Self, String> {
        Self::from_code(&code).ok_or_else(|| format!("“{code}” is not a two-letter language code"))
    }
}

impl From<Language> for String {
    fn from(language: Language) -> Self {
        language.code().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_tag_is_read_by_its_first_part() {
        for (tag, code) in [
            ("en", Some("en")),
            ("EN-us", Some("en")),
            (" zh_Hans ", Some("zh")),
            ("eng", None),
            ("", None),
            ("é", None),
        ] {
            let found = Language::from_code(tag).map(|l| l.code().to_owned());
            assert_eq!(found.as_deref(), code, "{tag}");
        }
    }

    #[test]
    fn stop_words_are_unique_and_in_byte_order() {
        for (code, n) in [
            ("de", 232),
            ("en", 153),
            ("es", 313),
            ("fr", 157),
            ("it", 279),
            ("nl", 101),
            ("pt", 207),
            ("ru", 151),
            ("sv", 114),
            ("ja", 0),
        ] {
            let words: Vec<_> = Language::from_code(code).unwrap().stop_words().collect();
            assert_eq!(words.len(), n, "{code}");
            assert!(words.windows(2).all(|pair| pair[0] < pair[1]), "{code}");
        }
    }
}
