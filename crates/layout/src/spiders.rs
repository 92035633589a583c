//! Computes the marks of living spiders at their latest pages, and fading tails over the pages before.

use protocol::map::{SPIDER_COLORS, SPIDER_SHAPES, SpiderMarker, dimmed};
use std::f64::consts::PI;
use wasm_bindgen::prelude::*;
use web_sys::{OffscreenCanvas, OffscreenCanvasRenderingContext2d, Path2d};

/// The side of a mark in pixels: its box of 16 units and a margin.
const MARK_SIDE: f64 = 22.0;
/// The margin around the box of a shape, in its units.
const MARGIN: f64 = 2.0;
/// The side of a shape in the texture, in pixels.
const CELL: u32 = 64;
/// The widths of a shape's outline, and of the outline with its halo, in units of the shape.
const OUTLINES: (f64, f64) = (1.5, 4.5);
/// The distance between two spiders at the same node, in pixels.
const APART: f64 = 14.0;
/// The angle in radians between spiders at the same node.
const GOLDEN: f64 = PI * 0.763_932_022_5;
/// The width and the opacity of a tail at its start.
const TAIL: (f64, f64) = (3.0, 0.6);
/// The least diameter of a disc in pixels, as in the vertex program.
const LEAST: f64 = 4.0;
/// The difference between the diameters of a tail page's ring and its disc, in pixels.
const RING: f64 = 4.0;

/// The kind of a vertex without a shape: of a disc, or of the band of a tail.
pub const PLAIN: f32 = 0.0;
/// The kind of a ring.
pub const RING_KIND: f32 = 1.0;
/// The kind of a spider with the first shape of [`SPIDER_SHAPES`].
pub const FIRST_SHAPE: f32 = 1.0;

/// Holds vertices for the graphics card, in the order of drawing.
#[derive(Debug, Default, PartialEq)]
pub struct Vertices {
    /// The positions in units of the map; x and y alternate.
    pub positions: Vec<f32>,
    /// Red, green, blue and opacity, premultiplied.
    pub colors: Vec<u8>,
    /// Diameters in pixels.
    pub sizes: Vec<f32>,
    /// The kinds, which the programs read as `shape`: [`PLAIN`] for the bands of tails, [`RING_KIND`] for rings, the
    /// index of a spider's shape plus [`FIRST_SHAPE`] for marks.
    pub kinds: Vec<f32>,
}

impl Vertices {
    /// Adds a vertex.
    #[expect(clippy::cast_possible_truncation, reason = "a screen needs no more digits")]
    pub fn push(&mut self, (x, y): (f64, f64), color: [u8; 4], size: f64, kind: f32) {
        self.positions.extend([x as f32, y as f32]);
        self.colors.extend(color);
        self.sizes.push(size as f32);
        self.kinds.push(kind);
    }

    /// Returns the number of vertices.
    pub fn count(&self) -> u32 {
        types::count(self.kinds.len())
    }
}

/// Holds the nodes and the camera, as far as spiders need them.
#[derive(Clone, Copy, Debug)]
pub struct Geometry<'a> {
    /// The positions of the nodes; x and y alternate.
    pub places: &'a [f32],
    /// The diameters of the nodes, in units of the map.
    pub sizes: &'a [f32],
    /// The number of pixels per unit of a diameter.
    pub scale: f64,
    /// The number of pixels per unit of the map.
    pub zoom: f64,
    /// True in the dark theme.
    pub is_dark: bool,
}

impl Geometry<'_> {
    /// Returns the diameter of a node's disc in pixels.
    pub fn disc(&self, node: u32) -> Option<f64> {
        let size = f64::from(*self.sizes.get(node as usize)?);
        Some((size * self.scale).max(LEAST))
    }

    /// Returns the position of a node on the map.
    pub fn place(&self, node: u32) -> Option<(f64, f64)> {
        let at = 2 * node as usize;
        let [x, y] = [*self.places.get(at)?, *self.places.get(at + 1)?];
        Some((f64::from(x), f64::from(y)))
    }

    fn color(&self, spider: &SpiderMarker, opacity: f64) -> [u8; 4] {
        let [light, dark] = SPIDER_COLORS[spider.color as usize % SPIDER_COLORS.len()];
        let [red, green, blue] = if self.is_dark { dark } else { light };
        [red, green, blue, u8::MAX].map(|part| dimmed(part, opacity))
    }

    /// Returns the tails as triangles, widest and most opaque at the latest page.
    pub fn tails(&self, spiders: &[SpiderMarker]) -> Vertices {
        let mut vertices = Vertices::default();
        for spider in spiders {
            for (step, pair) in spider.trail.windows(2).enumerate() {
                if let Some((from, to)) = self.place(pair[0]).zip(self.place(pair[1])) {
                    let at = |end: usize| self.end(spider, step + end);
                    push_band(&mut vertices, (from, at(0)), (to, at(1)));
                }
            }
        }
        vertices
    }

    /// Returns half the width of a tail in units of the map, and its color, `step` pages before the latest.
    fn end(&self, spider: &SpiderMarker, step: usize) -> (f64, [u8; 4]) {
        let left = fading(spider, step);
        let half = TAIL.0 * (0.4 + 0.6 * left) / 2.0 / self.zoom;
        (half, self.color(spider, TAIL.1 * left))
    }

    /// Adds rings around the pages of the tails, except for the latest.
    pub fn add_rings(&self, spiders: &[SpiderMarker], vertices: &mut Vertices) {
        for spider in spiders {
            for (step, node) in spider.trail.iter().enumerate().skip(1) {
                if let Some((place, disc)) = self.place(*node).zip(self.disc(*node)) {
                    let color = self.color(spider, TAIL.1 * fading(spider, step));
                    vertices.push(place, color, disc + RING, RING_KIND);
                }
            }
        }
    }

    /// Returns the marks; their kinds are their shapes.
    pub fn marks(&self, spiders: &[SpiderMarker]) -> Vertices {
        let mut vertices = Vertices::default();
        for spider in spiders {
            let place = spider.trail.first().and_then(|node| self.place(*node));
            let Some((x, y)) = place else { continue };
            let turn = f64::from(spider.place);
            let far = APART * turn.sqrt() / self.zoom;
            let (sine, cosine) = (turn * GOLDEN).sin_cos();
            #[expect(clippy::cast_precision_loss, reason = "below 7")]
            let kind = (spider.shape as usize % SPIDER_SHAPES.len()) as f32 + FIRST_SHAPE;
            let place = (x + far * cosine, y + far * sine);
            vertices.push(place, self.color(spider, 1.0), MARK_SIDE, kind);
        }
        vertices
    }
}

/// Returns the remaining share of a tail `step` pages before the latest: 1 at the latest, decreasing, never 0.
fn fading(spider: &SpiderMarker, step: usize) -> f64 {
    1.0 - step as f64 / spider.trail.len().max(1) as f64
}

/// An end of a band: its position, half its width and its color.
type End = ((f64, f64), (f64, [u8; 4]));

/// Adds a band between two positions as two triangles.
fn push_band(vertices: &mut Vertices, from: End, to: End) {
    let (dx, dy) = (to.0.0 - from.0.0, to.0.1 - from.0.1);
    let length = dx.hypot(dy).max(1e-9);
    let side = |((x, y), (half, color)): End, sign: f64| {
        let across = sign * half / length;
        ((x - dy * across, y + dx * across), color)
    };
    let [a, b, c, d] = [side(from, 1.0), side(from, -1.0), side(to, 1.0), side(to, -1.0)];
    for (place, color) in [a, b, c, c, b, d] {
        vertices.push(place, color, 0.0, PLAIN);
    }
}

/// Draws the shapes side by side: red inside a shape, green also in the halo around it. None if the browser lacks
/// support.
pub(super) fn shapes() -> Option<OffscreenCanvas> {
    let canvas = OffscreenCanvas::new(CELL * types::count(SPIDER_SHAPES.len()), CELL).ok()?;
    let context = canvas.get_context("2d").ok()??;
    let pen: OffscreenCanvasRenderingContext2d = context.unchecked_into();
    let unit = f64::from(CELL) / (16.0 + 2.0 * MARGIN);
    pen.set_fill_style_str("#000");
    pen.fill_rect(0.0, 0.0, f64::from(canvas.width()), f64::from(CELL));
    pen.set_line_join("round");
    for (at, shape) in SPIDER_SHAPES.iter().enumerate() {
        let path = Path2d::new_with_path_string(shape).ok()?;
        let left = f64::from(CELL) * at as f64 + MARGIN * unit;
        pen.set_transform(unit, 0.0, 0.0, unit, left, MARGIN * unit).ok()?;
        for (color, width) in [("#0f0", OUTLINES.1), ("#ff0", OUTLINES.0)] {
            pen.set_stroke_style_str(color);
            pen.set_fill_style_str(color);
            pen.set_line_width(width);
            pen.stroke_with_path(&path);
            pen.fill_with_path_2d(&path);
        }
    }
    Some(canvas)
}
