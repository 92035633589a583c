//! Divides the text of a page into segments and measures them: length, links, commas, ends of sentences.
//!
//! A segment is a line of the text. The cells of a row share a line; if the row has several lines, its table arranges
//! the page, and each cell is a segment of its own. Lengths are counted in letters; a character of a script without
//! spaces counts as three.

use super::mark::{BlockKind, Mark};
use std::ops::Range;

/// The text up to the next border of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Segment {
    pub(super) range: Range<usize>,
    /// The innermost block around it, as an index into the blocks plus 1; 0 for the page.
    pub(super) block: usize,
    pub(super) is_heading: bool,
    pub(super) letters: u32,
    pub(super) linked: u32,
    pub(super) commas: u32,
    /// True for the row of a table.
    pub(super) is_row: bool,
    /// True if it ends like a sentence, or has one.
    pub(super) is_sentence: bool,
}

impl Segment {
    /// Returns the number of letters outside links.
    pub(super) fn unlinked(&self) -> u32 {
        self.letters - self.linked
    }

    /// Returns true if most of it is links; for a row, which may have a head and a link, if almost all of it is.
    pub(super) fn is_links(&self) -> bool {
        if self.is_row { 8 * self.unlinked() < self.letters } else { self.unlinked() < self.linked }
    }

    /// Returns true for running text: a sentence with letters outside links, at least about a line of them.
    pub(super) fn is_prose(&self) -> bool {
        let unlinked = self.unlinked();
        !self.is_heading && self.is_sentence && unlinked >= PROSE_LETTERS && 4 * unlinked >= self.letters
    }
}

/// The letters outside links of the shortest running text: about eight words.
const PROSE_LETTERS: u32 = 40;

/// Returns the borders of the lines and cells of a text; `blocks` are ascending.
fn pieces(text: &str, blocks: &[Range<usize>], marks: &[Mark]) -> Vec<Range<usize>> {
    let is_cell = |index: &usize| marks[*index].kind == BlockKind::Cell;
    let mut cells = (0..blocks.len()).filter(is_cell).peekable();
    let mut rows = (0..blocks.len()).filter(|index| marks[*index].kind == BlockKind::Row).peekable();
    let mut row: Range<usize> = 0..0;
    let (mut pieces, mut start) = (Vec::new(), 0);
    for line in text.split('\n') {
        let end = start + line.len();
        let mut from = start;
        while let Some(cell) = cells.next_if(|cell| blocks[*cell].start < end) {
            while let Some(next) = rows.next_if(|row| *row < cell) {
                row = blocks[next].clone();
            }
            let cell = blocks[cell].start;
            if cell > from && (row.start < start || row.end > end) {
                // A space separates cells.
                pieces.push(from..cell.saturating_sub(1));
                from = cell;
            }
        }
        if from < end {
            pieces.push(from..end);
        }
        start = end + 1;
    }
    pieces
}

/// Returns the number of letters that a byte begins: 3 for a character of a script without spaces, 0 within a
/// character.
fn weight(byte: u8) -> u32 {
    match byte {
        b' ' | 0x80..=0xBF => 0,
        0xE3..=0xED | 0xF0..=0xFF => 3,
        _ => 1,
    }
}

fn letters(text: &[u8]) -> u32 {
    if text.is_ascii() {
        // Faster than a search for each space: words are short.
        return crate::count(text.iter().filter(|byte| **byte != b' ').count());
    }
    text.iter().map(|byte| weight(*byte)).sum()
}

fn commas(text: &str) -> u32 {
    let is_comma = |c: &char| matches!(c, ',' | '،' | '、' | '，' | '﹐');
    if text.is_ascii() {
        return crate::count(memchr::memchr_iter(b',', text.as_bytes()).count());
    }
    crate::count(text.chars().filter(is_comma).count())
}

/// Returns true if a text ends like a sentence, or contains the end of one.
fn is_sentence(text: &str) -> bool {
    let is_end = |c: char| matches!(c, '.' | '!' | '?' | '…' | ':' | '。' | '！' | '？' | '।' | '؟' | '۔' | '．');
    // The number of a note, as in an encyclopedia.
    let text = if text.ends_with(']') {
        text.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '[' | ']'))
    } else {
        text
    };
    let bytes = text.as_bytes();
    let end = text.trim_end_matches([' ', '"', '\'', ')', ']', '”', '’', '»', '“', '」', '』']);
    end.ends_with(is_end)
        || memchr::memchr3_iter(b'.', b'?', b'!', bytes).any(|at| bytes.get(at + 1) == Some(&b' '))
        || !text.is_ascii() && text.contains(['。', '।', '؟', '۔'])
}

/// Returns the segments of a text in order. Blocks, headings and anchors are ranges in ascending order of their starts.
pub(super) fn segments(
    text: &str,
    blocks: &[Range<usize>],
    marks: &[Mark],
    headings: &[Range<usize>],
    anchors: &[Range<usize>],
) -> Vec<Segment> {
    let mut headings = headings.iter().filter(|heading| !heading.is_empty()).peekable();
    let mut anchors = anchors.iter().filter(|anchor| !anchor.is_empty()).peekable();
    let measure = |range: Range<usize>| {
        let piece = &text[range.clone()];
        while headings.next_if(|heading| heading.end <= range.start).is_some() {}
        let (mut linked, mut done) = (0, range.start);
        while let Some(anchor) = anchors.peek().filter(|anchor| anchor.start < range.end) {
            let within = anchor.start.max(done)..anchor.end.min(range.end);
            done = done.max(within.end);
            linked += text.as_bytes().get(within).map_or(0, letters);
            if anchor.end > range.end {
                break;
            }
            anchors.next();
        }
        let letters = letters(piece.as_bytes());
        Segment {
            is_heading: headings.peek().is_some_and(|heading| heading.start < range.end),
            letters,
            linked: linked.min(letters),
            commas: commas(piece),
            is_sentence: is_sentence(piece),
            block: 0,
            is_row: false,
            range,
        }
    };
    pieces(text, blocks, marks).into_iter().map(measure).collect()
}
