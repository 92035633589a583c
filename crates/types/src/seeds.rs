//! The providers of seeds, and their results.

mod pauses;
mod ranks;

pub use pauses::Pauses;
pub use ranks::LearnedRanks;

use crate::limits;
use crate::text::{clean, cut};
use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};

/// A provider in the engine's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderInfo {
    /// The stable name.
    pub id: String,
    /// The name in the interface.
    pub title: String,
    /// One or two sentences of description.
    #[serde(rename = "sentence")]
    pub description: String,
    /// The required inputs.
    pub needs: Vec<Need>,
    /// The webs that its seeds belong to.
    pub webs: Vec<Web>,
    /// True if a start without seeds uses it by default, once the address that it needs is named.
    pub asked_by_default: bool,
    /// The label of its address or text field, with an example.
    pub field: (String, String),
}

impl ProviderInfo {
    /// Returns true if the query suffices for it to find seeds of this web, together with its address if that
    /// `is_named`.
    pub fn is_ready_for(&self, web: Web, is_named: bool) -> bool {
        let suffices = match self.needs.as_slice() {
            [Need::Query] => true,
            [Need::Query, Need::Address] => is_named,
            _ => false,
        };
        suffices && self.webs.contains(&web)
    }
}

/// An input that a person provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Need {
    /// The query of the crawl.
    Query,
    /// The address of a site or service.
    Address,
    /// A text.
    Text,
    /// A file.
    File,
}

/// The web to crawl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Web {
    /// The live web.
    Live,
    /// The built-in demo web.
    Demo,
    /// A file of recorded pages.
    Recorded,
}

/// A page at which a crawl may start. All texts are cut and have no hidden characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed {
    /// Its address.
    pub url: CanonicalUrl,
    /// The title; empty if unknown.
    pub title: String,
    /// The description; empty if unknown.
    pub snippet: String,
    /// The place at which it was found: a host, a folder, a crawl. Empty if the provider suffices.
    pub place: String,
}

impl Seed {
    /// Creates a seed; its texts are cleaned and cut for display.
    pub fn new(url: CanonicalUrl, title: &str, snippet: &str, place: &str) -> Self {
        let fit =
            |text: &str, chars| cut(&clean(&text[..text.floor_char_boundary(limits::SNIPPET_BYTES)]), chars).to_owned();
        Self {
            url,
            title: fit(title, limits::TITLE_CHARS),
            snippet: fit(snippet, limits::SNIPPET_CHARS),
            place: fit(place, limits::TITLE_CHARS),
        }
    }
}

/// The pages found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// The pages, the best first, at most [`limits::SEEDS_FOUND`].
    pub seeds: Vec<Seed>,
    /// Omissions with their reasons, one sentence each, at most [`limits::SEED_WARNINGS`].
    pub warnings: Vec<String>,
    /// Links from page to page that the provider reported, at most [`limits::SEED_LINKS`].
    pub links: Vec<(CanonicalUrl, CanonicalUrl)>,
}

/// A page, with the ids of all providers that found it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundSeed {
    /// The page, as the first provider describes it.
    pub seed: Seed,
    /// The ids of the providers.
    pub providers: Vec<String>,
}
