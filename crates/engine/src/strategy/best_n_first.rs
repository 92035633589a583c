//! Best-N-first: as best-first by the page, but N links are picked at a time and all of them are fetched before the frontier
//! is looked at again. A larger N is less greedy.
//!
//! Source: Pant §3.1 (N = 256).

use super::again::{AGAIN, Again};
use super::best_first_page::by_page;
use super::{
    Context, Entry, FoundAgain, LinkView, Materials, Needs, PageView, Param, Range, Strategy,
};
use crate::frontier::{Frontier, Score, Waiting};
use crate::graph::UrlId;
use std::collections::VecDeque;

pub(super) const ENTRY: Entry = Entry {
    id: "best-n-first",
    title: "Best-N-first",
    sentence: "Picks the N best links at a time and fetches them all before it looks again: less greedy, better at leaving a dead end.",
    source: "Pant §3.1",
    params: &[
        Param {
            name: "n",
            title: "Links a step",
            range: Range::Whole {
                min: 1,
                max: 10_000,
                default: 256,
            },
            help: "How many links are picked before the frontier is sorted again; 1 is best-first by the page.",
        },
        AGAIN,
    ],
    needs: Needs::QUERY,
    has_spiders: false,
    parts: &[super::PAGE_PART],
    make: |Materials { settings, .. }| {
        Box::new(BestNFirst {
            n: settings.whole("n"),
            again: Again::of(settings),
            step: VecDeque::new(),
        })
    },
};

struct BestNFirst {
    n: usize,
    again: Again,
    /// What is left of the links picked in this step, best first.
    step: VecDeque<UrlId>,
}

impl BestNFirst {
    /// The best of the step whose host is ready.
    fn ready(&self, frontier: &Frontier) -> Option<UrlId> {
        self.step.iter().copied().find(|id| frontier.is_ready(*id))
    }
}

impl Strategy for BestNFirst {
    fn score(
        &mut self,
        page: &PageView<'_>,
        links: &[LinkView<'_>],
        _context: &mut Context<'_>,
    ) -> Vec<Option<Score>> {
        by_page(page, links)
    }

    fn found_again(&self, waiting: &Waiting, new: &Score) -> FoundAgain {
        self.again.decide(waiting, new)
    }

    /// What is left of the step comes first. Where all of it rests, a new step is picked, so that one slow host does not hold up the
    /// others; where some of it is being waited for (its host is busy with another page), nothing is.
    fn choose(&mut self, frontier: &Frontier) -> Option<UrlId> {
        self.step.retain(|id| frontier.get(*id).is_some());
        if let Some(id) = self.ready(frontier) {
            return Some(id);
        }
        let busy = |id: &UrlId| {
            frontier
                .get(*id)
                .is_some_and(|waiting| frontier.is_host_busy(waiting.host))
        };
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
        self.step = numbers
            .iter()
            .map(|bytes| UrlId(u32::from_le_bytes(*bytes)))
            .collect();
        rest.is_empty()
    }
}
