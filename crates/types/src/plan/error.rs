//! The problems of a plan: each concerns one form field, has a stable code, and states the remedy.

use crate::limits;
use crate::spec::ParamError;
use crate::taxonomy::TaxonomyError;
use crate::trails::TrailsError;
use crate::url::UrlProblem;
use serde::{Deserialize, Serialize};

/// A problem of a plan, which concerns one form field.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum PlanError {
    /// No strategy has this id.
    #[error("there is no strategy “{id}”: choose one of {known}")]
    UnknownStrategy {
        /// The id given.
        id: String,
        /// The known ids.
        known: String,
    },
    /// The strategy needs a query, and the plan has none.
    #[error("enter a query: “{0}” needs one")]
    QueryMissing(String),
    /// The query is longer than [`limits::QUERY_CHARS`].
    #[error("the query has {0} characters: shorten it to {limit}", limit = limits::QUERY_CHARS)]
    QueryTooLong(usize),
    /// The query has no words, or only words that occur on every page.
    #[error("“{0}” has only common words: add a word specific to your topic")]
    QueryWithoutWords(String),
    /// The strategy learns from a taxonomy, which has a problem.
    #[error(transparent)]
    Taxonomy(#[from] TaxonomyError),
    /// The strategy learns from trails, which have a problem.
    #[error(transparent)]
    Trails(#[from] TrailsError),
    /// The strategy needs the lexicon or the word vectors, which the driver did not load.
    #[error("“{0}” needs language data: load it first")]
    LanguageDataMissing(String),
    /// Relevance by meaning, without the word vectors of the driver.
    #[error("relevance by meaning requires the word vectors: load them first, or judge pages by words")]
    VectorsMissing,
    /// The driver has not loaded the code of the strategy.
    #[error("the code of “{0}” is not loaded: load it first")]
    CodeMissing(String),
    /// More excluded words than [`limits::EXCLUDED_WORDS`].
    #[error("{0} excluded words are too many: the limit is {limit}", limit = limits::EXCLUDED_WORDS)]
    TooManyExcluded(usize),
    /// More pages of earlier crawls than [`limits::PAST_PAGES`].
    #[error("{0} pages of earlier crawls are too many: the limit is {limit}", limit = limits::PAST_PAGES)]
    TooManyPast(usize),
    /// More judged pages than [`limits::JUDGED_PAGES`].
    #[error("{0} judged pages are too many: the limit is {limit}", limit = limits::JUDGED_PAGES)]
    TooManyJudged(usize),
    /// More known pages than [`limits::KNOWN_PAGES`].
    #[error("{0} known pages are too many: the limit is {limit}", limit = limits::KNOWN_PAGES)]
    TooManyKnown(usize),
    /// There is no seed.
    #[error("give at least one seed")]
    SeedsMissing,
    /// More seeds than [`limits::SEEDS`].
    #[error("{0} seeds are too many: the limit is {limit}", limit = limits::SEEDS)]
    TooManySeeds(usize),
    /// A seed is not a URL that can be crawled.
    #[error("seed {number}: {problem}")]
    Seed {
        /// The number of the seed, from 1.
        number: usize,
        /// The problem.
        problem: UrlProblem,
    },
    /// A number of the plan is out of its range.
    #[error("{field} is {value}: give a number from {min} to {max}")]
    OutOfRange {
        /// The field's name in [`super::Plan`].
        field: String,
        /// The value given.
        value: f64,
        /// The minimum.
        min: f64,
        /// The maximum.
        max: f64,
    },
    /// A parameter of the strategy is invalid.
    #[error(transparent)]
    Param(#[from] ParamError),
}

impl PlanError {
    /// Returns the field of [`super::Plan`] that must change: `params.<name>` for a strategy's parameter, otherwise a
    /// path such as `taxonomy.topics[0].examples[3]` or `trails.trails[0].pages[2].url`.
    pub fn field(&self) -> String {
        match self {
            Self::UnknownStrategy { .. } | Self::LanguageDataMissing(_) | Self::CodeMissing(_) => "strategy".to_owned(),
            Self::VectorsMissing => "relevance".to_owned(),
            Self::Taxonomy(error) => format!("taxonomy.{}", error.field()),
            Self::Trails(error) => format!("trails.{}", error.field()),
            Self::TooManyExcluded(_) => "excluded".to_owned(),
            Self::TooManyPast(_) => "past".to_owned(),
            Self::TooManyJudged(_) => "judged".to_owned(),
            Self::TooManyKnown(_) => "known".to_owned(),
            Self::QueryMissing(_) | Self::QueryTooLong(_) | Self::QueryWithoutWords(_) => "query".to_owned(),
            Self::SeedsMissing | Self::TooManySeeds(_) | Self::Seed { .. } => "seeds".to_owned(),
            Self::OutOfRange { field, .. } => field.clone(),
            Self::Param(error) => format!("params.{}", error.param()),
        }
    }
}
