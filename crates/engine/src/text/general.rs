//! The table of general English: inverse document frequencies of common words, converted to those of terms.
//!
//! `data/README.md` names its source. It contains surface words, so that it works with and without stemming: words with
//! the same stem are merged when it is loaded. Not covered: other languages.

use super::{Analyzer, Language, TermId, Terms};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const TABLE: &str = include_str!("../../data/english-idf.txt");
/// The width of a step of the table; an entry represents the middle of its step.
const STEP: f64 = 0.2;

/// An idf for each term of a table, and one for all others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TermWeights {
    /// The weights by term number; 0 for terms outside the table.
    known: Vec<f64>,
    other: f64,
}

impl TermWeights {
    pub(super) fn get(&self, term: TermId) -> f64 {
        match self.known.get(term as usize) {
            Some(&weight) if weight > 0.0 => weight,
            _ => self.other,
        }
    }
}

/// Returns the idf of each term of the table; other terms have the largest of them.
pub(crate) fn weights(analyzer: &mut Analyzer, terms: &mut Terms) -> TermWeights {
    let mut expected: BTreeMap<u32, f64> = BTreeMap::new();
    let mut word = String::new();
    for entry in entries() {
        word.truncate(entry.shared);
        word.push_str(entry.rest);
        analyzer.tokens(&word, Some(Language::ENGLISH), |token| {
            *expected.entry(terms.intern(token.term)).or_default() += occurrences(entry.idf);
        });
    }
    let mut known = vec![0.0; terms.len()];
    for (&term, &sum) in &expected {
        known[term as usize] = idf(sum);
    }
    let other = known.iter().copied().fold(0.0, f64::max);
    TermWeights { known, other }
}

/// Returns the expected occurrences of a word in a document, `-ln(1 - N_i / N)`: unlike idf, they can be summed over
/// words.
fn occurrences(idf: f64) -> f64 {
    -libm::log(1.0 - libm::exp(-idf))
}

fn idf(occurrences: f64) -> f64 {
    -libm::log(1.0 - libm::exp(-occurrences))
}

struct Entry<'a> {
    shared: usize,
    rest: &'a str,
    idf: f64,
}

fn entries() -> impl Iterator<Item = Entry<'static>> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(|line| {
        let mut rest = line;
        std::iter::from_fn(move || {
            let (entry, after) = split(rest)?;
            rest = after;
            Some(entry)
        })
    })
}

/// Decodes the first entry of a line: `CingK` is two characters shared with the previous word, `ing`, step K.
fn split(line: &str) -> Option<(Entry<'_>, &str)> {
    let end = 1 + line.get(1..)?.find(|c: char| c.is_ascii_uppercase())?;
    let number = |at: usize| line.as_bytes()[at] - b'A';
    let entry =
        Entry { shared: usize::from(number(0)), rest: &line[1..end], idf: (f64::from(number(end)) + 0.5) * STEP };
    Some((entry, &line[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Idf, TextOptions};

    #[test]
    fn the_table_holds_each_word_once_in_order() {
        let mut word = String::new();
        let mut before = String::new();
        let mut n = 0;
        for entry in entries() {
            word.truncate(entry.shared);
            word.push_str(entry.rest);
            assert!(before < word, "{before} {word}");
            before.clone_from(&word);
            n += 1;
        }
        assert_eq!(n, 5_200 + 100 + 37);
    }

    #[test]
    fn rarer_words_have_larger_weights_and_unknown_ones_the_largest() {
        for stemming in [true, false] {
            let mut analyzer = Analyzer::new(TextOptions { stemming, stop_words: false });
            let mut terms = Terms::new();
            let idf = Idf::general(&mut analyzer, &mut terms);
            let mut of = |word: &str| {
                let mut term = None;
                analyzer.tokens(word, None, |token| term = Some(terms.intern(token.term)));
                idf.get(term.unwrap())
            };
            let rising = ["the", "time", "government", "spider", "salticid"].map(&mut of);
            assert!(rising.is_sorted(), "{rising:?}");
            assert!(rising[0] > 0.0 && rising[0] < 0.2, "{rising:?}");
            assert!(rising[1] < 1.0 && rising[2] > 1.5, "{rising:?}");
        }
    }

    #[test]
    fn words_with_the_same_stem_are_merged() {
        let mut analyzer = Analyzer::new(TextOptions::default());
        let mut terms = Terms::new();
        let idf = Idf::general(&mut analyzer, &mut terms);
        let together = idf.get(terms.get("walk").unwrap());
        let alone = |word: &str| {
            let mut spelled = String::new();
            entries().find_map(|entry| {
                spelled.truncate(entry.shared);
                spelled.push_str(entry.rest);
                (spelled == word).then_some(entry.idf)
            })
        };
        assert!(together < alone("walk").unwrap());
        assert!(together < alone("walking").unwrap());
    }
}
