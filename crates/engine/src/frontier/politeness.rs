//! Computes the delay between two fetches of a host.
//!
//! The adaptive delay is a multiple of the last fetch's duration, within bounds. A `Crawl-delay`, a `Retry-After` or an error can only make it
//! longer.

use serde::{Deserialize, Serialize};
use types::limits;
use types::plan::Politeness;

/// The delay state of one host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostDelay {
    /// The last adaptive delay, in milliseconds.
    delay_ms: u64,
}

impl HostDelay {
    /// Returns the delay after a fetch that took `elapsed_ms`; `failed` if it ended in an error.
    pub fn after(&mut self, politeness: Politeness, elapsed_ms: u64, failed: bool, crawl_delay_ms: Option<u64>) -> u64 {
        if politeness == Politeness::Replay {
            return 0;
        }
        let adaptive =
            (elapsed_ms.saturating_mul(limits::DELAY_FACTOR)).clamp(limits::DELAY_MIN_MS, limits::DELAY_MAX_MS);
        self.delay_ms = if failed { self.delay_ms.max(adaptive) } else { adaptive };
        self.delay_ms.max(crawl_delay_ms.unwrap_or(0).min(limits::CRAWL_DELAY_MAX_MS))
    }
}

/// Returns the politeness towards a host, given by scheme, name and non-default port. Hosts that the driver generates need no delay, unless
/// the plan says that the source does not serve them.
pub fn for_host(plan: Politeness, is_generated: fn(&str) -> bool, host_key: &str) -> Politeness {
    let name = host_key.split("://").nth(1).unwrap_or(host_key);
    if plan != Politeness::Strict && is_generated(name) { Politeness::Replay } else { plan }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delay(elapsed_ms: u64, failed: bool, crawl_delay_ms: Option<u64>) -> u64 {
        HostDelay::default().after(Politeness::Adaptive, elapsed_ms, failed, crawl_delay_ms)
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
        assert_eq!(rest.after(Politeness::Adaptive, 4_000, false, None), 20_000);
        assert_eq!(rest.after(Politeness::Adaptive, 10, true, None), 20_000);
        assert_eq!(rest.after(Politeness::Adaptive, 10, false, None), 1_000);
    }

    #[test]
    fn replayed_webs_and_generated_hosts_need_no_delay() {
        let is_generated: fn(&str) -> bool = |name| name == "made.test";
        let mut rest = HostDelay::default();
        assert_eq!(rest.after(Politeness::Replay, 4_000, false, Some(9_000)), 0);
        for (host_key, expected) in [
            ("http://made.test", Politeness::Replay),
            ("https://made.test", Politeness::Replay),
            ("http://made.test:8080", Politeness::Adaptive),
            ("http://www.made.test", Politeness::Adaptive),
            ("http://test", Politeness::Adaptive),
            ("https://made.test.example.org", Politeness::Adaptive),
        ] {
            assert_eq!(for_host(Politeness::Adaptive, is_generated, host_key), expected, "{host_key}");
        }
    }

    #[test]
    fn generated_names_get_a_delay_if_the_source_does_not_generate_them() {
        let politeness = for_host(Politeness::Strict, |_| true, "http://made.test");
        assert_eq!(politeness, Politeness::Strict);
        assert_eq!(HostDelay::default().after(politeness, 400, false, Some(7_000)), 7_000);
    }
}
