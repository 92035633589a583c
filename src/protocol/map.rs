//! Defines the messages between the page and the map's workers. As with the crawl's worker, both sides send a `Hello`
//! first, the worker unasked; messages before a matching one are ignored. One program computes layouts and draws; the
//! page starts it twice, so that neither waits for the other.
//!
//! Numbers are transferred as typed arrays, without copies: ten thousand positions thirty times a second.

use super::Hello;
use js_sys::{Float32Array, Uint8Array, Uint32Array};
use serde::{Deserialize, Serialize};
use web_sys::OffscreenCanvas;

/// From the page to a worker of the map.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ToMap {
    /// The answer to [`FromMap::Hello`], before anything else.
    Hello(Hello),
    /// Starts a layout, which replaces the previous one.
    Layout(LayoutInput),
    /// Pauses or resumes the layout.
    Pause(bool),
    /// Sets the canvas.
    Canvas(#[serde(with = "serde_wasm_bindgen::preserve")] OffscreenCanvas),
    /// The appearance of nodes and links.
    Styles(NodeStyles),
    /// The positions of the nodes: x and y in turn.
    Positions(#[serde(with = "serde_wasm_bindgen::preserve")] Float32Array),
    /// Draws the next frame.
    Draw(FrameParams),
}

/// The input of a layout: a graph.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LayoutInput {
    /// The layout's number; its positions carry the same one.
    pub number: u32,
    /// The current positions of its nodes: x and y in turn, in units of the map.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub starts: Float32Array,
    /// The radius of each node's disc, in units of the map.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub radii: Float32Array,
    /// Its links: pairs of node indexes.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub links: Uint32Array,
    /// The initial mobility of nodes, in 0..=1: 1 for a graph without a layout.
    pub heat: f64,
    /// Reduced motion: positions are sent rarely, and once they have settled.
    pub still: bool,
}

/// The appearance of the nodes, in node order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NodeStyles {
    /// Red, green, blue and opacity, each times the opacity.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub colors: Uint8Array,
    /// Diameters in units of the map.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub sizes: Float32Array,
    /// The order in which nodes are drawn, the topmost last.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub order: Uint32Array,
    /// Links as pairs of node indexes.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    pub links: Uint32Array,
}

/// The parameters of a frame: camera, canvas and markers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrameParams {
    /// Factors and offsets of x and y from the map to the graphics card's -1 to 1.
    pub view: [f64; 4],
    /// Pixels for a unit of a disc's diameter.
    pub scale: f64,
    /// Pixels of the canvas for one of the page's.
    pub ratio: f64,
    /// Width and height of the canvas in its own pixels.
    pub size: (u32, u32),
    /// True in the dark theme.
    pub is_dark: bool,
    /// The markers over the nodes.
    pub marks: Vec<Marker>,
}

/// A marker over a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// The node's index.
    pub at: u32,
    /// The kind.
    pub sign: MarkerKind,
}

/// The kind of marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MarkerKind {
    /// A ring around the chosen node or the one under the pointer.
    Ring,
    /// A spider.
    Spider,
}

/// From a worker of the map to the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum FromMap {
    /// The first message, sent once.
    Hello(Hello),
    /// The positions of the nodes.
    Positions {
        /// The layout's number.
        number: u32,
        /// x and y in turn.
        #[serde(with = "serde_wasm_bindgen::preserve")]
        places: Float32Array,
        /// True if the layout has settled; no more positions follow.
        settled: bool,
    },
    /// The browser has no WebGL 2.
    NoCanvas,
    /// The worker panicked.
    Panicked {
        /// The error.
        message: String,
    },
}
