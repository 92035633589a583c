//! Schedules work on the whole frontier: after a number of pages, and later after each tenth of the crawl unless the
//! interval is fixed.
//!
//! Each refresh takes time proportional to the crawl. With growing intervals the total is linear and not quadratic.

use serde::{Deserialize, Serialize};

/// A schedule of refreshes.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Refresh {
    every: u32,
    next: u32,
    grows: bool,
}

impl Refresh {
    /// Creates a schedule with at least `every` pages between two refreshes.
    pub(crate) fn every(every: usize) -> Self {
        let every = u32::try_from(every).unwrap_or(u32::MAX).max(1);
        Self { every, next: every, grows: true }
    }

    /// Creates a schedule with `every` pages between two refreshes for any length of the crawl.
    pub(crate) fn fixed(every: usize) -> Self {
        Self { grows: false, ..Self::every(every) }
    }

    /// Returns the same schedule, reset to its start.
    pub(crate) fn restarted(self) -> Self {
        Self { next: self.every, ..self }
    }

    /// Returns true if a refresh is due after this many pages, and schedules the next one.
    pub(crate) fn is_due(&mut self, pages: u32) -> bool {
        let due = pages >= self.next;
        if due {
            let tenth = if self.grows { pages / 10 } else { 0 };
            self.next = pages.saturating_add(self.every.max(tenth));
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
        let mut fixed = Refresh::fixed(25);
        assert_eq!((1..=1_000).filter(|pages| fixed.is_due(*pages)).count(), 40);
    }
}
