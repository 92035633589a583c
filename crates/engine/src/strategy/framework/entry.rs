//! Describes a strategy for people and programs.

use super::{Materials, ParamDeclaration, ParamInfo, Settings, Strategy};
use crate::spec::{ParamError, ParamValue};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A strategy's card in the list.
#[derive(Debug)]
pub struct Entry {
    /// The stable name in plans, flags and addresses.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// One sentence for people: what it does and when it is the right one.
    pub sentence: &'static str,
    /// Paper and section.
    pub source: &'static str,
    /// Its parameters, in the order of the form.
    pub params: &'static [ParamDeclaration],
    /// The requirements of a start.
    pub needs: Needs,
    /// Several spiders crawl side by side, each with links of its own.
    pub has_spiders: bool,
    /// The meanings of its score parts, in the order of [`crate::frontier::Score::parts`].
    pub parts: &'static [Part],
    /// Makes one.
    pub make: fn(&Materials<'_>) -> Box<dyn Strategy>,
}

impl Entry {
    /// Checks parameters against the declared ones; a parameter left out gets its default.
    ///
    /// # Errors
    /// One error for each name that is unknown and each value that is out of range.
    pub fn settings(
        &self,
        given: &BTreeMap<String, ParamValue>,
    ) -> Result<Settings, Vec<ParamError>> {
        Settings::check(self.id, self.params, given)
    }

    /// Returns the defaults of all parameters.
    pub(in crate::strategy) fn defaults(&self) -> Settings {
        Settings::defaults(self.params)
    }
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
}

impl Needs {
    /// Nothing but seeds.
    pub const NOTHING: Self = Self {
        query: false,
        trails: false,
        taxonomy: false,
        lexicon: false,
        past: false,
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
    /// Trails.
    pub const TRAILS: Self = Self {
        trails: true,
        ..Self::NOTHING
    };
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

/// One part of a strategy's scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// A short name for people: “page”, “anchor”.
    pub title: &'static str,
    /// The meaning, in a sentence.
    pub help: &'static str,
}

impl Part {
    /// The relevance of the page with the link.
    pub(in crate::strategy) const PAGE: Self = Self {
        title: "page",
        help: "similarity of the linking page to your query",
    };
    /// The similarity of the link's own text.
    pub(in crate::strategy) const ANCHOR: Self = Self {
        title: "anchor",
        help: "similarity of the link text to your query",
    };
}

/// An [`Entry`] as plain data, for the page and for programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Info {
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

impl From<&Entry> for Info {
    fn from(entry: &Entry) -> Self {
        Self {
            id: entry.id.to_owned(),
            title: entry.title.to_owned(),
            sentence: entry.sentence.to_owned(),
            source: entry.source.to_owned(),
            params: entry.params.iter().map(ParamInfo::from).collect(),
            needs: entry.needs,
            has_spiders: entry.has_spiders,
            parts: entry
                .parts
                .iter()
                .map(|part| (part.title.to_owned(), part.help.to_owned()))
                .collect(),
        }
    }
}
