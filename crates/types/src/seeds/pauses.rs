//! The pauses that limiters of services demanded, so that a service is not asked before its limiter accepts requests
//! again.
//!
//! Not covered: limiters that name no time, after which the person decides when to try again; the storage.

use crate::limits::SEED_PAUSE_MAX_MS;
use crate::report::Millis;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// Maximum number of lines that are read.
const LINES: usize = 100;

/// The times until which hosts must not be asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pauses(BTreeMap<String, Millis>);

impl Pauses {
    /// Begins a pause of a host in seconds, at most [`SEED_PAUSE_MAX_MS`].
    pub fn begin(&mut self, host: String, wait_s: u64, now: Millis) {
        let length = wait_s.saturating_mul(1_000).min(SEED_PAUSE_MAX_MS);
        self.0.insert(host, now.saturating_add(length));
    }

    /// Returns the rest of the pause of a host in milliseconds; 0 without one.
    pub fn rest_ms(&self, host: &str, now: Millis) -> u64 {
        self.0.get(host).copied().unwrap_or_default().saturating_sub(now)
    }

    /// Adds pauses, and drops those that are over. Those that last longer than any are dropped, too: the clock was set
    /// back, or the stored text is damaged.
    pub fn update(&mut self, others: &Self, now: Millis) {
        for (host, until) in &others.0 {
            let known = self.0.entry(host.clone()).or_default();
            *known = (*known).max(*until);
        }
        self.0.retain(|_, until| (1..=SEED_PAUSE_MAX_MS).contains(&until.saturating_sub(now)));
    }
}

/// Writes a line for each host, with its port if the URL has one: `searx.example.org 1790000000000`.
impl Display for Pauses {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(host, until)| writeln!(f, "{host} {until}"))
    }
}

/// Reads the lines that [`Display`] writes. Other lines are skipped: anyone may change the text.
impl FromStr for Pauses {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let pauses = text.lines().take(LINES).filter_map(|line| {
            let (host, until) = line.split_once(' ')?;
            Some((host.to_owned(), until.parse().ok()?))
        });
        Ok(Self(pauses.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pauses(text: &str) -> Pauses {
        text.parse().expect("infallible")
    }

    #[test]
    fn pauses_survive_as_text_and_damaged_lines_are_skipped() {
        let mut begun = Pauses::default();
        begun.begin("searx.test:8080".to_owned(), 3_600, 5);
        begun.begin("api.test".to_owned(), 1, 5);
        let text = begun.to_string();
        assert_eq!(text, "api.test 1005\nsearx.test:8080 3600005\n");
        assert_eq!(pauses(&text), begun);
        for damaged in ["", "x", "x y", "x -1", "x 1 2", "x 99999999999999999999"] {
            assert_eq!(pauses(&format!("{damaged}\n{text}")), begun, "{damaged}");
        }
    }

    #[test]
    fn the_later_end_of_two_pauses_counts_and_pauses_that_are_over_are_dropped() {
        let mut known = pauses("a 10\nb 20\nc 30\n");
        known.update(&pauses("b 15\nc 40\nd 50"), 10);
        assert_eq!(known, pauses("b 20\nc 40\nd 50"));
        assert_eq!((known.rest_ms("c", 10), known.rest_ms("c", 41), known.rest_ms("a", 0)), (30, 0, 0));
        known.update(&Pauses::default(), 50);
        assert_eq!(known, Pauses::default());
    }

    #[test]
    fn no_pause_lasts_longer_than_a_day() {
        let mut begun = Pauses::default();
        begun.begin("a".to_owned(), u64::MAX, 7);
        assert_eq!(begun.rest_ms("a", 7), SEED_PAUSE_MAX_MS);
        begun.update(&pauses(&format!("b {}\nc {}", u64::MAX, 8 + SEED_PAUSE_MAX_MS)), 7);
        assert_eq!((begun.rest_ms("a", 7), begun.rest_ms("b", 7), begun.rest_ms("c", 7)), (SEED_PAUSE_MAX_MS, 0, 0));
    }
}
