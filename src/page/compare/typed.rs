//! A topic of a comparison as a person types it, or as it came with a file.
//!
//! Left out on purpose: reading addresses, which the worker does.

use crate::protocol::compare::TypedTopic;
use engine::compare::Topic;

/// Relevant pages of a topic that are shown one by one.
const RELEVANT_SHOWN: usize = 50;

/// A topic as it was typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typed {
    /// What the form does not show.
    pub base: Topic,
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
    pub(super) fn of(topic: &Topic) -> Self {
        let mut base = topic.clone();
        // What would fill the screen stays out of it, and is counted.
        let relevant = if base.relevant.len() > RELEVANT_SHOWN {
            String::new()
        } else {
            lines(std::mem::take(&mut base.relevant))
        };
        Self {
            name: topic.name.clone(),
            query: topic.query.clone(),
            seeds: topic.seeds.join("\n"),
            relevant,
            base,
        }
    }

    /// True where it did not come with a file.
    pub fn is_typed(&self) -> bool {
        self.base.name.is_empty()
    }

    /// True where some pages are known to be relevant.
    pub fn has_relevant(&self) -> bool {
        !self.relevant.trim().is_empty()
            || !self.base.relevant.is_empty()
            || !self.base.targets.is_empty()
    }

    /// The topic; without a name it is called after what is looked for.
    pub(super) fn topic(&self) -> TypedTopic {
        let (name, query) = (self.name.trim(), self.query.trim());
        TypedTopic {
            name: if name.is_empty() { query } else { name }.to_owned(),
            query: query.to_owned(),
            seeds: addresses(&self.seeds),
            relevant: addresses(&self.relevant),
            base: self.base.clone(),
        }
    }
}

fn lines<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    let all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    all.join("\n")
}

fn addresses(text: &str) -> Vec<String> {
    text.lines().flat_map(engine::seeds::addresses).collect()
}
