//! Best-N-first: like best-first by the page, but it picks N links at a time and fetches all of them before it picks
//! again. A larger N is less greedy.
//!
//! Source: Pant §3.1, with N = 256 for crawls of 10,000 pages. In a short crawl one such step would be the whole crawl,
//! and the strategy breadth-first. The default N is therefore a fortieth of the page limit, from 2 to 256.

use crate::strategy::prelude::*;
use std::collections::VecDeque;
use types::report::HostState;

const N: Param<usize> = Param::whole(
    "n",
    "Links per step",
    0..=10_000,
    0,
    "Links fetched before the frontier is sorted again; 0 takes a fortieth of the pages, from 2 to 256, and 1 equals \
    Best-first (page).",
);

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "best-n-first",
    title: "Best-N-first",
    description: "Fetches the N best links before it ranks again: less greedy, better at leaving dead ends.",
    family: Family::Classics,
    source: "Pant §3.1",
    params: declare![N, ON_REDISCOVERY,],
    needs: Needs::QUERY,
    scores_pages_independently: true,
    parts: &[ScorePart::PAGE],
    make: |StrategyInputs { settings, plan, .. }| {
        Box::new(BestNFirst {
            n: match settings.get(&N) {
                0 => step_of(plan.pages),
                n => n,
            },
            step: VecDeque::new(),
        })
    },
};

/// Returns the number of links of a step in a crawl of this many pages.
fn step_of(pages: u32) -> usize {
    (pages as usize / 40).clamp(2, 256)
}

struct BestNFirst {
    n: usize,
    /// The remaining links of this step, best first.
    step: VecDeque<UrlId>,
}

impl BestNFirst {
    /// Returns the best link of the step whose host is ready.
    fn ready(&self, frontier: &Frontier) -> Option<UrlId> {
        self.step.iter().copied().find(|id| frontier.is_ready(*id))
    }
}

impl Strategy for BestNFirst {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], _context: &mut Context<'_>) -> Vec<Option<Score>> {
        vec![Some(Score::with_parts(page.relevance, vec![page.relevance])); links.len()]
    }

    /// Completes the current step first. If all of its hosts are delayed, it picks a new step, so that one slow
    /// host does not hold up the rest. If a host is only busy, it chooses nothing.
    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        self.step.retain(|id| frontier.get(*id).is_some());
        if let Some(id) = self.ready(frontier) {
            return Some(id);
        }
        let is_busy = |site| frontier.site_state(site) == HostState::Busy;
        let busy = |id: &UrlId| frontier.get(*id).is_some_and(|waiting| is_busy(waiting.site));
        if self.step.iter().any(busy) {
            return None;
        }
        let best = frontier.best()?;
        self.step = frontier.top(self.n).map(|(id, _)| id).collect();
        self.ready(frontier).or(Some(best))
    }

    fn save(&self) -> Vec<u8> {
        self.step.iter().flat_map(|id| id.0.to_le_bytes()).collect()
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let (numbers, rest) = saved.as_chunks::<4>();
        self.step = numbers.iter().map(|bytes| UrlId(u32::from_le_bytes(*bytes))).collect();
        rest.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::step_of;

    /// The upper limit is 256, as in Pant §3.1 for a crawl of 10,000 pages.
    #[test]
    fn a_step_is_a_fortieth_of_the_budget_from_2_to_256() {
        let steps = [1, 80, 200, 10_000, 10_240, 1_000_000].map(step_of);
        assert_eq!(steps, [2, 2, 5, 250, 256, 256]);
    }
}
