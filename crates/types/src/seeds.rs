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

/// Returns the addresses in a line: if any word contains `http://` or `https://`, those and the words that look like a
/// host name; otherwise every word, so that typos are reported and not dropped.
pub fn addresses(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split_whitespace();
    let some_begin = words.clone().any(|word| begin(word).is_some());
    words.filter_map(
        move |word| {
            if some_begin { address(word) } else { Some(bare(word)).filter(|word| !word.is_empty()) }
        },
    )
}

fn address(word: &str) -> Option<&str> {
    if let Some(begin) = begin(word) {
        return Some(until_closed(word.get(begin..)?));
    }
    let word = bare(word);
    let name = word.split('/').next().unwrap_or(word);
    let host = name.split('.').count() > 1 && name.split('.').all(|label| !label.is_empty());
    (host || word.contains("://")).then_some(word)
}

/// Returns the position of `http://` or `https://`.
fn begin(word: &str) -> Option<usize> {
    let bytes = word.as_bytes();
    let is_begin = |at: &usize| {
        let starts = |scheme: &str| {
            let start = bytes.get(*at..*at + scheme.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(scheme.as_bytes()))
        };
        starts("http://") || starts("https://")
    };
    (0..bytes.len()).find(is_begin)
}

/// Cuts an address at the first closing character that it did not open, such as a bracket or quote, and drops
/// punctuation at its end.
fn until_closed(text: &str) -> &str {
    let mut open = 0_usize;
    let end = text.find(|sign| {
        match sign {
            '(' | '[' => open += 1,
            ')' | ']' if open > 0 => open -= 1,
            ')' | ']' | '<' | '>' | '"' | '|' | '`' => return true,
            _ => {}
        }
        false
    });
    let address = text.get(..end.unwrap_or(text.len())).unwrap_or(text);
    address.trim_end_matches([',', ';', '.', '!', '\'', '*'])
}

/// Strips the punctuation that lists and mails put around addresses.
fn bare(word: &str) -> &str {
    word.trim_matches([',', ';', '<', '>', '"'])
}
