//! Bounds the length of collocations by their first two words, so that few matches have to be tried in a text.

use super::words::Words;
use xxhash_rust::xxh3::xxh3_64;

/// The number of words of the longest collocation that begins with two words, by the hash of the two; 0 if there is
/// none. Pairs with the same hash share the number, which only costs a few useless look-ups.
pub(super) struct Collocations(Vec<u8>);

/// The logarithm (base 2) of the table's size: WordNet's collocations begin with some 64,000 pairs.
const PLACES_LOG2: u32 = 19;

/// The hash of a word.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct WordHash(u64);

impl WordHash {
    pub(super) fn new(word: &str) -> Self {
        Self(xxh3_64(word.as_bytes()))
    }

    fn place_with(self, second: Self) -> usize {
        let both = (self.0 ^ second.0.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        usize::try_from(both >> (u64::BITS - PLACES_LOG2)).unwrap_or_default()
    }
}

impl Collocations {
    /// Builds the table from all lemmas.
    pub(super) fn new(words: &Words) -> Self {
        let mut table = vec![0; 1 << PLACES_LOG2];
        for at in 0..words.len() {
            let mut parts =
                words.get(at).split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).map(WordHash::new);
            if let (Some(first), Some(second)) = (parts.next(), parts.next()) {
                let n = u8::try_from(2 + parts.count()).unwrap_or(u8::MAX);
                let place: &mut u8 = &mut table[first.place_with(second)];
                *place = n.max(*place);
            }
        }
        Self(table)
    }

    /// Returns the maximum number of words of collocations that begin with these two words; 0 if there are none.
    pub(super) fn longest(&self, first: WordHash, second: WordHash) -> usize {
        usize::from(self.0[first.place_with(second)])
    }
}
