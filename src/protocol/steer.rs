//! Defines the messages about steering: changes during a crawl, and previews of other strategies.
//!
//! Input is sent as text, and the worker parses it, since it has the URL parser. A change returns among the notes of a
//! batch ([`types::report::Note::Steered`]), already saved. Its effect is the engine's concern.

use super::Problem;
use serde::{Deserialize, Serialize};
use types::report::Candidate;
use types::spec::StrategySpec;
use types::url::CanonicalUrl;

/// A change of the crawl that is here, as [`types::steering::Steering`] has it, before it was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// A page that was read is relevant, or is not, or nothing is said of it any more.
    Judged {
        /// The page.
        url: CanonicalUrl,
        /// The rating.
        good: Option<bool>,
    },
    /// A word counts so many times as much.
    Word {
        /// The word or the words.
        word: String,
        /// The factor.
        weight: f64,
    },
    /// Addresses to start from.
    Seeds(Vec<String>),
    /// A host or a path that is followed no more.
    Drop(String),
    /// One that may be followed again.
    Admit(String),
    /// Pages to fetch in all.
    Budget(u32),
    /// Another strategy, or other parameters of the same.
    Strategy(StrategySpec),
}

impl Change {
    /// Returns the field of the page where what is wrong with it is told; a parameter of a strategy has one of its own.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Judged { .. } => "judged",
            Self::Word { .. } => "word",
            Self::Seeds(_) => "seeds",
            Self::Drop(_) | Self::Admit(_) => "rule",
            Self::Budget(_) => "pages",
            Self::Strategy(_) => "strategy",
        }
    }
}

/// A change that was not made, and nothing was changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NotSteered {
    /// The change.
    pub change: Change,
    /// A stable code.
    pub code: String,
    /// The problems by field, in sentences with the remedy.
    pub problems: Vec<Problem>,
}

/// The preview of the best frontier entries under another strategy or other parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Previewed {
    /// The strategy.
    pub method: StrategySpec,
    /// The best now, each with the place that it would have, from 1; none if that is beyond those that were looked at.
    pub now: Vec<(Candidate, Option<u32>)>,
    /// The best as they would be, each with the place that it has now.
    pub then: Vec<(Candidate, Option<u32>)>,
}
