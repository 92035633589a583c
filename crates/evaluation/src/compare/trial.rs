//! Defines one crawl of a comparison, and its stable key.

use crate::measures::Grid;
use engine::strategy;
use serde::{Deserialize, Serialize};
use types::plan::Plan;

/// A crawl to run.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Index of its strategy among [`super::CheckedComparison::contenders`].
    pub contender: usize,
    /// Index of its topic among [`super::CheckedComparison::topics`].
    pub topic: usize,
    /// The index among the topic's crawls from different seeds.
    pub group: usize,
    /// The index among repeats with different random numbers.
    pub repeat: u32,
    /// The key.
    pub key: TrialKey,
    /// The plan to run.
    pub plan: Plan,
    /// The length of an earlier crawl, for strategies that start from its pages; 0 for none.
    pub past_pages: u32,
    /// Mean simulated time until a response arrives, in milliseconds.
    pub latency_ms: u32,
    /// The positions of its curves.
    pub grid: Grid,
}

/// The stable key of a crawl, which does not change when other crawls are added.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TrialKey {
    /// The strategy in the comparison's notation.
    pub contender: String,
    /// The name of the topic.
    pub topic: String,
    /// The index among the topic's crawls from different seeds.
    pub group: usize,
    /// The index among repeats.
    pub repeat: u32,
}

impl std::fmt::Display for TrialKey {
    /// Formats the key as `best-first#0#2#asthma`: strategy, group, repeat, topic. No strategy's parameter contains a `#`, so keys are
    /// unique.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { contender, topic, group, repeat } = self;
        write!(f, "{contender}#{group}#{repeat}#{topic}")
    }
}

impl Trial {
    /// Returns the earlier crawl, by the default strategy from the same seeds; its pages go into [`Plan::past`].
    pub fn earlier(&self) -> Option<Plan> {
        let begins_so = strategy::find(&self.plan.strategy.id)?.needs.past && self.past_pages > 0;
        begins_so.then(|| Plan { strategy: strategy::DEFAULT.id.into(), pages: self.past_pages, ..self.plan.clone() })
    }
}
