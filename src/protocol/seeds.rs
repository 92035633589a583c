//! What page and worker say about seeds: ways to find them are asked, each answers by itself.
//!
//! A later quest takes the place of an earlier one, whose answers are not told then. Left out on purpose: which of the pages that were found
//! become seeds, which the page decides, by a person's hand or, where a crawl waits for them, by taking the first.

use super::Source;
use engine::seeds::Findings;
use serde::{Deserialize, Serialize};
use web_sys::Blob;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SeedsOrder {
    /// Find seeds; answered by a [`SeedsNews`] for each provider.
    Find(Box<Quest>),
    /// The same, by a provider that needs a file.
    FindInFile {
        /// Everything else.
        quest: Box<Quest>,
        /// The file, of which at most [`engine::limits::BOOKMARK_BYTES`] are read.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        file: Blob,
    },
    /// Seeds are wanted no longer.
    Stop,
}

/// What seeds are wanted for, and of whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quest {
    /// Its number: its answers have the same.
    pub number: u32,
    /// The ids of the providers that are asked.
    pub providers: Vec<String>,
    /// What the crawl looks for.
    pub query: String,
    /// The address that a provider asks or looks at, as it was typed.
    pub address: String,
    /// A text with addresses in it.
    pub text: String,
    /// Where the crawl's pages come from: seeds are looked for by the same way.
    pub source: Source,
}

/// From the worker to the page: what one provider found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedsNews {
    /// The quest's number.
    pub number: u32,
    /// The provider's id.
    pub provider: String,
    /// What it found, or why there is nothing.
    pub found: Result<Findings, Unfound>,
    /// Providers that have not answered yet.
    pub left: u32,
}

/// Why a provider found nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfound {
    /// A stable code.
    pub code: String,
    /// What happened, and what to do, in sentences.
    pub message: String,
}
