//! What page and worker say about doubts: the pages whose label a classifier is least sure of, and which are worth a look for that.
//!
//! Left out on purpose: what a label is changed to, which is the page's.

use super::ahead::Label;
use serde::{Deserialize, Serialize};

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DoubtsOrder {
    /// Weigh pages; [`DoubtsNews::Weighing`] tells how far it is, [`DoubtsNews::Weighed`] how it ended. A later order ends an earlier one.
    Weigh {
        /// The order's number: all that is told of it has the same.
        number: u32,
        /// Pages of the trails, the latest first.
        labels: Vec<Label>,
        /// Addresses of other pages that were read ahead.
        others: Vec<String>,
    },
    /// Give it up.
    Stop,
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum DoubtsNews {
    /// How far it is.
    Weighing {
        /// The order's number.
        number: u32,
        /// Share of the work that is done, in 0..=1.
        part: f64,
    },
    /// How it ended.
    Weighed {
        /// The order's number.
        number: u32,
        /// What came out, or why nothing did, in a sentence.
        weighed: Result<Weighed, String>,
    },
}

/// What came out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Weighed {
    /// Pages that were weighed.
    pub pages: u32,
    /// Pages of the trails that are not kept, and so could not be.
    pub unknown: u32,
    /// Those of which the classifier is least sure, the least sure first.
    pub doubts: Vec<Doubt>,
}

/// A page of which the classifier is not sure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Doubt {
    /// Its address.
    pub url: String,
    /// Its title; empty where there is none.
    pub title: String,
    /// How likely a classifier that never saw its label takes it to be relevant, in 0..=1.
    pub probability: f64,
    /// It stands in no trail: it was read ahead.
    pub is_new: bool,
}
