//! A topic of a comparison, typed or read from a file.
//!
//! Not here: parsing addresses, which the worker does.

use crate::protocol::compare::{HiddenCounts, TopicForm};

/// A topic as it was typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TopicDraft {
    /// The topic as it came from a file, for the worker; empty if it did not.
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
    /// Returns a topic of a file.
    pub(crate) fn of(topic: &TopicForm) -> Self {
        Self {
            whole: topic.whole.clone(),
            beyond: topic.beyond,
            name: topic.name.clone(),
            query: topic.query.clone(),
            seeds: topic.seeds.join("\n"),
            relevant: topic.relevant.join("\n"),
        }
    }

    /// Returns whether it did not come with a file.
    pub fn is_typed(&self) -> bool {
        self.whole.is_empty()
    }

    /// Returns true if there are known relevant pages.
    pub fn has_relevant(&self) -> bool {
        let beyond = self.beyond;
        !self.relevant.trim().is_empty() || beyond.relevant > 0 || beyond.targets > 0
    }

    /// Returns the topic; without a name it gets its query as the name.
    pub(crate) fn topic(&self) -> TopicForm {
        let (name, query) = (self.name.trim(), self.query.trim());
        TopicForm {
            whole: self.whole.clone(),
            beyond: self.beyond,
            name: if name.is_empty() { query } else { name }.to_owned(),
            query: query.to_owned(),
            seeds: addresses(&self.seeds),
            relevant: addresses(&self.relevant),
        }
    }
}

fn addresses(text: &str) -> Vec<String> {
    let found = text.lines().flat_map(types::seeds::addresses);
    found.map(str::to_owned).collect()
}
