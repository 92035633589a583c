//! Holds the topics of a comparison: those of the web, and those that were typed or read from a file.
//!
//! Addresses are parsed by the worker.

use crate::form::typed_seeds;
use protocol::compare::{ComparisonForm, HiddenCounts, TopicForm};
use types::compare::SeedUse;

/// Holds the topics of a comparison and their use.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TopicDrafts {
    /// The names of the selected topics of the demo web, in order.
    pub selected: Vec<String>,
    /// The topics that were typed or imported.
    pub typed: Vec<TopicDraft>,
    /// The use of a topic's seeds.
    pub seed_use: SeedUse,
    /// Strategies that are trained on topics use the starter topics.
    pub use_starter: bool,
}

impl TopicDrafts {
    /// Creates the topics of a plan.
    pub(super) fn from_plan(plan: &ComparisonForm) -> Self {
        Self {
            selected: plan.topics.clone(),
            typed: plan.typed.iter().map(TopicDraft::new).collect(),
            seed_use: plan.seeds,
            use_starter: plan.starter_topics,
        }
    }

    /// Returns the number of topics, with the selected ones if the web has topics of its own.
    pub fn count(&self, has_own: bool) -> usize {
        self.typed.len() + if has_own { self.selected.len() } else { 0 }
    }

    /// Writes the topics to a plan, without the selected ones if the web has none of its own.
    pub(super) fn write(&self, plan: &mut ComparisonForm, has_own: bool) {
        plan.topics.clear();
        if has_own {
            plan.topics.clone_from(&self.selected);
        }
        plan.typed = self.typed.iter().map(TopicDraft::topic).collect();
        plan.seeds = self.seed_use;
        plan.starter_topics = self.use_starter;
    }
}

/// A topic of the form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TopicDraft {
    /// The serialized topic of a file, for the worker; empty for a typed topic.
    whole: String,
    /// Counts of data that the form does not show.
    pub beyond: HiddenCounts,
    /// Its name.
    pub name: String,
    /// The query.
    pub query: String,
    /// The seeds, separated by white space.
    pub seeds: String,
    /// Known relevant pages, separated by white space.
    pub relevant: String,
}

impl TopicDraft {
    /// Creates the form of a topic of a file.
    pub fn new(topic: &TopicForm) -> Self {
        Self {
            whole: topic.whole.clone(),
            beyond: topic.beyond,
            name: topic.name.clone(),
            query: topic.query.clone(),
            seeds: topic.seeds.join("\n"),
            relevant: topic.relevant.join("\n"),
        }
    }

    /// Returns whether the topic was typed rather than imported.
    pub fn is_typed(&self) -> bool {
        self.whole.is_empty()
    }

    /// Returns true if there are known relevant pages.
    pub fn has_relevant(&self) -> bool {
        let beyond = self.beyond;
        !self.relevant.trim().is_empty() || beyond.relevant > 0 || beyond.targets > 0
    }

    /// Returns the topic; without a name it is named after its query.
    pub fn topic(&self) -> TopicForm {
        let (name, query) = (self.name.trim(), self.query.trim());
        TopicForm {
            whole: self.whole.clone(),
            beyond: self.beyond,
            name: if name.is_empty() { query } else { name }.to_owned(),
            query: query.to_owned(),
            seeds: typed_seeds(&self.seeds),
            relevant: typed_seeds(&self.relevant),
        }
    }
}
