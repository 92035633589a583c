//! Stores words in byte order and finds them by their hash.
//!
//! All words are in one text, and a counting sort puts their hashes into buckets. Loading therefore takes linear time
//! for any words, and a look-up touches one bucket and allocates nothing.

use super::LexiconError;
use crate::count;
use xxhash_rust::xxh3::xxh3_64;

/// The words and their buckets.
pub(crate) struct Words {
    text: String,
    /// The end of each word in the text; the first ends at `ends[1]`.
    ends: Vec<u32>,
    /// The start of each bucket in `slots`, plus the end. The number of buckets is a power of two.
    buckets: Vec<u32>,
    /// The word numbers, by bucket, ascending within each.
    slots: Vec<u32>,
}

impl Words {
    pub(crate) fn with_capacity(words: usize, letters: usize) -> Self {
        let mut ends = Vec::with_capacity(words + 1);
        ends.push(0);
        Self { text: String::with_capacity(letters), ends, buckets: Vec::new(), slots: Vec::new() }
    }

    /// Adds a word, which must not precede the previous one.
    pub(crate) fn push(&mut self, word: &str) -> Result<(), LexiconError> {
        let n = self.len();
        if n > 0 && self.get(n - 1) > word {
            return Err(LexiconError::Content("words are out of order"));
        }
        self.text.push_str(word);
        self.ends.push(count(self.text.len()));
        Ok(())
    }

    /// Fills the buckets. Call it after all words were added.
    pub(crate) fn indexed(mut self) -> Self {
        let n = self.len();
        let mask = n.next_power_of_two() - 1;
        let buckets: Vec<usize> = (0..n).map(|at| bucket(self.get(at), mask)).collect();
        let mut starts = vec![0_u32; mask + 2];
        for &bucket in &buckets {
            starts[bucket + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        self.slots = vec![0; n];
        for (at, &bucket) in buckets.iter().enumerate() {
            self.slots[next[bucket] as usize] = count(at);
            next[bucket] += 1;
        }
        self.buckets = starts;
        self
    }

    /// Returns the number of words.
    pub(crate) fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// Returns the word with this number; empty if there is none.
    pub(crate) fn get(&self, at: usize) -> &str {
        match self.ends.get(at..at.saturating_add(2)) {
            Some(&[start, end]) => &self.text[start as usize..end as usize],
            _ => "",
        }
    }

    /// Returns the number of a word, the lowest if it occurs several times.
    pub(crate) fn find(&self, word: &str) -> Option<u32> {
        let mask = self.buckets.len().checked_sub(2)?;
        let bucket = bucket(word, mask);
        let (start, end) = (self.buckets[bucket], self.buckets[bucket + 1]);
        let slots = &self.slots[start as usize..end as usize];
        slots.iter().copied().find(|&at| self.get(at as usize) == word)
    }

    /// Returns true if a word occurs twice.
    pub(crate) fn has_duplicates(&self) -> bool {
        (1..self.len()).any(|at| self.get(at - 1) == self.get(at))
    }
}

/// Returns the bucket of a word; the number of buckets is a power of two, `mask` + 1.
pub(crate) fn bucket(word: &str, mask: usize) -> usize {
    usize::try_from(xxh3_64(word.as_bytes()) & mask as u64).unwrap_or_default()
}
