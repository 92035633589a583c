//! Parses the name of a demo web: a random seed and a size.

use std::fmt;
use std::str::FromStr;

use crate::DEFAULT_SEED;

/// Largest size: a web of some 220,000 pages.
pub const MAX_SIZE: u32 = 40;

/// Identifies a demo web: `7` for the seed 7, `7x4` for that web with four times as many articles on every site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DemoWebSpec {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Factor of the number of articles, in 1..=[`MAX_SIZE`].
    pub size: u32,
}

impl Default for DemoWebSpec {
    fn default() -> Self {
        Self::from(DEFAULT_SEED)
    }
}

impl From<u64> for DemoWebSpec {
    fn from(seed: u64) -> Self {
        Self { seed, size: 1 }
    }
}

/// The error for a text that does not name a demo web.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DemoWebSpecError;

impl fmt::Display for DemoWebSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "give a whole number, as in demo:7, and a size up to {MAX_SIZE} after it, as in demo:7x4")
    }
}

impl std::error::Error for DemoWebSpecError {}

impl FromStr for DemoWebSpec {
    type Err = DemoWebSpecError;

    fn from_str(text: &str) -> Result<Self, DemoWebSpecError> {
        let (seed, size) = text.split_once('x').unwrap_or((text, "1"));
        let seed = seed.parse().map_err(|_| DemoWebSpecError)?;
        let size = size.parse().map_err(|_| DemoWebSpecError)?;
        (1..=MAX_SIZE).contains(&size).then_some(Self { seed, size }).ok_or(DemoWebSpecError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DemoWeb;

    #[test]
    fn a_name_has_a_seed_and_perhaps_a_size() {
        for (text, read) in [
            ("7", Some((7, 1))),
            ("7x4", Some((7, 4))),
            ("7x40", Some((7, 40))),
            ("7x41", None),
            ("7x0", None),
            ("x4", None),
            ("7x", None),
            ("", None),
        ] {
            let found = text.parse::<DemoWebSpec>().ok();
            assert_eq!(found.map(|of| (of.seed, of.size)), read, "{text}");
        }
    }

    #[test]
    fn a_web_of_twice_the_size_has_twice_the_articles_on_the_same_hosts() {
        let [one, two] = [1, 2].map(|size| DemoWeb::sized(DemoWebSpec { seed: 3, size }));
        let ratio = two.page_count() as f64 / one.page_count() as f64;
        assert!((1.8..2.1).contains(&ratio), "{ratio}");
        let seeds = |web: &DemoWeb| web.topics()[0].seeds.clone();
        assert_eq!(seeds(&one), seeds(&two));
        assert!(two.fetch(&seeds(&two)[0]).is_some());
    }
}
