//! Defines the messages about uncertainty: the pages whose label a classifier is least sure of, which are worth
//! rating. The page changes labels.

use serde::{Deserialize, Serialize};

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UncertaintyRequest {
    /// Ranks pages; answered by [`UncertaintyEvent::Progress`] and [`UncertaintyEvent::Ranked`]. A later request ends an earlier one.
    Rank {
        /// The request's number, which its events carry.
        number: u32,
        /// Pages of the trails, the latest first.
        labels: Vec<Label>,
        /// Addresses of other pages that were read ahead.
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
        /// Share of the work that is done, in 0..=1.
        part: f64,
    },
    /// The end.
    Ranked {
        /// The request's number.
        number: u32,
        /// The ranking, or why there is none, in a sentence.
        ranked: Result<UncertaintyRanking, String>,
    },
}

/// The ranking.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UncertaintyRanking {
    /// Pages that were ranked.
    pub pages: u32,
    /// Pages of the trails that are not saved, so that they could not be ranked.
    pub unknown: u32,
    /// Those of which the classifier is least sure, the least sure first.
    pub uncertain: Vec<UncertainPage>,
}

/// A page of which the classifier is not sure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UncertainPage {
    /// Its address.
    pub url: String,
    /// Its title; empty if there is none.
    pub title: String,
    /// The probability of relevance by a classifier that never saw its label, in 0..=1.
    pub probability: f64,
    /// It stands in no trail: it was read ahead.
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
