//! Steering: what a person changes while a crawl runs. Each change is an event like any other, so that a crawl that is taken up or
//! replayed is the same.
//!
//! Left out on purpose: how a change is carried out (the engine's); pausing and stopping, which are events of their own.

use crate::limits;
use crate::plan::PlanError;
use crate::spec::StrategySpec;
use crate::url::{CanonicalUrl, ScopeRule};
use serde::{Deserialize, Serialize};

/// A change of a crawl that runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Steering {
    /// A page that was read is relevant, or is not, or nothing is said of it any more: the topic moves toward it or away from it
    /// (Rocchio 1971), and what waits is scored again.
    Judged {
        /// The page.
        url: CanonicalUrl,
        /// The person's rating.
        good: Option<bool>,
    },
    /// A word counts so many times as much as it would: more than 1 boosts it, 0 strikes it out, 1 takes back what was said. What
    /// waits is scored again.
    Word {
        /// The word or the words; where they were weighed before, or stand in the query, other spellings and forms are the same.
        word: String,
        /// 0..=[`limits::WORD_WEIGHT_MAX`].
        weight: f64,
    },
    /// More to start from, on hosts of theirs as well where the crawl stays on some; a crawl that ended for want of links goes on.
    Seeds(Vec<CanonicalUrl>),
    /// Stops following what the rule covers, and refuses its frontier entries.
    Drop(ScopeRule),
    /// A rule of [`Steering::Drop`] holds no more: what it refused may be found again.
    Admit(ScopeRule),
    /// Pages to fetch in all; a crawl that ended since it had them goes on.
    Budget(u32),
    /// Another strategy, or other parameters of the same. What waits is scored again by the pages that are remembered.
    Strategy(StrategySpec),
}

/// Why a crawl cannot be changed in this way.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SteeringError {
    /// The crawl has not begun, or is over for good.
    #[error("the crawl is not running, so it cannot be changed: start one")]
    NotRunning,
    /// The page was not read in this crawl.
    #[error("{0} was not read in this crawl: rate one of its results")]
    NotRead(CanonicalUrl),
    /// There is no word in it that tells pages apart.
    #[error("“{0}” has only common words: enter a word specific to your topic")]
    NoWord(String),
    /// The word is too long.
    #[error("give at most {limit} characters", limit = limits::WORD_CHARS)]
    WordTooLong,
    /// The weight is out of its range.
    #[error("a word's weight can be from 0 to {limit}, not {0}", limit = limits::WORD_WEIGHT_MAX)]
    Weight(f64),
    /// The crawl ended with so many pages, and would get no more.
    #[error("{0} pages are already fetched: give a higher limit")]
    Spent(usize),
    /// There is no seed.
    #[error("give at least one seed")]
    NoSeeds,
    /// The crawl leaves this out already, or never did.
    #[error("the crawl has {} rule “{rule}”", if *.is_there { "already a" } else { "no" })]
    Rule {
        /// The rule.
        rule: String,
        /// It is there already.
        is_there: bool,
    },
    /// The plan would not be valid.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Plan(Vec<PlanError>),
    /// The strategy learns from examples before a crawl begins.
    #[error("“{0}” trains on examples before a crawl: start a new crawl with it")]
    NeedsExamples(String),
    /// A parameter counts when examples are learned from, which is over.
    #[error("“{0}” only applies during training: start a new crawl to change it")]
    Learned(String),
}

impl SteeringError {
    /// Returns a stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotRunning => "steering-not-running",
            Self::NotRead(_) => "steering-not-read",
            Self::NoWord(_) => "steering-no-word",
            Self::WordTooLong => "steering-word-too-long",
            Self::Weight(_) => "steering-weight",
            Self::Spent(_) => "steering-spent",
            Self::NoSeeds => "seeds-missing",
            Self::Rule { .. } => "steering-rule",
            Self::Plan(errors) => errors.first().map_or("plan", PlanError::code),
            Self::NeedsExamples(_) => "steering-needs-examples",
            Self::Learned(_) => "steering-learned",
        }
    }
}
