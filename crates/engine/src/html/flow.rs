//! Builds the visible text of a page: white space folded, blocks on lines of their own, hidden characters omitted.

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
    /// The start of each text node with words.
    leaves: Vec<u32>,
    /// True until the current text node has a word.
    is_fresh: bool,
}

impl TextBuilder {
    /// Adds a gap. It is written once a word follows it; of several gaps the widest counts.
    pub(crate) fn gap(&mut self, gap: Separator) {
        self.gap = self.gap.max(gap);
    }

    /// Adds the text of a text node.
    pub(crate) fn push(&mut self, text: &str) {
        self.is_fresh = true;
        for run in text.split_inclusive(|c: char| c.is_ascii_whitespace()) {
            let word = run.trim_end_matches(|c: char| c.is_ascii_whitespace());
            if word.is_ascii() {
                self.plain(word);
            } else {
                self.wide(word);
            }
            if word.len() < run.len() {
                self.gap(Separator::Space);
            }
        }
    }

    fn plain(&mut self, word: &str) {
        if word.bytes().any(|b| b.is_ascii_control()) {
            self.wide(word);
        } else if !word.is_empty() {
            self.close_gap();
            self.text.push_str(word);
        }
    }

    fn wide(&mut self, word: &str) {
        for c in word.chars() {
            if c.is_whitespace() {
                self.gap(Separator::Space);
            } else if !is_hidden(c) {
                self.close_gap();
                self.text.push(c);
            }
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
        if std::mem::take(&mut self.is_fresh) {
            self.leaves.extend(u32::try_from(self.text.len()));
        }
    }

    /// Returns the empty range at the end of the text.
    pub(crate) fn here(&self) -> Range<usize> {
        self.text.len()..self.text.len()
    }

    /// Returns the range from `start` to the end, without white space at its start (there is none at its end).
    pub(crate) fn since(&self, start: usize) -> Range<usize> {
        let end = self.text.len();
        let lead = self.text.as_bytes()[start..]
            .iter()
            .take_while(|b| b.is_ascii_whitespace());
        (start + lead.count()).min(end)..end
    }

    /// Returns the text, and where each of its text nodes begins.
    pub(crate) fn finish(self) -> (String, Vec<u32>) {
        (self.text, self.leaves)
    }
}
