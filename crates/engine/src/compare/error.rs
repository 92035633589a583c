//! What can be wrong with a comparison, in sentences that say what to do.

use crate::eval::Measure;
use crate::limits;
use crate::plan::PlanError;

/// Why a comparison cannot be carried out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CompareError {
    /// It is of another version.
    #[error("the comparison is of version {0}: this program reads version 1, take a newer one")]
    Version(u32),
    /// There is no strategy.
    #[error("name at least one strategy to compare")]
    StrategiesMissing,
    /// A strategy is none, or not written as it should be.
    #[error("{0}")]
    Strategy(String),
    /// A strategy is named twice.
    #[error("{0} is named twice: name it once, and set “repeats” for several crawls of a kind")]
    StrategyTwice(String),
    /// A parameter for all strategies is none of theirs, or not written as it should be.
    #[error("{0}")]
    Param(String),
    /// A file of topics is not as it should be.
    #[error("{0}")]
    TopicsFile(String),
    /// There is no topic.
    #[error(
        "there is no topic: write one into the comparison, or name a file of topics; only the demo web has its own"
    )]
    TopicsMissing,
    /// A topic that was named is not there.
    #[error("there is no topic “{name}”: there are {known}")]
    TopicUnknown {
        /// The name.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// Two topics have one name, or one has none.
    #[error("two topics are called “{0}”: give each topic a name of its own")]
    TopicTwice(String),
    /// A topic has too few seeds for halves.
    #[error("the topic {0} has fewer than two seeds: halves need one for each crawl")]
    Halves(String),
    /// A topic has nothing that crawls could start from.
    #[error("the topic {0} has no seed: name one, or targets where crawls start on their sites")]
    Seeds(String),
    /// Too much of something.
    #[error("{n} {what} are too many: the limit is {limit}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there are.
        n: usize,
        /// How many there may be.
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
    /// There is nothing to judge by.
    #[error("name at least one measure")]
    MeasuresMissing,
    /// A measure or a topic is named twice.
    #[error("“{name}” is named twice: name it once")]
    Twice {
        /// The field.
        field: &'static str,
        /// What is named.
        name: String,
    },
    /// A measure has nothing to go by on a topic.
    #[error("“{measure}” cannot be measured: the topic {topic} has no {lacks}", measure = .measure.title())]
    Measure {
        /// The measure.
        measure: Measure,
        /// The topic.
        topic: String,
        /// What it lacks, and what to do.
        lacks: &'static str,
    },
    /// Robustness is asked for, and seeds are not halved.
    #[error(
        "robustness is the overlap of crawls from two halves of the seeds: set seeds to halves"
    )]
    Robustness,
    /// A strategy learns from trails, and a topic has none.
    #[error(
        "“{strategy}” learns from trails, and the topic {topic} has none: name a file of them, give the topics “trails”, or leave the strategy out"
    )]
    TrailsMissing {
        /// The strategy's title.
        strategy: String,
        /// The topic.
        topic: String,
    },
    /// A claim speaks of a strategy, a measure or a mark that the comparison does not have.
    #[error("claim {number}: {problem}")]
    Claim {
        /// Which one, counted from 1.
        number: usize,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// The fingerprint is none.
    #[error(
        "the fingerprint is “{0}”: it has 16 digits, 0 to 9 and a to f in small letters; copy it whole or leave it out"
    )]
    Fingerprint(String),
    /// A crawl of the comparison is not possible.
    #[error("{contender} on {topic}: {problem}")]
    Plan {
        /// The strategy, as it is written.
        contender: String,
        /// The topic.
        topic: String,
        /// What is wrong with the crawl's plan.
        problem: Box<PlanError>,
    },
}

impl CompareError {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Version(_) => "version-unknown",
            Self::StrategiesMissing => "strategies-missing",
            Self::Strategy(_) => "strategy-bad",
            Self::StrategyTwice(_) => "strategy-twice",
            Self::Param(_) => "param-bad",
            Self::TopicsFile(_) => "topics-bad",
            Self::TopicsMissing => "topics-missing",
            Self::TopicUnknown { .. } => "topic-unknown",
            Self::TopicTwice(_) => "topic-twice",
            Self::Halves(_) | Self::Seeds(_) => "seeds-missing",
            Self::TooMany { .. } => "too-many",
            Self::Number { .. } => "number-out-of-range",
            Self::Twice { .. } => "named-twice",
            Self::Mark { .. } => "mark-outside",
            Self::MeasuresMissing => "measures-missing",
            Self::Measure { .. } => "measure-without-truth",
            Self::Robustness => "robustness-without-halves",
            Self::TrailsMissing { .. } => "trails-missing",
            Self::Claim { .. } => "claim-bad",
            Self::Fingerprint(_) => "fingerprint-bad",
            Self::Plan { problem, .. } => problem.code(),
        }
    }

    /// The field of [`super::Comparison`] that has to change.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Version(_) => "version",
            Self::StrategiesMissing
            | Self::Strategy(_)
            | Self::StrategyTwice(_)
            | Self::Plan { .. } => "strategies",
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

    /// What is wrong with the plans of all crawls alike; `None` for what one strategy or one topic has wrong. A plan's fields have other names
    /// in a comparison.
    pub(super) fn of_all(problem: &PlanError) -> Option<Self> {
        const FIELDS: [(&str, &str); 7] = [
            ("pages", "pages"),
            ("in_flight", "parallel"),
            ("frontier", "frontier"),
            ("depth", "depth"),
            ("host_window", "host_window"),
            ("host_pages", "host_pages"),
            ("good", "good"),
        ];
        let PlanError::OutOfRange {
            field,
            value,
            min,
            max,
        } = problem
        else {
            return None;
        };
        let (_, field) = FIELDS.into_iter().find(|(of_plan, _)| of_plan == field)?;
        let [value, min, max] = [*value, *min, *max];
        Some(Self::Number {
            field,
            value,
            min,
            max,
        })
    }

    /// Too much of something, where it is.
    pub(super) fn too_many(what: &'static str, n: usize, limit: usize) -> Option<Self> {
        (n > limit).then_some(Self::TooMany { what, n, limit })
    }

    /// Too many crawls.
    pub(super) fn too_many_trials(n: usize) -> Option<Self> {
        Self::too_many("trials", n, limits::TRIALS)
    }
}
