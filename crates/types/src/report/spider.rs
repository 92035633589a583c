//! A population of spiders, for people: who lives, on what, and how each came to be what it is.
//!
//! Not covered: what a spider does next, and the numbers it does it by; those are the strategy's.

use crate::url::CanonicalUrl;
use serde::{Deserialize, Serialize};

/// The spiders that live after a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PopulationStats {
    /// The number of living spiders.
    pub living: u32,
    /// The energy of all of them together; 0 if the strategy's spiders have none.
    pub energy: f64,
}

/// A spider: one of several that crawl side by side, each with a frontier of its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spider {
    /// Its number, in the order of birth, from 1. It stays its own for the whole crawl.
    pub id: u32,
    /// The spider that it was cloned from; none for the founder of a family.
    pub parent: Option<u32>,
    /// Pages of the crawl that were done when it was born.
    pub born: u32,
    /// Pages of the crawl that were done when it died; none while it lives.
    pub died: Option<u32>,
    /// The state.
    pub state: SpiderState,
    /// Its energy; none if the strategy's spiders have none.
    pub energy: Option<Energy>,
    /// Pages that it fetched.
    pub pages: u32,
    /// Links that wait in its own frontier.
    pub waiting: u32,
    /// The record of the page that it fetched last.
    pub last: Option<u32>,
    /// The record of the best page that it fetched, and the relevance of that page.
    pub best: Option<(u32, f64)>,
}

/// The energy of a spider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Energy {
    /// The current energy; at 0 the spider dies.
    pub has: f64,
    /// With so much it is cloned: the end of the bar.
    pub full: f64,
}

/// The state of a spider.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpiderState {
    /// It has to choose its next link, or waits until a host of its links may be asked.
    #[default]
    Thinking,
    /// It chose this page, which is being fetched.
    Fetching(CanonicalUrl),
    /// It has died; why, in a sentence.
    Dead(String),
}

/// The history of a spider.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Story {
    /// Its number.
    pub id: u32,
    /// Its words, in the order in which it got them.
    pub keywords: Vec<Keyword>,
    /// Its energy after each page of its own: pages of the crawl that were done, and the energy.
    pub energy: Vec<(u32, f64)>,
    /// The records of the pages that it fetched, in order.
    pub visited: Vec<u32>,
    /// The weights of its neural net, where it has one.
    pub weights: Option<Weights>,
    /// The spiders that were cloned from it, in order.
    pub children: Vec<u32>,
}

/// The placeholder for a word whose spelling no page has shown yet.
pub const UNSPELLED: &str = "…";

/// A word of a spider.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Keyword {
    /// The word, as people write it, or [`UNSPELLED`].
    pub word: String,
    /// Pages of the crawl that were done when it was learned; 0 for a word of the topic: of the query, or of pages that the person judged.
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
    /// For each layer its units; for each unit the weights of what goes into it, in order.
    pub layers: Vec<Vec<Vec<f64>>>,
}
