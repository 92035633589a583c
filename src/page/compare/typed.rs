//! A topic of a comparison as a person types it, or as it came with a file.
//!
//! Left out on purpose: reading addresses, which the worker does.

use crate::protocol::compare::{Beyond, TypedTopic};

/// A topic as it was typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typed {
    /// The topic as it came with a file, for the worker; empty where it did not.
    whole: String,
    /// How much the form does not show of it.
    pub beyond: Beyond,
    /// Its name.
    pub name: String,
    /// What is looked for.
    pub query: String,
    /// Where crawls start, apart by white space.
    pub seeds: String,
    /// Pages that are known to be relevant, apart by white space.
    pub relevant: String,
}

impl Typed {
    /// A topic of a file.
    pub(super) fn of(topic: &TypedTopic) -> Self {
        Self {
            whole: topic.whole.clone(),
            beyond: topic.beyond,
            name: topic.name.clone(),
            query: topic.query.clone(),
            seeds: topic.seeds.join("\n"),
            relevant: topic.relevant.join("\n"),
        }
    }

    /// True where it did not come with a file.
    pub fn is_typed(&self) -> bool {
        self.whole.is_empty()
    }

    /// True where some pages are known to be relevant.
    pub fn has_relevant(&self) -> bool {
        let beyond = self.beyond;
        !self.relevant.trim().is_empty() || beyond.relevant > 0 || beyond.targets > 0
    }

    /// The topic; without a name it is called after what is looked for.
    pub(super) fn topic(&self) -> TypedTopic {
        let (name, query) = (self.name.trim(), self.query.trim());
        TypedTopic {
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
    text.lines().flat_map(engine::seeds::addresses).collect()
}
