//! Measures of a crawl that need no ground truth, updated after every page: harvest rate, average relevance over all
//! pages and over the last ones.
//!
//! A crawl of the live web has no known relevant pages, so a page counts as harvested when its relevance reaches the
//! plan's threshold; Batsakis §4.2 a measures the maximum cosine with known relevant pages instead. Average relevance:
//! Pant §4.2.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The measures of a crawl up to a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// Number of pages counted.
    pub pages: u32,
    /// Number of pages with at least the plan's threshold.
    pub good: u32,
    /// Share of good pages, in 0..=1.
    pub harvest: f64,
    /// Mean relevance of all pages, in 0..=1.
    pub average: f64,
    /// Mean relevance of the last [`crate::limits::WINDOW_PAGES`] pages, in 0..=1.
    pub window: f64,
}

/// The running sums of [`Measures`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunningMeasures {
    threshold: f64,
    sum: f64,
    last: VecDeque<f64>,
    now: Measures,
}

impl RunningMeasures {
    /// Creates the measures of an empty crawl. A page with relevance of at least `threshold` is relevant.
    pub fn new(threshold: f64) -> Self {
        Self { threshold, sum: 0.0, last: VecDeque::new(), now: Measures::default() }
    }

    /// Counts a page. An unreadable page counts with relevance 0, since it cost a request.
    pub fn count(&mut self, relevance: f64) -> Measures {
        self.sum += relevance;
        self.last.push_back(relevance);
        if self.last.len() > crate::limits::WINDOW_PAGES {
            self.last.pop_front();
        }
        let pages = self.now.pages.saturating_add(1);
        let good = self.now.good.saturating_add(u32::from(relevance >= self.threshold));
        self.now = Measures {
            pages,
            good,
            harvest: f64::from(good) / f64::from(pages),
            average: self.sum / f64::from(pages),
            window: self.last.iter().sum::<f64>() / self.last.len() as f64,
        };
        self.now
    }

    /// Returns the measures so far.
    pub fn now(&self) -> Measures {
        self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harvest_average_and_window_follow_their_definitions() {
        let mut live = RunningMeasures::new(0.5);
        live.count(0.5);
        live.count(0.0);
        let now = live.count(1.0);
        assert_eq!((now.pages, now.good, now.harvest, now.average), (3, 2, 2.0 / 3.0, 0.5));
    }

    #[test]
    fn the_window_drops_older_pages() {
        let mut live = RunningMeasures::new(0.5);
        live.count(1.0);
        for _ in 0..crate::limits::WINDOW_PAGES {
            live.count(0.0);
        }
        assert!(live.now().window.abs() < f64::EPSILON);
        assert!(live.now().average > 0.0);
    }
}
