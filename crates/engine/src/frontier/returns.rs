//! Diminishing returns: beyond its share of pages, the links of a site count less with each page, as long as other
//! sites bring relevant pages too.
//!
//! After `n` pages of a site the factor is `1 − s · (1 − (share / n)²)`. The strength `s` compares how often links led
//! to relevant pages on sites within their share, and on the others: it is 1 if the first rate is at least half of the
//! second, and 0 if it is at most a quarter. So a topic that is on one site only is read there to its end.

use serde::{Deserialize, Serialize};
use types::limits;

/// The number of steps of the strength, so that not each page changes the order of sites.
const STEPS: f64 = 8.0;
/// The weight of a page in a rate of relevant pages: about the last 32 count.
const WEIGHT: f64 = 1.0 / 32.0;
/// The parts of the rate beyond the share at which the other rate gives strength 0 and 1.
const RATES: [f64; 2] = [0.25, 0.5];

/// The rule and its state.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Returns {
    /// The number of pages from which a site's links count less.
    pub(super) share: u32,
    /// The rate of relevant pages among links to sites within their share.
    within: f64,
    /// The same of sites beyond it.
    beyond: f64,
    /// The strength, in 0..=1.
    pub(super) strength: f64,
}

impl Returns {
    /// Creates the rule in full strength, or without effect.
    pub(super) fn new(applies: bool) -> Self {
        Self {
            share: if applies { limits::SITE_SHARE_PAGES } else { u32::MAX },
            within: 1.0,
            beyond: 1.0,
            strength: 1.0,
        }
    }

    /// Counts a finished page of a site of which this number of pages was picked.
    pub(super) fn count(&mut self, pages: u32, is_relevant: bool) {
        let rate = if pages > self.share { &mut self.beyond } else { &mut self.within };
        *rate += WEIGHT * (f64::from(u8::from(is_relevant)) - *rate);
        let [none, full] = RATES.map(|part| part * self.beyond);
        let strength = (self.within - none) / (full - none).max(f64::EPSILON);
        self.strength = libm::round(STEPS * strength.clamp(0.0, 1.0)) / STEPS;
    }

    /// Returns the factor on the priorities of a site's links after this number of pages, in 0..=1.
    pub(super) fn factor(self, pages: u32) -> f64 {
        1.0 - self.strength * (1.0 - self.full_factor(pages))
    }

    /// Returns the factor at full strength.
    pub(super) fn full_factor(self, pages: u32) -> f64 {
        let part = f64::from(self.share) / f64::from(pages.max(self.share));
        part * part
    }
}

#[cfg(test)]
mod tests {
    use super::Returns;
    use types::limits::SITE_SHARE_PAGES as SHARE;

    /// Returns the factor after a multiple of the share.
    fn after(returns: Returns, shares: u32) -> String {
        format!("{:.2}", returns.factor(shares * SHARE))
    }

    #[test]
    fn the_factor_falls_with_the_square_of_the_pages_beyond_the_share() {
        let factors = [0, 1, 2, 10].map(|shares| after(Returns::new(true), shares));
        assert_eq!(factors, ["1.00", "1.00", "0.25", "0.01"]);
        assert_eq!(after(Returns::new(false), 1_000), "1.00");
    }

    #[test]
    fn the_rule_applies_while_other_sites_bring_half_as_many_relevant_pages() {
        let mut returns = Returns::new(true);
        for page in 0..300 {
            returns.count(SHARE, page % 3 != 0);
            returns.count(SHARE + 1, true);
        }
        assert_eq!(after(returns, 2), "0.25");
        for page in 0..300 {
            returns.count(SHARE, page % 10 == 0);
        }
        assert_eq!(after(returns, 2), "1.00");
        for _ in 0..300 {
            returns.count(SHARE + 1, false);
        }
        assert_eq!(after(returns, 2), "0.25", "no site is better than another");
    }
}
