//! Checks the moments of an imported crawl: each must follow from the previous one, and refer to existing pages, spiders and positions.

use super::{Entry, Moment, MomentChange};
use crate::protocol::watch::NEXT_UP;
use engine::journal;
use types::report::{Candidate, Spider};

/// Holds the moments that were checked so far.
#[derive(Debug, Default)]
pub(crate) struct MomentCheck {
    latest: Moment,
    has_begun: bool,
}

impl MomentCheck {
    /// Checks the next saved moment. Returns false if it is unreadable or cannot follow.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> bool {
        let Ok(change) = journal::unseal::<MomentChange>(bytes) else {
            return false;
        };
        let can_follow = change.is_first != self.has_begun && change.follows(&self.latest);
        if can_follow {
            self.has_begun = true;
            self.latest.apply(change);
        }
        can_follow && self.latest.is_consistent()
    }

    /// Returns the number of pages at the last moment.
    pub(crate) fn pages(&self) -> u32 {
        self.latest.progress.pages
    }
}

impl MomentChange {
    /// Returns whether it has at least as many pages as the previous moment, and refers only to existing positions of it.
    fn follows(&self, before: &Moment) -> bool {
        let is_there = |entry: &Entry| match entry {
            Entry::Same(place) => usize::from(*place) < before.next_up.len(),
            Entry::New(_) => true,
        };
        self.progress.pages >= before.progress.pages && self.next_up.iter().all(is_there)
    }
}

impl Moment {
    /// Returns whether its counts are within bounds, and its pages and spiders exist.
    fn is_consistent(&self) -> bool {
        let progress = &self.progress;
        progress.measures.good <= progress.pages
            && progress.in_flight.is_empty()
            && self.next_up.len() <= NEXT_UP as usize
            && self.spiders.iter().all(|spider| self.has_spider(spider))
            && self.next_up.iter().all(|candidate| self.has_link(candidate))
    }

    fn has_spider(&self, spider: &Spider) -> bool {
        let energy = spider.energy.map(|energy| [energy.current, energy.cloning_threshold]);
        let relevance = spider.best.map(|(_, relevance)| relevance);
        let mut numbers = energy.into_iter().flatten().chain(relevance);
        let pages = [spider.last, spider.best.map(|(n, _)| n)];
        let counts = [Some(spider.born), spider.died, Some(spider.pages)];
        spider.id > 0
            && spider.parent.is_none_or(|id| id < spider.id && self.knows(id))
            && counts.iter().flatten().all(|count| *count <= self.progress.pages)
            && pages.iter().flatten().all(|n| self.has_page(*n))
            && numbers.all(f64::is_finite)
    }

    fn has_link(&self, candidate: &Candidate) -> bool {
        let mut numbers = candidate.parts.iter();
        candidate.host == candidate.url.host_key()
            && candidate.since <= self.progress.pages
            && candidate.parent.is_none_or(|n| self.has_page(n))
            && candidate.spider.is_none_or(|id| self.knows(id))
            && candidate.priority.is_finite()
            && candidate.factor.is_finite()
            && numbers.all(|part| part.is_finite())
    }

    fn has_page(&self, n: u32) -> bool {
        (1..=self.progress.pages).contains(&n)
    }

    fn knows(&self, id: u32) -> bool {
        super::index_of(&self.spiders, id).is_ok()
    }
}
