//! What can be wrong with a taxonomy, each with a code, a place, and what to do about it.

use crate::limits;
use crate::url::UrlProblem;
use serde::{Deserialize, Serialize};

/// Why nothing can be learned from a taxonomy. `path` names a topic for people (`Health/Asthma`), `field` for a form
/// (`topics[0].topics[2]`).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum TaxonomyError {
    /// There is no topic.
    #[error("there is no topic: give at least two, each with some example pages")]
    NoTopics,
    /// No topic is marked good.
    #[error("no topic is marked good: mark those that the crawl should look for")]
    NothingGood,
    /// All topics are good.
    #[error(
        "every topic is marked good, so there is nothing to tell them from: add topics of other pages, or unmark some"
    )]
    EverythingGood,
    /// A topic without an example.
    #[error("“{path}” has no example page: give it some, or take it out")]
    NoExamples {
        /// The topic.
        path: String,
        /// Its place.
        field: String,
    },
    /// A topic without a name.
    #[error("a topic has no name: give it one")]
    NameMissing {
        /// Its place.
        field: String,
    },
    /// Two topics of one name in one place.
    #[error("there are two topics “{path}”: rename one, or put their examples together")]
    NameRepeated {
        /// The topic.
        path: String,
        /// The place of the second.
        field: String,
    },
    /// A topic lies deeper than [`limits::TAXONOMY_DEPTH`].
    #[error("“{path}” lies too deep: nest topics at most {limit} deep", limit = limits::TAXONOMY_DEPTH)]
    TooDeep {
        /// The topic.
        path: String,
        /// Its place.
        field: String,
    },
    /// More topics than [`limits::TAXONOMY_TOPICS`].
    #[error("{0} topics are too many: the limit is {limit}, take some out or choose one folder", limit = limits::TAXONOMY_TOPICS)]
    TooManyTopics(usize),
    /// More examples than [`limits::TAXONOMY_EXAMPLES`].
    #[error("{0} example pages are too many: the limit is {limit}, a few dozen a topic are enough", limit = limits::TAXONOMY_EXAMPLES)]
    TooManyExamples(usize),
    /// An example that cannot be crawled.
    #[error("example {number} of “{path}”: {problem}")]
    Example {
        /// The topic.
        path: String,
        /// Which of its examples, counted from 1.
        number: usize,
        /// What is wrong with it.
        problem: UrlProblem,
        /// Its place.
        field: String,
    },
    /// No topic has this path.
    #[error("there is no topic “{path}”: nothing is called “{part}” there, only {list}", list = listed(known))]
    TopicUnknown {
        /// The path asked for.
        path: String,
        /// The part of it that was not found.
        part: String,
        /// The names that are there instead.
        known: Vec<String>,
    },
}

impl TaxonomyError {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoTopics => "topics-missing",
            Self::NothingGood => "topics-none-good",
            Self::EverythingGood => "topics-all-good",
            Self::NoExamples { .. } => "topic-without-examples",
            Self::NameMissing { .. } => "topic-name-missing",
            Self::NameRepeated { .. } => "topic-name-repeated",
            Self::TooDeep { .. } => "topic-too-deep",
            Self::TooManyTopics(_) => "topics-too-many",
            Self::TooManyExamples(_) => "examples-too-many",
            Self::Example { .. } => "example-bad",
            Self::TopicUnknown { .. } => "topic-unknown",
        }
    }

    /// The field of [`super::Taxonomy`] that has to change.
    pub fn field(&self) -> &str {
        match self {
            Self::NoExamples { field, .. }
            | Self::NameMissing { field }
            | Self::NameRepeated { field, .. }
            | Self::TooDeep { field, .. }
            | Self::Example { field, .. } => field,
            _ => "topics",
        }
    }
}

/// Names for a sentence, the first twenty.
fn listed(names: &[String]) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let quoted: Vec<String> = names
        .iter()
        .take(20)
        .map(|name| format!("“{name}”"))
        .collect();
    quoted.join(", ")
}
