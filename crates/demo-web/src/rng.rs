//! `SplitMix64`: the only source of chance in the web.
//!
//! Left out: any claim to statistical or cryptographic strength. Source: Steele, Lea, Flood, "Fast splittable
//! pseudorandom number generators", OOPSLA 2014.

/// A generator with eight bytes of state.
#[derive(Debug, Clone)]
pub(crate) struct Rng(u64);

impl Rng {
    /// A generator for one purpose of one seed; different purposes give unrelated streams.
    pub(crate) fn of(seed: u64, purpose: u64) -> Self {
        let mut rng = Self(seed ^ purpose.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        rng.next();
        rng
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`; 0 where the limit is 0.
    #[allow(clippy::cast_possible_truncation)] // The high word of a 32 by 32 bit product is below the limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let high = self.next() >> 32;
        ((high * (limit as u64 & 0xFFFF_FFFF)) >> 32) as usize
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in `percent` of a hundred cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items; `None` where there are none.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// One of the phrases of a list separated by `|`.
    pub(crate) fn phrase(&mut self, list: &'static str) -> &'static str {
        let count = list.bytes().filter(|&byte| byte == b'|').count() + 1;
        list.split('|').nth(self.below(count)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn numbers_stay_below_their_limit_and_reach_all_of_it() {
        let mut rng = Rng::of(1, 2);
        let mut seen = [false; 7];
        for _ in 0..500 {
            seen[rng.below(7)] = true;
        }
        assert_eq!(seen, [true; 7]);
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn purposes_of_one_seed_give_different_streams() {
        assert_ne!(Rng::of(1, 2).below(1 << 30), Rng::of(1, 3).below(1 << 30));
    }
}
