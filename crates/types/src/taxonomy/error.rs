//! The problems of a taxonomy, each with a code, a field and a remedy.

use crate::limits;
use crate::url::UrlProblem;
use serde::{Deserialize, Serialize};

/// A problem of a taxonomy. `path` names a topic for people (`Health/Asthma`), `field` for a form
/// (`topics[0].topics[2]`).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum TaxonomyError {
    /// There is no topic.
    #[error("there is no topic: add at least two with example pages or words")]
    NoTopics,
    /// No topic is marked good.
    #[error("no topic is marked as a target: mark those the crawl should find")]
    NoGoodTopic,
    /// All topics are good.
    #[error("every topic is marked as a target: add other topics for contrast, or unmark some")]
    AllTopicsGood,
    /// A topic has no example.
    #[error("“{path}” has no example page and no words: add some, or remove it")]
    NoExamples {
        /// The topic.
        path: String,
        /// Its field.
        field: String,
    },
    /// A topic has no name.
    #[error("a topic has no name: add one")]
    NameMissing {
        /// Its field.
        field: String,
    },
    /// Two siblings have the same name.
    #[error("there are two topics “{path}”: rename one, or merge them")]
    NameRepeated {
        /// The topic.
        path: String,
        /// The field of the second.
        field: String,
    },
    /// A topic is deeper than [`limits::TAXONOMY_DEPTH`].
    #[error("“{path}” is nested too deeply: the limit is {limit} levels", limit = limits::TAXONOMY_DEPTH)]
    TooDeep {
        /// The topic.
        path: String,
        /// Its field.
        field: String,
    },
    /// More topics than [`limits::TAXONOMY_TOPICS`].
    #[error(
        "{0} topics are too many: the limit is {limit}, remove some or choose one folder",
        limit = limits::TAXONOMY_TOPICS
    )]
    TooManyTopics(usize),
    /// More examples than [`limits::TAXONOMY_EXAMPLES`].
    #[error(
        "{0} example pages are too many: the limit is {limit}; a few dozen per topic are enough",
        limit = limits::TAXONOMY_EXAMPLES
    )]
    TooManyExamples(usize),
    /// The words of a topic are longer than [`limits::TOPIC_WORDS_BYTES`].
    #[error(
        "the words of “{path}” are too long: the limit is {limit} bytes, and a few hundred words are enough",
        limit = limits::TOPIC_WORDS_BYTES
    )]
    WordsTooLong {
        /// The topic.
        path: String,
        /// Its field.
        field: String,
    },
    /// An example cannot be crawled.
    #[error("example {number} of “{path}”: {problem}")]
    Example {
        /// The topic.
        path: String,
        /// The number of the example, from 1.
        number: usize,
        /// The problem.
        problem: UrlProblem,
        /// Its field.
        field: String,
    },
    /// No topic has this path.
    #[error("there is no topic “{path}”: “{part}” is not one of {list}", list = listed(known))]
    TopicUnknown {
        /// The requested path.
        path: String,
        /// The part of it that was not found.
        part: String,
        /// The existing names at this level.
        known: Vec<String>,
    },
}

impl TaxonomyError {
    /// Returns the field of [`super::Taxonomy`] that must change.
    pub fn field(&self) -> &str {
        match self {
            Self::NoExamples { field, .. }
            | Self::NameMissing { field }
            | Self::NameRepeated { field, .. }
            | Self::TooDeep { field, .. }
            | Self::WordsTooLong { field, .. }
            | Self::Example { field, .. } => field,
            _ => "topics",
        }
    }
}

/// Joins the first twenty names for a sentence.
fn listed(names: &[String]) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let quoted: Vec<String> = names.iter().take(20).map(|name| format!("“{name}”")).collect();
    quoted.join(", ")
}
