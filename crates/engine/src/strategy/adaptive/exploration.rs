//! Decides when to fetch the oldest link and not the best: more often if the pages so far are less similar to the query.
//!
//! Without relevant pages the cues have no evidence and would keep the crawl in one region of the web. In that case half of the picks are
//! the oldest link, so that everything near the seeds is fetched. The probability is `½ · e^(−t / r)`, where `t` is the typical similarity
//! ([`super::topic`]) and `r` the relevance threshold of a page. For `t` = 0.5 it is one in three hundred.
//!
//! Not covered: Thompson sampling, which draws the learner's weights ([`crate::learning::Logistic`]).

use crate::frontier::Frontier;
use crate::graph::UrlId;
use crate::learning::Draw;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use types::limits;

/// The probability while no page is similar to the query.
const MAX_CHANCE: f64 = 0.5;

/// A random number generator, and the links in the order of discovery.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ExplorationPolicy {
    draw: Draw,
    arrivals: VecDeque<UrlId>,
}

impl ExplorationPolicy {
    /// Creates a policy without links.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            draw: Draw::new(seed),
            arrivals: VecDeque::new(),
        }
    }

    /// Returns a policy with the same generator and no links.
    pub(super) fn reset(&self) -> Self {
        Self {
            draw: self.draw.clone(),
            arrivals: VecDeque::new(),
        }
    }

    /// Adds a new link.
    pub(super) fn add(&mut self, link: UrlId) {
        self.arrivals.push_back(link);
    }

    /// Returns the oldest link if it is drawn and its host is ready.
    pub(super) fn oldest(&mut self, typical_similarity: f64, frontier: &Frontier) -> Option<UrlId> {
        while self
            .arrivals
            .front()
            .is_some_and(|link| frontier.get(*link).is_none())
        {
            self.arrivals.pop_front();
        }
        let oldest = *self.arrivals.front()?;
        let is_time = self.draw.share() < chance(typical_similarity);
        (is_time && frontier.is_ready(oldest)).then_some(oldest)
    }
}

/// Returns the probability of picking the oldest link.
fn chance(typical_similarity: f64) -> f64 {
    MAX_CHANCE * libm::exp(-typical_similarity / limits::GOOD_RELEVANCE)
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
    fn half_of_the_picks_are_the_oldest_link_until_relevant_pages_are_found() {
        for (typical_similarity, least, most) in [(0.0, 450, 550), (0.1, 150, 220), (0.5, 0, 15)] {
            let frontier = frontier(&[1, 2, 3]);
            let mut exploration = ExplorationPolicy::new(7);
            for id in [3, 1, 2] {
                exploration.add(UrlId(id));
            }
            let picked: Vec<UrlId> = (0..1_000)
                .filter_map(|_| exploration.oldest(typical_similarity, &frontier))
                .collect();
            assert!(
                (least..=most).contains(&picked.len()),
                "{typical_similarity}: {}",
                picked.len()
            );
            assert!(picked.iter().all(|id| *id == UrlId(3)));
        }
    }

    #[test]
    fn links_that_left_the_frontier_are_skipped_and_a_busy_host_is_awaited() {
        let mut frontier = frontier(&[1, 2]);
        let mut exploration = ExplorationPolicy::new(7);
        for id in [9, 1, 2] {
            exploration.add(UrlId(id));
        }
        frontier.hold(HostId(1));
        let picks = |exploration: &mut ExplorationPolicy, frontier: &Frontier| {
            (0..50).find_map(|_| exploration.oldest(0.0, frontier))
        };
        assert_eq!(picks(&mut exploration, &frontier), None);
        frontier.release(HostId(1), 0);
        frontier.wake(0);
        assert_eq!(picks(&mut exploration, &frontier), Some(UrlId(1)));
    }
}
