//! Extracts the context of a link: the text of its block before and after the anchor.
//!
//! Source: the augmented context of SharkSearch (Pant §3.2), taken along the tag tree (Pant §2.4).

use std::ops::Range;
use types::limits::CONTEXT_CHARS;

/// Returns the whole words of `block` nearest to `anchor`, without the anchor's own: at most [`CONTEXT_CHARS`]
/// characters, plus a space between those before it and those after it.
pub(crate) fn around(text: &str, block: &Range<usize>, anchor: &Range<usize>) -> String {
    let start = block.start.min(anchor.start);
    let before = tail(text[start..anchor.start].trim(), CONTEXT_CHARS);
    let after = head(text[anchor.end..block.end.max(anchor.end)].trim(), CONTEXT_CHARS);
    // Each side may use half of the characters, plus what the other side leaves.
    let (b, a) = (length(before), length(after));
    let before = tail(before, (CONTEXT_CHARS / 2).max(CONTEXT_CHARS.saturating_sub(a + 1)));
    let after = head(after, (CONTEXT_CHARS / 2).max(CONTEXT_CHARS.saturating_sub(b + 1)));
    let mut context = String::with_capacity(before.len() + after.len() + 1);
    context.push_str(before);
    if !before.is_empty() && !after.is_empty() {
        context.push(' ');
    }
    context.push_str(after);
    one_line(context)
}

/// Replaces the line ends of a text with spaces.
pub(crate) fn one_line(text: String) -> String {
    if text.contains('\n') { text.replace('\n', " ") } else { text }
}

/// Returns the last whole words of a text, at most `chars` characters.
fn tail(text: &str, chars: usize) -> &str {
    let Some(at) = from_end(text, chars) else {
        return text;
    };
    if text[..at].ends_with(is_gap) {
        return text[at..].trim_start();
    }
    text[at..].find(is_gap).map_or(&text[at..], |gap| text[at + gap..].trim_start())
}

/// Returns the first whole words of a text, at most `chars` characters.
fn head(text: &str, chars: usize) -> &str {
    let Some(at) = from_start(text, chars) else {
        return text;
    };
    if text[at..].starts_with(is_gap) {
        return text[..at].trim_end();
    }
    text[..at].rfind(is_gap).map_or(&text[..at], |gap| text[..gap].trim_end())
}

fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\n')
}

/// Returns the end of the first `chars` characters; `None` if the text is not longer.
fn from_start(text: &str, chars: usize) -> Option<usize> {
    if text.len() <= chars {
        return None;
    }
    if text.as_bytes()[..chars].is_ascii() {
        return Some(chars);
    }
    text.char_indices().nth(chars).map(|(at, _)| at)
}

/// Returns the start of the last `chars` characters; `None` if the text is not longer.
fn from_end(text: &str, chars: usize) -> Option<usize> {
    let at = text.len().checked_sub(chars).filter(|&at| at > 0)?;
    if text.as_bytes()[at..].is_ascii() {
        return Some(at);
    }
    let start = text.char_indices().nth_back(chars.saturating_sub(1))?.0;
    (start > 0).then_some(start)
}

fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}
