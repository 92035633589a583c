//! The parts of the strategies' code, and the set of loaded parts.
//!
//! A native program includes all of them. The tab's worker loads each part when a crawl first needs it.

use super::Make;

/// A part of the strategies' code: one folder of strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodePart {
    /// Strategies that ignore the topic.
    Baseline,
    /// Strategies that compare words.
    Content,
    /// Strategies that combine all features of a link.
    Adaptive,
    /// Populations of agents.
    Population,
    /// Strategies that compare meanings.
    Semantic,
    /// Strategies that are trained before the crawl.
    Trained,
}

/// Returns the constructor of a strategy of one part; `None` for other ids.
pub type FindMake = fn(&str) -> Option<Make>;

/// The loaded parts of the strategies' code.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadedCode([Option<FindMake>; CodePart::Trained as usize + 1]);

impl LoadedCode {
    /// Adds a part.
    #[must_use]
    pub fn with(mut self, part: CodePart, find: FindMake) -> Self {
        self.0[part as usize] = Some(find);
        self
    }

    /// Returns true if a part is loaded.
    pub fn has(&self, part: CodePart) -> bool {
        self.0[part as usize].is_some()
    }

    /// Returns the constructor of a strategy; `None` if its part is not loaded.
    pub fn find(&self, id: &str) -> Option<Make> {
        self.0.iter().flatten().find_map(|find| find(id))
    }
}
