//! Parses HTML to a tree, fed in pieces, and stops if the tree grows too deep, too large, or costs too much work.
//!
//! html5ever walks its open elements for nearly every token, so a small page can cost seconds within any bound on depth and size.
//! The walks are counted ([`super::work`]). Work that is invisible there is counted by the token: the lists of formatting elements
//! and of attributes that the tree builder searches by itself. Between two pieces the open elements are counted as well: the tree
//! builder reports them to a tracer (the interface for garbage collectors), so no markup can hide them. Not covered: scripts and
//! frames.

use super::attributes::{is_formatting, keep_read};
use super::feed::{TokenObserver, feed};
use super::work::CountingSink;
use ego_tree::{NodeId, Tree};
use html5ever::interface::Tracer;
use html5ever::local_name;
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink};
use scraper::{Html, Node};
use std::borrow::Cow;
use std::cell::Cell;
use types::limits::{PARSE_DEPTH, PARSE_NODES, PARSE_WORK};

/// A page as a tree.
pub(crate) struct Parsed {
    /// The tree.
    pub(crate) tree: Html,
    /// True if a limit stopped the parser before the end of the page.
    pub(crate) cut: bool,
    /// The work of building the tree, in look-ups of an element's name.
    pub(crate) work: u64,
}

/// Parses a page.
pub(crate) fn parse(text: &str) -> Parsed {
    let mut html = Html::new_document();
    let room = (text.len() / NODE_BYTES).min(FIRST_NODES);
    html.tree = Tree::with_capacity(Node::Document, room);
    let tokenizer = Tokenizer::new(ObservedTokens::new(html), TokenizerOpts::default());
    let cut = feed(&tokenizer, text);
    if cut {
        // Drops an unfinished tag, which the tokenizer would return as text at the end of a file.
        tokenizer.sink.end();
    } else {
        tokenizer.end();
    }
    let sink = tokenizer.sink.builder.sink;
    let work = sink.work();
    Parsed {
        tree: sink.finish(),
        cut: cut || work > PARSE_WORK,
        work,
    }
}

/// Returns the work of parsing a page, in look-ups of an element's name: at most a little over [`PARSE_WORK`], the same on every machine.
///
/// For benchmarks and fuzzing.
pub fn parse_work(text: &str) -> u64 {
    parse(text).work
}

/// Bytes of markup for each node of an average page, so that its tree is seldom moved as it grows.
const NODE_BYTES: usize = 20;
/// The maximum number of nodes for which memory is reserved in advance.
const FIRST_NODES: usize = 8_192;
/// The work of a token in units, independent of its handling.
const TOKEN: u64 = 12;
/// The work in units of a markup error for which the tokenizer formats its own message, as it does for each NUL.
const MESSAGE: u64 = 16;
/// Units of work of each letter of a character reference: the tokenizer looks the name up again after
/// each.
const REFERENCE_LETTER: u64 = 8;
/// The longest name of a character reference, in letters (HTML standard, "named character references").
const REFERENCE_LETTERS: usize = 31;
/// The number of list elements that the tree builder visits in one unit of work.
const LIST_ELEMENTS: u64 = 4;
/// The number of attributes of a tag that the tokenizer compares in one unit of work.
const COMPARISONS: u64 = 8;

/// The tree builder, with a count of the tokens that reach it.
struct ObservedTokens {
    builder: TreeBuilder<NodeId, CountingSink>,
    tokens: Cell<usize>,
    /// Upper bound of the elements that the tree builder holds: the count at the last check plus the
    /// start tags since.
    held: Cell<u64>,
    /// Elements that add a marker to the list of formatting elements and have no end tag so far: their markers may stay.
    marks: Cell<usize>,
}

impl ObservedTokens {
    fn new(html: Html) -> Self {
        Self {
            builder: TreeBuilder::new(CountingSink::new(html), TreeBuilderOpts::default()),
            tokens: Cell::new(0),
            held: Cell::new(0),
            marks: Cell::new(0),
        }
    }

    fn is_spent(&self) -> bool {
        self.builder.sink.work() > PARSE_WORK
    }

    /// Counts the work of a tag that the sink does not see, and removes its unused attributes.
    fn prepare(&self, tag: &mut Tag) {
        let is_start = tag.kind == TagKind::StartTag;
        if is_start {
            self.held.set(self.held.get() + 1);
        }
        if is_formatting(tag) {
            self.builder.sink.charge(self.held.get() / LIST_ELEMENTS);
        }
        if leaves_marks(tag) {
            let marks = self.marks.get();
            self.marks.set(if is_start {
                marks + 1
            } else {
                marks.saturating_sub(1)
            });
        }
        if !tag.attrs.is_empty() {
            let attributes = tag.attrs.len() as u64;
            self.builder
                .sink
                .charge(attributes * attributes / COMPARISONS);
            keep_read(tag);
        }
    }
}

/// Returns the letters that the tokenizer looks up after an ampersand, the ampersand included.
fn reference_letters(after: &str) -> u64 {
    let letters = after.bytes().take(REFERENCE_LETTERS);
    1 + letters.take_while(u8::is_ascii_alphanumeric).count() as u64
}

/// Returns true for elements after which, or within which, a marker may stay in the list of formatting elements
/// forever.
fn leaves_marks(tag: &Tag) -> bool {
    matches!(
        tag.name,
        local_name!("applet")
            | local_name!("marquee")
            | local_name!("object")
            | local_name!("template")
    )
}

impl TokenObserver for ObservedTokens {
    fn begin(&self, piece: &str) {
        let references = piece.split('&').skip(1).map(reference_letters);
        let letters: u64 = references.sum();
        self.builder.sink.charge(letters * REFERENCE_LETTER);
    }

    fn is_full(&self) -> bool {
        let open = HandleCount::default();
        self.builder.trace_handles(&open);
        self.held.set(open.0.get() as u64);
        open.0.get() > PARSE_DEPTH
            || self.marks.get() > PARSE_DEPTH
            || self.builder.sink.nodes() > PARSE_NODES
            || self.is_spent()
    }

    fn tokens(&self) -> usize {
        self.tokens.get()
    }
}

impl TokenSink for ObservedTokens {
    type Handle = NodeId;

    fn process_token(&self, mut token: Token, line: u64) -> TokenSinkResult<NodeId> {
        if self.is_spent() {
            return TokenSinkResult::Continue;
        }
        self.builder.sink.charge(TOKEN);
        if !matches!(token, Token::ParseError(_)) {
            self.tokens.set(self.tokens.get() + 1);
        }
        match &mut token {
            Token::TagToken(tag) => self.prepare(tag),
            Token::ParseError(Cow::Owned(_)) => self.builder.sink.charge(MESSAGE),
            _ => {}
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
