//! The drawing of the map on a canvas by WebGL: links as lines, nodes as discs, marks over them. Three calls a frame, however many there are.
//!
//! A node is a point with a color and a size; only places change from frame to frame. Left out on purpose: text, which stands over the canvas
//! as part of the page.

use super::camera::Camera;
use super::twgl::constant::{
    BLEND, COLOR_BUFFER_BIT, DYNAMIC_DRAW, ELEMENT_ARRAY_BUFFER, LINES, ONE, ONE_MINUS_SRC_ALPHA,
    POINTS,
};
use super::twgl::{Buffers, Gl, Twgl, field, object};
use js_sys::{Array, Float32Array, Object, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

/// Where a corner is, in units of the map, and what it looks like.
const CORNER: &str = "#version 300 es
in vec2 place; in vec4 color; in float size; in float kind;
uniform vec4 view; uniform float scale; uniform float ratio;
out vec4 fill; out float pixels; flat out float shape;
void main() {
  gl_Position = vec4(place * view.xy + view.zw, 0.0, 1.0);
  pixels = (kind > 0.5 ? size : max(size * scale, 4.0)) * ratio;
  gl_PointSize = pixels; fill = color; shape = kind;
}";
/// A disc with a rim (shape 0), a ring (1), or a square on its tip with a rim (2).
const DISC: &str = "#version 300 es
precision mediump float;
in vec4 fill; in float pixels; flat in float shape;
uniform vec4 rim; out vec4 seen;
void main() {
  vec2 from = abs(gl_PointCoord * 2.0 - 1.0);
  float far = shape > 1.5 ? from.x + from.y : length(from);
  float one = 2.0 / pixels;
  float inside = 1.0 - smoothstep(1.0 - one, 1.0, far);
  float width = shape > 1.5 ? 3.0 : 2.0;
  float edge = smoothstep(1.0 - width * one - one, 1.0 - width * one, far);
  vec4 color = shape > 0.5 && shape < 1.5 ? fill * edge : mix(fill, vec4(rim.rgb, 1.0) * fill.a, edge * rim.a);
  seen = vec4(color.rgb, color.a) * inside;
}";
/// A link, all of one color.
const LINK: &str = "#version 300 es
precision mediump float;
uniform vec4 ink; out vec4 seen;
void main() { seen = ink; }";

/// What is drawn of the nodes, besides their places; all in their order.
pub(super) struct Looks {
    /// Red, green, blue and opacity, each times the opacity.
    pub(super) colors: Vec<u8>,
    /// Diameters in units of the map.
    pub(super) sizes: Vec<f32>,
    /// The order in which nodes are drawn: what comes later lies above.
    pub(super) order: Vec<u32>,
    /// Links as places in the list of nodes, from and to in turn.
    pub(super) links: Vec<u32>,
}

/// Something drawn over the nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mark {
    /// Where.
    pub(super) place: [f32; 2],
    /// Its diameter in pixels.
    pub(super) size: f32,
    /// Red, green, blue.
    pub(super) color: [u8; 3],
    /// 1 for a ring, 2 for a square on its tip.
    pub(super) kind: f32,
}

/// The colors that depend on light or dark, each part in 0..=1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inks {
    /// Links: red, green, blue, opacity.
    pub(super) link: [f32; 4],
    /// The rim of a disc, likewise.
    pub(super) rim: [f32; 4],
}

/// A canvas that can be drawn on.
pub(super) struct Drawing {
    twgl: Twgl,
    gl: Gl,
    discs: Object,
    lines: Object,
    nodes: Buffers,
    links: Buffers,
    marks: Buffers,
    /// How many nodes and how many ends of links.
    counts: (u32, u32),
}

impl Drawing {
    /// Prepares the canvas; none where its programs do not compile.
    pub(super) fn new(twgl: Twgl, gl: Gl) -> Option<Self> {
        let program = |shade: &str| twgl.program(&gl, &Array::of2(&CORNER.into(), &shade.into()));
        let (discs, lines) = (program(DISC)?, program(LINK)?);
        let floats = |count: u32| numbers(&Float32Array::new_with_length(0), count);
        let colors = || {
            object(&[
                ("numComponents", 4.into()),
                ("data", Uint8Array::new_with_length(0).into()),
                ("normalize", true.into()),
            ])
            .into()
        };
        let indices = || numbers(&Uint32Array::new_with_length(0), 2);
        // What the others give for each corner is the same for all here.
        let same = |values: [f32; 4]| object(&[("value", part(values))]).into();
        let nothing = || same([0.0; 4]);
        let nodes = twgl.buffers(
            &gl,
            &object(&[
                ("place", floats(2)),
                ("color", colors()),
                ("size", floats(1)),
                ("kind", nothing()),
                ("indices", indices()),
            ]),
        );
        let shared = field(&field(&nodes.attribs(), "place"), "buffer");
        let place = object(&[("numComponents", 2.into()), ("buffer", shared)]);
        let lines_of = twgl.buffers(
            &gl,
            &object(&[
                ("place", place.into()),
                ("color", nothing()),
                ("size", nothing()),
                ("kind", nothing()),
                ("indices", indices()),
            ]),
        );
        let marks = twgl.buffers(
            &gl,
            &object(&[
                ("place", floats(2)),
                ("color", colors()),
                ("size", floats(1)),
                ("kind", floats(1)),
            ]),
        );
        gl.enable(BLEND);
        gl.blend(ONE, ONE_MINUS_SRC_ALPHA);
        Some(Self {
            twgl,
            gl,
            discs,
            lines,
            nodes,
            links: lines_of,
            marks,
            counts: (0, 0),
        })
    }

    /// Takes what the nodes and links look like.
    pub(super) fn look(&mut self, looks: &Looks) {
        self.fill(
            &self.nodes,
            "color",
            &Uint8Array::from(looks.colors.as_slice()),
        );
        self.fill(
            &self.nodes,
            "size",
            &Float32Array::from(looks.sizes.as_slice()),
        );
        self.index(&self.nodes, &looks.order);
        self.index(&self.links, &looks.links);
        self.counts = (count(looks.order.len()), count(looks.links.len()));
    }

    /// Takes where the nodes are.
    pub(super) fn place(&self, places: &Float32Array) {
        self.fill(&self.nodes, "place", places);
    }

    /// Draws everything; `ratio` is the number of the canvas's pixels in one of the page's.
    pub(super) fn draw(&self, camera: &Camera, ratio: f64, inks: &Inks, marks: &[Mark]) {
        let [width, height] = [camera.screen.0, camera.screen.1].map(|side| pixels(side * ratio));
        self.gl.viewport(0, 0, width, height);
        self.gl.clear_color(0.0, 0.0, 0.0, 0.0);
        self.gl.clear(COLOR_BUFFER_BIT);
        let view = Array::from_iter(camera.transform().map(JsValue::from));
        let common = [
            ("view", view.into()),
            ("scale", camera.disc().into()),
            ("ratio", ratio.into()),
            ("ink", part(inks.link)),
            ("rim", part(inks.rim)),
        ];
        let common = object(&common);
        self.paint(&self.lines, &self.links, &common, LINES, self.counts.1);
        self.paint(&self.discs, &self.nodes, &common, POINTS, self.counts.0);
        if !marks.is_empty() {
            self.mark(marks);
            self.paint(
                &self.discs,
                &self.marks,
                &common,
                POINTS,
                count(marks.len()),
            );
        }
    }

    /// Gives the context back.
    pub(super) fn put_down(&self) {
        if let Some(extension) = self.gl.extension("WEBGL_lose_context") {
            extension.lose();
        }
    }

    fn mark(&self, marks: &[Mark]) {
        let floats = |of: &dyn Fn(&Mark) -> Vec<f32>| {
            let numbers: Vec<f32> = marks.iter().flat_map(of).collect();
            Float32Array::from(numbers.as_slice())
        };
        let colors: Vec<u8> = marks
            .iter()
            .flat_map(|mark| [mark.color[0], mark.color[1], mark.color[2], 255])
            .collect();
        self.fill(&self.marks, "place", &floats(&|mark| mark.place.to_vec()));
        self.fill(&self.marks, "color", &Uint8Array::from(colors.as_slice()));
        self.fill(&self.marks, "size", &floats(&|mark| vec![mark.size]));
        self.fill(&self.marks, "kind", &floats(&|mark| vec![mark.kind]));
    }

    fn paint(&self, program: &Object, buffers: &Buffers, uniforms: &Object, mode: u32, count: u32) {
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

    fn index(&self, buffers: &Buffers, indices: &[u32]) {
        self.gl.bind(ELEMENT_ARRAY_BUFFER, &buffers.indices());
        self.gl.data(
            ELEMENT_ARRAY_BUFFER,
            &Uint32Array::from(indices),
            DYNAMIC_DRAW,
        );
    }
}

/// Numbers for an attribute, so many of them a corner.
fn numbers(data: &Object, each: u32) -> JsValue {
    let usage = DYNAMIC_DRAW;
    object(&[
        ("numComponents", each.into()),
        ("data", data.into()),
        ("drawType", usage.into()),
    ])
    .into()
}

fn part(values: [f32; 4]) -> JsValue {
    Array::from_iter(values.map(JsValue::from)).into()
}

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// A length in whole pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates; canvases are smaller"
)]
pub(super) fn pixels(length: f64) -> u32 {
    length.round() as u32
}
