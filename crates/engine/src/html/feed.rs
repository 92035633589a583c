//! Feeds text to the HTML tokenizer in pieces, and stops if the token sink is full or a tag is too long.
//!
//! html5ever is quadratic in the number of attributes of one tag. The content of an unfinished tag is not accessible, but a piece
//! that finishes no token is detectable. Not covered: the handling of tokens.

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{TokenSink, Tokenizer};
use types::limits::{ATTRIBUTE_COMPARISONS, PARSE_PIECE_BYTES};

/// A token sink that is checked between two pieces.
pub(crate) trait TokenObserver: TokenSink {
    /// Called with each piece before it is tokenized.
    fn begin(&self, _piece: &str) {}
    /// Returns true if it accepts no more tokens.
    fn is_full(&self) -> bool;
    /// Returns the number of tokens so far, without markup errors.
    fn tokens(&self) -> usize;
}

/// Feeds the text piece by piece; returns true if it stopped before the end.
pub(crate) fn feed<S: TokenObserver>(tokenizer: &Tokenizer<S>, text: &str) -> bool {
    let input = BufferQueue::default();
    let mut tag = Unfinished::default();
    let mut rest = text;
    while !rest.is_empty() {
        if tokenizer.sink.is_full() || tag.comparisons > ATTRIBUTE_COMPARISONS {
            return true;
        }
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PARSE_PIECE_BYTES));
        tokenizer.sink.begin(piece);
        let before = tokenizer.sink.tokens();
        input.push_back(StrTendril::from_slice(piece));
        // The tokenizer returns each script to the caller; there is nothing to run, so it
        // continues.
        while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
        tag.note(piece, tokenizer.sink.tokens() == before);
        rest = after;
    }
    false
}

/// The unfinished token, which may be a tag whose attributes are all compared with one another. (A harmless comment looks
/// the same from outside.)
#[derive(Default)]
struct Unfinished {
    attributes: u64,
    comparisons: u64,
}

impl Unfinished {
    /// Records a piece; `silent` if no token was finished in it.
    fn note(&mut self, piece: &str, silent: bool) {
        if silent {
            let new = attributes_at_most(piece);
            self.attributes += new;
            self.comparisons += new * self.attributes;
        } else {
            self.attributes = 0;
        }
    }
}

/// Returns the maximum number of attributes in a piece of a tag: each follows white space, a slash or a quoted value.
fn attributes_at_most(piece: &str) -> u64 {
    let count = |fits: fn(&u8) -> bool| piece.bytes().filter(fits).count() as u64;
    let gaps = count(|b| b.is_ascii_whitespace() || *b == b'/');
    let quotes = count(|b| matches!(b, b'"' | b'\''));
    gaps + quotes / 2
}
