//! Word vectors: the meaning of English words as points, of texts as sums of them, and the similarity of two texts.
//!
//! [`WordVectors::read`] takes the plain bytes that `tools/word-vectors` makes; getting and decompressing them is the
//! driver's. Its words are stems, as [`crate::text`] gives them, so that each term of a crawl is looked up once
//! ([`TermVectors`]). A text is the sum of its words' vectors, each times `a / (a + p)`, where `p` is the share of
//! documents with the word and `a` 0.01; two texts are compared by the cosine ([`TextVector`]). The mean of all words
//! is already subtracted. Not covered: languages other than English, words outside the table, the order of words.
//!
//! # The format
//!
//! `SVEC`, the version (two bytes, little-endian), XXH3 of what follows (eight bytes), then, every number a LEB128
//! varint:
//!
//! 1. A title: length, letters.
//! 2. The number of dimensions.
//! 3. The stems in byte order, front-coded as the lemmas of [`crate::lexicon`].
//! 4. For each stem a byte: `−ln p` in steps of 1/20.
//! 5. For each dimension, for each stem, a byte: the coordinate as a signed number, in steps that are the same
//!    everywhere.
//!
//! Columns are separate because that compresses best. The file is compressed with gzip; the format is not.
//!
//! Source: Arora, Liang and Ma, “A simple but tough-to-beat baseline for sentence embeddings”, ICLR 2017, §3 (weights);
//! the vectors are those of all-MiniLM-L6-v2 (Reimers and Gurevych, EMNLP 2019; Wang et al., “`MiniLM`”, `NeurIPS`
//! 2020), by principal components.

mod nearest;
mod query_meaning;
mod terms;

pub(crate) use query_meaning::QueryMeaning;
pub use terms::{TermVectors, TextVector};

use crate::lexicon::LexiconError;
use crate::lexicon::bytes::Bytes;
use crate::lexicon::words::Words;
use types::limits::{WORD_VECTOR_DIMENSIONS, WORD_VECTORS};

const MAGIC: [u8; 4] = *b"SVEC";
/// The format version; any change of the format changes it.
const VERSION: u16 = 1;
/// The step of `−ln p`.
const STEP: f64 = 1.0 / 20.0;
/// The share of documents at which a word has half of the largest weight.
const HALF: f64 = 0.01;

/// The number of a word. It is valid only in the table that assigned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordNumber(u32);

/// A table of word vectors, which is immutable after reading. Look-ups allocate nothing.
pub struct WordVectors {
    title: String,
    words: Words,
    dimensions: usize,
    /// For each word its weight in a text, above 0 and at most 1.
    weights: Vec<f32>,
    /// The vectors, one word after the other.
    values: Vec<i8>,
}

impl WordVectors {
    /// Reads a table in the plain form, decompressed, that `tools/word-vectors` makes. The bytes may come from anyone.
    pub fn read(bytes: &[u8]) -> Result<Self, LexiconError> {
        let mut bytes = Bytes::after_header(bytes, MAGIC, VERSION)?;
        let title = bytes.text()?.to_owned();
        let dimensions = bytes.count("dimensions", WORD_VECTOR_DIMENSIONS)?;
        let words = bytes.words(WORD_VECTORS)?;
        if words.has_duplicates() {
            return Err(LexiconError::Content("a word stands there twice"));
        }
        let n = words.len();
        let weight = |step: &u8| {
            let share = libm::exp(-f64::from(*step) * STEP);
            single(HALF / (HALF + share))
        };
        let weights = bytes.take(n)?.iter().map(weight).collect();
        let columns = bytes.take(n * dimensions)?;
        if !bytes.0.is_empty() {
            return Err(LexiconError::Content("something follows its end"));
        }
        let mut values = vec![0; columns.len()];
        for (dimension, column) in columns.chunks_exact(n.max(1)).enumerate() {
            for (word, value) in column.iter().enumerate() {
                values[word * dimensions + dimension] = value.cast_signed();
            }
        }
        Ok(Self { title, words, dimensions, weights, values })
    }

    /// Returns the title of its source, such as "all-MiniLM-L6-v2".
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns true if there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of dimensions.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Returns the number of a stem; `None` if the table does not have it.
    pub fn find(&self, stem: &str) -> Option<WordNumber> {
        self.words.find(stem).map(WordNumber)
    }

    /// Returns the stem of a word.
    pub fn stem(&self, word: WordNumber) -> &str {
        self.words.get(word.0 as usize)
    }

    /// Returns a word's weight in a text, above 0 and at most 1: rare words have more.
    pub fn weight(&self, word: WordNumber) -> f32 {
        self.weights.get(word.0 as usize).copied().unwrap_or(0.0)
    }

    /// Returns the vector of a word, in a unit that all words share.
    pub fn vector(&self, word: WordNumber) -> &[i8] {
        let start = word.0 as usize * self.dimensions;
        self.values.get(start..start + self.dimensions).unwrap_or_default()
    }
}

/// Returns a number with seven digits, which are enough for weights and coordinates.
#[expect(clippy::cast_possible_truncation, reason = "the loss is intended")]
fn single(x: f64) -> f32 {
    x as f32
}

impl std::fmt::Debug for WordVectors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WordVectors")
            .field("title", &self.title)
            .field("words", &self.len())
            .field("dimensions", &self.dimensions)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(crate) mod tests;
