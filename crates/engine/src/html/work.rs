//! Counts the work of building a tree: a sink that forwards every call and counts it.
//!
//! The tree builder of html5ever gets the name of an element, and whether two elements are the same, from its sink alone. The
//! number of calls is therefore exactly the length of its walks along the open elements and the active formatting elements, on
//! every machine. Not covered: time, which differs between machines and would make crawls of the same pages differ.

use ego_tree::NodeId;
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName};
use scraper::{Html, HtmlTreeSink};
use std::borrow::Cow;
use std::cell::{Cell, Ref};

/// The work of a new node in units: it takes about as long as this many look-ups of a name.
const NODE: u64 = 16;

/// A sink that counts the calls that it forwards.
pub(super) struct CountingSink {
    inner: HtmlTreeSink,
    work: Cell<u64>,
}

impl CountingSink {
    /// Returns a sink that builds this tree.
    pub(super) fn new(html: Html) -> Self {
        Self {
            inner: HtmlTreeSink::new(html),
            work: Cell::new(0),
        }
    }

    /// Counts further work, in look-ups of an element's name. A page of the maximum size cannot overflow the counter.
    #[inline]
    pub(super) fn charge(&self, units: u64) {
        self.work.set(self.work.get().wrapping_add(units));
    }

    /// Returns the work so far.
    pub(super) fn work(&self) -> u64 {
        self.work.get()
    }

    /// Nodes of the tree so far.
    pub(super) fn nodes(&self) -> usize {
        self.inner.0.borrow().tree.values().len()
    }

    fn children(&self, node: NodeId) -> u64 {
        let html = self.inner.0.borrow();
        let children = html.tree.get(node).map(|node| node.children().count());
        children.unwrap_or(0) as u64
    }
}

impl TreeSink for CountingSink {
    type Handle = NodeId;
    type Output = Html;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Html {
        self.inner.finish()
    }

    /// Drops the message: the tree would keep millions of them.
    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        self.inner.get_document()
    }

    #[inline]
    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Ref<'a, QualName> {
        self.charge(1);
        self.inner.elem_name(target)
    }

    #[inline]
    fn same_node(&self, one: &NodeId, other: &NodeId) -> bool {
        self.charge(1);
        self.inner.same_node(one, other)
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> NodeId {
        self.charge(NODE + attributes.len() as u64);
        self.inner.create_element(name, attributes, flags)
    }

    fn create_comment(&self, text: StrTendril) -> NodeId {
        self.charge(NODE);
        self.inner.create_comment(text)
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> NodeId {
        self.charge(NODE);
        self.inner.create_pi(target, data)
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        self.charge(1);
        self.inner.append(parent, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &NodeId,
        previous: &NodeId,
        child: NodeOrText<NodeId>,
    ) {
        self.charge(1);
        self.inner
            .append_based_on_parent_node(element, previous, child);
    }

    fn append_doctype_to_document(
        &self,
        name: StrTendril,
        public_id: StrTendril,
        system_id: StrTendril,
    ) {
        self.inner
            .append_doctype_to_document(name, public_id, system_id);
    }

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        self.inner.get_template_contents(target)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.inner.set_quirks_mode(mode);
    }

    fn append_before_sibling(&self, sibling: &NodeId, node: NodeOrText<NodeId>) {
        self.charge(1);
        self.inner.append_before_sibling(sibling, node);
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attributes: Vec<Attribute>) {
        self.charge(attributes.len() as u64);
        self.inner.add_attrs_if_missing(target, attributes);
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.charge(1);
        self.inner.remove_from_parent(target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        self.charge(self.children(*node));
        self.inner.reparent_children(node, new_parent);
    }
}
