//! When a strategy that re-ranks everything that waits does so: after a number of pages, and after a tenth of the crawl.
//!
//! Each time costs as much as the crawl is large; because the steps grow with it, all of them together cost a fixed share of the crawl
//! instead of its square.

use serde::{Deserialize, Serialize};

/// A schedule of refreshes.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Refresh {
    every: u32,
    next: u32,
}

impl Refresh {
    /// At least `every` pages apart.
    pub(crate) fn every(every: usize) -> Self {
        let every = u32::try_from(every).unwrap_or(u32::MAX).max(1);
        Self { every, next: every }
    }

    /// Returns the same schedule from its beginning.
    pub(crate) fn anew(self) -> Self {
        Self {
            next: self.every,
            ..self
        }
    }

    /// Returns true if one is due after this many pages; the next one is then set.
    pub(crate) fn is_due(&mut self, pages: u32) -> bool {
        let due = pages >= self.next;
        if due {
            self.next = pages.saturating_add(self.every.max(pages / 10));
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_grow_with_the_crawl() {
        let mut refresh = Refresh::every(25);
        let due: Vec<u32> = (1..=1_000).filter(|pages| refresh.is_due(*pages)).collect();
        assert_eq!(due[..4], [25, 50, 75, 100]);
        assert!(due.len() < 25, "{due:?}");
    }
}
