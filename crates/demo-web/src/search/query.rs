//! Decodes the query of a search URL and splits text into words.

use super::MAX_PAGES;
use std::collections::BTreeSet;

/// The most words of a query that are used.
const MAX_WORDS: usize = 12;

/// A search that a URL requests.
pub(super) struct SearchRequest {
    /// The words as typed.
    pub(super) query: String,
    /// Page of results, from 1 to [`MAX_PAGES`].
    pub(super) page: usize,
}

impl SearchRequest {
    /// Parses the query of a URL. Missing or invalid parts take their defaults.
    pub(super) fn parse(url_query: &str) -> Self {
        let page = parameter(url_query, "page").parse().unwrap_or(1);
        Self { query: parameter(url_query, "q"), page: page.clamp(1, MAX_PAGES) }
    }
}

/// Returns a decoded parameter; empty if it is missing.
fn parameter(url_query: &str, name: &str) -> String {
    let value = url_query.split('&').find_map(|pair| {
        let (given, value) = pair.split_once('=')?;
        (given == name).then_some(value)
    });
    decode(value.unwrap_or_default())
}

/// Decodes `+` and percent-encoding. Bytes that are not UTF-8 become replacement characters.
fn decode(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let escaped = (*first == b'%').then(|| tail.get(..2)).flatten();
        let escaped = escaped.and_then(|two| std::str::from_utf8(two).ok());
        match escaped.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None if *first == b'+' => bytes.push(b' '),
            None => bytes.push(*first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the stems of a query's words. ASCII words need at least three letters.
pub(super) fn words(query: &str) -> BTreeSet<String> {
    let long = split(query).filter(|word| word.chars().count() > 2 || !word.is_ascii());
    long.map(stem).take(MAX_WORDS).collect()
}

/// Returns the stems of all words of a text.
pub(super) fn all_words(text: &str) -> BTreeSet<String> {
    split(text).map(stem).collect()
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

/// Returns the word in lower case, and most English plurals as singulars.
fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    match word.strip_suffix('s') {
        Some(singular) if singular.len() > 3 && !singular.ends_with('s') => singular.to_owned(),
        _ => word,
    }
}
