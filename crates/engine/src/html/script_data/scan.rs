//! Scans data for strings in one pass.
//!
//! It reads JSON and the objects in JavaScript alike, whether their keys have quotes or not, and reads on after damage.
//! Only values of objects and elements of arrays count, so that the strings of code do not. A string that is an
//! argument or assigned, and has quotes itself, is scanned as well, joined to those before it; one in such a string is
//! not.

use super::address::is_possible;
use types::limits::{DATA_DEPTH, DATA_MENTIONS, SCRIPT_DATA_BYTES, URL_BYTES};

/// The keys of labels, the best first. `children` is the text of an element in the data of React.
const LABELS: [&str; 6] = ["title", "headline", "name", "label", "text", "children"];
/// The maximum number of bytes of a label as it is written.
const LABEL_BYTES: usize = 1_000;

/// A string that may be the address of a page.
pub(super) struct Mention {
    pub(super) reference: String,
    /// The label beside it; empty if there is none.
    pub(super) label: String,
    /// The number of open brackets around it.
    depth: usize,
}

/// The mentions in the data so far, and the strings that are data themselves.
#[derive(Default)]
pub(super) struct Scan {
    mentions: Vec<Mention>,
    inner: String,
    /// The number of bytes so far.
    bytes: usize,
}

impl Scan {
    /// Scans a script or an attribute, as far as the limit permits.
    pub(super) fn read(&mut self, data: &str) {
        let data = &data[..data.floor_char_boundary(SCRIPT_DATA_BYTES.saturating_sub(self.bytes))];
        self.bytes += data.len();
        Scanner::new(data, self, false).run();
    }

    /// Scans the strings that are data, and returns all mentions.
    pub(super) fn finish(mut self) -> Vec<Mention> {
        let inner = std::mem::take(&mut self.inner);
        Scanner::new(&inner, &mut self, true).run();
        self.mentions
    }

    /// Adds a string that is data itself.
    fn add_inner(&mut self, text: &str) {
        if self.inner.len() + text.len() <= SCRIPT_DATA_BYTES {
            self.inner.push_str(text);
        }
    }
}

/// A kind of brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Object,
    Array,
    Call,
}

/// Open brackets.
struct Frame<'t> {
    bracket: Bracket,
    /// The index of the first mention within.
    first: usize,
    /// The rank of the best label directly within, and the literal.
    label: Option<(usize, &'t str)>,
}

struct Scanner<'t, 's> {
    text: &'t str,
    at: usize,
    scan: &'s mut Scan,
    /// True in strings that are data.
    is_inner: bool,
    frames: Vec<Frame<'t>>,
    /// The number of open brackets of each kind in `frames`.
    open: [usize; 3],
    /// The number of open brackets beyond the limit, whose content is not read.
    too_deep: usize,
    /// The last word or literal, which is a key if a colon follows.
    last: Option<&'t str>,
    key: Option<&'t str>,
}

impl<'t, 's> Scanner<'t, 's> {
    fn new(text: &'t str, scan: &'s mut Scan, is_inner: bool) -> Self {
        Self { text, at: 0, scan, is_inner, frames: Vec::new(), open: [0; 3], too_deep: 0, last: None, key: None }
    }

    fn run(&mut self) {
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            if self.scan.mentions.len() >= DATA_MENTIONS {
                break;
            }
            let start = self.at;
            self.at += 1;
            match byte {
                b'"' | b'\'' => self.literal(byte),
                b'{' => self.enter(Bracket::Object),
                b'[' => self.enter(Bracket::Array),
                b'(' => self.enter(Bracket::Call),
                b'}' => self.leave(Bracket::Object),
                b']' => self.leave(Bracket::Array),
                b')' => self.leave(Bracket::Call),
                b':' => self.key = self.last.take(),
                b',' | b';' => (self.key, self.last) = (None, None),
                _ if is_word(byte) => self.word(start),
                _ => {}
            }
        }
        while let Some(frame) = self.frames.pop() {
            self.label(&frame);
        }
    }

    fn word(&mut self, start: usize) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len());
        self.last = self.text.get(start..self.at);
    }

    fn enter(&mut self, bracket: Bracket) {
        if self.too_deep > 0 || self.frames.len() >= DATA_DEPTH {
            self.too_deep += 1;
            return;
        }
        self.open[bracket as usize] += 1;
        self.frames.push(Frame { bracket, first: self.scan.mentions.len(), label: None });
        (self.key, self.last) = (None, None);
    }

    /// Closes brackets, and those within that were not closed.
    fn leave(&mut self, bracket: Bracket) {
        (self.key, self.last) = (None, None);
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        while self.open[bracket as usize] > 0 {
            let Some(frame) = self.frames.pop() else {
                return;
            };
            self.label(&frame);
            self.open[frame.bracket as usize] -= 1;
            if frame.bracket == bracket {
                return;
            }
        }
    }

    /// Gives the mentions directly within an object its label.
    fn label(&mut self, frame: &Frame<'_>) {
        let depth = self.frames.len() + 1;
        let Some((_, label)) = frame.label else {
            return;
        };
        for mention in self.scan.mentions[frame.first..].iter_mut().filter(|mention| mention.depth == depth) {
            mention.label = decoded(label).unwrap_or_default();
        }
    }

    /// Reads a literal up to its closing quote; one that does not end on its line is damaged, and not read.
    fn literal(&mut self, quote: u8) {
        let start = self.at - 1;
        let bytes = self.text.as_bytes();
        while let Some(found) = memchr::memchr3(quote, b'\\', b'\n', &bytes[self.at..]) {
            self.at += found + 1;
            match bytes[self.at - 1] {
                b'\\' => self.at = (self.at + 1).min(bytes.len()),
                b'\n' => return,
                _ => return self.value(start),
            }
        }
        self.at = bytes.len();
    }

    /// Handles the literal from `start` on: a key, a label, an address, or data.
    fn value(&mut self, start: usize) {
        // An escaped character of several bytes was skipped in part; a quote is no part of one.
        let Some(literal) = self.text.get(start..self.at).filter(|_| self.too_deep == 0) else {
            return;
        };
        self.last = Some(unquoted(literal));
        let (bracket, key) = (self.frames.last().map(|frame| frame.bracket), self.key);
        match (bracket, key) {
            (Some(Bracket::Object), None) => {}
            (Some(Bracket::Object), Some(key)) => {
                self.note_label(key, literal);
                if !is_other_key(key) {
                    self.mention(literal);
                }
            }
            (Some(Bracket::Array), _) if !self.is_argument() => self.mention(literal),
            _ if !self.is_inner && unquoted(literal).contains('"') => {
                if let Some(text) = decoded(literal) {
                    self.scan.add_inner(&text);
                }
            }
            _ => {}
        }
    }

    /// Returns true in an array that is the argument of a call, as in `push([1,"…"])`.
    fn is_argument(&self) -> bool {
        let around = self.frames.len().checked_sub(2).map(|at| self.frames[at].bracket);
        around == Some(Bracket::Call)
    }

    fn note_label(&mut self, key: &str, literal: &'t str) {
        let rank = LABELS.iter().position(|known| known.eq_ignore_ascii_case(key));
        let rank = rank.filter(|_| literal.len() <= LABEL_BYTES);
        if let Some((rank, frame)) = rank.zip(self.frames.last_mut())
            && frame.label.is_none_or(|(known, _)| rank < known)
        {
            frame.label = Some((rank, literal));
        }
    }

    fn mention(&mut self, literal: &str) {
        let written = unquoted(literal);
        // Each byte may be written as `\u002F`.
        let is_short = written.len() <= 6 * URL_BYTES;
        if !is_short || !["/", "\\/", "http", "\\u002"].iter().any(|start| written.starts_with(start)) {
            return;
        }
        if let Some(reference) = decoded(literal).filter(|text| is_possible(text)) {
            let depth = self.frames.len();
            self.scan.mentions.push(Mention { reference, label: String::new(), depth });
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// Returns true for the keys of interfaces and files.
fn is_other_key(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    key == "src" || key.contains("endpoint") || ["api", "asset", "base"].iter().any(|start| key.starts_with(start))
}

/// Returns a literal without its quotes.
fn unquoted(literal: &str) -> &str {
    literal.get(1..literal.len().saturating_sub(1)).unwrap_or_default()
}

/// Returns the text of a literal; `None` if it has escapes that JSON does not have.
fn decoded(literal: &str) -> Option<String> {
    if !literal.contains('\\') {
        return Some(unquoted(literal).to_owned());
    }
    if literal.starts_with('"') {
        return serde_json::from_str(literal).ok();
    }
    serde_json::from_str(&double_quoted(unquoted(literal))).ok()
}

/// Returns the content of a literal in single quotes as a literal of JSON.
fn double_quoted(content: &str) -> String {
    let mut literal = String::from("\"");
    let mut chars = content.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => literal.push_str("\\\""),
            '\\' => match chars.next() {
                Some('\'') => literal.push('\''),
                next => {
                    literal.push(c);
                    literal.extend(next);
                }
            },
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}
