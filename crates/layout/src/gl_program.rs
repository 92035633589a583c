//! Draws the map with WebGL: links as lines, tails of spiders, nodes as discs, rings and spiders on top. A frame takes
//! five draw calls at any size.
//!
//! A node is a point with a color and a size; only positions change between frames. A spider is a point with a texture.
//! Text is not drawn here, but as elements of the page over the canvas.

use super::spiders::{Geometry, RING_KIND, Vertices, shapes};
use super::twgl::constant::{
    BLEND, COLOR_BUFFER_BIT, DYNAMIC_DRAW, ELEMENT_ARRAY_BUFFER, LINEAR_MIPMAP_LINEAR, LINES, ONE, ONE_MINUS_SRC_ALPHA,
    POINTS, RGBA, TEXTURE_2D, TEXTURE_MIN_FILTER, TRIANGLES, UNSIGNED_BYTE,
};
use super::twgl::{Buffers, Gl, Twgl, field};
use js_sys::{Array, Float32Array, Object, Uint8Array, Uint32Array};
use protocol::map::{FrameParams, NodeStyles, SPIDER_SHAPES, SpiderMarker};
use protocol::object::object;
use wasm_bindgen::prelude::*;

/// The position and style of a vertex, in units of the map.
const VERTEX: &str = "#version 300 es
in vec2 place; in vec4 color; in float size; in float kind;
uniform vec4 view; uniform float scale; uniform float ratio;
out vec4 fill; out float pixels; flat out float shape;
void main() {
  gl_Position = vec4(place * view.xy + view.zw, 0.0, 1.0);
  pixels = (kind > 0.5 ? size : max(size * scale, 4.0)) * ratio;
  gl_PointSize = pixels; fill = color; shape = kind;
}";
/// A disc with a rim (shape [`PLAIN`](super::spiders::PLAIN)), or a ring ([`RING_KIND`]).
const DISC: &str = "#version 300 es
precision mediump float;
in vec4 fill; in float pixels; flat in float shape;
uniform vec4 rim; out vec4 seen;
void main() {
  float far = length(gl_PointCoord * 2.0 - 1.0);
  float one = 2.0 / pixels;
  float inside = 1.0 - smoothstep(1.0 - one, 1.0, far);
  float edge = smoothstep(1.0 - 3.0 * one, 1.0 - 2.0 * one, far);
  vec4 color = shape > 0.5 ? fill * edge : mix(fill, vec4(rim.rgb, 1.0) * fill.a, edge * rim.a);
  seen = vec4(color.rgb, color.a) * inside;
}";
/// A link in one color, or a tail with a color per vertex.
const LINK: &str = "#version 300 es
precision mediump float;
in vec4 fill; uniform vec4 ink; out vec4 seen;
void main() { seen = fill.a > 0.0 ? fill : ink; }";
/// A spider: its shape (from [`FIRST_SHAPE`](super::spiders::FIRST_SHAPE)) from the texture, with a halo in the
/// background color.
const MARK: &str = "#version 300 es
precision mediump float;
in vec4 fill; flat in float shape;
uniform sampler2D shapes; uniform vec4 halo; uniform float count; out vec4 seen;
void main() {
  vec2 cover = texture(shapes, vec2((shape - 1.0 + gl_PointCoord.x) / count, gl_PointCoord.y)).rg;
  seen = vec4(mix(halo.rgb, fill.rgb, cover.r), 1.0) * cover.g;
}";

/// The difference between the diameters of a ring and its disc, in pixels.
const RING: f64 = 11.0;
/// The number of links per node from which links are drawn fainter, and their least opacity.
const EACH: f64 = 3.0;
const FAINTEST: f64 = 0.35;

/// A canvas with its programs and buffers.
pub(super) struct GlProgram {
    twgl: Twgl,
    gl: Gl,
    discs: Object,
    lines: Object,
    marks: Object,
    nodes: Buffers,
    links: Buffers,
    /// The vertices of tails, rings and spiders.
    vertices: Buffers,
    spiders: Vec<SpiderMarker>,
    /// The number of nodes and of link ends.
    counts: (u32, u32),
    /// Diameters in units of the map, and positions, for marks.
    sizes: Vec<f32>,
    places: Vec<f32>,
}

/// The colors of the light or the dark theme.
struct Palette {
    /// The links: red, green, blue and opacity in 0..=1, premultiplied.
    link: [f32; 4],
    /// The rim of a disc: red, green, blue and opacity.
    rim: [f32; 4],
    ring: [u8; 4],
    /// The background.
    halo: [f32; 4],
}

impl Palette {
    fn new(is_dark: bool) -> Self {
        if is_dark {
            Self {
                link: [0.105, 0.125, 0.115, 0.16],
                rim: [0.9, 0.93, 0.91, 0.16],
                ring: [229, 236, 232, 255],
                halo: [0.082, 0.114, 0.102, 1.0],
            }
        } else {
            Self {
                link: [0.025, 0.035, 0.03, 0.17],
                rim: [0.09, 0.13, 0.12, 0.25],
                ring: [22, 33, 30, 255],
                halo: [0.992, 0.992, 0.98, 1.0],
            }
        }
    }
}

impl GlProgram {
    /// Prepares the canvas; none if its programs do not compile.
    pub(super) fn new(twgl: Twgl, gl: Gl) -> Option<Self> {
        let program = |shade: &str| twgl.program(&gl, &Array::of2(&VERTEX.into(), &shade.into()));
        let (discs, lines, marks) = (program(DISC)?, program(LINK)?, program(MARK)?);
        show_shapes(&gl)?;
        let nodes = twgl.buffers(
            &gl,
            &object([
                ("place", floats(2)),
                ("color", colors()),
                ("size", floats(1)),
                ("kind", nothing()),
                ("indices", indices()),
            ]),
        );
        let shared = field(&field(&nodes.attribs(), "place"), "buffer");
        let place = object([("numComponents", 2.into()), ("buffer", shared)]);
        let lines_of = twgl.buffers(
            &gl,
            &object([
                ("place", place),
                ("color", nothing()),
                ("size", nothing()),
                ("kind", nothing()),
                ("indices", indices()),
            ]),
        );
        let vertices = twgl.buffers(
            &gl,
            &object([("place", floats(2)), ("color", colors()), ("size", floats(1)), ("kind", floats(1))]),
        );
        gl.enable(BLEND);
        gl.blend(ONE, ONE_MINUS_SRC_ALPHA);
        Some(Self {
            twgl,
            gl,
            discs,
            lines,
            marks,
            nodes,
            links: lines_of,
            vertices,
            spiders: Vec::new(),
            counts: (0, 0),
            sizes: Vec::new(),
            places: Vec::new(),
        })
    }

    /// Sets the styles of nodes and links.
    pub(super) fn set_styles(&mut self, styles: &NodeStyles) {
        self.fill(&self.nodes, "color", &styles.colors);
        self.fill(&self.nodes, "size", &styles.sizes);
        self.index(&self.nodes, &styles.order);
        self.index(&self.links, &styles.links);
        self.counts = (styles.order.length(), styles.links.length());
        self.sizes = styles.sizes.to_vec();
    }

    /// Sets the positions of the nodes.
    pub(super) fn place(&mut self, places: &Float32Array) {
        self.fill(&self.nodes, "place", places);
        self.places = places.to_vec();
    }

    /// Draws everything.
    pub(super) fn draw(&self, frame: &FrameParams) {
        // Positions and styles arrive separately. Until both belong to the same nodes, the last frame stays.
        if self.places.len() != 2 * self.sizes.len() {
            return;
        }
        let (width, height) = frame.size;
        self.gl.viewport(0, 0, width, height);
        self.gl.clear_color(0.0, 0.0, 0.0, 0.0);
        self.gl.clear(COLOR_BUFFER_BIT);
        let palette = Palette::new(frame.is_dark);
        let common = object([
            ("view", Array::from_iter(frame.view.map(JsValue::from)).into()),
            ("scale", frame.scale.into()),
            ("ratio", frame.ratio.into()),
            ("ink", part(palette.link.map(|part| part * self.faint()))),
            ("rim", part(palette.rim)),
            ("halo", part(palette.halo)),
            ("count", SPIDER_SHAPES.len().into()),
        ]);
        let geometry = self.geometry(frame);
        self.paint(&self.lines, &self.links, &common, LINES, self.counts.1);
        let tails = geometry.tails(&self.spiders);
        self.paint_vertices(&self.lines, &tails, &common, TRIANGLES);
        self.paint(&self.discs, &self.nodes, &common, POINTS, self.counts.0);
        let rings = self.rings(frame, &geometry, &palette);
        self.paint_vertices(&self.discs, &rings, &common, POINTS);
        let marks = geometry.marks(&self.spiders);
        self.paint_vertices(&self.marks, &marks, &common, POINTS);
    }

    /// Sets the living spiders.
    pub(super) fn set_spiders(&mut self, spiders: Vec<SpiderMarker>) {
        self.spiders = spiders;
    }

    fn geometry(&self, frame: &FrameParams) -> Geometry<'_> {
        Geometry {
            places: &self.places,
            sizes: &self.sizes,
            scale: frame.scale,
            zoom: frame.view[0] * f64::from(frame.size.0) / (2.0 * frame.ratio),
            is_dark: frame.is_dark,
        }
    }

    /// Returns the rings around the pages of tails, the chosen node, and the one under the pointer.
    fn rings(&self, frame: &FrameParams, geometry: &Geometry, palette: &Palette) -> Vertices {
        let mut vertices = Vertices::default();
        geometry.add_rings(&self.spiders, &mut vertices);
        for ring in &frame.rings {
            if let Some((place, disc)) = geometry.place(*ring).zip(geometry.disc(*ring)) {
                vertices.push(place, palette.ring, disc + RING, RING_KIND);
            }
        }
        vertices
    }

    /// Returns the opacity of links, relative to that of few links, because many links would hide the nodes.
    fn faint(&self) -> f32 {
        let (nodes, ends) = (f64::from(self.counts.0), f64::from(self.counts.1));
        #[expect(clippy::cast_possible_truncation, reason = "in 0..=1")]
        let share = (EACH * 2.0 * nodes / ends.max(1.0)).clamp(FAINTEST, 1.0) as f32;
        share
    }

    fn paint_vertices(&self, program: &Object, vertices: &Vertices, uniforms: &JsValue, mode: u32) {
        if vertices.kinds.is_empty() {
            return;
        }
        let fill = |name, numbers: &Object| self.fill(&self.vertices, name, numbers);
        fill("place", &Float32Array::from(vertices.positions.as_slice()));
        fill("color", &Uint8Array::from(vertices.colors.as_slice()));
        fill("size", &Float32Array::from(vertices.sizes.as_slice()));
        fill("kind", &Float32Array::from(vertices.kinds.as_slice()));
        self.paint(program, &self.vertices, uniforms, mode, vertices.count());
    }

    fn paint(&self, program: &Object, buffers: &Buffers, uniforms: &JsValue, mode: u32, count: u32) {
        if count == 0 {
            return;
        }
        self.gl.take(&field(program, "program"));
        self.twgl.join(&self.gl, program, buffers);
        self.twgl.set(program, uniforms);
        self.twgl.draw(&self.gl, buffers, mode, count);
    }

    fn fill(&self, buffers: &Buffers, name: &str, numbers: &Object) {
        let attribute = field(&buffers.attribs(), name);
        self.twgl.fill(&self.gl, &attribute, numbers);
    }

    fn index(&self, buffers: &Buffers, indices: &Object) {
        self.gl.bind(ELEMENT_ARRAY_BUFFER, &buffers.indices());
        self.gl.data(ELEMENT_ARRAY_BUFFER, indices, DYNAMIC_DRAW);
    }
}

/// Uploads the shapes of spiders as the only texture. None if they cannot be drawn.
fn show_shapes(gl: &Gl) -> Option<()> {
    gl.bind_texture(TEXTURE_2D, &gl.texture());
    gl.image(TEXTURE_2D, 0, RGBA, RGBA, UNSIGNED_BYTE, &shapes()?);
    gl.shrink(TEXTURE_2D);
    gl.texture_option(TEXTURE_2D, TEXTURE_MIN_FILTER, LINEAR_MIPMAP_LINEAR);
    Some(())
}

/// Returns an empty attribute with this number of values per vertex.
fn floats(each: u32) -> JsValue {
    numbers(&Float32Array::new_with_length(0), each)
}

/// Returns an empty attribute of colors.
fn colors() -> JsValue {
    object([("numComponents", 4.into()), ("data", Uint8Array::new_with_length(0).into()), ("normalize", true.into())])
}

/// Returns the empty index buffer.
fn indices() -> JsValue {
    numbers(&Uint32Array::new_with_length(0), 2)
}

/// Returns a constant attribute, in place of one that differs between vertices in other programs.
fn nothing() -> JsValue {
    object([("value", part([0.0; 4]))])
}

/// Returns an attribute of data with this number of values per vertex.
fn numbers(data: &Object, each: u32) -> JsValue {
    let usage = DYNAMIC_DRAW;
    object([("numComponents", each.into()), ("data", data.into()), ("drawType", usage.into())])
}

fn part(values: [f32; 4]) -> JsValue {
    Array::from_iter(values.map(JsValue::from)).into()
}
