//! Computes the delay between two fetches of a host.
//!
//! The adaptive delay is a multiple of the last fetch's duration, within bounds. A `Crawl-delay`, a `Retry-After` or an
//! error can only make it longer.

use serde::{Deserialize, Serialize};
use types::limits;

/// The delay state of one host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostDelay {
    /// The last adaptive delay, in milliseconds.
    delay_ms: u64,
}

impl HostDelay {
    /// Returns the delay after a fetch that took `elapsed_ms`; `failed` if it ended in an error. `named_ms` is the delay
    /// that the person set for the host ([`types::plan::Politeness::AdaptiveWith`]).
    pub fn after(&mut self, elapsed_ms: u64, failed: bool, crawl_delay_ms: Option<u64>, named_ms: Option<u64>) -> u64 {
        let adaptive =
            (elapsed_ms.saturating_mul(limits::DELAY_FACTOR)).clamp(limits::DELAY_MIN_MS, limits::DELAY_MAX_MS);
        let adaptive = match named_ms {
            Some(own) if own < limits::DELAY_MIN_MS => own,
            least => adaptive.max(least.unwrap_or_default()),
        };
        self.delay_ms = if failed { self.delay_ms.max(adaptive) } else { adaptive };
        self.delay_ms.max(crawl_delay_ms.unwrap_or(0).min(limits::CRAWL_DELAY_MAX_MS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delay(elapsed_ms: u64, failed: bool, crawl_delay_ms: Option<u64>) -> u64 {
        HostDelay::default().after(elapsed_ms, failed, crawl_delay_ms, None)
    }

    #[test]
    fn the_delay_is_five_times_the_fetch_within_one_to_thirty_seconds() {
        for (elapsed, expected) in [(0, 1_000), (100, 1_000), (400, 2_000), (60_000, 30_000), (u64::MAX, 30_000)] {
            assert_eq!(delay(elapsed, false, None), expected, "{elapsed}");
        }
    }

    #[test]
    fn a_crawl_delay_only_lengthens_the_delay_up_to_a_limit() {
        assert_eq!(delay(400, false, Some(10_000)), 10_000);
        assert_eq!(delay(400, false, Some(500)), 2_000);
        assert_eq!(delay(400, false, Some(9_000_000)), limits::CRAWL_DELAY_MAX_MS);
    }

    #[test]
    fn an_error_never_shortens_a_delay() {
        let mut rest = HostDelay::default();
        assert_eq!(rest.after(4_000, false, None, None), 20_000);
        assert_eq!(rest.after(10, true, None, None), 20_000);
        assert_eq!(rest.after(10, false, None, None), 1_000);
    }

    #[test]
    fn a_delay_that_the_person_set_is_the_least_one_and_below_a_second_the_delay_itself() {
        let delay = |elapsed, crawl_delay, named| HostDelay::default().after(elapsed, false, crawl_delay, Some(named));
        for (elapsed, crawl_delay, named, expected) in [
            (100, None, 5_000, 5_000),
            (4_000, None, 5_000, 20_000),
            (4_000, None, 1_000, 20_000),
            (4_000, None, 200, 200),
            (4_000, None, 0, 0),
            (100, Some(3_000), 200, 3_000),
            (100, None, 60_000, 60_000),
        ] {
            assert_eq!(delay(elapsed, crawl_delay, named), expected, "{named}");
        }
    }
}
