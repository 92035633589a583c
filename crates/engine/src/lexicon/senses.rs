//! Looks up senses: the synsets of lemmas and terms, the lemmas of synsets, hypernyms and hyponyms, and the notation of
//! a sense.

use super::{Lemma, Lexicon, Pos, Synset, Term};
use crate::count;
use std::fmt;

/// A sense in WordNet's notation: `spider#n#3` is the third sense of the noun "spider".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation<'a> {
    /// The lemma as it is written.
    pub word: &'a str,
    /// The part of speech.
    pub pos: Pos,
    /// The rank among the lemma's senses of this part of speech, from 1, which is the most frequent.
    pub rank: u32,
}

impl fmt::Display for Notation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}#{}", self.word, self.pos.letter(), self.rank)
    }
}

impl<'a> Notation<'a> {
    /// Parses a notation; `None` if the text is not one.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (word_and_pos, rank) = text.trim().rsplit_once('#')?;
        let (word, pos) = word_and_pos.rsplit_once('#')?;
        Some(Self { word, pos: Pos::from_letter(pos)?, rank: rank.parse().ok().filter(|&rank| rank > 0)? })
    }
}

impl Lexicon {
    /// Returns all senses of a lemma by part of speech, in the order of [`Pos::ALL`], the most frequent of each first.
    pub fn senses(&self, lemma: Lemma) -> &[Synset] {
        self.senses.row(lemma.0)
    }

    /// Returns the senses of a lemma as this part of speech, the most frequent first.
    pub fn senses_as(&self, lemma: Lemma, pos: Pos) -> &[Synset] {
        let all = self.senses(lemma);
        let before = |first: u32| all.partition_point(|synset| synset.0 < first);
        let end = self.first.get(pos as usize + 1).map_or(all.len(), |&next| before(next));
        &all[before(self.first[pos as usize])..end]
    }

    /// Returns all senses of all lemmas of a term. A synset with two of the lemmas occurs twice.
    pub fn senses_of(&self, term: Term) -> impl Iterator<Item = (Lemma, Synset)> {
        term.lemmas().flat_map(|lemma| self.senses(lemma).iter().map(move |&synset| (lemma, synset)))
    }

    /// Returns the lemmas of a synset in WordNet's order, the most typical first.
    pub fn lemmas(&self, synset: Synset) -> &[Lemma] {
        self.members.row(synset.0)
    }

    /// Returns the synonyms of a term without its own lemmas, each once, in byte order.
    pub fn synonyms(&self, term: Term) -> Vec<Lemma> {
        let senses = self.senses_of(term);
        let mut all: Vec<Lemma> = senses
            .flat_map(|(_, synset)| self.lemmas(synset).iter().copied())
            .filter(|&lemma| term.lemmas().all(|of_term| of_term != lemma))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the hypernyms of a synset, including instance hypernyms.
    pub fn hypernyms(&self, synset: Synset) -> &[Synset] {
        self.isa.hypernyms(synset)
    }

    /// Returns the hyponyms and instances of a synset.
    pub fn hyponyms(&self, synset: Synset) -> &[Synset] {
        self.isa.hyponyms(synset)
    }

    /// Returns the longest path from a synset up to a root, in edges; 0 for a root.
    pub fn depth(&self, synset: Synset) -> u8 {
        self.isa.depth(synset)
    }

    /// Returns the part of speech of a synset.
    pub fn pos(&self, synset: Synset) -> Pos {
        let of = Pos::ALL.into_iter().rfind(|&pos| self.first[pos as usize] <= synset.0);
        of.unwrap_or(Pos::Noun)
    }

    /// Returns the notation of a lemma's sense. The rank is 0 if the lemma does not have the synset.
    pub fn notation(&self, lemma: Lemma, synset: Synset) -> Notation<'_> {
        let pos = self.pos(synset);
        let senses = self.senses_as(lemma, pos);
        let at = senses.iter().position(|&sense| sense == synset);
        Notation { word: self.written(lemma), pos, rank: at.map_or(0, |at| count(at + 1)) }
    }

    /// Returns the sense with this notation; `None` if the lexicon does not contain it. The word may contain
    /// underscores.
    pub fn sense(&self, notation: Notation<'_>) -> Option<(Lemma, Synset)> {
        let lemma = self.lemma(notation.word)?;
        let at = usize::try_from(notation.rank).ok()?.checked_sub(1)?;
        let synset = self.senses_as(lemma, notation.pos).get(at)?;
        Some((lemma, *synset))
    }
}
