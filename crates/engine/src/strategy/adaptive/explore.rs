//! When to leave the best link for one that has waited longest: the less what was found looks like the query, the more often.
//!
//! A crawl that has found nothing, or only pages that share a stray word with the query, goes by signs that mean nothing, and would follow
//! them into one corner of the web. Then every second page is the one that has waited longest, so that near the seeds nothing is left
//! unseen. The chance is `½ · e^(−t / r)`, `t` how alike to the query those pages are that are like it ([`super::topic`]) and `r` the
//! relevance from which a page counts as found: with pages half alike it is one in three hundred.
//!
//! Not covered: drawing the weights (Thompson sampling), which is the learner's part ([`crate::learning::Logistic`]) and another choice.

use crate::frontier::Frontier;
use crate::graph::UrlId;
use crate::learning::Draw;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use types::limits;

/// The chance where nothing like the query was found.
const MOST: f64 = 0.5;

/// The random numbers, and what was found in the order in which it was.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Explorer {
    draw: Draw,
    arrivals: VecDeque<UrlId>,
}

impl Explorer {
    /// One that has seen no links.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            draw: Draw::new(seed),
            arrivals: VecDeque::new(),
        }
    }

    /// Returns the same random numbers, and no links.
    pub(super) fn anew(&self) -> Self {
        Self {
            draw: self.draw.clone(),
            arrivals: VecDeque::new(),
        }
    }

    /// A link was found for the first time.
    pub(super) fn arrived(&mut self, link: UrlId) {
        self.arrivals.push_back(link);
    }

    /// Returns the oldest link instead of the best, if it is time for that and its host is ready.
    pub(super) fn oldest(&mut self, typical: f64, frontier: &Frontier) -> Option<UrlId> {
        while self
            .arrivals
            .front()
            .is_some_and(|link| frontier.get(*link).is_none())
        {
            self.arrivals.pop_front();
        }
        let oldest = *self.arrivals.front()?;
        let is_time = self.draw.share() < chance(typical);
        (is_time && frontier.is_ready(oldest)).then_some(oldest)
    }
}

/// Returns the probability of the oldest link going before the best.
fn chance(typical: f64) -> f64 {
    MOST * libm::exp(-typical / limits::GOOD_RELEVANCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::{FrontierEntry, Score};
    use crate::graph::HostId;

    fn frontier(ids: &[u32]) -> Frontier {
        let mut frontier = Frontier::new(100, 0);
        for id in ids {
            let waiting = FrontierEntry::new(HostId(*id), Score::of(f64::from(*id)));
            frontier.push(UrlId(*id), waiting);
        }
        frontier
    }

    #[test]
    fn every_second_page_is_the_oldest_while_nothing_was_found_and_hardly_any_later() {
        for (typical, least, most) in [(0.0, 450, 550), (0.1, 150, 220), (0.5, 0, 15)] {
            let frontier = frontier(&[1, 2, 3]);
            let mut explorer = Explorer::new(7);
            for id in [3, 1, 2] {
                explorer.arrived(UrlId(id));
            }
            let picked: Vec<UrlId> = (0..1_000)
                .filter_map(|_| explorer.oldest(typical, &frontier))
                .collect();
            assert!(
                (least..=most).contains(&picked.len()),
                "{typical}: {}",
                picked.len()
            );
            assert!(picked.iter().all(|id| *id == UrlId(3)));
        }
    }

    #[test]
    fn what_does_not_wait_any_more_is_passed_over_and_a_busy_host_is_waited_for() {
        let mut frontier = frontier(&[1, 2]);
        let mut explorer = Explorer::new(7);
        for id in [9, 1, 2] {
            explorer.arrived(UrlId(id));
        }
        frontier.hold(HostId(1));
        let picks = |explorer: &mut Explorer, frontier: &Frontier| {
            (0..50).find_map(|_| explorer.oldest(0.0, frontier))
        };
        assert_eq!(picks(&mut explorer, &frontier), None);
        frontier.release(HostId(1), 0);
        frontier.wake(0);
        assert_eq!(picks(&mut explorer, &frontier), Some(UrlId(1)));
    }
}
