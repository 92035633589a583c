//! Settings of comparisons that forms offer.
//!
//! Source: Pant §4.2 (robustness: the seeds are split into two disjoint sets); Evolving §4.1 (starting pages that are about the query).

use serde::{Deserialize, Serialize};

/// Minimum number of topics for a significance test: with fewer than three no difference is tested.
pub const MIN_TOPICS: u32 = 3;

/// The use that a comparison makes of the seeds of a topic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedUse {
    /// One crawl per topic, from all its seeds.
    #[default]
    Together,
    /// One crawl per seed; the topic's figure is the mean of its crawls.
    Apart,
    /// One crawl per topic, from the home pages of the sites that contain its targets, restricted to these sites: only pages on the path to a
    /// target can reveal its location.
    Sites,
    /// Two crawls per topic, from every other seed each: their overlap is the robustness.
    Halves,
    /// One crawl per topic, from as many of its examples as it has seeds: the start of InfoSpiders and of learning crawlers.
    OnTopic,
}

impl SeedUse {
    /// All uses, in the order of the interface.
    pub const ALL: [Self; 5] = [Self::Together, Self::Apart, Self::Sites, Self::Halves, Self::OnTopic];

    /// Returns the stable name in plans and flags.
    pub fn id(self) -> &'static str {
        match self {
            Self::Together => "together",
            Self::Apart => "apart",
            Self::Sites => "sites",
            Self::Halves => "halves",
            Self::OnTopic => "on-topic",
        }
    }

    /// Returns the name in the interface.
    pub fn title(self) -> &'static str {
        match self {
            Self::Together => "Together",
            Self::Apart => "Separately",
            Self::Sites => "Target sites",
            Self::Halves => "Two halves",
            Self::OnTopic => "On-topic pages",
        }
    }

    /// Returns a sentence that describes the use.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Together => "One crawl per topic, from all its seeds.",
            Self::Apart => "One crawl per seed, averaged over each topic.",
            Self::Sites => "One crawl per topic, from the home pages of its targets’ sites and limited to these sites.",
            Self::Halves => "Two crawls per topic, each from half of its seeds, to measure their overlap.",
            Self::OnTopic => "One crawl per topic, from as many of its example pages as it has seeds.",
        }
    }
}
