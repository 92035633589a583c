//! WordNet in a compact form: its nouns and verbs, their synonyms, the is-a graph, lemmatization, and the similarity of two terms.
//!
//! [`Lexicon::read`] takes the plain bytes that `cargo xtask lexicon` makes from WordNet's database; getting and decompressing them is the
//! driver's. A written form becomes a [`Term`] ([`Lexicon::term`]), a term has senses, each a [`Synset`]; [`Probe`] compares terms;
//! [`Lexicon::related`] shows people a term's neighbors; [`ExcludedWords`] holds excluded words and senses; [`Mentions`] finds terms in a text.
//! Not covered: adjectives and adverbs (they have no is-a graph), glosses and examples (a sense is named by its synonyms and
//! hypernyms), capital letters, all relations but is-a.
//!
//! # The format
//!
//! `SLEX`, the version (two bytes, little-endian), XXH3 of what follows (eight bytes), then, every number a LEB128 varint:
//!
//! 1. A title: length, letters.
//! 2. The lemmas over both parts of speech in byte order, lower case, with spaces: their count; for each, how many letters it shares with the
//!    one before; the length of the text that follows; what follows the shared letters, one lemma a line.
//! 3. Twice, for nouns and for verbs:
//!    - The synsets, numbered so that each comes after its hypernyms and the largest hypernym never falls from one to the next: their
//!      count; for each, how many hypernyms it has; for each hypernym, largest first, a step: for the largest how much it rose since the
//!      last synset that had one (0 at first), for the others how far below the one before.
//!    - The senses: for each lemma how many it has; all senses by lemma and rank, as numbers of synsets; for each sense, where the lemma
//!      stands among those of the synset.
//!    - The exceptions of morphy: the inflected forms as in 2, one with several bases several times; the base of each, as number of a lemma.
//!
//! Columns are separate because that compresses best. The file is compressed with gzip; the format is not.
//!
//! Source: Fellbaum (ed.), *WordNet: An Electronic Lexical Database*, MIT Press 1998; wndb(5WN) and morphy(7WN) of WordNet 3.0; Li, Bandar
//! and McLean, "An approach for measuring semantic similarity between words using multiple information sources", IEEE TKDE 15(4), 2003;
//! Batsakis §3.3, eq. 3 and 4.

mod bytes;
mod collocations;
mod error;
mod excluded;
mod isa;
mod lists;
mod mentions;
mod morphy;
mod probe;
mod read;
mod related;
mod senses;
mod similarity;
mod spelling;
mod terms;
mod words;

pub use error::LexiconError;
pub use excluded::ExcludedWords;
pub use mentions::{Mention, Mentions};
pub use probe::Probe;
pub use senses::Notation;
pub use similarity::Measure;
pub use terms::Term;

use lists::Lists;

/// The format version; any change of the format changes it.
const VERSION: u16 = 1;

/// A part of speech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pos {
    /// Nouns.
    Noun = 0,
    /// Verbs.
    Verb = 1,
}

impl Pos {
    /// Both, in the order of the format.
    pub const ALL: [Self; 2] = [Self::Noun, Self::Verb];

    /// WordNet's letter for it: `n` or `v`.
    pub fn letter(self) -> char {
        match self {
            Self::Noun => 'n',
            Self::Verb => 'v',
        }
    }
}

/// The number of a lemma: one entry of the dictionary, a word or a collocation ("dengue fever"), over both parts of speech. Lemmas are
/// numbered in byte order. A number is valid only in the lexicon that assigned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lemma(u32);

/// The number of a synset: lemmas with the same meaning, of one part of speech. A number is valid only in the lexicon that
/// assigned it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Synset(u32);

impl Synset {
    /// Returns its index in [`Lexicon::synsets`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The dictionary, which is immutable after reading. Look-ups allocate nothing.
pub struct Lexicon {
    title: String,
    /// The lemmas.
    words: words::Words,
    /// The pairs of words that begin collocations.
    collocations: collocations::Collocations,
    /// For each lemma its synsets: nouns, then verbs, each by rank.
    senses: Lists<Synset>,
    /// For each synset its lemmas.
    members: Lists<Lemma>,
    /// The first verb synset.
    first_verb: u32,
    isa: isa::Isa,
    exceptions: [morphy::Exceptions; 2],
}

impl Lexicon {
    /// Returns the title of its source, such as "WordNet 3.0".
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the number of lemmas.
    pub fn lemmas_len(&self) -> usize {
        self.words.len()
    }

    /// Returns the number of synsets.
    pub fn synsets_len(&self) -> usize {
        self.isa.len()
    }

    /// Returns all synsets, hypernyms before their hyponyms.
    pub fn synsets(&self) -> impl Iterator<Item = Synset> {
        (0..self.isa.len()).filter_map(|at| u32::try_from(at).ok().map(Synset))
    }

    /// Returns the number of senses: pairs of a lemma and a synset.
    pub fn senses_len(&self) -> usize {
        self.senses.items()
    }

    /// Returns its size in memory, in bytes.
    pub fn memory(&self) -> usize {
        let exceptions = self.exceptions.iter().map(morphy::Exceptions::memory);
        self.words.memory()
            + self.collocations.memory()
            + self.senses.memory()
            + self.members.memory()
            + self.isa.memory()
            + exceptions.sum::<usize>()
    }
}

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod tests;
