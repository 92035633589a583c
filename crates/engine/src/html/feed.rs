//! Text to the HTML tokenizer, piece by piece, with a stop where its reader is full or a tag is too long.
//!
//! html5ever is quadratic in the number of attributes of one tag; what the tokenizer holds of an unfinished tag cannot be seen, but
//! that it finishes no token can. Not covered: what becomes of the tokens.

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{TokenSink, Tokenizer};
use types::limits::{ATTRIBUTE_COMPARISONS, PARSE_PIECE_BYTES};

/// A reader of tokens that is looked at between two pieces.
pub(crate) trait TokenObserver: TokenSink {
    /// Called with each piece before it is tokenized.
    fn begin(&self, _piece: &str) {}
    /// Returns true if it wants no more.
    fn is_full(&self) -> bool;
    /// Tokens that came so far, errors of the markup apart.
    fn tokens(&self) -> usize;
}

/// Feeds the text piece by piece; true where it stopped before the end.
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
        // The tokenizer hands back each script; there is nothing to run, so it goes on.
        while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
        tag.note(piece, tokenizer.sink.tokens() == before);
        rest = after;
    }
    false
}

/// The token under way, which may be a tag with attributes that are all compared with one another (or a harmless comment:
/// from outside they look alike).
#[derive(Default)]
struct Unfinished {
    attributes: u64,
    comparisons: u64,
}

impl Unfinished {
    /// Notes a piece that was fed; `silent` where no token was finished in it.
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
