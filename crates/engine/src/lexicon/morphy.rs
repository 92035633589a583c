//! Converts inflected forms to lemmas, by WordNet's rules.
//!
//! A form in the list of exceptions has the listed base. Otherwise the rules of the part of speech replace endings
//! until the result is a lemma of that part of speech; adverbs have only exceptions. A collocation as a whole is tried
//! except as a verb ("text editors"). Then the first word of a verb is converted alone ("asked for it"), and finally
//! each word ("attorneys general").
//!
//! Source: morphy(7WN) and `morph.c` of WordNet 3.0.

use super::spelling::Spelling;
use super::words::Words;
use super::{Lemma, Lexicon, Pos};

/// Irregular forms and their bases.
pub(super) struct Exceptions {
    /// The inflected forms; a form with several bases is repeated.
    pub(super) forms: Words,
    /// The base of each form.
    pub(super) bases: Vec<Lemma>,
}

impl Exceptions {
    fn base(&self, form: &str) -> Option<Lemma> {
        let at = self.forms.find(form)?;
        self.bases.get(at as usize).copied()
    }
}

/// Endings and their replacements, in the order in which they are tried.
const NOUN_ENDINGS: &[(&str, &str)] = &[
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
];
const VERB_ENDINGS: &[(&str, &str)] =
    &[("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")];
const ADJECTIVE_ENDINGS: &[(&str, &str)] = &[("er", ""), ("est", ""), ("er", "e"), ("est", "e")];

impl Lexicon {
    /// Returns the lemma of this part of speech that a form inflects: `wolves` → `wolf`. `None` if there is none, and
    /// for most forms that are lemmas themselves. Allocates nothing.
    pub fn base(&self, written: &str, pos: Pos) -> Option<Lemma> {
        self.base_of(&Spelling::new(written)?, pos)
    }

    pub(super) fn base_of(&self, form: &Spelling, pos: Pos) -> Option<Lemma> {
        let text = form.as_str();
        if let Some(base) = self.exceptions[pos as usize].base(text) {
            return Some(base);
        }
        if !text.contains([' ', '-']) {
            return self.detached(text, pos);
        }
        let whole = match pos {
            Pos::Noun | Pos::Adjective => self.detached(text, pos),
            Pos::Verb => None,
            Pos::Adverb => return None,
        };
        whole.or_else(|| self.base_of_collocation(text, pos))
    }

    /// Returns the lemma of a word after its ending is replaced.
    fn detached(&self, word: &str, pos: Pos) -> Option<Lemma> {
        let endings = match pos {
            Pos::Noun => NOUN_ENDINGS,
            Pos::Verb => VERB_ENDINGS,
            Pos::Adjective => ADJECTIVE_ENDINGS,
            Pos::Adverb => return None,
        };
        // "handsful" → "handful": the suffix is removed and appended again.
        let (stem, tail) = match word.strip_suffix("ful") {
            Some(stem) if pos == Pos::Noun => (stem, "ful"),
            _ => (word, ""),
        };
        if pos == Pos::Noun && (stem.ends_with("ss") || stem.len() <= 2) {
            return None;
        }
        endings.iter().find_map(|(ending, instead)| {
            let keep = stem.strip_suffix(ending)?.len();
            let mut base = Spelling::with_ending(stem, keep, instead)?;
            let found = self.lemma_of(base.as_str(), pos)?;
            if tail.is_empty() {
                return Some(found);
            }
            base.push(tail)?;
            self.lemma_of(base.as_str(), pos)
        })
    }

    fn base_of_collocation(&self, text: &str, pos: Pos) -> Option<Lemma> {
        if pos == Pos::Verb {
            let first = text.find([' ', '-'])?;
            let only_first = self.with_bases(text, pos, first);
            if only_first.is_some() {
                return only_first;
            }
        }
        self.with_bases(text, pos, text.len())
    }

    /// Returns the collocation with the words before `until` converted to their bases.
    fn with_bases(&self, text: &str, pos: Pos, until: usize) -> Option<Lemma> {
        let mut whole = Spelling::EMPTY;
        let mut at = 0;
        for word in text.split_inclusive([' ', '-']) {
            let bare = word.trim_end_matches([' ', '-']);
            let lemma = if at < until { self.base_of_word(bare, pos) } else { None };
            whole.push(lemma.map_or(bare, |lemma| self.written(lemma)))?;
            whole.push(&word[bare.len()..])?;
            at += word.len();
        }
        if whole.as_str() == text {
            return None;
        }
        self.lemma_of(whole.as_str(), pos)
    }

    fn base_of_word(&self, word: &str, pos: Pos) -> Option<Lemma> {
        let known = self.exceptions[pos as usize].base(word);
        known.or_else(|| self.detached(word, pos))
    }

    /// Returns the lemma with exactly this spelling and part of speech.
    pub(super) fn lemma_of(&self, spelled: &str, pos: Pos) -> Option<Lemma> {
        let lemma = Lemma(self.words.find(spelled)?);
        (!self.senses_as(lemma, pos).is_empty()).then_some(lemma)
    }
}
