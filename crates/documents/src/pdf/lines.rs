//! Assembles glyphs to lines, and lines to the text of a page in reading order.
//!
//! Most programs write a page in reading order, column by column; a page whose lines often jump up within a column is
//! sorted from top to bottom.

use super::interpret::{Glyph, Point};
use super::text::{has_no_spaces, is_right_to_left};
use icu_normalizer::ComposingNormalizerBorrowed;
use std::ops::Range;

/// A gap of more than this share of the font size is a space, as in poppler (`minWordBreakSpace`).
const WORD_GAP: f64 = 0.1;
/// Two glyphs are on one line if their baselines differ by at most this share of the font size.
const SAME_LINE: f64 = 0.5;
/// The next line of a paragraph is at most this many font sizes below.
const NEXT_LINE: f64 = 1.9;
/// Number of lines before a line among which an overprint of it is looked for.
const OVERPRINTS: usize = 4;

/// A rectangle: left, bottom, right, top.
pub(super) type Rect = [f64; 4];

/// A line of text.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) size: f64,
    direction: Point,
    /// Across the direction of writing: greater is higher.
    base: f64,
    /// Along the direction of writing.
    from: f64,
    to: f64,
    /// The number of characters that were drawn from left to right, and are written from right to left.
    visual: usize,
    right_to_left: usize,
}

/// The text of a page.
#[derive(Debug, Default)]
pub(super) struct PageText {
    pub(super) text: String,
    /// The part of the text in each of the given rectangles.
    pub(super) spans: Vec<Range<usize>>,
    /// The font size of each line, with its text.
    pub(super) sizes: Vec<(f64, String)>,
}

/// The lines of a page, and where in them each rectangle, the place of a link, has text: line, first and last byte.
pub(super) struct Lines<'r> {
    found: Vec<Line>,
    rects: &'r [Rect],
    hits: Vec<Vec<(usize, Range<usize>)>>,
}

impl Line {
    fn new(glyph: &Glyph) -> Self {
        let (from, base) = place(glyph.start, glyph.direction);
        Self {
            text: String::new(),
            size: glyph.size,
            direction: glyph.direction,
            base,
            from,
            to: from,
            visual: 0,
            right_to_left: 0,
        }
    }

    /// Returns how a glyph continues the line; `None` if it is on another one.
    fn gap(&self, glyph: &Glyph) -> Option<Gap> {
        let same = self.direction.x * glyph.direction.x + self.direction.y * glyph.direction.y > 0.99;
        let (from, base) = place(glyph.start, glyph.direction);
        let (to, _) = place(glyph.end, glyph.direction);
        let size = self.size.max(glyph.size);
        if !same || (base - self.base).abs() > SAME_LINE * size {
            return None;
        }
        let is_rtl = glyph.text.text.chars().any(is_right_to_left);
        let (behind, before) = (from - self.to, self.from - to);
        match () {
            () if is_rtl && before > -0.3 * size && from < self.from && !self.text.is_empty() => {
                Some(Gap { is_space: before > WORD_GAP * size, is_leftwards: true })
            }
            () if behind >= -size => Some(Gap { is_space: behind > WORD_GAP * glyph.size, is_leftwards: false }),
            () => None,
        }
    }

    fn push(&mut self, glyph: &Glyph, gap: Gap) -> Range<usize> {
        let (from, _) = place(glyph.start, glyph.direction);
        let (to, _) = place(glyph.end, glyph.direction);
        let text = &*glyph.text.text;
        if gap.is_space && !self.text.ends_with(' ') && !self.text.is_empty() {
            self.text.push(' ');
        }
        let is_over = from < self.to - WORD_GAP * glyph.size;
        let rtl = text.chars().filter(|c| is_right_to_left(*c)).count();
        self.right_to_left += rtl;
        if !gap.is_leftwards {
            self.visual += rtl;
        }
        let start = self.text.len();
        match is_over.then(|| composed(&self.text, text)).flatten() {
            Some((bytes, letter)) => {
                self.text.truncate(start - bytes);
                self.text.push_str(&letter);
            }
            // The line is reversed at its end, but not the letters of a ligature.
            None if rtl > 1 && !gap.is_leftwards => self.text.extend(text.chars().rev()),
            None if text != " " || !self.text.ends_with(' ') => self.text.push_str(text),
            None => {}
        }
        self.from = self.from.min(from);
        self.to = if gap.is_leftwards { self.to } else { self.to.max(to) };
        if glyph.size > self.size {
            self.size = glyph.size;
        }
        start.min(self.text.len())..self.text.len()
    }

    /// Puts the characters of a line that is written from right to left into their logical order.
    fn finish(&mut self) {
        let length = self.text.trim_end().len();
        self.text.truncate(length);
        if self.right_to_left == 0 || self.visual * 2 <= self.right_to_left {
            return;
        }
        let letters = self.text.chars().filter(|c| c.is_alphabetic()).count();
        self.text =
            if self.right_to_left * 2 >= letters { reversed(&self.text) } else { with_reversed_words(&self.text) };
    }
}

/// The gap between a line and its next glyph.
#[derive(Clone, Copy, Default)]
struct Gap {
    is_space: bool,
    /// The glyph is to the left: the line is drawn in the order in which it is read.
    is_leftwards: bool,
}

impl<'r> Lines<'r> {
    pub(super) fn new(rects: &'r [Rect]) -> Self {
        Self { found: Vec::new(), rects, hits: vec![Vec::new(); rects.len()] }
    }

    /// Returns the operations of comparing a glyph with all rectangles: some four take the time of one.
    pub(super) fn comparisons(&self) -> u64 {
        self.rects.len() as u64 / 4
    }

    /// Adds the next glyph.
    pub(super) fn add(&mut self, glyph: &Glyph) {
        let is_space = &*glyph.text.text == " ";
        let gap = self.found.last().and_then(|line| line.gap(glyph));
        let gap = match gap {
            Some(gap) => gap,
            None if is_space => return,
            None => {
                self.drop_overprint();
                self.found.push(Line::new(glyph));
                Gap::default()
            }
        };
        let at = self.found.len().saturating_sub(1);
        let Some(line) = self.found.last_mut() else {
            return;
        };
        let range = line.push(glyph, gap);
        let middle = Point {
            x: f64::midpoint(glyph.start.x, glyph.end.x),
            y: f64::midpoint(glyph.start.y, glyph.end.y) + glyph.size / 4.0,
        };
        for (rect, hits) in self.rects.iter().zip(&mut self.hits) {
            if rect[0] <= middle.x && middle.x <= rect[2] && rect[1] <= middle.y && middle.y <= rect[3] {
                match hits.last_mut() {
                    Some((line, found)) if *line == at => found.end = range.end,
                    _ => hits.push((at, range.clone())),
                }
            }
        }
    }

    /// Drops the last line if it is the same as one before it at the same place: text is drawn twice to be bold.
    fn drop_overprint(&mut self) {
        let Some((last, before)) = self.found.split_last_mut() else {
            return;
        };
        let is_same = |line: &Line| {
            line.text == last.text
                && (line.base - last.base).abs() < 0.2 * line.size
                && (line.from - last.from).abs() < 0.2 * line.size
        };
        if before.iter().rev().take(OVERPRINTS).any(is_same) {
            last.text.clear();
        }
    }

    /// Returns the order in which the lines are read.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.found.len()).filter(|at| !self.found[*at].text.is_empty()).collect();
        let jumps = order.windows(2).filter(|pair| self.found[pair[1]].is_above(&self.found[pair[0]])).count();
        if jumps * 5 > order.len() {
            order.sort_by(|a, b| {
                let (a, b) = (&self.found[*a], &self.found[*b]);
                let row = |line: &Line| (line.base / line.size.clamp(4.0, 40.0)).round();
                row(b).total_cmp(&row(a)).then(a.from.total_cmp(&b.from))
            });
        }
        order
    }

    /// Returns the text of the page.
    pub(super) fn joined(mut self) -> PageText {
        self.found.iter_mut().for_each(Line::finish);
        let mut page = PageText { spans: vec![0..0; self.rects.len()], ..PageText::default() };
        let mut places = vec![0..0; self.found.len()];
        let mut previous: Option<usize> = None;
        for at in self.order() {
            let line = &self.found[at];
            if let Some(previous) = previous {
                join(&mut page.text, &self.found[previous], line);
                places[previous].end = places[previous].end.min(page.text.len());
            }
            let start = page.text.len();
            page.text.push_str(&line.text);
            places[at] = start..page.text.len();
            page.sizes.push((line.size, line.text.clone()));
            previous = Some(at);
        }
        for (span, hits) in page.spans.iter_mut().zip(&self.hits) {
            let ranges = hits.iter().map(|(line, range)| {
                let place = &places[*line];
                (place.start + range.start).min(place.end)..(place.start + range.end).min(place.end)
            });
            let ranges = ranges.filter(|range| !range.is_empty());
            if let Some(whole) = ranges.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)) {
                let end = page.text.floor_char_boundary(whole.end.min(page.text.len()));
                *span = page.text.floor_char_boundary(whole.start).min(end)..end;
            }
        }
        page
    }
}

impl Line {
    fn overlaps(&self, other: &Self) -> bool {
        self.from < other.to && other.from < self.to
    }

    /// Returns true if this line is above another one of its column.
    fn is_above(&self, other: &Self) -> bool {
        self.base > other.base + self.size && self.overlaps(other)
    }

    /// Returns true if this line continues the paragraph of the line before it.
    fn continues(&self, previous: &Self) -> bool {
        let down = previous.base - self.base;
        let (small, large) = (self.size.min(previous.size), self.size.max(previous.size));
        let is_parallel = self.direction.x * previous.direction.x + self.direction.y * previous.direction.y > 0.99;
        is_parallel && self.overlaps(previous) && down > 0.0 && down <= NEXT_LINE * large && large <= 1.2 * small
    }
}

/// Ends a line before the next one: with a line break, a space, or nothing if a hyphen divides a word.
fn join(text: &mut String, previous: &Line, next: &Line) {
    let first = next.text.chars().next().unwrap_or(' ');
    let is_same_size = (previous.size - next.size).abs() <= 0.2 * previous.size;
    if is_same_size && first.is_lowercase() && ends_with_division(text) {
        text.pop();
        return;
    }
    let is_on_line = (previous.base - next.base).abs() <= SAME_LINE * previous.size && !previous.overlaps(next);
    if !is_on_line && !next.continues(previous) {
        text.push('\n');
    } else if !(text.ends_with(has_no_spaces) && has_no_spaces(first)) {
        text.push(' ');
    }
}

/// Returns true if a text ends with a hyphen behind a lower-case letter.
fn ends_with_division(text: &str) -> bool {
    let mut last = text.chars().rev();
    matches!(last.next(), Some('-' | '\u{ad}' | '\u{2010}')) && last.next().is_some_and(char::is_lowercase)
}

/// Returns the place of a point along and across a direction.
fn place(point: Point, direction: Point) -> (f64, f64) {
    (point.x * direction.x + point.y * direction.y, point.y * direction.x - point.x * direction.y)
}

/// Returns the letter that an accent and a letter over it make, and the length of the accent in bytes. TeX's old fonts
/// draw them one over the other.
fn composed(text: &str, letter: &str) -> Option<(usize, String)> {
    let accent = text.chars().next_back()?;
    let combining = match accent {
        '`' => '\u{300}',
        '´' => '\u{301}',
        'ˆ' | '^' => '\u{302}',
        '˜' | '~' => '\u{303}',
        '¯' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30a}',
        '˝' => '\u{30b}',
        'ˇ' => '\u{30c}',
        _ => return None,
    };
    let mut chars = letter.chars();
    let base = match (chars.next()?, chars.next()) {
        ('ı', None) => 'i',
        (base, None) if base.is_alphabetic() => base,
        _ => return None,
    };
    let pair: String = [base, combining].into_iter().collect();
    Some((accent.len_utf8(), ComposingNormalizerBorrowed::new_nfc().normalize(&pair).into_owned()))
}

/// Reverses the parts of a line that are written from right to left, in a line that is not.
fn with_reversed_words(text: &str) -> String {
    let (mut whole, mut part) = (String::with_capacity(text.len()), String::new());
    for c in text.chars() {
        let is_between = !part.is_empty() && !c.is_alphanumeric();
        if is_right_to_left(c) || is_between {
            part.push(c);
            continue;
        }
        end_part(&mut whole, &mut part);
        whole.push(c);
    }
    end_part(&mut whole, &mut part);
    whole
}

/// Adds a part that is written from right to left, and what stands behind it.
fn end_part(whole: &mut String, part: &mut String) {
    let end = part.rfind(is_right_to_left).map_or(0, |at| part.ceil_char_boundary(at + 1));
    whole.push_str(&reversed(&part[..end]));
    whole.push_str(&part[end..]);
    part.clear();
}

/// Reverses a line that was drawn from left to right and is written from right to left; numbers and words of other
/// scripts keep their order.
fn reversed(text: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut keeps = false;
    for c in text.chars() {
        let is_kept = c.is_alphanumeric() && !is_right_to_left(c);
        match parts.last_mut() {
            Some(part) if keeps && (is_kept || matches!(c, '.' | ',' | '-' | '/' | ':' | '@')) => part.push(c),
            _ => {
                keeps = is_kept;
                parts.push(mirrored(c).to_string());
            }
        }
    }
    parts.reverse();
    parts.concat()
}

/// Returns the bracket that opens where one is drawn that closes, and the reverse.
fn mirrored(c: char) -> char {
    match c {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '«' => '»',
        '»' => '«',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fonts::Code;
    use super::*;
    use std::rc::Rc;

    /// Returns the glyphs of words of ten points, each character five points wide.
    fn glyphs(words: &[(&str, f64, f64)]) -> Vec<Glyph> {
        let glyph = |c: char, x: f64, y: f64| Glyph {
            text: Rc::new(Code { text: c.to_string().into(), advance: 500.0 }),
            start: Point { x, y },
            end: Point { x: x + 5.0, y },
            direction: Point { x: 1.0, y: 0.0 },
            size: 10.0,
        };
        let of_word = |(word, x, y): &(&str, f64, f64)| {
            let (x, y) = (*x, *y);
            word.chars().enumerate().map(move |(at, c)| glyph(c, x + 5.0 * at as f64, y)).collect::<Vec<_>>()
        };
        words.iter().flat_map(of_word).collect()
    }

    fn assemble(glyphs: &[Glyph], rects: &[Rect]) -> PageText {
        let mut lines = Lines::new(rects);
        for glyph in glyphs {
            lines.add(glyph);
        }
        lines.joined()
    }

    fn text(words: &[(&str, f64, f64)]) -> String {
        assemble(&glyphs(words), &[]).text
    }

    #[test]
    fn gaps_are_spaces_and_distant_lines_are_paragraphs() {
        for (words, expected) in [
            (&[("spi", 0.0, 100.0), ("der", 15.5, 100.0), ("web", 35.0, 100.0)][..], "spider web"),
            (&[("a spider", 0.0, 100.0), ("hunts", 0.0, 88.0), ("Next", 0.0, 50.0)], "a spider hunts\nNext"),
            (&[("left", 0.0, 100.0), ("right", 200.0, 112.0)], "left\nright"),
            (&[("x", 0.0, 100.0), ("2", 5.0, 104.0)], "x2"),
        ] {
            assert_eq!(text(words), expected);
        }
    }

    #[test]
    fn a_word_divided_by_a_hyphen_is_mended() {
        for (first, second, expected) in [
            ("arach-", "nids", "arachnids"),
            ("arach\u{ad}", "nids", "arachnids"),
            ("Smith-", "Jones", "Smith- Jones"),
            ("1990-", "x", "1990- x"),
            ("蜘蛛", "網", "蜘蛛網"),
        ] {
            assert_eq!(text(&[(first, 0.0, 100.0), (second, 0.0, 88.0)]), expected);
        }
    }

    #[test]
    fn bold_by_overprint_is_read_once() {
        assert_eq!(text(&[("bold", 0.0, 100.0), ("bold", 0.3, 100.0), ("end", 0.0, 60.0)]), "bold\nend");
    }

    #[test]
    fn a_page_that_is_drawn_from_the_bottom_is_read_from_the_top() {
        assert_eq!(text(&[("c", 0.0, 20.0), ("b", 0.0, 60.0), ("a", 0.0, 100.0)]), "a\nb\nc");
    }

    #[test]
    fn right_to_left_text_is_in_logical_order_however_it_is_drawn() {
        let drawn_rightwards = [("(םולש) 12.5", 0.0, 100.0)];
        let drawn_leftwards = [("ש", 20.0, 100.0), ("ל", 15.0, 100.0), ("ו", 10.0, 100.0), ("ם", 5.0, 100.0)];
        assert_eq!(text(&drawn_rightwards), "12.5 (שלום)");
        assert_eq!(text(&[("the word םולש בוט, then", 0.0, 100.0)]), "the word טוב שלום, then");
        assert_eq!(text(&drawn_leftwards), "שלום");
    }

    #[test]
    fn an_accent_over_a_letter_is_one_character() {
        assert_eq!(text(&[("caf´", 0.0, 100.0), ("e", 15.0, 100.0)]), "café");
    }

    #[test]
    fn a_rectangle_has_the_text_in_it() {
        let page = assemble(&glyphs(&[("see the paper", 0.0, 100.0), ("on", 0.0, 88.0)]), &[[20.0, 98.0, 65.0, 110.0]]);
        assert_eq!(&page.text[page.spans[0].clone()], "the paper");
    }
}
