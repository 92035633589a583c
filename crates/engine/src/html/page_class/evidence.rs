//! Collects what the rules look at: lower-case texts of bounded length, and counts.

use super::super::document::Document;
use super::lists::List;
use memchr::memmem;

/// The number of bytes of markup that are searched for markers.
const MARKUP_BYTES: usize = 48 * 1024;
/// The number of bytes of text that are searched for words.
const TEXT_BYTES: usize = 12 * 1024;
/// The number of headings that are compared with words.
const HEADINGS: usize = 2;

/// Holds the texts and counts of a page with little text.
pub(super) struct Evidence<'a> {
    /// The parsed page.
    pub(super) document: &'a Document,
    /// The beginning of the markup in lower case.
    pub(super) markup: String,
    /// The beginning of the text in lower case, one block a line.
    pub(super) text: String,
    /// The title and the first headings in lower case, one a line.
    pub(super) heads: String,
    /// The number of letters and digits outside links, and outside notices that require scripts; a CJK character counts
    /// as two.
    pub(super) letters: usize,
    /// The number of links.
    pub(super) links: usize,
}

impl<'a> Evidence<'a> {
    pub(super) fn new(markup: &str, document: &'a Document, letters: usize) -> Self {
        let headings = document.headings.iter().take(HEADINGS);
        let heads = headings.fold(lower(&document.title), |mut heads, heading| {
            heads.push('\n');
            heads.push_str(&lower(heading));
            heads
        });
        Self {
            document,
            markup: prefix(markup, MARKUP_BYTES).to_ascii_lowercase(),
            text: lower(prefix(&document.body, TEXT_BYTES)),
            heads,
            letters,
            links: document.links.len(),
        }
    }

    /// Returns true if the markup has one of these markers.
    pub(super) fn has_marker(&self, markers: List) -> bool {
        markers.is_in(&self.markup)
    }

    /// Returns true if the title or a heading has one of these phrases.
    pub(super) fn heads_have(&self, words: List) -> bool {
        words.is_in(&self.heads)
    }

    /// Returns true if the title, a part of it, or a heading is one of these phrases and nothing else.
    pub(super) fn a_head_is(&self, words: List) -> bool {
        let mut parts = self.heads.split('\n').flat_map(title_parts);
        parts.any(|part| words.phrases().contains(&part))
    }

    /// Returns true if a line of the text is one of these phrases and nothing else.
    pub(super) fn a_line_is(&self, words: List) -> bool {
        let mut lines = self.text.lines().map(bare);
        lines.any(|line| words.phrases().contains(&line))
    }

    /// Returns true if the text has one of these phrases.
    pub(super) fn text_has(&self, words: List) -> bool {
        words.is_in(&self.text)
    }

    /// Returns true if the first `bytes` of the text have one of these phrases.
    pub(super) fn text_begins_with(&self, words: List, bytes: usize) -> bool {
        words.is_in(prefix(&self.text, bytes))
    }
}

/// Returns true if the text has this phrase.
pub(super) fn contains(text: &str, phrase: &str) -> bool {
    memmem::find(text.as_bytes(), phrase.as_bytes()).is_some()
}

/// Returns the parts of a title between its separators, such as the page's and the site's, without punctuation around
/// them.
fn title_parts(title: &str) -> impl Iterator<Item = &str> {
    let is_separator = |c| matches!(c, '|' | '–' | '—' | '·' | '•' | ':' | '»' | '«');
    let parts = title.split(is_separator).flat_map(|part| part.split(" - "));
    parts.map(bare)
}

/// Returns the text without punctuation around it.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Returns the lower-case form, with straight apostrophes.
fn lower(text: &str) -> String {
    let lower = text.to_lowercase();
    if lower.contains('’') { lower.replace('’', "'") } else { lower }
}

/// Returns the first `bytes` of a text, or fewer so that no character is divided.
pub(super) fn prefix(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Returns the number of bytes of the text outside links.
pub(super) fn own_bytes(document: &Document) -> usize {
    let linked = document.links.iter().map(|link| link.span.1.saturating_sub(link.span.0) as usize);
    document.body.len().saturating_sub(linked.sum())
}

/// Returns the number of letters and digits outside links.
pub(super) fn own_letters(document: &Document) -> usize {
    let mut letters = 0;
    let mut at = 0;
    for link in &document.links {
        let (start, end) = (link.span.0 as usize, link.span.1 as usize);
        letters += count_letters(document.body.get(at..start).unwrap_or_default());
        at = at.max(end);
    }
    letters + count_letters(document.body.get(at..).unwrap_or_default())
}

/// Returns the number of letters and digits; a CJK character counts as two.
pub(in super::super) fn count_letters(text: &str) -> usize {
    text.chars()
        .map(|c| match c {
            '\u{2E80}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' => 2,
            c if c.is_alphanumeric() => 1,
            _ => 0,
        })
        .sum()
}
