//! Decides when to fetch the oldest link and not the best: more often if the pages so far are less similar to the
//! query.
//!
//! Without relevant pages the cues have no evidence and would keep the crawl in one region of the web. In that case
//! half of the picks are the oldest link, so that everything near the seeds is fetched. The probability is `½ · e^(−t /
//! r)`, where `t` is the typical similarity ([`super::topic`]) and `r` the relevance threshold of a page. For `t` = 0.5
//! it is one in three hundred.
//!
//! As an alternative, the choice is learned: the oldest link is picked if a share of relevant pages, sampled from what
//! picks of the oldest links yielded, exceeds one sampled from what picks of the best links yielded (Thompson sampling
//! over two arms; Thompson 1933). Older pages count less, since yields change during a crawl.
//!
//! Not covered: Thompson sampling, which draws the learner's weights ([`crate::learning::Logistic`]).

use crate::learning::Draw;
use crate::strategy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use types::limits;

/// The factor of earlier pages in a yield with each page: some fifty pages count.
const MEMORY: f64 = 0.98;
/// The probability while no page is similar to the query.
const MAX_CHANCE: f64 = 0.5;

/// A random number generator, and the links in the order of discovery.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ExplorationPolicy {
    draw: Draw,
    arrivals: VecDeque<UrlId>,
    /// The oldest links that were picked and whose pages were not read yet.
    explored: BTreeSet<UrlId>,
    /// The pages of the best and of the oldest links.
    yields: [Yield; 2],
}

/// The share of relevant pages among those that one kind of pick led to.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Yield {
    relevant: f64,
    pages: f64,
}

/// One relevant page of two before any was read.
impl Default for Yield {
    fn default() -> Self {
        Self { relevant: 1.0, pages: 2.0 }
    }
}

impl Yield {
    fn count(&mut self, is_relevant: bool) {
        self.relevant = self.relevant * MEMORY + f64::from(u8::from(is_relevant));
        self.pages = self.pages * MEMORY + 1.0;
    }

    /// Draws the share from its approximate posterior, a normal distribution.
    fn sample(self, draw: &mut Draw) -> f64 {
        let mean = (self.relevant + 1.0) / (self.pages + 2.0);
        mean + (mean * (1.0 - mean) / (self.pages + 3.0)).sqrt() * draw.normal()
    }
}

impl ExplorationPolicy {
    /// Creates a policy without links.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            draw: Draw::new(seed),
            arrivals: VecDeque::new(),
            explored: BTreeSet::new(),
            yields: [Yield::default(); 2],
        }
    }

    /// Returns a policy with the same generator and no links.
    pub(super) fn reset(&self) -> Self {
        Self { draw: self.draw.clone(), ..Self::new(0) }
    }

    /// Adds a new link.
    pub(super) fn add(&mut self, link: UrlId) {
        self.arrivals.push_back(link);
    }

    /// Returns the oldest link if its host is ready and a sampled share of relevant pages is higher for oldest links
    /// than for best ones.
    pub(super) fn learned(&mut self, frontier: &Frontier) -> Option<UrlId> {
        let oldest = self.first(frontier)?;
        let [best, old] = self.yields;
        let is_time = old.sample(&mut self.draw) > best.sample(&mut self.draw);
        let picked = (is_time && frontier.is_ready(oldest)).then_some(oldest);
        self.explored.extend(picked);
        picked
    }

    /// Counts the page of a link.
    pub(super) fn count(&mut self, page: UrlId, is_relevant: bool) {
        let of_oldest = usize::from(self.explored.remove(&page));
        self.yields[of_oldest].count(is_relevant);
    }

    /// Forgets a picked link that has no page, or follows it to the target of its redirect.
    pub(super) fn on_url_change(&mut self, change: UrlChange) {
        match change {
            UrlChange::Lost(url) | UrlChange::Dropped(url) => drop(self.explored.remove(&url)),
            UrlChange::Redirected { from, to } => {
                if self.explored.remove(&from) {
                    self.explored.insert(to);
                }
            }
        }
    }

    /// Returns the oldest link if it is drawn and its host is ready.
    pub(super) fn oldest(&mut self, typical_similarity: f64, frontier: &Frontier) -> Option<UrlId> {
        let oldest = self.first(frontier)?;
        let is_time = self.draw.share() < chance(typical_similarity);
        (is_time && frontier.is_ready(oldest)).then_some(oldest)
    }

    /// Returns the oldest link of the frontier.
    fn first(&mut self, frontier: &Frontier) -> Option<UrlId> {
        while self.arrivals.front().is_some_and(|link| frontier.get(*link).is_none()) {
            self.arrivals.pop_front();
        }
        self.arrivals.front().copied()
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
    use crate::graph::SiteId;

    fn frontier(ids: &[u32]) -> Frontier {
        let mut frontier = Frontier::new(100, 0);
        for id in ids {
            let waiting = FrontierEntry::new(SiteId(*id), Score::new(f64::from(*id)));
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
            let picked: Vec<UrlId> =
                (0..1_000).filter_map(|_| exploration.oldest(typical_similarity, &frontier)).collect();
            assert!((least..=most).contains(&picked.len()), "{typical_similarity}: {}", picked.len());
            assert!(picked.iter().all(|id| *id == UrlId(3)));
        }
    }

    #[test]
    fn the_learned_choice_prefers_the_kind_of_pick_that_yields_more_relevant_pages() {
        let frontier = frontier(&[1, 2, 3]);
        for (old_is_relevant, least, most) in [(true, 90, 100), (false, 0, 10)] {
            let mut exploration = ExplorationPolicy::new(7);
            exploration.add(UrlId(1));
            for page in 10..60 {
                exploration.explored.insert(UrlId(page));
                exploration.count(UrlId(page), old_is_relevant);
                exploration.count(UrlId(100 + page), !old_is_relevant);
            }
            assert!(exploration.explored.is_empty());
            let picks = (0..100).filter(|_| exploration.learned(&frontier).is_some());
            let picks = picks.count();
            assert!((least..=most).contains(&picks), "{old_is_relevant}: {picks}");
        }
    }

    #[test]
    fn the_page_behind_the_redirect_of_an_oldest_link_counts_for_it_and_a_lost_one_for_nothing() {
        let mut exploration = ExplorationPolicy::new(7);
        exploration.explored.extend([UrlId(1), UrlId(2)]);
        exploration.on_url_change(UrlChange::Lost(UrlId(1)));
        let [from, to] = [UrlId(2), UrlId(3)];
        exploration.on_url_change(UrlChange::Redirected { from, to });
        exploration.count(to, true);
        assert!(exploration.explored.is_empty());
        let pages = exploration.yields.map(|one| one.pages > 2.0);
        assert_eq!(pages, [false, true]);
    }

    #[test]
    fn links_that_left_the_frontier_are_skipped_and_a_busy_host_is_awaited() {
        let mut frontier = frontier(&[1, 2]);
        let mut exploration = ExplorationPolicy::new(7);
        for id in [9, 1, 2] {
            exploration.add(UrlId(id));
        }
        frontier.hold(SiteId(1));
        let picks = |exploration: &mut ExplorationPolicy, frontier: &Frontier| {
            (0..50).find_map(|_| exploration.oldest(0.0, frontier))
        };
        assert_eq!(picks(&mut exploration, &frontier), None);
        frontier.release(SiteId(1), 0);
        frontier.wake(0);
        assert_eq!(picks(&mut exploration, &frontier), Some(UrlId(1)));
    }
}
