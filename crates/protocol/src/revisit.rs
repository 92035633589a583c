//! Defines the messages about revisits, which find the new, changed, unchanged and missing pages of a saved crawl.
//!
//! A difference is sent on demand, because the texts of all changed pages would be megabytes.

use super::Suspect;
use serde::{Deserialize, Serialize};
use types::report::Millis;
use types::revisit::{ChangePeriod, VisitOutcome};
use types::url::CanonicalUrl;

/// The default number of requests of a revisit.
pub const REQUESTS: u32 = 100;

/// The default number of days by which the demo web advances at a revisit.
pub const DAYS: u32 = 30;

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RevisitRequest {
    /// Requests the result of the latest revisit of the crawl with this id; answered by [`RevisitEvent::Result`].
    Show(String),
    /// Revisits pages of a saved crawl. A running revisit is stopped.
    Start {
        /// The id of the crawl.
        id: String,
        /// The most pages to request; robots.txt files are not counted.
        requests: u32,
        /// The number of days that pass in the demo web since its last visit; ignored by other sources.
        days: u32,
        /// The record numbers of the pages to choose from; `None` for all.
        due: Option<Vec<u32>>,
        /// Pages that are not requested.
        suspects: Vec<Suspect>,
    },
    /// Stops the revisit. Visits so far are saved.
    Stop,
    /// Requests the difference of a page; answered by [`RevisitEvent::Difference`].
    Difference {
        /// The id of the crawl.
        id: String,
        /// The number of the page's record.
        n: u32,
    },
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RevisitEvent {
    /// The progress of a revisit.
    Progress {
        /// The id of the crawl.
        id: String,
        /// The number of visited pages.
        done: u32,
        /// The number of selected pages.
        of: u32,
        /// The cause of a standstill and its remedy, in a sentence.
        standstill: Option<String>,
        /// The hosts with the most pages that were not visited yet, at most three, the most first.
        waiting: Vec<WaitingHost>,
    },
    /// A visited page; the result at the end has it, too.
    Visited {
        /// The id of the crawl.
        id: String,
        /// The time of the start of the revisit.
        at: Millis,
        /// The page, without its period.
        page: RevisitedPage,
        /// Links to unknown pages, found on it.
        new: Vec<NewPage>,
    },
    /// The result of the latest completed revisit, or the error as the end of a sentence.
    Result {
        /// The id of the crawl.
        id: String,
        /// The result.
        result: Result<Revisit, String>,
    },
    /// The change of a page's text, or the error in a sentence.
    Difference {
        /// The id of the crawl.
        id: String,
        /// The number of the page's record.
        n: u32,
        /// The pieces of the text, in order.
        difference: Result<Vec<TextPiece>, String>,
    },
}

/// A host with pages that a revisit has not visited yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingHost {
    /// The host.
    pub host: String,
    /// The number of its pages.
    pub pages: u32,
    /// The time of the next request and the reason of the delay, if the host is asked again later.
    pub retry: Option<(Millis, String)>,
}

/// The result of a revisit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Revisit {
    /// The time of its start; none if the crawl was never revisited.
    pub at: Option<Millis>,
    /// The visited pages, in the order of their records.
    pub pages: Vec<RevisitedPage>,
    /// Links to unknown pages, found on visited pages.
    pub new: Vec<NewPage>,
}

/// A page of a revisit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RevisitedPage {
    /// The number of its record.
    pub n: u32,
    /// Its URL.
    pub url: CanonicalUrl,
    /// Its title; empty if there is none.
    pub title: String,
    /// The result.
    pub outcome: VisitOutcome,
    /// The time between two of its changes, as estimated from its visits; `None` if there are fewer than three.
    pub period: Option<ChangePeriod>,
}

/// A page that is not in the crawl.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewPage {
    /// Its URL.
    pub url: CanonicalUrl,
    /// The text of the link; may be empty.
    pub anchor: String,
    /// The number of the record of the page that links to it.
    pub from: u32,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextPiece {
    /// The change.
    pub kind: PieceKind,
    /// The text.
    pub text: String,
}

/// The change of a piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PieceKind {
    /// In both texts.
    Kept,
    /// Only in the earlier one.
    Deleted,
    /// Only in the later one.
    Inserted,
    /// A long part of both texts that is omitted.
    Omitted,
}
