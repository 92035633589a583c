//! HTML to a tree, fed in pieces, with a stop where the tree grows too deep or too large.
//!
//! html5ever is quadratic in the number of open elements, so between two pieces they are counted: the tree builder shows them
//! to whoever asks (a garbage collector would), which no trick in the markup can hide.
//! Left out on purpose: scripts and frames.

use super::feed::{Watch, feed};
use crate::limits::{PARSE_DEPTH, PARSE_NODES};
use ego_tree::{NodeId, Tree};
use html5ever::interface::Tracer;
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
    if cut {
        // A tag that was begun is no text: the tokenizer would take it for some at the end of a file.
        tokenizer.sink.end();
    } else {
        tokenizer.end();
    }
    (tokenizer.sink.builder.sink.finish(), cut)
}

/// Bytes of markup for each node of a usual page, so that its tree seldom has to be moved as it grows.
const NODE_BYTES: usize = 20;
/// Most nodes for which room is made beforehand.
const FIRST_NODES: usize = 8_192;

/// The tree builder, with an eye on the tokens that reach it.
struct Watched {
    builder: TreeBuilder<NodeId, HtmlTreeSink>,
    tokens: Cell<usize>,
}

impl Watch for Watched {
    fn is_full(&self) -> bool {
        let open = HandleCount::default();
        self.builder.trace_handles(&open);
        let nodes = self.builder.sink.0.borrow().tree.values().len();
        open.0.get() > PARSE_DEPTH || nodes > PARSE_NODES
    }

    fn tokens(&self) -> usize {
        self.tokens.get()
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
