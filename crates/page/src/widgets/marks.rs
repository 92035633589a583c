//! Splits a snippet into pieces with and without the matched words. Crawled text never becomes markup.

use types::text::cut;
use yew::prelude::*;

/// The most characters of a snippet or a passage that are shown.
const CHARS: usize = 500;

/// A piece of a snippet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnippetPart<'a> {
    /// The text.
    pub text: &'a str,
    /// The text matched.
    pub marked: bool,
}

/// Splits a snippet at its marks, which are byte ranges in order; invalid ranges are ignored. A long snippet is cut at
/// the end.
pub fn pieces<'a>(snippet: &'a str, marks: &[(u32, u32)]) -> Vec<SnippetPart<'a>> {
    all_pieces(cut(snippet, CHARS), marks)
}

/// Splits a text of any length at its marks.
pub(crate) fn all_pieces<'a>(snippet: &'a str, marks: &[(u32, u32)]) -> Vec<SnippetPart<'a>> {
    let mut pieces = Vec::new();
    let mut done = 0;
    for (start, end) in marks {
        let (start, end) = (*start as usize, *end as usize);
        let (Some(before), Some(word)) = (snippet.get(done..start), snippet.get(start..end)) else {
            continue;
        };
        push(&mut pieces, before, false);
        push(&mut pieces, word, true);
        done = end;
    }
    push(&mut pieces, snippet.get(done..).unwrap_or_default(), false);
    pieces
}

fn push<'a>(pieces: &mut Vec<SnippetPart<'a>>, text: &'a str, marked: bool) {
    if !text.is_empty() {
        pieces.push(SnippetPart { text, marked });
    }
}

/// Renders pieces, with the matched words highlighted for which `is_shown` returns true.
pub(crate) fn marked(pieces: &[SnippetPart<'_>], is_shown: impl Fn(&str) -> bool) -> Html {
    html! {
        for piece in pieces {
            if piece.marked && is_shown(piece.text) { <mark>{ piece.text }</mark> } else { { piece.text } }
        }
    }
}
