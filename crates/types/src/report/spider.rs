//! A population of spiders as it is displayed: their states, energies and histories.
//!
//! Not covered: how a spider chooses its next page, which is the strategy's concern.

use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};

/// The living spiders after a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PopulationStats {
    /// The number of living spiders.
    pub living: u32,
    /// The number of spiders born so far, the dead included.
    pub born: u32,
    /// The total energy of the living spiders; 0 if the strategy's spiders have no energy.
    pub energy: f64,
}

/// A spider: one of several that crawl concurrently, each with its own frontier.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spider {
    /// Its number, in the order of birth, from 1; never reused.
    pub id: u32,
    /// The spider that it was cloned from; `None` for the founder of a family.
    pub parent: Option<u32>,
    /// Number of pages that the crawl had done at its birth.
    pub born: u32,
    /// Number of pages that the crawl had done at its death; `None` while it lives.
    pub died: Option<u32>,
    /// The state.
    pub state: SpiderState,
    /// Its energy; `None` if the strategy's spiders have no energy.
    pub energy: Option<Energy>,
    /// Number of pages that it fetched.
    pub pages: u32,
    /// Number of links in its own frontier.
    pub frontier_size: u32,
    /// The record of the page that it fetched last.
    pub last: Option<u32>,
    /// The record of the most relevant page that it fetched, and the relevance.
    pub best: Option<(u32, f64)>,
}

/// The energy of a spider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Energy {
    /// The current energy; at 0 the spider dies.
    pub current: f64,
    /// The energy at which it is cloned.
    pub cloning_threshold: f64,
}

/// The state of a spider.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpiderState {
    /// It is choosing its next link, or waiting for a host.
    #[default]
    Idle,
    /// It is fetching this page.
    Fetching(CanonicalUrl),
    /// It has died, for this reason in a sentence.
    Dead(String),
}

/// The history of a spider.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SpiderHistory {
    /// Its number.
    pub id: u32,
    /// Its words, in the order in which it learned them.
    pub keywords: Vec<Keyword>,
    /// Its energy after each of its pages, as pairs of the crawl's page count and the energy.
    pub energy: Vec<(u32, f64)>,
    /// The records of the pages that it fetched, in order.
    pub visited: Vec<u32>,
    /// The weights of its neural network, if it has one.
    pub weights: Option<Weights>,
    /// The spiders that were cloned from it, in order.
    pub children: Vec<u32>,
}

/// The placeholder for a learned word whose spelling is not known yet.
pub const UNSPELLED: &str = "…";

/// A word of a spider.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Keyword {
    /// The word as spelled on pages, or [`UNSPELLED`].
    pub word: String,
    /// Number of pages that the crawl had done when it was learned; 0 for a word of the query or of judged pages.
    pub learned: u32,
    /// The spider that learned it: itself, or an ancestor.
    pub by: u32,
    /// The weight in comparisons of pages with the spider's words.
    pub weight: f64,
}

/// The weights of a neural net, layer by layer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// The names of the inputs: the spider's words and, if present, the bias.
    pub inputs: Vec<String>,
    /// For each layer its units; for each unit the weights of its inputs, in order.
    pub layers: Vec<Vec<Vec<f64>>>,
}
