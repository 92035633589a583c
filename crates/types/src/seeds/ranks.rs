//! The ranks of seed providers, learned from what crawls found from their seeds.
//!
//! A seed has a yield in 0..=1. The precision of a provider for a kind of query is the mean yield of its seeds there,
//! shrunk toward its mean over all kinds, and that toward the estimate of the engine's list: a few crawls change
//! little, many decide. Old yields fade. Not covered: the kinds, which the engine names, and the storage.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The number of seeds as which an estimate counts.
const PRIOR_SEEDS: f64 = 10.0;
/// The number of seeds of a provider and kind above which both numbers are halved, so that old yields fade.
const SEEDS_MAX: f64 = 100.0;
/// Maximum number of stored pairs of kind and provider; further ones are not stored.
const PAIRS: usize = 500;

/// The yields of the seeds of each provider, by kind of query.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LearnedRanks(BTreeMap<String, BTreeMap<String, Yields>>);

/// The yields of some seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Yields {
    /// Number of seeds.
    seeds: f64,
    /// The sum of their yields.
    sum: f64,
}

impl Yields {
    /// Returns the mean yield with an estimate.
    fn mean(self, estimate: f64) -> f64 {
        PRIOR_SEEDS.mul_add(estimate, self.sum) / (PRIOR_SEEDS + self.seeds)
    }
}

impl LearnedRanks {
    /// Records the yield of a provider's seed, in 0..=1, for a query of this kind.
    pub fn learn(&mut self, kind: &str, provider: &str, seed_yield: f64) {
        let count = self.0.values().map(BTreeMap::len).sum::<usize>();
        let is_known = self.0.get(kind).is_some_and(|of_kind| of_kind.contains_key(provider));
        if !is_known && (count >= PAIRS || !is_name(kind) || !is_name(provider)) {
            return;
        }
        let of_kind = self.0.entry(kind.to_owned()).or_default();
        let yields = of_kind.entry(provider.to_owned()).or_default();
        yields.seeds += 1.0;
        yields.sum += seed_yield.clamp(0.0, 1.0);
        if yields.seeds > SEEDS_MAX {
            *yields = Yields { seeds: yields.seeds / 2.0, sum: yields.sum / 2.0 };
        }
    }

    /// Returns the expected share of a provider's pages that are about a query of this kind, in 0..=1; `estimate` is
    /// that of the engine's list.
    pub fn precision(&self, kind: &str, provider: &str, estimate: f64) -> f64 {
        let of_provider = self.0.values().filter_map(|of_kind| of_kind.get(provider));
        let all = of_provider
            .fold(Yields::default(), |all, one| Yields { seeds: all.seeds + one.seeds, sum: all.sum + one.sum });
        let here = self.0.get(kind).and_then(|of_kind| of_kind.get(provider));
        here.copied().unwrap_or_default().mean(all.mean(estimate))
    }
}

/// Returns true for a name that the text form can hold.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Writes a line for each kind and provider: `de-phrase wikipedia 12 7.5`.
impl Display for LearnedRanks {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (kind, of_kind) in &self.0 {
            for (provider, Yields { seeds, sum }) in of_kind {
                writeln!(f, "{kind} {provider} {seeds} {sum}")?;
            }
        }
        Ok(())
    }
}

/// Reads the lines that [`Display`] writes. Other lines and impossible numbers are skipped: the text is a cache, and
/// anyone may change it.
impl FromStr for LearnedRanks {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut ranks = Self::default();
        for line in text.lines().take(PAIRS) {
            let fields: Vec<&str> = line.split(' ').collect();
            let [kind, provider, seeds, sum] = fields[..] else { continue };
            let (Ok(seeds), Ok(sum)) = (seeds.parse::<f64>(), sum.parse::<f64>()) else { continue };
            if is_name(kind) && is_name(provider) && (0.0..=SEEDS_MAX).contains(&seeds) && (0.0..=seeds).contains(&sum)
            {
                let of_kind = ranks.0.entry(kind.to_owned()).or_default();
                of_kind.insert(provider.to_owned(), Yields { seeds, sum });
            }
        }
        Ok(ranks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(text: &str) -> LearnedRanks {
        text.parse().expect("infallible")
    }

    #[test]
    fn without_crawls_the_estimate_of_the_list_holds() {
        let ranks = LearnedRanks::default();
        assert!((ranks.precision("en-word", "wikipedia", 0.8) - 0.8).abs() < 1e-12);
    }

    #[test]
    fn seeds_that_were_refused_lower_the_rank_for_their_kind_most_and_for_others_less() {
        let mut learned = LearnedRanks::default();
        for _ in 0..10 {
            learned.learn("en-word", "stack-exchange", 0.0);
            learned.learn("en-word", "wikipedia", 1.0);
        }
        let precision = |kind, provider| learned.precision(kind, provider, 0.5);
        assert!((precision("en-word", "stack-exchange") - 0.125).abs() < 1e-12);
        assert!((precision("de-word", "stack-exchange") - 0.25).abs() < 1e-12);
        assert!((precision("en-word", "wikipedia") - 0.875).abs() < 1e-12);
        assert!((precision("en-word", "wikidata") - 0.5).abs() < 1e-12);
    }

    #[test]
    fn old_yields_fade() {
        let mut learned = LearnedRanks::default();
        for n in 0..400 {
            learned.learn("en-word", "mwmbl", f64::from(u8::from(n >= 300)));
        }
        assert!(learned.precision("en-word", "mwmbl", 0.5) > 0.7);
    }

    #[test]
    fn the_ranks_survive_as_text_and_damaged_lines_are_skipped() {
        let mut learned = LearnedRanks::default();
        learned.learn("de-phrase", "wikipedia", 0.25);
        learned.learn("de-phrase", "mwmbl", 7.0);
        learned.learn("a b", "mwmbl", 1.0);
        let text = learned.to_string();
        assert_eq!(text, "de-phrase mwmbl 1 1\nde-phrase wikipedia 1 0.25\n");
        assert_eq!(ranks(&text), learned);
        for damaged in
            ["", "x", "a b c d", "a b 1 2", "a b -1 0", "a b NaN 0", "a b inf 0", "a b 1e9 0", "a_ b 1 1", "a b 1 1 1"]
        {
            assert_eq!(ranks(&format!("{damaged}\n{text}")), learned, "{damaged}");
        }
    }

    #[test]
    fn the_number_of_pairs_is_bounded() {
        let mut learned = LearnedRanks::default();
        for n in 0..2 * PAIRS {
            learned.learn(&format!("kind-{n}"), "wikipedia", 1.0);
        }
        assert_eq!(learned.to_string().lines().count(), PAIRS);
    }
}
