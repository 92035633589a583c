//! Excludes words and senses from similarity: not all of WordNet's neighbors of a word are on topic (Batsakis ch. 5).

use super::{Lemma, Lexicon, Notation, Synset, Term};
use std::collections::BTreeSet;

/// Words and senses that similarity does not use.
///
/// An excluded word ("computer program", in any inflection) is related only to itself. An excluded sense (`spider#n#3`)
/// is ignored for its own word only: the word keeps its other senses, and other words keep that sense.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExcludedWords {
    words: BTreeSet<Lemma>,
    senses: BTreeSet<(Lemma, Synset)>,
}

impl ExcludedWords {
    /// Parses words and senses. Returns the unknown ones separately; they are related to nothing anyway.
    pub fn read<'a>(lexicon: &Lexicon, list: impl IntoIterator<Item = &'a str>) -> (Self, Vec<&'a str>) {
        let mut new = Self::default();
        let mut unknown = Vec::new();
        for entry in list {
            let sense = Notation::parse(entry).and_then(|notation| lexicon.sense(notation));
            if let Some(sense) = sense {
                new.senses.insert(sense);
            } else if let Some(term) = lexicon.term(entry) {
                new.words.extend(term.lemmas());
            } else {
                unknown.push(entry);
            }
        }
        (new, unknown)
    }

    /// Returns true if nothing is excluded.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.senses.is_empty()
    }

    /// Returns true if a lemma of the term is excluded as a word.
    pub fn has(&self, term: Term) -> bool {
        !self.words.is_empty() && term.lemmas().any(|lemma| self.words.contains(&lemma))
    }

    /// Returns true if this sense, or the lemma as a word, is excluded.
    pub fn has_sense(&self, lemma: Lemma, synset: Synset) -> bool {
        self.words.contains(&lemma) || self.senses.contains(&(lemma, synset))
    }
}
