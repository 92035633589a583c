//! Which words begin a collocation, and how long the longest is: what a text is asked for before longer matches are tried.

use super::words::{Words, bucket};

/// By the hash of a word, how many words the longest collocation has that begins with it. Words that share a hash share the number, which
/// costs a few vain look-ups and nothing else.
pub(super) struct Longest(Vec<u8>);

/// Places of the table: WordNet's collocations begin with some 20,000 words.
const PLACES: usize = 1 << 17;

/// Looks through all lemmas.
pub(super) fn longest(words: &Words) -> Longest {
    let mut table = vec![1; PLACES];
    for at in 0..words.len() {
        let lemma = words.get(at);
        if let Some((first, _)) = lemma.split_once(between_words) {
            let n = 1 + lemma.matches(between_words).count();
            let place = &mut table[bucket(first, PLACES - 1)];
            *place = (*place).max(u8::try_from(n).unwrap_or(u8::MAX));
        }
    }
    Longest(table)
}

impl Longest {
    /// How many words a collocation has at most that begins with this word; 1 where none does.
    pub(super) fn from(&self, word: &str) -> usize {
        usize::from(self.0[bucket(word, PLACES - 1)])
    }

    /// The bytes it holds in memory.
    pub(super) fn memory(&self) -> usize {
        self.0.capacity()
    }
}

/// True for what ends a word in a lemma, as it does in a text.
fn between_words(c: char) -> bool {
    !c.is_alphanumeric()
}
