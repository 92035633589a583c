//! HTML to a tree, fed in pieces, with a stop where the tree grows too deep or too large.
//!
//! html5ever is quadratic in the number of open elements, so between two pieces they are counted: the parser shows them to
//! whoever asks (a garbage collector would), which no trick in the markup can hide. Left out on purpose: scripts and frames.

use crate::limits::{PARSE_DEPTH, PARSE_NODES, PARSE_PIECE_BYTES};
use ego_tree::{NodeId, Tree};
use html5ever::interface::Tracer;
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{ParseOpts, Parser};
use scraper::{Html, HtmlTreeSink, Node};
use std::cell::Cell;

/// The tree of a page, and whether it was cut.
pub(crate) fn parse(text: &str) -> (Html, bool) {
    let mut html = Html::new_document();
    html.tree = Tree::with_capacity(Node::Document, (text.len() / NODE_BYTES).min(FIRST_NODES));
    let sink = HtmlTreeSink::new(html);
    let mut parser = html5ever::parse_document(sink, ParseOpts::default());
    let mut rest = text;
    while !rest.is_empty() && !is_full(&parser) {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PARSE_PIECE_BYTES));
        parser.process(StrTendril::from_slice(piece));
        rest = after;
    }
    (parser.finish(), !rest.is_empty())
}

/// Bytes of markup for each node of a usual page, so that its tree seldom has to be moved as it grows.
const NODE_BYTES: usize = 20;
/// Most nodes for which room is made beforehand.
const FIRST_NODES: usize = 8_192;

fn is_full(parser: &Parser<HtmlTreeSink>) -> bool {
    let builder = &parser.tokenizer.sink;
    let open = HandleCount::default();
    builder.trace_handles(&open);
    open.0.get() > PARSE_DEPTH || builder.sink.0.borrow().tree.values().len() > PARSE_NODES
}

/// Counts the handles that the tree builder holds: its open elements, its active formatting elements, and up to five more.
#[derive(Default)]
struct HandleCount(Cell<usize>);

impl Tracer for HandleCount {
    type Handle = NodeId;
    fn trace_handle(&self, _node: &NodeId) {
        self.0.set(self.0.get() + 1);
    }
}
