//! The words around a link: what its block says before and after it.
//!
//! Source: the augmented context of SharkSearch (Pant §3.2), taken along the tag tree (Pant §2.4).

use crate::limits::CONTEXT_CHARS;
use std::ops::Range;

/// The text of `block` without that of `anchor`, at most [`CONTEXT_CHARS`] characters, the nearest to the link; whole words.
pub(crate) fn around(text: &str, block: &Range<usize>, anchor: &Range<usize>) -> String {
    let start = block.start.min(anchor.start);
    let before = text[start..anchor.start].trim();
    let after = text[anchor.end..block.end.max(anchor.end)].trim();
    let half = CONTEXT_CHARS / 2;
    let (before, after) = (tail(before, CONTEXT_CHARS), head(after, CONTEXT_CHARS));
    let (b, a) = (before.chars().count(), after.chars().count());
    let before = tail(before, half.max(CONTEXT_CHARS.saturating_sub(a + 1)));
    let after = head(after, half.max(CONTEXT_CHARS.saturating_sub(b + 1)));
    let space = if before.is_empty() || after.is_empty() {
        ""
    } else {
        " "
    };
    format!("{before}{space}{after}").replace('\n', " ")
}

/// The last whole words of a text that fit into so many characters.
fn tail(text: &str, chars: usize) -> &str {
    match text.char_indices().nth_back(chars) {
        None => text,
        Some((at, _)) => {
            let rest = &text[at..];
            rest.find(is_gap)
                .map_or(&rest[first_char(rest)..], |gap| rest[gap..].trim_start())
        }
    }
}

/// The first whole words of a text that fit into so many characters.
fn head(text: &str, chars: usize) -> &str {
    match text.char_indices().nth(chars) {
        None => text,
        Some((at, next)) => {
            let end = at + next.len_utf8();
            let rest = &text[..end];
            rest.rfind(is_gap)
                .map_or(&text[..at], |gap| rest[..gap].trim_end())
        }
    }
}

fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\n')
}

fn first_char(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}
