//! Defines the messages between the page and the map's workers. As with the crawl's worker, both sides send a
//! [`super::Hello`] first, starting with the worker; messages before a matching one are ignored. One program computes
//! layouts and draws. The page starts it twice, so that neither task delays the other.
//!
//! Numbers are transferred as typed arrays, without copies, because ten thousand positions are sent thirty times a
//! second.
//!
//! Shapes and colors of spiders are here because page and worker draw the same marks.

use super::message::attachment;
use js_sys::{Float32Array, Uint8Array, Uint32Array};
use serde::{Deserialize, Serialize};
use web_sys::OffscreenCanvas;

/// The shapes of the families of spiders: SVG paths in a box of 16 by 16.
pub const SPIDER_SHAPES: [&str; 6] = [
    "M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11z",
    "M8 2l6 11H2z",
    "M3 3h10v10H3z",
    "M8 1.5l6.5 6.5L8 14.5 1.5 8z",
    "M8 14L2 3h12z",
    "M5.5 2h5v3.5H14v5h-3.5V14h-5v-3.5H2v-5h3.5z",
];
/// The colors of spiders in the light and the dark theme: `--spider-0` to `--spider-5` of the style sheet.
///
/// Source: M. Okabe and K. Ito, “Color Universal Design”, 2008, made darker or brighter for contrast.
pub const SPIDER_COLORS: [[[u8; 3]; 2]; 6] = [
    [[0, 114, 178], [86, 180, 233]],
    [[179, 89, 0], [240, 163, 60]],
    [[0, 122, 88], [46, 199, 155]],
    [[168, 70, 127], [227, 156, 199]],
    [[75, 79, 156], [169, 173, 242]],
    [[122, 106, 0], [230, 216, 74]],
];

/// Returns a color component multiplied by an opacity in 0..=1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in 0..=255")]
pub fn dimmed(part: u8, opacity: f64) -> u8 {
    (f64::from(part) * opacity).round() as u8
}

/// From the page to a worker of the map.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ToMap {
    /// Starts a layout, which replaces the previous one.
    Layout(LayoutInput),
    /// Pauses or resumes the layout.
    Pause(bool),
    /// Sets the canvas.
    Canvas(#[serde(with = "attachment")] OffscreenCanvas),
    /// Sets the appearance of nodes and links.
    Styles(NodeStyles),
    /// Sets the positions of the nodes; x and y alternate.
    Positions(#[serde(with = "attachment")] Float32Array),
    /// Sets the living spiders.
    Spiders(Vec<SpiderMarker>),
    /// Draws the next frame.
    Draw(FrameParams),
}

/// The input of a layout: a graph.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LayoutInput {
    /// The number of the layout, which its positions repeat.
    pub number: u32,
    /// The current positions of its nodes in units of the map; x and y alternate.
    #[serde(with = "attachment")]
    pub starts: Float32Array,
    /// The radius of each node's disc, in units of the map.
    #[serde(with = "attachment")]
    pub radii: Float32Array,
    /// Its links: pairs of node indices.
    #[serde(with = "attachment")]
    pub links: Uint32Array,
    /// The initial mobility of nodes, in 0..=1: 1 for a graph without a layout.
    pub heat: f64,
    /// Reduced motion is on: positions are sent rarely, and once they have settled.
    pub still: bool,
}

/// The appearance of the nodes, in node order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NodeStyles {
    /// Red, green, blue and opacity, premultiplied.
    #[serde(with = "attachment")]
    pub colors: Uint8Array,
    /// Diameters in units of the map.
    #[serde(with = "attachment")]
    pub sizes: Float32Array,
    /// The order in which nodes are drawn, the top one last.
    #[serde(with = "attachment")]
    pub order: Uint32Array,
    /// Links as pairs of node indices.
    #[serde(with = "attachment")]
    pub links: Uint32Array,
}

/// The parameters of a frame: camera, canvas and markers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrameParams {
    /// The scale and offset of x and y from the map to clip space.
    pub view: [f64; 4],
    /// The number of pixels per unit of a disc's diameter.
    pub scale: f64,
    /// The number of canvas pixels per pixel of the page.
    pub ratio: f64,
    /// The width and height of the canvas in its own pixels.
    pub size: (u32, u32),
    /// True in the dark theme.
    pub is_dark: bool,
    /// The indices of the nodes with a ring: the chosen node and the node under the pointer.
    pub rings: Vec<u32>,
}

/// A spider on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpiderMarker {
    /// The indices of the nodes of its last pages, the latest first, where its mark is drawn.
    pub trail: Vec<u32>,
    /// Its index among the spiders at the same node, from 0.
    pub place: u32,
    /// The index of its shape in [`SPIDER_SHAPES`].
    pub shape: u32,
    /// The index of its color in [`SPIDER_COLORS`].
    pub color: u32,
}

/// From a worker of the map to the page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum FromMap {
    /// The positions of the nodes.
    Positions {
        /// The layout's number.
        number: u32,
        /// The positions; x and y alternate.
        #[serde(with = "attachment")]
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
