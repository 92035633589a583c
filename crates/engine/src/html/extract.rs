//! Extracts the text and links of a tree in one walk without recursion.
//!
//! The visible text grows in one buffer; headings, anchors and blocks are ranges of it, so nothing is copied until the walk is
//! over. Not covered: invisible content (scripts, styles, templates, hidden elements), the options of select boxes, vector
//! graphics, frames.
//!
//! Source: fields of Evolving §2.1.4 and Pant §3.2 (the words around a link in the tag tree).

use super::element::{Role, ScriptSigns, attribute, role};
use super::flow::{Separator, TextBuilder};
use crate::robots::{MetaRobots, directives};
use ego_tree::{NodeId, NodeRef};
use scraper::node::Element;
use scraper::{Html, Node};
use std::ops::Range;
use types::limits::{PAGE_BOLD, PAGE_LINKS};

/// The results of the walk; borrowed from the tree.
#[derive(Default)]
pub(crate) struct DocumentText<'a> {
    pub(crate) flow: TextBuilder,
    pub(crate) title: Option<String>,
    pub(crate) lang: Option<&'a str>,
    pub(crate) base: Option<&'a str>,
    pub(crate) robots: MetaRobots,
    pub(crate) blocks: Vec<Range<usize>>,
    pub(crate) headings: Vec<Range<usize>>,
    /// Bold text outside headings.
    pub(crate) bold: Vec<Range<usize>>,
    pub(crate) links: Vec<Found<'a>>,
    pub(crate) cut: bool,
    /// The number of links over the limit.
    pub(crate) more_links: u32,
    pub(crate) scripts: ScriptSigns,
    open: Vec<Open>,
    /// Headings and bold elements that are open.
    emphases: u32,
    /// The innermost open block, as an index into `blocks`.
    block: Option<usize>,
    /// The last heading, open or closed, as an index into `headings`.
    heading: Option<usize>,
    /// The innermost open link, as an index into `links`.
    link: Option<usize>,
}

/// A link as the walk finds it.
pub(crate) struct Found<'a> {
    pub(crate) href: &'a str,
    pub(crate) element: &'a Element,
    /// The anchor substitute if there is no text.
    pub(crate) alt: Option<&'a str>,
    pub(crate) anchor: Range<usize>,
    pub(crate) block: Option<usize>,
    pub(crate) heading: Option<usize>,
}

/// An open element.
struct Open {
    id: NodeId,
    kind: Kind,
    /// Its index among the ranges of its kind.
    place: usize,
    /// The value before it.
    outer: Option<usize>,
}

/// The kind of range that ends with an element.
enum Kind {
    Block(Separator),
    Heading,
    Bold,
    Link,
}

/// Walks the tree in document order.
pub(crate) fn walk(html: &Html) -> DocumentText<'_> {
    let mut walk = DocumentText::default();
    let root = html.tree.root();
    let mut node = root;
    loop {
        if let Some(child) = walk.enter(node).then(|| node.first_child()).flatten() {
            node = child;
            continue;
        }
        loop {
            walk.leave(node.id());
            if let Some(next) = node.next_sibling() {
                node = next;
                break;
            }
            match node.parent() {
                Some(parent) if parent != root => node = parent,
                _ => return walk,
            }
        }
    }
}

impl<'a> DocumentText<'a> {
    /// Enters a node; returns false if its content is not read.
    fn enter(&mut self, node: NodeRef<'a, Node>) -> bool {
        match node.value() {
            Node::Text(text) => self.flow.push(text),
            Node::Element(element) => return self.enter_element(node, element),
            _ => {}
        }
        true
    }

    fn enter_element(&mut self, node: NodeRef<'a, Node>, element: &'a Element) -> bool {
        self.scripts.enter(node, element);
        match role(element) {
            Role::Skipped => return false,
            Role::Html => self.lang = self.lang.or(attribute(element, "lang")),
            Role::Title => {
                self.title.get_or_insert_with(|| text_of(node));
                return false;
            }
            Role::Base => self.base = self.base.or(attribute(element, "href")),
            Role::Meta => self.meta(element),
            Role::Link => self.enter_link(node.id(), element),
            Role::Image => self.image(element),
            Role::Heading => self.enter_heading(node.id()),
            Role::Bold => self.enter_bold(node.id()),
            Role::Block => self.enter_block(node.id(), Separator::Line),
            Role::Cell => self.enter_block(node.id(), Separator::Space),
            Role::Break => self.flow.gap(Separator::Line),
            Role::Inline => {}
        }
        true
    }

    fn enter_block(&mut self, id: NodeId, gap: Separator) {
        self.flow.gap(gap);
        let place = self.blocks.len();
        self.blocks.push(self.flow.here());
        let outer = self.block.replace(place);
        self.open.push(Open {
            id,
            kind: Kind::Block(gap),
            place,
            outer,
        });
    }

    fn enter_heading(&mut self, id: NodeId) {
        self.flow.gap(Separator::Line);
        let place = self.headings.len();
        self.headings.push(self.flow.here());
        self.emphases += 1;
        let outer = self.heading.replace(place);
        self.open.push(Open {
            id,
            kind: Kind::Heading,
            place,
            outer,
        });
    }

    /// Begins a range of bold text. Text within a heading or other bold text is already emphasized.
    fn enter_bold(&mut self, id: NodeId) {
        if self.emphases > 0 || self.bold.len() >= PAGE_BOLD {
            return;
        }
        self.emphases += 1;
        let place = self.bold.len();
        self.bold.push(self.flow.here());
        self.open.push(Open {
            id,
            kind: Kind::Bold,
            place,
            outer: None,
        });
    }

    fn enter_link(&mut self, id: NodeId, element: &'a Element) {
        let Some(href) = attribute(element, "href") else {
            return;
        };
        if self.links.len() >= PAGE_LINKS {
            self.cut = true;
            self.more_links += 1;
            return;
        }
        let place = self.links.len();
        self.links.push(Found {
            href,
            element,
            alt: attribute(element, "alt"),
            anchor: self.flow.here(),
            block: self.block,
            heading: self.heading,
        });
        let outer = self.link.replace(place);
        self.open.push(Open {
            id,
            kind: Kind::Link,
            place,
            outer,
        });
    }

    fn image(&mut self, element: &'a Element) {
        if let Some(place) = self.link {
            let link = &mut self.links[place];
            link.alt = link.alt.or(attribute(element, "alt"));
        }
    }

    /// Directives for all crawlers or for this one; several are combined.
    fn meta(&mut self, element: &Element) {
        let name = attribute(element, "name").unwrap_or_default().trim();
        if ["robots", "salticid"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
        {
            let page_directives = directives(attribute(element, "content").unwrap_or_default());
            self.robots = self.robots.and(page_directives);
        }
    }

    fn leave(&mut self, id: NodeId) {
        let Some(open) = self.open.pop_if(|open| open.id == id) else {
            return;
        };
        let place = open.place;
        match open.kind {
            Kind::Block(gap) => {
                self.flow.gap(gap);
                self.blocks[place] = self.flow.since(self.blocks[place].start);
                self.block = open.outer;
            }
            Kind::Heading => {
                self.flow.gap(Separator::Line);
                self.emphases -= 1;
                self.headings[place] = self.flow.since(self.headings[place].start);
                if self.headings[place].is_empty() {
                    self.heading = open.outer;
                }
            }
            Kind::Bold => {
                self.emphases -= 1;
                self.bold[place] = self.flow.since(self.bold[place].start);
            }
            Kind::Link => {
                self.links[place].anchor = self.flow.since(self.links[place].anchor.start);
                self.link = open.outer;
            }
        }
    }
}

/// Returns the text of a node's children, which a title has nothing else of.
fn text_of(node: NodeRef<'_, Node>) -> String {
    node.children()
        .filter_map(|child| child.value().as_text())
        .map(|text| &**text)
        .collect()
}
