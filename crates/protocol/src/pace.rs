//! Defines the pace of a crawl: the most pages per second that the worker processes.

use serde::{Deserialize, Serialize};

/// A pace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// At most this number of pages per second, at least 1.
    PerSecond(u16),
    /// As many as the source and politeness allow.
    #[default]
    Max,
    /// One page for each [`crate::ToWorker::Step`], while the crawl runs.
    Stepwise,
}

/// The paces of crawls by their source. The default is [`Pace::Max`] for both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paces {
    /// The pace in the demo web and in recordings, which have no server.
    pub local: Pace,
    /// The pace on live sites.
    pub live: Pace,
}

impl Pace {
    /// The paces to choose from, the slowest first.
    pub const ALL: [Self; 8] = [
        Self::PerSecond(1),
        Self::PerSecond(2),
        Self::PerSecond(4),
        Self::PerSecond(8),
        Self::PerSecond(16),
        Self::PerSecond(32),
        Self::PerSecond(64),
        Self::Max,
    ];

    /// Returns the milliseconds between two pages; 0 if time does not limit them.
    pub fn interval_ms(self) -> f64 {
        match self {
            Self::PerSecond(pages) => 1_000.0 / f64::from(pages.max(1)),
            Self::Max | Self::Stepwise => 0.0,
        }
    }
}

impl Paces {
    /// Returns the pace of a crawl of live sites, or of other crawls.
    pub fn pace(self, is_live: bool) -> Pace {
        if is_live { self.live } else { self.local }
    }
}
