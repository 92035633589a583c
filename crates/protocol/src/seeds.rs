//! Defines the messages about seeds: one for each provider that answers, with the pages that all providers have found
//! so far.
//!
//! A later search replaces an earlier one, which gets no more results. The page selects seeds among the results.

use super::Source;
use super::message::attachment;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::seeds::{FoundSeed, LearnedRanks};
use web_sys::Blob;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SeedsRequest {
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
    /// The time limit of each provider, in seconds, if it is shorter than the provider's own.
    pub time_limit_s: Option<u32>,
}

/// From the worker to the page: a provider answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedsEvent {
    /// The search's number.
    pub number: u32,
    /// The kind of the query, for [`LearnedRanks`].
    pub kind: String,
    /// The provider's id.
    pub provider: String,
    /// The warnings, or the error.
    pub found: Result<Vec<String>, String>,
    /// The number of providers without a result.
    pub left: u32,
    /// The pages that the providers have found so far, the best first.
    pub seeds: Vec<FoundSeed>,
}
