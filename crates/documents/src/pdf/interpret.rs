//! Interprets the text operators of content streams (ISO 32000-1 §9): characters with their places.
//!
//! Paths, colors and pictures are skipped. Text that is drawn invisibly counts: scanned pages have it under the
//! picture.

use super::bounds::unpacked;
use super::fonts::{Code, Fonts, LoadedFont, SharedFont};
use super::lines::Lines;
use super::tokens::{Token, Tokens};
use hayro_syntax::object::{Array, Dict, Name, Object, Stream};
use hayro_syntax::page::{Page, Resources};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Maximum size of an unpacked content stream, in bytes.
const STREAM_BYTES: usize = 16 << 20;
/// Maximum depth of forms in forms.
const FORM_DEPTH: usize = 12;
/// Maximum number of operands of an operator, the entries of arrays included.
const OPERANDS: usize = 4_096;
/// Maximum number of saved graphics states.
const SAVED_STATES: usize = 512;

/// Operations of a character, a font, and an annotation.
const CHARACTER: u64 = 16;
const FONT: u64 = 10_000;
const ANNOTATION: u64 = 100;

/// A character, or the characters of a ligature.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    pub(super) text: Rc<Code>,
    /// The points of the baseline where it starts and ends.
    pub(super) start: Point,
    pub(super) end: Point,
    /// The direction of writing, of length 1.
    pub(super) direction: Point,
    /// The font size on the page.
    pub(super) size: f64,
}

/// A point or a vector on the page, in points, from the lower left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A transformation: `[a b c d e f]` of the standard.
#[derive(Clone, Copy, Debug)]
struct Matrix([f64; 6]);

impl Matrix {
    const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// Returns the transformation that applies this one, then `next`.
    fn then(self, next: Self) -> Self {
        let (m, n) = (self.0, next.0);
        let linear = |x: f64, y: f64| (x * n[0] + y * n[2], x * n[1] + y * n[3]);
        let (right, up, origin) = (linear(m[0], m[1]), linear(m[2], m[3]), linear(m[4], m[5]));
        Self([right.0, right.1, up.0, up.1, origin.0 + n[4], origin.1 + n[5]])
    }

    fn point(self, x: f64, y: f64) -> Point {
        let m = self.0;
        Point { x: m[0] * x + m[2] * y + m[4], y: m[1] * x + m[3] * y + m[5] }
    }

    fn translated(self, x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y]).then(self)
    }
}

/// The graphics state, as far as text needs it (§9.3).
#[derive(Clone)]
struct TextState<'a> {
    ctm: Matrix,
    font: Option<SharedFont<'a>>,
    size: f64,
    character_space: f64,
    word_space: f64,
    /// As a factor, 1 by default.
    scale: f64,
    leading: f64,
    rise: f64,
}

/// The interpreter of a file's pages.
pub(super) struct Interpreter<'a> {
    fonts: Fonts<'a>,
    /// The operations that are left: one for each byte of a content stream and each character.
    budget: u64,
}

/// A place in the content of a page: state, matrices, and the fonts by their names in the resources.
struct Frame<'a> {
    state: TextState<'a>,
    saved: Vec<TextState<'a>>,
    text: Matrix,
    line: Matrix,
    fonts: BTreeMap<Vec<u8>, Option<SharedFont<'a>>>,
}

/// An operand. Strings are ranges of a buffer.
#[derive(Clone, Copy)]
enum Operand<'s> {
    Number(f64),
    Name(&'s [u8]),
    String(usize, usize),
}

impl<'a> Interpreter<'a> {
    pub(super) fn new(budget: u64) -> Self {
        Self { fonts: Fonts::new(), budget }
    }

    /// Spends operations; returns false if not enough are left.
    pub(super) fn spend(&mut self, operations: u64) -> bool {
        let is_enough = operations <= self.budget;
        self.budget = self.budget.saturating_sub(operations);
        is_enough
    }

    /// Returns true if no operation is left.
    pub(super) fn is_exhausted(&self) -> bool {
        self.budget == 0
    }

    /// Adds the glyphs of a page to lines, in the order in which they are drawn.
    pub(super) fn page(&mut self, page: &Page<'a>, lines: &mut Lines<'_>) {
        let content = content(page);
        self.spend(content.len() as u64);
        let state = TextState {
            ctm: Matrix::IDENTITY,
            font: None,
            size: 1.0,
            character_space: 0.0,
            word_space: 0.0,
            scale: 1.0,
            leading: 0.0,
            rise: 0.0,
        };
        self.run(&content, page.resources(), state.clone(), 0, lines);
        for annotation in page.raw().get::<Array<'_>>("Annots").iter().flat_map(Array::iter::<Dict<'_>>) {
            if !self.spend(ANNOTATION) {
                break;
            }
            self.appearance(&annotation, page.resources(), &state, lines);
        }
    }

    /// Reads the appearance of a form field: what a person typed into it (§12.5.5).
    fn appearance(
        &mut self,
        annotation: &Dict<'a>,
        resources: &Resources<'a>,
        state: &TextState<'a>,
        lines: &mut Lines<'_>,
    ) {
        let is_field = annotation.get::<Name<'_>>("Subtype").is_some_and(|name| name.as_ref() == b"Widget");
        let Some(appearances) = annotation.get::<Dict<'_>>("AP").filter(|_| is_field) else {
            return;
        };
        let Some(form) = appearances.get::<Stream<'_>>("N") else {
            return;
        };
        let place = annotation.get::<[f64; 4]>("Rect").unwrap_or_default();
        let mut state = state.clone();
        state.ctm = state.ctm.translated(place[0].min(place[2]), place[1].min(place[3]));
        self.form(&form, resources, &state, 1, lines);
    }

    fn form(
        &mut self,
        form: &Stream<'a>,
        outer: &Resources<'a>,
        state: &TextState<'a>,
        depth: usize,
        lines: &mut Lines<'_>,
    ) {
        let is_picture = form.dict().get::<Name<'_>>("Subtype").is_some_and(|name| name.as_ref() == b"Image");
        if is_picture || depth > FORM_DEPTH || self.budget == 0 {
            return;
        }
        let Some(content) = unpacked(form, STREAM_BYTES) else {
            return;
        };
        self.spend(content.len() as u64);
        let resources = form.dict().get::<Dict<'_>>("Resources").map(Resources::new);
        let mut state = state.clone();
        let matrix = form.dict().get::<[f64; 6]>("Matrix").map_or(Matrix::IDENTITY, Matrix);
        state.ctm = matrix.then(state.ctm);
        self.run(&content, resources.as_ref().unwrap_or(outer), state, depth, lines);
    }

    fn run(
        &mut self,
        content: &[u8],
        resources: &Resources<'a>,
        state: TextState<'a>,
        depth: usize,
        lines: &mut Lines<'_>,
    ) {
        let mut tokens = Tokens::new(content);
        let mut frame =
            Frame { state, saved: Vec::new(), text: Matrix::IDENTITY, line: Matrix::IDENTITY, fonts: BTreeMap::new() };
        let (mut operands, mut strings) = (Vec::new(), Vec::new());
        let mut before = 0;
        while let Some(token) = tokens.next() {
            match token {
                Token::Number(number) if operands.len() < OPERANDS => operands.push(Operand::Number(number)),
                Token::Name(name) if operands.len() < OPERANDS => operands.push(Operand::Name(name)),
                Token::String if operands.len() < OPERANDS => {
                    let start = strings.len();
                    strings.extend_from_slice(tokens.string());
                    operands.push(Operand::String(start, strings.len()));
                }
                Token::Operator(operator) => {
                    let spent = (tokens.position() - before) as u64;
                    before = tokens.position();
                    if !self.spend(spent) {
                        return;
                    }
                    if let (b"Do", Some(Operand::Name(name))) = (operator, operands.last()) {
                        let form = resources.x_objects.get::<Stream<'_>>(name);
                        if let Some(form) = form {
                            self.form(&form, resources, &frame.state, depth + 1, lines);
                        }
                    } else {
                        self.operate(operator, (&operands, &strings), resources, &mut frame, lines);
                    }
                    operands.clear();
                    strings.clear();
                }
                _ => {}
            }
        }
    }

    fn operate(
        &mut self,
        operator: &[u8],
        (operands, strings): (&[Operand<'_>], &[u8]),
        resources: &Resources<'a>,
        frame: &mut Frame<'a>,
        lines: &mut Lines<'_>,
    ) {
        let number = |at: usize| match operands.get(at) {
            Some(Operand::Number(number)) => *number,
            _ => 0.0,
        };
        let matrix = || Matrix([number(0), number(1), number(2), number(3), number(4), number(5)]);
        match operator {
            b"q" if frame.saved.len() < SAVED_STATES => frame.saved.push(frame.state.clone()),
            b"Q" => {
                if let Some(saved) = frame.saved.pop() {
                    frame.state = saved;
                }
            }
            b"cm" => frame.state.ctm = matrix().then(frame.state.ctm),
            b"BT" => frame.set_line(Matrix::IDENTITY),
            b"Tm" => frame.set_line(matrix()),
            b"Td" => frame.next_line(number(0), number(1)),
            b"TD" => {
                frame.state.leading = -number(1);
                frame.next_line(number(0), number(1));
            }
            b"T*" => frame.next_line(0.0, -frame.state.leading),
            b"Tc" => frame.state.character_space = number(0),
            b"Tw" => frame.state.word_space = number(0),
            b"Tz" => frame.state.scale = number(0) / 100.0,
            b"TL" => frame.state.leading = number(0),
            b"Ts" => frame.state.rise = number(0),
            b"Tf" => {
                if let Some(Operand::Name(name)) = operands.first() {
                    frame.state.font = self.font(name, resources, &mut frame.fonts);
                }
                frame.state.size = number(1);
            }
            b"gs" => {
                if let Some(Operand::Name(name)) = operands.first() {
                    self.graphics_state(name, resources, frame);
                }
            }
            b"Tj" | b"TJ" => self.show((operands, strings), frame, lines),
            b"'" => {
                frame.next_line(0.0, -frame.state.leading);
                self.show((operands, strings), frame, lines);
            }
            b"\"" => {
                (frame.state.word_space, frame.state.character_space) = (number(0), number(1));
                frame.next_line(0.0, -frame.state.leading);
                self.show((&operands[operands.len().min(2)..], strings), frame, lines);
            }
            _ => {}
        }
    }

    fn font(
        &mut self,
        name: &[u8],
        resources: &Resources<'a>,
        known: &mut BTreeMap<Vec<u8>, Option<SharedFont<'a>>>,
    ) -> Option<SharedFont<'a>> {
        if let Some(font) = known.get(name) {
            return font.clone();
        }
        self.spend(FONT);
        let dict = resources.fonts.get::<Dict<'_>>(name);
        let font = dict.and_then(|dict| self.fonts.load(&dict));
        known.insert(name.to_vec(), font.clone());
        font
    }

    /// Reads the font of a graphics state dictionary (§8.4.5).
    fn graphics_state(&mut self, name: &[u8], resources: &Resources<'a>, frame: &mut Frame<'a>) {
        let dict = resources.ext_g_states.get::<Dict<'_>>(name);
        let Some(font) = dict.and_then(|dict| dict.get::<Array<'_>>("Font")) else {
            return;
        };
        let mut parts = font.iter::<Object<'_>>();
        let loaded = parts.next().and_then(Object::into_dict).and_then(|dict| self.fonts.load(&dict));
        frame.state.font = loaded;
        if let Some(size) = parts.next().and_then(Object::into_f32) {
            frame.state.size = f64::from(size);
        }
    }

    /// Shows the strings among the operands; numbers move the place (§9.4.3).
    fn show(&mut self, (operands, strings): (&[Operand<'_>], &[u8]), frame: &mut Frame<'a>, lines: &mut Lines<'_>) {
        let Some(font) = frame.state.font.clone() else {
            return;
        };
        let mut font = font.borrow_mut();
        for operand in operands {
            match operand {
                Operand::Number(number) => {
                    let moved = -number / 1000.0 * frame.state.size;
                    frame.advance(font.is_horizontal(), moved);
                }
                Operand::String(start, end) => {
                    let string = &strings[*start..*end];
                    if !self.spend((CHARACTER + lines.comparisons()) * string.len() as u64) {
                        return;
                    }
                    frame.show_string(string, &mut font, lines);
                }
                Operand::Name(_) => {}
            }
        }
    }
}

impl<'a> Frame<'a> {
    fn set_line(&mut self, matrix: Matrix) {
        (self.line, self.text) = (matrix, matrix);
    }

    fn next_line(&mut self, x: f64, y: f64) {
        self.set_line(self.line.translated(x, y));
    }

    /// Moves the place along the direction of writing, by a distance in text space before horizontal scaling.
    fn advance(&mut self, is_horizontal: bool, distance: f64) {
        let (x, y) = if is_horizontal { (distance * self.state.scale, 0.0) } else { (0.0, distance) };
        self.text = self.text.translated(x, y);
    }

    fn show_string(&mut self, mut string: &[u8], font: &mut LoadedFont<'a>, lines: &mut Lines<'_>) {
        let is_horizontal = font.is_horizontal();
        let size = self.state.size;
        while !string.is_empty() {
            let (code, length) = font.read_code(string);
            let is_space = length == 1 && string[0] == b' ';
            string = &string[length.min(string.len())..];
            let text = font.code(code);
            let (x, y) = if is_horizontal { (0.0, 0.0) } else { font.displacement(code) };
            let matrix = self.text.then(self.state.ctm);
            let (x, y) = (x / 1000.0 * size, y / 1000.0 * size + self.state.rise);
            let width = text.advance / 1000.0 * size;
            let (dx, dy) = if is_horizontal { (width * self.state.scale, 0.0) } else { (0.0, width) };
            if let Some(glyph) = glyph(matrix, (x, y), (dx, dy), size, text) {
                lines.add(&glyph);
            }
            let word_space = if is_space { self.state.word_space } else { 0.0 };
            self.advance(is_horizontal, width + self.state.character_space + word_space);
        }
    }
}

/// Returns a glyph on the page; `None` if it has no text or no size.
fn glyph(matrix: Matrix, (x, y): (f64, f64), (dx, dy): (f64, f64), size: f64, text: Rc<Code>) -> Option<Glyph> {
    let m = matrix.0;
    let height = (m[2] * m[2] + m[3] * m[3]).sqrt() * size.abs();
    // Vertical lines run downwards.
    let along = if dy == 0.0 { Point { x: m[0], y: m[1] } } else { Point { x: -m[2], y: -m[3] } };
    let along = if size < 0.0 { Point { x: -along.x, y: -along.y } } else { along };
    let length = (along.x * along.x + along.y * along.y).sqrt();
    let (start, end) = (matrix.point(x, y), matrix.point(x + dx, y + dy));
    let is_finite = [start.x, start.y, end.x, end.y, height].iter().all(|number| number.is_finite());
    (!text.text.is_empty() && is_finite && length > 0.0 && height > 0.0).then(|| Glyph {
        text,
        start,
        end,
        direction: Point { x: along.x / length, y: along.y / length },
        size: height,
    })
}

/// Returns the unpacked content of a page; its streams are one (§7.8.2).
fn content(page: &Page<'_>) -> Vec<u8> {
    if let Some(stream) = page.raw().get::<Stream<'_>>("Contents") {
        return unpacked(&stream, STREAM_BYTES).unwrap_or_default();
    }
    let mut content = Vec::new();
    for stream in page.raw().get::<Array<'_>>("Contents").iter().flat_map(Array::iter::<Stream<'_>>) {
        if content.len() >= STREAM_BYTES {
            break;
        }
        content.extend(unpacked(&stream, STREAM_BYTES).unwrap_or_default());
        content.push(b' ');
    }
    content
}
