//! Defines the messages between the page and the map's workers. As with the crawl's worker, both sides send a `Hello`
//! first, the worker unasked; messages before a matching one are ignored. One program computes layouts and draws; the
//! page starts it twice, so that neither waits for the other.
//!
//! Numbers cross as typed arrays whose memory changes hands: ten thousand places thirty times a second are not copied.

use super::Hello;
use js_sys::{Float32Array, Uint8Array, Uint32Array};
use serde::{Deserialize, Serialize};
use web_sys::OffscreenCanvas;

/// From the page to a worker of the map.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ToMap {
    /// The answer to [`FromMap::Hello`], before anything else.
    Hello(Hello),
    /// Lay this out from now on, in place of what there was.
    Shape(Shape),
    /// Nobody looks: stand still until told otherwise.
    Rest(bool),
    /// Draw on this canvas from now on.
    Canvas(#[serde(with = "serde_wasm_bindgen::preserve")] OffscreenCanvas),
    /// The appearance of nodes and links.
    Looks(Looks),
    /// The positions of the nodes: x and y in turn.
    Place(#[serde(with = "serde_wasm_bindgen::preserve")] Float32Array),
    /// Draw all that with the next frame of the screen.
    Draw(Picture),
}

/// A graph to be laid out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// Its number, which its places carry.
    pub number: u32,
    /// The current positions of its nodes: x and y in turn, in units of the map.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub starts: Float32Array,
    /// The radius of each node's disc, in units of the map.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub radii: Float32Array,
    /// Its links: two places in the list of nodes in turn.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub links: Uint32Array,
    /// The initial mobility of nodes, in 0..=1: 1 for a graph without a layout.
    pub heat: f64,
    /// No motion: places are told in large steps and when they are settled.
    pub still: bool,
}

/// The appearance of the nodes, besides their positions; all in their order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Looks {
    /// Red, green, blue and opacity, each times the opacity.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub colors: Uint8Array,
    /// Diameters in units of the map.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub sizes: Float32Array,
    /// The order in which nodes are drawn: what comes later lies above.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub order: Uint32Array,
    /// Links as places in the list of nodes, from and to in turn.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub links: Uint32Array,
}

/// The view of the whole map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// Factors and offsets of x and y from the map to the graphics card's -1 to 1.
    pub view: [f64; 4],
    /// Pixels for a unit of a disc's diameter.
    pub scale: f64,
    /// Pixels of the canvas for one of the page's.
    pub ratio: f64,
    /// Width and height of the canvas in its own pixels.
    pub size: (u32, u32),
    /// The paper is dark.
    pub is_dark: bool,
    /// The marks over the nodes.
    pub marks: Vec<Mark>,
}

/// Something drawn over a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The node's place in the list.
    pub at: u32,
    /// The kind.
    pub sign: Sign,
}

/// The kind of mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sign {
    /// A ring: what is chosen, what is under the pointer.
    Ring,
    /// A spider.
    Spider,
}

/// From a worker of the map to the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum FromMap {
    /// First of all, unasked and once.
    Hello(Hello),
    /// The positions of the nodes.
    Places {
        /// The number of the shape.
        number: u32,
        /// x and y in turn.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        places: Float32Array,
        /// They rest here: no more is told of this shape.
        settled: bool,
    },
    /// Nothing can be drawn: there is no WebGL 2.
    NoCanvas,
    /// The worker came to an end that should not be.
    Panicked {
        /// The error.
        message: String,
    },
}
