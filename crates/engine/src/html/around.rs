//! Extracts the words around a link: the text of its block before and after it.
//!
//! Source: the augmented context of SharkSearch (Pant §3.2), taken along the tag tree (Pant §2.4).

use std::ops::Range;
use types::limits::CONTEXT_CHARS;

/// Returns the text of `block` without that of `anchor`, at most [`CONTEXT_CHARS`] characters and a space between those before the link and those
/// after it, the nearest to the link; whole words.
pub(crate) fn around(text: &str, block: &Range<usize>, anchor: &Range<usize>) -> String {
    let start = block.start.min(anchor.start);
    let before = tail(text[start..anchor.start].trim(), CONTEXT_CHARS);
    let after = head(
        text[anchor.end..block.end.max(anchor.end)].trim(),
        CONTEXT_CHARS,
    );
    // Each side may take half, plus the unused rest of the other half.
    let (b, a) = (length(before), length(after));
    let before = tail(
        before,
        (CONTEXT_CHARS / 2).max(CONTEXT_CHARS.saturating_sub(a + 1)),
    );
    let after = head(
        after,
        (CONTEXT_CHARS / 2).max(CONTEXT_CHARS.saturating_sub(b + 1)),
    );
    let mut context = String::with_capacity(before.len() + after.len() + 1);
    context.push_str(before);
    if !before.is_empty() && !after.is_empty() {
        context.push(' ');
    }
    context.push_str(after);
    one_line(context)
}

/// Replaces the line ends of a text by spaces.
pub(crate) fn one_line(text: String) -> String {
    if text.contains('\n') {
        text.replace('\n', " ")
    } else {
        text
    }
}

/// Returns the last whole words of a text that fit into so many characters.
fn tail(text: &str, chars: usize) -> &str {
    let Some(at) = from_end(text, chars) else {
        return text;
    };
    if text[..at].ends_with(is_gap) {
        return text[at..].trim_start();
    }
    text[at..]
        .find(is_gap)
        .map_or(&text[at..], |gap| text[at + gap..].trim_start())
}

/// Returns the first whole words of a text that fit into so many characters.
fn head(text: &str, chars: usize) -> &str {
    let Some(at) = from_start(text, chars) else {
        return text;
    };
    if text[at..].starts_with(is_gap) {
        return text[..at].trim_end();
    }
    text[..at]
        .rfind(is_gap)
        .map_or(&text[..at], |gap| text[..gap].trim_end())
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
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}
