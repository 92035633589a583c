//! Generates random numbers from a seed, which are the web's only source of randomness.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// A purpose with a separate stream of random numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Purpose {
    /// The pages of a site.
    Sites = 1,
    /// Titles of articles.
    Title = 2,
    /// Links of a page.
    Links = 3,
    /// Text of a page.
    Text = 4,
    /// `Last-Modified` of a page.
    LastModified = 5,
    /// The change rate of a page.
    Changes = 6,
    /// Text of pages that are not about a subject.
    GeneralText = 7,
    /// When a page changes or vanishes.
    ChangeTimes = 8,
    /// Text of trap pages.
    TrapText = 9,
    /// Text of a change.
    ChangeText = 10,
    /// Text of stress documents.
    StressDocuments = 11,
    /// The change rate of the pages of a host.
    HostChanges = 12,
}

/// A generator with eight bytes of state (`SplitMix64`). It is not suitable for cryptography.
#[derive(Debug, Clone)]
pub(crate) struct Rng(SplitMix64);

impl Rng {
    /// Creates the generator of one stream. Different streams of a seed are unrelated.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let state = seed ^ stream.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mut rng = Self(SplitMix64::seed_from_u64(state));
        // Discarding the first number is part of the definition: every page depends on it.
        rng.0.next_u64();
        rng
    }

    /// Creates the generator for one purpose of one page.
    pub(crate) fn for_page(seed: u64, page: usize, purpose: Purpose) -> Self {
        Self::new(seed, (page as u64) << 8 | purpose as u64)
    }

    /// Draws a number below `limit`, or returns 0 where the limit is 0.
    #[allow(clippy::cast_possible_truncation, reason = "the high word of a 32 by 32 bit product is below the limit")]
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let high = self.0.next_u64() >> 32;
        ((high * (limit as u64 & 0xFFFF_FFFF)) >> 32) as usize
    }

    /// Draws a number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// Returns true with a probability of `percent` in a hundred.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Picks an item; `None` if there are none.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Picks a phrase; empty if there are none.
    pub(crate) fn pick_phrase(&mut self, phrases: &[&'static str]) -> &'static str {
        self.pick(phrases).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn numbers_stay_below_their_limit_and_reach_all_of_it() {
        let mut rng = Rng::new(1, 2);
        let mut seen = [false; 7];
        for _ in 0..500 {
            seen[rng.below(7)] = true;
        }
        assert_eq!(seen, [true; 7]);
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn streams_of_one_seed_differ() {
        assert_ne!(Rng::new(1, 2).below(1 << 30), Rng::new(1, 3).below(1 << 30));
    }
}
