//! Prepares untrusted text for display: removes control and bidirectional characters, and cuts it to a length.
//!
//! It does not escape; the HTML and CSV writers do.

use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// Returns true for a character that may not be shown: C0 and C1 controls except white space, the bidirectional
/// controls of UAX #9 §2, zero-width characters that only hide something in a word, variation selectors of ideographs,
/// and private-use characters, which are icons of fonts that are not loaded.
pub fn is_hidden(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' | '\u{c}' => false,
        _ if c.is_ascii() => c.is_ascii_control(),
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{e000}'..='\u{f8ff}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e01ef}' => true,
        _ => false,
    }
}

/// Returns the text without hidden characters, with runs of white space folded to one space and trimmed.
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars().filter(|&c| !is_hidden(c)) {
        if c.is_whitespace() {
            gap = !out.is_empty();
            continue;
        }
        if std::mem::take(&mut gap) {
            out.push(' ');
        }
        out.push(c);
    }
    out
}

/// Returns the first `chars` characters of a text.
pub fn cut(text: &str, chars: usize) -> &str {
    // A text has no more characters than bytes, so most texts need no count.
    if text.len() <= chars {
        return text;
    }
    text.char_indices().nth(chars).map_or(text, |(end, _)| &text[..end])
}

/// Joins errors or other parts by semicolons.
pub fn joined(parts: &[impl Display]) -> String {
    let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
    parts.join("; ")
}

/// Formats a reason as a sentence, with a capital and a full stop.
pub fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    let end = if reason.ends_with(['.', '!', '?']) { "" } else { "." };
    first.unwrap_or_default() + letters.as_str() + end
}

/// A part of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// Its text, without hidden characters, on one line, at most [`crate::limits::PASSAGE_CHARS`] characters.
    pub text: String,
    /// Byte ranges of the searched words, in order.
    pub marks: Vec<(u32, u32)>,
    /// True if the start of the line is cut.
    pub is_cut_before: bool,
    /// True if the end of the line is cut.
    pub is_cut_after: bool,
}

/// The passages of a text that contain the searched words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passages {
    /// The first matching lines, at most [`crate::limits::PASSAGES`]; the first lines of the text if none matches.
    pub passages: Vec<Passage>,
    /// Number of further matching lines.
    pub more: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_reverse_or_hide_text_are_removed() {
        for (dirty, shown) in [
            ("plain", "plain"),
            ("  two \t\n words ", "two words"),
            ("a\u{202e}gpj.exe", "agpj.exe"),
            ("\u{2066}isolate\u{2069}", "isolate"),
            ("nul\0 bell\u{7} escape\u{1b}[31m", "nul bell escape[31m"),
            ("c1\u{85}control", "c1control"),
            ("soft\u{ad}hyphen", "softhyphen"),
            ("no\u{a0}break", "no break"),
            ("icon\u{f0c1}", "icon"),
            ("\u{200b}", ""),
            ("漢\u{e0100}字", "漢字"),
            ("family 👨\u{200d}👩", "family 👨\u{200d}👩"),
        ] {
            assert_eq!(clean(dirty), shown, "{dirty:?}");
        }
    }

    #[test]
    fn a_reason_becomes_one_sentence() {
        assert_eq!(sentence("the disk is full"), "The disk is full.");
        assert_eq!(sentence("Is it full?"), "Is it full?");
    }

    #[test]
    fn a_cut_counts_characters_and_never_splits_one() {
        assert_eq!(cut("äöü", 2), "äö");
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("", 3), "");
    }
}
