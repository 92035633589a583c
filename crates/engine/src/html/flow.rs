//! Builds the visible text of a page: collapses white space, puts blocks on lines of their own, and omits hidden
//! characters.

use std::ops::Range;
use types::text::is_hidden;

/// The separator between the text so far and the next word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Separator {
    /// Nothing.
    #[default]
    None,
    /// A space.
    Space,
    /// The border of a block.
    Line,
}

/// A text under construction.
#[derive(Debug, Default)]
pub(crate) struct TextBuilder {
    text: String,
    gap: Separator,
    /// The start of each non-empty text node.
    leaves: Vec<u32>,
    /// True if the current text node has a word.
    in_node: bool,
}

impl TextBuilder {
    /// Adds a gap, which is written before the next word; of several gaps the widest counts.
    pub(crate) fn gap(&mut self, gap: Separator) {
        self.gap = self.gap.max(gap);
    }

    /// Ends the current text node.
    pub(crate) fn end_node(&mut self) {
        self.in_node = false;
    }

    /// Adds text to the current text node.
    pub(crate) fn push(&mut self, text: &str) {
        let mut rest = text;
        loop {
            let (folded, after) = rest.split_at(folded_length(rest.as_bytes()));
            if !folded.is_empty() {
                self.close_gap();
                self.text.push_str(folded);
            }
            let mut after = after.chars();
            let Some(next) = after.next() else {
                return;
            };
            self.character(next);
            rest = after.as_str();
        }
    }

    fn character(&mut self, c: char) {
        if c.is_whitespace() {
            self.gap(Separator::Space);
        } else if !is_hidden(c) {
            self.close_gap();
            self.text.push(c);
        }
    }

    fn close_gap(&mut self) {
        let gap = std::mem::take(&mut self.gap);
        if !self.text.is_empty() {
            match gap {
                Separator::None => {}
                Separator::Space => self.text.push(' '),
                Separator::Line => self.text.push('\n'),
            }
        }
        if !std::mem::replace(&mut self.in_node, true) {
            self.leaves.extend(u32::try_from(self.text.len()));
        }
    }

    /// Returns the length of the text in bytes.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns the text from a position that was its length.
    pub(crate) fn text_since(&self, start: usize) -> &str {
        self.text.get(start..).unwrap_or_default()
    }

    /// Returns the empty range at the end of the text.
    pub(crate) fn here(&self) -> Range<usize> {
        self.text.len()..self.text.len()
    }

    /// Returns the range from `start` to the end without leading white space; the text has no trailing white space.
    pub(crate) fn since(&self, start: usize) -> Range<usize> {
        self.between(start, self.text.len())
    }

    /// Returns the range from `start` to `end` without leading white space.
    pub(crate) fn between(&self, start: usize, end: usize) -> Range<usize> {
        let start = start.min(end);
        let lead = self.text.as_bytes()[start..end].iter().take_while(|b| b.is_ascii_whitespace());
        (start + lead.count()).min(end)..end
    }

    /// Returns the text and the byte offset of each text node.
    pub(crate) fn finish(self) -> (String, Vec<u32>) {
        (self.text, self.leaves)
    }
}

/// Returns the length of the prefix that can be copied unchanged: words of visible ASCII, separated by single spaces.
fn folded_length(bytes: &[u8]) -> usize {
    let mut end = 0;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'!'..=b'~' => end = at + 1,
            b' ' if at > 0 && end == at => {}
            _ => break,
        }
    }
    end
}
