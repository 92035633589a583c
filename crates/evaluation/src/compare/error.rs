//! Defines the problems of a comparison, with cause and remedy.

use crate::limits;
use types::measures::Measure;
use types::plan::PlanError;
use types::settings::settings;

/// An error of checking a comparison.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CompareError {
    /// It has another version.
    #[error("the comparison has version {0}, this program reads version 1: use a newer version")]
    Version(u32),
    /// No strategy is given.
    #[error("add at least one strategy to compare")]
    StrategiesMissing,
    /// A strategy is unknown or malformed.
    #[error("{0}")]
    Strategy(String),
    /// A strategy is named twice.
    #[error("{0} is listed twice: list it once, and set “repeats” to repeat crawls")]
    StrategyTwice(String),
    /// A parameter for all strategies is unknown or malformed.
    #[error("{0}")]
    Param(String),
    /// A topics file is malformed.
    #[error("{0}")]
    TopicsFile(String),
    /// No topic is given.
    #[error("there is no topic: add one to the comparison or a topics file (only the demo web has built-in topics)")]
    TopicsMissing,
    /// A named topic does not exist.
    #[error("there is no topic “{name}”: choose from {known}")]
    TopicUnknown {
        /// The name.
        name: String,
        /// The existing topics.
        known: String,
    },
    /// Two topics have one name, or one has none.
    #[error("two topics are named “{0}”: give each topic a unique name")]
    TopicTwice(String),
    /// A topic has too few seeds for halves.
    #[error("the topic {0} has fewer than two seeds: “halves” needs one for each crawl")]
    Halves(String),
    /// A topic has no seeds.
    #[error("the topic {0} has no seed: add one, or targets or examples if crawls start there")]
    Seeds(String),
    /// A list exceeds its limit.
    #[error("{n} {what} are too many: the limit is {limit}")]
    TooMany {
        /// The subject.
        what: &'static str,
        /// The number.
        n: usize,
        /// The limit.
        limit: usize,
    },
    /// A number is out of its range.
    #[error("{field} is {value}: give a number from {min} to {max}")]
    Number {
        /// The field.
        field: &'static str,
        /// The value given.
        value: f64,
        /// Least value allowed.
        min: f64,
        /// Largest value allowed.
        max: f64,
    },
    /// A mark lies outside the crawls.
    #[error("{mark} is not from 1 to the number of pages, {pages}")]
    Mark {
        /// The mark.
        mark: u32,
        /// Pages of a crawl.
        pages: u32,
    },
    /// No measure is given.
    #[error("add at least one measure")]
    MeasuresMissing,
    /// A measure or a topic is named twice.
    #[error("“{name}” is listed twice: list it once")]
    Twice {
        /// The field.
        field: &'static str,
        /// The name.
        name: String,
    },
    /// A topic lacks the data of a measure.
    #[error("“{measure}” cannot be measured: the topic {topic} has no {lacks}", measure = .measure.title())]
    Measure {
        /// The measure.
        measure: Measure,
        /// The topic.
        topic: String,
        /// The missing data, with the remedy.
        lacks: &'static str,
    },
    /// Robustness is requested, but seeds are not halved.
    #[error("robustness compares crawls from two halves of the seeds: set seeds to halves")]
    Robustness,
    /// A strategy needs trails, but a topic has none.
    #[error(
        "“{strategy}” learns from trails, but the topic {topic} has none: name a trails file, add “trails” to the \
        topics, or remove the strategy"
    )]
    TrailsMissing {
        /// The strategy's title.
        strategy: String,
        /// The topic.
        topic: String,
    },
    /// A claim refers to a strategy, a measure or a mark that is not in the comparison.
    #[error("claim {number}: {problem}")]
    Claim {
        /// The number of the claim, from 1.
        number: usize,
        /// The problem and its remedy.
        problem: String,
    },
    /// The fingerprint is malformed.
    #[error("the fingerprint is “{0}”: it needs 16 lowercase hexadecimal digits; copy it completely or remove it")]
    Fingerprint(String),
    /// A crawl of the comparison is not possible.
    #[error("{contender} on {topic}: {problem}")]
    Plan {
        /// The strategy, as it is written.
        contender: String,
        /// The topic.
        topic: String,
        /// The problem of the crawl's plan.
        problem: Box<PlanError>,
    },
}

impl CompareError {
    /// Returns the field of [`super::Comparison`] that must change.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Version(_) => "version",
            Self::StrategiesMissing | Self::Strategy(_) | Self::StrategyTwice(_) | Self::Plan { .. } => "strategies",
            Self::Param(_) => "params",
            Self::TopicsFile(_) => "topics_file",
            Self::TopicsMissing | Self::TopicUnknown { .. } | Self::TopicTwice(_) => "topics",
            Self::Halves(_) | Self::Seeds(_) | Self::Robustness => "seeds",
            Self::TooMany { what, .. } => what,
            Self::Number { field, .. } | Self::Twice { field, .. } => field,
            Self::Mark { .. } => "at",
            Self::MeasuresMissing | Self::Measure { .. } => "measures",
            Self::TrailsMissing { .. } => "trails",
            Self::Claim { .. } => "claim",
            Self::Fingerprint(_) => "fingerprint",
        }
    }

    /// Converts a problem that the plans of all crawls share, to the names of a comparison's fields; `None` for
    /// problems of one strategy or topic.
    pub(super) fn of_all(problem: &PlanError) -> Option<Self> {
        let PlanError::OutOfRange { field, value, min, max } = problem else {
            return None;
        };
        let field = settings().find(|setting| setting.name == field)?.key();
        let [value, min, max] = [*value, *min, *max];
        Some(Self::Number { field, value, min, max })
    }

    /// Returns an error if `n` exceeds the limit.
    pub(super) fn too_many(what: &'static str, n: usize, limit: usize) -> Option<Self> {
        (n > limit).then_some(Self::TooMany { what, n, limit })
    }

    /// Returns an error if there are too many crawls.
    pub(super) fn too_many_trials(n: usize) -> Option<Self> {
        Self::too_many("trials", n, limits::TRIALS)
    }
}
