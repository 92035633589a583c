//! Which language a text is in, and what the engine knows of it: a stemmer and a list of stop words.
//!
//! Left out on purpose: languages for which Snowball or NLTK have nothing; their words are lower-cased and kept as they are.

use serde::{Deserialize, Serialize};
use snowball_stemmers_rs::{Algorithm, Stemmer};

/// A language by its ISO 639-1 code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Language([u8; 2]);

impl Language {
    /// English: what the papers crawl, and the language of a text of which nothing is known.
    pub const ENGLISH: Self = Self(*b"en");

    /// Reads a language tag (`en`, `de-AT`, `zh_Hans`): its first part where that has two letters.
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

    /// The two letters of the code, in lower case.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The stemmer, where the engine has one. Each is named in a constant so that the linker drops the thirty others.
    pub(crate) fn stemmer(self) -> Option<Stemmer> {
        Some(match &self.0 {
            b"en" => Stemmer::create(Algorithm::Porter),
            b"de" => Stemmer::create(Algorithm::German),
            b"fr" => Stemmer::create(Algorithm::French),
            b"es" => Stemmer::create(Algorithm::Spanish),
            b"it" => Stemmer::create(Algorithm::Italian),
            b"pt" => Stemmer::create(Algorithm::Portuguese),
            b"nl" => Stemmer::create(Algorithm::Dutch),
            b"ru" => Stemmer::create(Algorithm::Russian),
            b"sv" => Stemmer::create(Algorithm::Swedish),
            _ => return None,
        })
    }

    /// The stop words, where the engine has a list; in no particular order.
    pub(crate) fn stop_words(self) -> &'static [&'static str] {
        match &self.0 {
            b"en" => stop_words::get("en"),
            b"de" => stop_words::get("de"),
            b"fr" => stop_words::get("fr"),
            b"es" => stop_words::get("es"),
            b"it" => stop_words::get("it"),
            b"pt" => stop_words::get("pt"),
            b"nl" => stop_words::get("nl"),
            b"ru" => stop_words::get("ru"),
            b"sv" => stop_words::get("sv"),
            _ => &[],
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
            assert_eq!(
                Language::from_code(tag)
                    .map(|l| l.code().to_owned())
                    .as_deref(),
                code,
                "{tag}"
            );
        }
    }
}
