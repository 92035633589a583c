//! Defines the messages about seeds: each provider is asked and answers separately.
//!
//! A later search takes the place of an earlier one, whose answers are not told then. Left out on purpose: which of the pages that were found
//! become seeds, which the page decides, by a person's hand or, where a crawl waits for them, by taking the first.

use super::Source;
use serde::{Deserialize, Serialize};
use types::seeds::Findings;
use web_sys::Blob;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SeedsRequest {
    /// Find seeds; answered by a [`SeedsEvent`] for each provider.
    Find(Box<SeedSearch>),
    /// The same, by a provider that needs a file.
    FindInFile {
        /// Everything else.
        seed_search: Box<SeedSearch>,
        /// The file, of which at most [`types::limits::BOOKMARK_BYTES`] are read.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: Blob,
    },
    /// Seeds are wanted no longer.
    Stop,
}

/// The inputs and the provider of a seed search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedSearch {
    /// Its number: its answers have the same.
    pub number: u32,
    /// The ids of the providers that are asked.
    pub providers: Vec<String>,
    /// The query.
    pub query: String,
    /// The address that a provider asks or looks at, as it was typed.
    pub address: String,
    /// A text with addresses in it.
    pub text: String,
    /// The source of the crawl's pages, which the seed search uses too.
    pub source: Source,
}

/// From the worker to the page: what one provider found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedsEvent {
    /// The search's number.
    pub number: u32,
    /// The provider's id.
    pub provider: String,
    /// The seeds found, or why there are none.
    pub found: Result<Findings, Unfound>,
    /// Providers that have not answered yet.
    pub left: u32,
}

/// Why a provider found nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfound {
    /// A stable code.
    pub code: String,
    /// The cause and remedy, in sentences.
    pub message: String,
}
