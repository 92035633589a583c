//! What a crawl tells people: pages as they are done, refusals with their reasons, progress.

use crate::event::{EndReason, Millis};
use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something that people may want to see, as it happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Note {
    /// A page is done.
    Page(Box<PageRecord>),
    /// A URL was refused and will not be fetched.
    Refused(Refusal),
    /// A host's robots.txt was read, or could not be.
    Robots {
        /// Scheme, name and port.
        host: String,
        /// What it says, in a sentence.
        summary: String,
    },
    /// A page or a robots.txt will be asked for again.
    Delayed {
        /// The page.
        url: CanonicalUrl,
        /// When.
        until: Millis,
        /// Why not now, in a sentence.
        reason: String,
    },
}

/// A page of which the fetch is over: one line of the crawl log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageRecord {
    /// Its place in the order of the crawl, from 1.
    pub n: u32,
    /// Its URL.
    pub url: CanonicalUrl,
    /// HTTP status, 0 where no answer came.
    pub status: u16,
    /// How its fetch ended.
    pub outcome: Outcome,
    /// Its title; empty where there is none.
    pub title: String,
    /// Some words of its text, around those that matched where any did.
    pub snippet: String,
    /// Byte ranges of the words in `snippet` that matched.
    pub marks: Vec<(u32, u32)>,
    /// Language (ISO 639-1), where known.
    pub language: Option<String>,
    /// The record of the page whose link led here; none for a seed.
    pub parent: Option<u32>,
    /// The text of that link.
    pub anchor: String,
    /// Pages that carried a link to it before it was picked; 0 for a seed.
    pub pages: u32,
    /// Link distance from a seed.
    pub depth: u32,
    /// The score with which it was picked.
    pub priority: f64,
    /// The parts of that score, in the order of the strategy's parts.
    pub parts: Vec<f64>,
    /// Its relevance to the topic, in 0..=1.
    pub relevance: f64,
    /// The words that matched, with what each gave to the relevance, the most first.
    pub words: Vec<(String, f64)>,
    /// Scheme, name and port of its host.
    pub host: String,
    /// Links on it.
    pub links: u32,
    /// Size in bytes.
    pub bytes: u32,
    /// When it was done.
    pub at: Millis,
    /// How long the fetch took, in milliseconds.
    pub elapsed_ms: u32,
    /// The measures of the crawl up to and with this page.
    pub measures: crate::eval::Measures,
}

/// How the fetch of a page ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// It was read.
    Read,
    /// It was read, but asks not to be shown among results.
    NoIndex,
    /// The host answered with an error status.
    Status(u16),
    /// It is of a kind that is not read; the refusal's code and what it was.
    Unwanted(String, String),
    /// No answer came; the failure's code and sentence.
    Failed(String, String),
}

impl Outcome {
    /// A stable code, `read` where all is well.
    pub fn code(&self) -> String {
        match self {
            Self::Read => "read".to_owned(),
            Self::NoIndex => "noindex".to_owned(),
            Self::Status(status) => format!("status-{status}"),
            Self::Unwanted(code, _) | Self::Failed(code, _) => code.clone(),
        }
    }

    /// True where the page's words are known.
    pub fn is_read(&self) -> bool {
        matches!(self, Self::Read | Self::NoIndex)
    }
}

/// A URL that will not be fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The URL.
    pub url: CanonicalUrl,
    /// A stable code.
    pub code: String,
    /// The reason, in a sentence.
    pub reason: String,
}

/// Where a crawl stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// Pages done.
    pub pages: u32,
    /// Pages of the plan.
    pub budget: u32,
    /// Requests made, those for robots.txt and redirects included.
    pub requests: u32,
    /// Pages that could not be had, by code.
    pub failures: BTreeMap<String, u32>,
    /// URLs that were refused, by code.
    pub refusals: BTreeMap<String, u32>,
    /// URLs that wait.
    pub queue: u32,
    /// Hosts on which URLs wait.
    pub hosts: u32,
    /// What is being fetched: host and URL, in order of the orders.
    pub under_way: Vec<(String, String)>,
    /// The measures so far.
    pub measures: crate::eval::Measures,
}

/// What a crawl is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Not begun.
    #[default]
    New,
    /// Fetching.
    Running,
    /// Waiting for the person.
    Paused,
    /// Over.
    Ended(EndReason),
}
