//! A compact form of WordNet: synonyms, the is-a graph, lemmatization, and the similarity of terms.
//!
//! [`Lexicon::read`] parses the plain bytes that `cargo xtask lexicon` makes from WordNet's database; the driver
//! fetches and decompresses them. [`Lexicon::term`] converts a written form to a [`Term`], which has senses, each a
//! [`Synset`]; [`Probe`] compares terms; [`Lexicon::related`] lists a term's neighbors for display; [`ExcludedWords`]
//! excludes words and senses; [`Mentions`] finds terms in a text. Not covered: glosses and examples (synonyms and
//! hypernyms identify a sense), capital letters, all relations but is-a. WordNet has no is-a relation between
//! adjectives or adverbs, so these are only synonyms or unrelated.
//!
//! # The format
//!
//! `SLEX`, the version (two bytes, little-endian), XXH3 of the rest (eight bytes), then numbers as LEB128 varints:
//!
//! 1. A title: length, letters.
//! 2. The lemmas of all parts of speech in byte order, lower case, with spaces: their count; for each, the number of
//!    letters that it shares with the previous one; the length of the following text; the remaining letters, one lemma
//!    per line.
//! 3. For nouns, verbs, adjectives and adverbs each:
//!    - The synsets, numbered so that each comes after its hypernyms and the largest hypernyms ascend: their count; for
//!      each, the number of its hypernyms; for each hypernym, largest first, a difference: the largest minus that of
//!      the last synset that had one (0 at first), the others subtracted from the one before. Adjectives and
//!      adverbs have none.
//!    - The senses: for each lemma their number; all senses by lemma and rank, as synset numbers; for each sense, the
//!      index of the lemma among those of the synset.
//!    - The exceptions of morphy: the inflected forms as in 2, repeated for each base; the lemma number of each base.
//!
//! Columns are stored separately because that compresses best. The file is compressed with gzip; the format itself is
//! not.
//!
//! Source: Fellbaum (ed.), *WordNet: An Electronic Lexical Database*, MIT Press 1998; wndb(5WN) and morphy(7WN) of
//! WordNet 3.0; Li, Bandar and McLean, "An approach for measuring semantic similarity between words using multiple
//! information sources", IEEE TKDE 15(4), 2003; Batsakis §3.3, eq. 3 and 4.

pub(crate) mod bytes;
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
pub(crate) mod words;

pub use error::LexiconError;
pub use excluded::ExcludedWords;
pub use mentions::{Mention, Mentions};
pub use probe::Probe;
pub use senses::Notation;
pub use similarity::Measure;
pub use terms::Term;

use lists::Lists;

/// The format version, raised with every change of the format.
const VERSION: u16 = 1;

/// A part of speech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pos {
    /// Nouns.
    Noun = 0,
    /// Verbs.
    Verb = 1,
    /// Adjectives, including those that WordNet calls satellites of another one.
    Adjective = 2,
    /// Adverbs.
    Adverb = 3,
}

impl Pos {
    /// All, in the order of the format.
    pub const ALL: [Self; 4] = [Self::Noun, Self::Verb, Self::Adjective, Self::Adverb];

    /// Returns WordNet's letter for the part of speech: `n`, `v`, `a` or `r`.
    pub fn letter(self) -> char {
        match self {
            Self::Noun => 'n',
            Self::Verb => 'v',
            Self::Adjective => 'a',
            Self::Adverb => 'r',
        }
    }

    /// Returns the part of speech with this letter of WordNet, also for `s`, its letter for satellite adjectives.
    pub fn from_letter(letter: &str) -> Option<Self> {
        match letter {
            "n" => Some(Self::Noun),
            "v" => Some(Self::Verb),
            "a" | "s" => Some(Self::Adjective),
            "r" => Some(Self::Adverb),
            _ => None,
        }
    }

    /// Returns true if WordNet has an is-a graph of this part of speech.
    pub fn has_hypernyms(self) -> bool {
        matches!(self, Self::Noun | Self::Verb)
    }
}

/// The number of a lemma: an entry of the dictionary, a word or a collocation ("dengue fever"), of any part of speech.
/// Lemmas are numbered in byte order. A number is valid only in the lexicon that assigned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lemma(u32);

/// The number of a synset: lemmas of one part of speech with the same meaning. Valid only in the lexicon that assigned
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Synset(u32);

/// The dictionary, immutable after reading. Look-ups allocate nothing.
pub struct Lexicon {
    title: String,
    /// The lemmas.
    words: words::Words,
    /// The pairs of words that begin collocations.
    collocations: collocations::Collocations,
    /// The synsets of each lemma, by part of speech in the order of [`Pos::ALL`], each by rank.
    senses: Lists<Synset>,
    /// The lemmas of each synset.
    members: Lists<Lemma>,
    /// The first synset of each part of speech.
    first: [u32; Pos::ALL.len()],
    isa: isa::Isa,
    /// The irregular forms of each part of speech.
    exceptions: Vec<morphy::Exceptions>,
}

impl Lexicon {
    /// Returns the title of its source, such as "WordNet 3.0".
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the number of synsets.
    pub fn synsets_len(&self) -> usize {
        self.isa.len()
    }
}

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
pub(crate) mod tests;
