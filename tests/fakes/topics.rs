//! Provides a topic.

use types::taxonomy::Topic;

pub(crate) fn topic(name: &str, good: bool, examples: &[&str], topics: Vec<Topic>) -> Topic {
    Topic {
        name: name.into(),
        good,
        examples: examples.iter().map(|text| (*text).into()).collect(),
        topics,
        ..Topic::default()
    }
}
