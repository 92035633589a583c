//! What the page and the map's worker say to each other. As with the crawl's worker, a `Hello` comes first both ways, the worker's
//! unasked; what comes before a matching one is not answered.
//!
//! Numbers cross as typed arrays whose memory changes hands: ten thousand places thirty times a second are not copied.

use super::Hello;
use js_sys::{Float32Array, Uint32Array};
use serde::{Deserialize, Serialize};

/// From the page to the map's worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ToMap {
    /// The answer to [`FromMap::Hello`], before anything else.
    Hello(Hello),
    /// Lay this out from now on, in place of what there was.
    Shape(Shape),
    /// Nobody looks: stand still until told otherwise.
    Rest(bool),
}

/// A graph to be laid out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// Its number, which its places carry.
    pub number: u32,
    /// Where its nodes are now: x and y in turn, in units of the map.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub starts: Float32Array,
    /// How much room each node takes, in units of the map: the radius of its disc.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub radii: Float32Array,
    /// Its links: two places in the list of nodes in turn.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub links: Uint32Array,
    /// How far nodes may move at first, in 0..=1: 1 for a graph that was never laid out.
    pub heat: f64,
    /// No motion: places are told in large steps and when they are settled.
    pub still: bool,
}

/// From the map's worker to the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum FromMap {
    /// First of all, unasked and once.
    Hello(Hello),
    /// Where the nodes are.
    Places {
        /// The number of the shape.
        number: u32,
        /// x and y in turn.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        places: Float32Array,
        /// They rest here: no more is told of this shape.
        settled: bool,
    },
    /// The worker came to an end that should not be.
    Panicked {
        /// What happened.
        message: String,
    },
}
