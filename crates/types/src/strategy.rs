//! Descriptions of strategies and their parameters, for forms, tables and documents.

use crate::spec::ParamValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A strategy in the engine's list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrategyInfo {
    /// The stable name.
    pub id: String,
    /// The name for people.
    pub title: String,
    /// One sentence for people.
    pub sentence: String,
    /// Paper and section.
    pub source: String,
    /// Its parameters.
    pub params: Vec<ParamInfo>,
    /// The requirements of a start.
    pub needs: Needs,
    /// Several spiders crawl side by side, each with links of its own.
    pub has_spiders: bool,
    /// Title and help of each part of its scores.
    pub parts: Vec<(String, String)>,
}

/// The requirements of a strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that a person or a driver brings, and any of them may be needed together"
)]
pub struct Needs {
    /// A query.
    pub query: bool,
    /// Trails to learn from.
    pub trails: bool,
    /// A topic taxonomy.
    pub taxonomy: bool,
    /// The lexicon.
    pub lexicon: bool,
    /// Pages of earlier crawls, if there are any.
    pub past: bool,
    /// A background idf, as its paper's experiments had: a crawl that leaves the word weights to the strategy takes those of general English.
    pub background_idf: bool,
}

impl Needs {
    /// Nothing but seeds.
    pub const NOTHING: Self = Self {
        query: false,
        trails: false,
        taxonomy: false,
        lexicon: false,
        past: false,
        background_idf: false,
    };
    /// A query.
    pub const QUERY: Self = Self {
        query: true,
        ..Self::NOTHING
    };
    /// A taxonomy with examples.
    pub const TAXONOMY: Self = Self {
        taxonomy: true,
        ..Self::NOTHING
    };
    /// Trails, or good pages with a context graph.
    pub const TRAILS: Self = Self {
        trails: true,
        ..Self::NOTHING
    };
    /// The same needs, and a background idf.
    #[must_use]
    pub const fn with_background_idf(self) -> Self {
        Self {
            background_idf: true,
            ..self
        }
    }
    /// A query, and the lexicon to find related words.
    pub const LEXICON: Self = Self {
        lexicon: true,
        ..Self::QUERY
    };
    /// A query, and pages of earlier crawls where there are any.
    pub const PAST: Self = Self {
        past: true,
        ..Self::QUERY
    };
}

/// A parameter of a strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParamInfo {
    /// The stable name.
    pub name: String,
    /// The name in plans and addresses of earlier versions, where it was another.
    pub former_name: Option<String>,
    /// The name for people.
    pub title: String,
    /// One sentence on its effect.
    pub help: String,
    /// The form control, with its bounds.
    pub control: Control,
    /// The default.
    pub default: ParamValue,
    /// The accepted values, in words.
    pub wanted: String,
    /// A running crawl accepts another value.
    pub is_live: bool,
}

impl ParamInfo {
    /// Returns true for its name and for the one it had in earlier versions.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.former_name.as_deref() == Some(name)
    }

    /// Returns the parameter's value among values by name: under its current name, or else under the former one.
    pub fn value_in<'a, V>(&self, values: &'a BTreeMap<String, V>) -> Option<&'a V> {
        let former = || values.get(self.former_name.as_ref()?);
        values.get(&self.name).or_else(former)
    }
}

/// The form control of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Control {
    /// A number field with bounds.
    Number {
        /// Least value.
        min: f64,
        /// Largest value.
        max: f64,
        /// True if only whole numbers are accepted.
        whole: bool,
    },
    /// A check box.
    Switch,
    /// A menu of words.
    Choice(Vec<String>),
    /// A text field for a formula.
    Formula,
}
