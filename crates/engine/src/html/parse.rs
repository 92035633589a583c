//! HTML to a tree, fed in pieces, with a stop where the tree grows too deep or too large, or a tag too long.
//!
//! html5ever is quadratic in the number of open elements, so between two pieces they are counted: the tree builder shows them
//! to whoever asks (a garbage collector would), which no trick in the markup can hide. It is quadratic in the number of
//! attributes of one tag as well; what the tokenizer holds of an unfinished tag cannot be seen, but that it finishes no token can.
//! Left out on purpose: scripts and frames.

use crate::limits::{ATTRIBUTE_COMPARISONS, PARSE_DEPTH, PARSE_NODES, PARSE_PIECE_BYTES};
use ego_tree::{NodeId, Tree};
use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::Tracer;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink};
use scraper::{Html, HtmlTreeSink, Node};
use std::cell::Cell;

/// The tree of a page, and whether it was cut.
pub(crate) fn parse(text: &str) -> (Html, bool) {
    let mut html = Html::new_document();
    let room = (text.len() / NODE_BYTES).min(FIRST_NODES);
    html.tree = Tree::with_capacity(Node::Document, room);
    let builder = TreeBuilder::new(HtmlTreeSink::new(html), TreeBuilderOpts::default());
    let watched = Watched {
        builder,
        tokens: Cell::new(0),
    };
    let tokenizer = Tokenizer::new(watched, TokenizerOpts::default());
    let cut = feed(&tokenizer, text);
    tokenizer.end();
    (tokenizer.sink.builder.sink.finish(), cut)
}

/// Bytes of markup for each node of a usual page, so that its tree seldom has to be moved as it grows.
const NODE_BYTES: usize = 20;
/// Most nodes for which room is made beforehand.
const FIRST_NODES: usize = 8_192;

/// Feeds the text piece by piece; true where it stopped before the end.
fn feed(tokenizer: &Tokenizer<Watched>, text: &str) -> bool {
    let input = BufferQueue::default();
    let mut tag = Unfinished::default();
    let mut rest = text;
    while !rest.is_empty() {
        if tokenizer.sink.is_full() || tag.comparisons > ATTRIBUTE_COMPARISONS {
            return true;
        }
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PARSE_PIECE_BYTES));
        let before = tokenizer.sink.tokens.get();
        input.push_back(StrTendril::from_slice(piece));
        // The tokenizer hands back each script; there is nothing to run, so it goes on.
        while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
        tag.note(piece, tokenizer.sink.tokens.get() == before);
        rest = after;
    }
    false
}

/// The tree builder, with an eye on the tokens that reach it.
struct Watched {
    builder: TreeBuilder<NodeId, HtmlTreeSink>,
    tokens: Cell<usize>,
}

impl Watched {
    fn is_full(&self) -> bool {
        let open = HandleCount::default();
        self.builder.trace_handles(&open);
        let nodes = self.builder.sink.0.borrow().tree.values().len();
        open.0.get() > PARSE_DEPTH || nodes > PARSE_NODES
    }
}

impl TokenSink for Watched {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        if !matches!(token, Token::ParseError(_)) {
            self.tokens.set(self.tokens.get() + 1);
        }
        self.builder.process_token(token, line)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Counts the handles that the tree builder holds: its open elements, its active formatting elements, and up to four more.
#[derive(Default)]
struct HandleCount(Cell<usize>);

impl Tracer for HandleCount {
    type Handle = NodeId;
    fn trace_handle(&self, _node: &NodeId) {
        self.0.set(self.0.get() + 1);
    }
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

/// How many attributes may start in a piece of a tag: each follows white space, a slash or a quoted value.
fn attributes_at_most(piece: &str) -> u64 {
    let count = |fits: fn(&u8) -> bool| piece.bytes().filter(fits).count() as u64;
    let gaps = count(|b| b.is_ascii_whitespace() || *b == b'/');
    let quotes = count(|b| matches!(b, b'"' | b'\''));
    gaps + quotes / 2
}
