//! Defines the messages about uncertainty: the pages whose label a classifier is least certain of, which are worth
//! rating. The page changes labels.

use serde::{Deserialize, Serialize};

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UncertaintyRequest {
    /// Ranks pages; answered by [`UncertaintyEvent::Progress`] and [`UncertaintyEvent::Ranked`]. A later request ends
    /// an earlier one.
    Rank {
        /// The number of the request, which its events repeat.
        number: u32,
        /// Pages of the trails, the latest first.
        labels: Vec<Label>,
        /// The addresses of other pages, found by the look-ahead.
        others: Vec<String>,
    },
    /// Cancels the ranking.
    Stop,
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum UncertaintyEvent {
    /// The progress.
    Progress {
        /// The request's number.
        number: u32,
        /// The finished share of the work, in 0..=1.
        part: f64,
    },
    /// The end of the ranking.
    Ranked {
        /// The request's number.
        number: u32,
        /// The ranking, or the error in a sentence.
        ranked: Result<UncertaintyRanking, String>,
    },
}

/// Holds the ranking.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UncertaintyRanking {
    /// The number of pages that were ranked.
    pub pages: u32,
    /// The number of pages of the trails that could not be ranked because they are not saved.
    pub unknown: u32,
    /// The pages of which the classifier is least certain, the least certain first.
    pub uncertain: Vec<UncertainPage>,
}

/// A page of which the classifier is not certain.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UncertainPage {
    /// Its address.
    pub url: String,
    /// Its title; empty if there is none.
    pub title: String,
    /// The probability of relevance by a classifier that was trained without its label, in 0..=1.
    pub probability: f64,
    /// It is in no trail: the look-ahead found it.
    pub is_new: bool,
}

/// A page with its label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Its URL.
    pub url: String,
    /// True if it is marked as relevant.
    pub relevant: bool,
}
