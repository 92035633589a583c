//! Settings of comparisons that forms offer.
//!
//! Source: Pant §4.2 (robustness: the seeds are split into two disjoint sets); Evolving §4.1 (starting pages that are
//! about the query).

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
    /// One crawl per topic, from the home pages of the sites that contain its targets, restricted to these sites: only
    /// pages on the path to a target can reveal its location.
    Sites,
    /// Two crawls per topic, from every other seed each: their overlap is the robustness.
    Halves,
    /// One crawl per topic, from as many of its examples as it has seeds: the start of InfoSpiders and of learning
    /// crawlers.
    OnTopic,
}

texts! { SeedUse:
    /// Returns the stable name in plans and flags.
    id,
    /// Returns the name in the interface.
    title,
    /// Returns a sentence that describes the use.
    sentence;
    Together: "together", "Together", "One crawl per topic, from all its seeds.";
    Apart: "apart", "Separately", "One crawl per seed, averaged over each topic.";
    Sites: "sites",
        "Target sites",
        "One crawl per topic, from the home pages of its targets’ sites and limited to these sites.";
    Halves: "halves", "Two halves", "Two crawls per topic, each from half of its seeds, to measure their overlap.";
    OnTopic: "on-topic", "On-topic pages", "One crawl per topic, from as many of its example pages as it has seeds.";
}
