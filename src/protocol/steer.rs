//! What page and worker say about steering: the changes that a person wants while a crawl runs, and what another strategy would do.
//!
//! What was typed crosses as text and is read by the worker, which has the reader of URLs. A change that was made comes back among the
//! notes of a batch ([`engine::report::Note::Steered`]), kept already. Left out on purpose: what a change does, which is the engine's.

use super::Problem;
use engine::plan::Plan;
use engine::report::Candidate;
use engine::strategy::ParamValue;
use engine::url::CanonicalUrl;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A change of the crawl that is here, as [`engine::steering::Steering`] has it, before it was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// A page that was read is relevant, or is not, or nothing is said of it any more.
    Judged {
        /// The page.
        url: CanonicalUrl,
        /// What the person says of it.
        good: Option<bool>,
    },
    /// A word counts so many times as much.
    Word {
        /// The word or the words.
        word: String,
        /// How many times.
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
    Strategy(Method),
}

/// A strategy with its parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Method {
    /// Its id.
    pub id: String,
    /// Its parameters; those left out have their defaults.
    pub params: BTreeMap<String, ParamValue>,
}

impl Method {
    /// That of a plan.
    pub fn of(plan: &Plan) -> Self {
        Self {
            id: plan.strategy.clone(),
            params: plan.params.clone(),
        }
    }
}

impl Change {
    /// The field of the page where what is wrong with it is told; a parameter of a strategy has one of its own.
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
    /// What is wrong, field by field, in sentences that say what to do.
    pub problems: Vec<Problem>,
}

/// What another strategy, or other parameters, would make of the best URLs that wait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Previewed {
    /// The strategy.
    pub method: Method,
    /// The best now, each with the place that it would have, from 1; none where that is beyond those that were looked at.
    pub now: Vec<(Candidate, Option<u32>)>,
    /// The best as they would be, each with the place that it has now.
    pub then: Vec<(Candidate, Option<u32>)>,
}
