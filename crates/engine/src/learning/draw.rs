//! Random numbers from a seed, equal on every platform.
//!
//! The generator is `SplitMix64` (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators"). It
//! passes the usual statistical tests. Not suitable for cryptography.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Serialize};

/// A random number generator whose output depends only on its seed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Draw(SplitMix64);

impl Draw {
    /// Creates the generator from a seed.
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number in 0..1, 1 excluded.
    pub fn share(&mut self) -> f64 {
        // An f64 holds 53 bits.
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        // The high half of the product avoids a division; its bias is below n / 2⁶⁴.
        let product = u128::from(self.bits()) * n as u128;
        usize::try_from(product >> 64).unwrap_or(0)
    }

    /// Draws from the standard normal distribution (Box and Muller 1958).
    pub fn normal(&mut self) -> f64 {
        // 1 − share is above 0, so its logarithm is finite.
        let radius = (-2.0 * libm::log(1.0 - self.share())).sqrt();
        radius * libm::cos(std::f64::consts::TAU * self.share())
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation in C, seed 1234567.
    #[test]
    fn the_numbers_equal_those_of_the_reference_implementation() {
        let mut draw = Draw::new(1_234_567);
        let first = [(); 3].map(|()| draw.bits());
        let theirs = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(first, theirs);
    }

    #[test]
    fn shares_are_below_1_and_uniform() {
        let mut draw = Draw::new(2);
        let shares: Vec<f64> = (0..10_000).map(|_| draw.share()).collect();
        assert!(shares.iter().all(|share| (0.0..1.0).contains(share)));
        let mean = shares.iter().fold(0.0, |sum, share| sum + share) / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
        let tens = (0..10_000).map(|_| draw.below(10)).collect::<Vec<_>>();
        assert!((0..10).all(|n| tens.iter().filter(|ten| **ten == n).count().abs_diff(1_000) < 120));
        assert_eq!(draw.below(0), 0);
    }

    #[test]
    fn a_shuffle_keeps_all_items() {
        let mut items: Vec<u32> = (0..50).collect();
        Draw::new(3).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
