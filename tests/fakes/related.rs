//! Provides related words.

use types::lexicon::{RelatedSense, RelatedTerm};
use types::report::RelatedWord;

pub(crate) fn sense(notation: &str, above: &str, terms: usize) -> RelatedSense {
    let term = |n| RelatedTerm { word: format!("{above} {n}"), similarity: 0.5 };
    RelatedSense {
        notation: notation.into(),
        synonyms: Vec::new(),
        hypernyms: vec![above.into()],
        related: (0..terms).map(term).collect(),
        more: false,
    }
}

/// Two senses of a word, and an unknown word.
pub(crate) fn words() -> Vec<RelatedWord> {
    let word = |word: &str, senses| RelatedWord { word: word.into(), senses, similar: Vec::new() };
    let senses = vec![sense("spider#n#1", "arachnid", 2), sense("spider#n#2", "program", 20)];
    vec![word("spider", senses), word("xyzzy", Vec::new())]
}
