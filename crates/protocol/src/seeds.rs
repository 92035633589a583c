//! Defines the messages about seeds: one for each provider that answers, with the pages that all providers have found
//! so far, and one when a crawl may start before the last answer.
//!
//! A later search replaces an earlier one, which gets no more results. The page selects seeds among the results.

use super::Source;
use super::message::attachment;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::seeds::{FoundSeed, LearnedRanks, Pauses};
use web_sys::Blob;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SeedsRequest {
    /// Announces a search for a start, whose query is being typed: the robots.txt of a host whose pages it will find is
    /// requested now. No service gets the query. Not answered.
    Expect(Box<SeedSearch>),
    /// Starts a search; answered by a [`SeedsEvent`] for each provider.
    Find(Box<SeedSearch>),
    /// Starts a search in a file.
    FindInFile {
        /// The search.
        seed_search: Box<SeedSearch>,
        /// The file, of which at most [`types::limits::BOOKMARK_BYTES`] are read.
        #[serde(with = "attachment")]
        file: Blob,
    },
    /// Cancels the search.
    Stop,
}

/// The inputs and the provider of a seed search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeedSearch {
    /// The number of the search, which its results repeat.
    pub number: u32,
    /// The ids of the providers.
    pub providers: Vec<String>,
    /// The query.
    pub query: String,
    /// The addresses for providers that need one, as typed, by their ids.
    pub addresses: BTreeMap<String, String>,
    /// A text with URLs.
    pub text: String,
    /// The source of the crawl's pages, which the search also uses.
    pub source: Source,
    /// The precision of each provider's seeds, as earlier crawls found it.
    pub ranks: LearnedRanks,
    /// The pauses that limiters of services demanded in earlier sessions and in other tabs.
    pub pauses: Pauses,
    /// A crawl starts with the results: providers have [`types::limits::SEED_START_S`] instead of
    /// [`types::limits::SEED_SEARCH_S`].
    pub for_start: bool,
    /// The crawl may begin before all providers have answered.
    pub may_begin_early: bool,
}

/// From the worker to the page: a provider answered, or enough pages were found for a start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedsEvent {
    /// The search's number.
    pub number: u32,
    /// The kind of the query, for [`LearnedRanks`].
    pub kind: String,
    /// The provider that answered; `None` if the crawl may start although the search continues.
    pub answer: Option<ProviderAnswer>,
    /// The number of providers without a result.
    pub left: u32,
    /// The pages that the providers have found so far, the best first. When the search of a crawl that has started
    /// ends, its seeds precede them.
    pub seeds: Vec<FoundSeed>,
    /// The number of the first pages that are seeds of the crawl, from the message on that starts it.
    pub starts: Option<u32>,
}

/// The answer of one provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderAnswer {
    /// The provider's id.
    pub provider: String,
    /// The warnings, or the reason that nothing was found.
    pub found: Result<Vec<String>, String>,
}
