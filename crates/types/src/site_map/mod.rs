//! The site map of a crawl: its pages as a tree, by path or by links, with the on-topic pages and the ancestors that
//! lead to them.
//!
//! It contains only pages that were read. All traversals are iterative, so that deep trees cannot overflow the stack.
//! Source: Pant §5.3 (Mapuccino: a visual map of a site, tailored to a topic, found by shark-search).

mod build;
mod rows;
#[cfg(test)]
mod tests;

pub use build::PathOrder;
pub use rows::{Branch, Row};

use crate::report::PageRecord;
use serde::{Deserialize, Serialize};
use std::borrow::Borrow;
use std::ops::Range;

/// The two trees of a site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrangement {
    /// By host and path: a page below the folders of its URL, in alphabetical order.
    #[default]
    Path,
    /// By discovery: a page below the page whose link to it was found first, in crawl order.
    Links,
}

impl Arrangement {
    /// Both arrangements.
    pub const ALL: [Self; 2] = [Self::Path, Self::Links];

    /// Returns the title in the interface.
    pub fn title(self) -> &'static str {
        match self {
            Self::Path => "By path",
            Self::Links => "By links",
        }
    }
}

/// The relation of a branch to the topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Its page is on the topic.
    OnTopic,
    /// Its page is off topic, but a page below it is on topic.
    Way,
    /// No page of the branch is on topic.
    OffTopic,
}

/// A tree of pages. Nodes are stored in display order: a node, then its branch. Siblings whose branches have on-topic
/// pages come first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteMap {
    nodes: Vec<Node>,
    /// The number of pages, and of those on topic.
    pages: (u32, u32),
}

/// A page or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The index of its page; `None` for a host or folder whose own page was not read.
    pub page: Option<usize>,
    /// The index of a page whose URL contains the node's name.
    named_by: usize,
    /// The range of its name within that URL.
    name: Range<usize>,
    /// The node above it.
    pub parent: Option<usize>,
    /// True for a page on the topic.
    pub is_on_topic: bool,
    /// The number of pages in its branch, itself included.
    pub pages: u32,
    /// The number of those that are on the topic.
    pub on_topic: u32,
    /// The index after its branch.
    end: usize,
}

impl SiteMap {
    /// Creates the map of a crawl's pages, which are in crawl order. Pages with at least the relevance `good` are on
    /// topic.
    pub fn new<P: Borrow<PageRecord>>(pages: &[P], arrangement: Arrangement, good: f64) -> Self {
        match arrangement {
            Arrangement::Path => {
                let mut order = PathOrder::default();
                order.take(pages, usize::MAX);
                Self::by_path(pages, &order, good)
            }
            Arrangement::Links => Self::of(build::by_links(pages), pages, good),
        }
    }

    /// Creates the map by path of the pages that `order` has examined.
    pub fn by_path<P: Borrow<PageRecord>>(pages: &[P], order: &PathOrder, good: f64) -> Self {
        Self::of(build::by_path(pages, order), pages, good)
    }

    fn of<P: Borrow<PageRecord>>(tree: Vec<Node>, pages: &[P], good: f64) -> Self {
        let nodes = build::ordered(tree, |page: usize| pages[page].borrow().is_on_topic(good));
        let roots = nodes.iter().filter(|node| node.parent.is_none());
        let pages = roots.fold((0, 0), |(pages, on_topic), root| (pages + root.pages, on_topic + root.on_topic));
        Self { nodes, pages }
    }

    /// Returns all nodes, each before its branch.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the number of pages, and of those on topic.
    pub fn pages(&self) -> (u32, u32) {
        self.pages
    }

    /// Returns true if a page below this node is on topic.
    pub fn is_way(&self, at: usize) -> bool {
        let node = &self.nodes[at];
        node.on_topic > u32::from(node.is_on_topic)
    }

    /// Returns the relation of a branch to the topic.
    pub fn relation(&self, branch: Branch) -> Relation {
        match branch {
            Branch::Node(at) if self.nodes[at].is_on_topic => Relation::OnTopic,
            Branch::Node(at) if self.is_way(at) => Relation::Way,
            Branch::Node(_) | Branch::OffTopic(_) => Relation::OffTopic,
        }
    }

    /// Returns true if the branch is open by default: if a page below it is on topic, or at the first level of a map
    /// without on-topic pages.
    pub fn is_usually_open(&self, at: usize) -> bool {
        let is_root = self.nodes[at].parent.is_none();
        self.is_way(at) || (is_root && self.pages.1 == 0)
    }

    /// Returns the index range of the nodes below this one, or of all nodes.
    fn range(&self, parent: Option<usize>) -> (usize, usize) {
        parent.map_or((0, self.nodes.len()), |parent| (parent + 1, self.nodes[parent].end))
    }

    /// Returns the siblings from `first` to the end of their parent's branch.
    fn siblings_between(&self, first: usize, end: usize) -> impl Iterator<Item = usize> {
        let inside = move |at: &usize| *at < end;
        let next = move |at: &usize| Some(self.nodes[*at].end).filter(inside);
        std::iter::successors(Some(first).filter(inside), next)
    }
}

impl Node {
    /// Returns its name: the host, the last part of the path, or, by links, path and query.
    pub fn name<'a, P: Borrow<PageRecord>>(&self, pages: &'a [P]) -> &'a str {
        let url = pages[self.named_by].borrow().url.as_str();
        &url[self.name.clone()]
    }

    /// Returns the URL without its scheme, up to and including the name. It identifies the node while the crawl goes
    /// on.
    pub fn address<'a, P: Borrow<PageRecord>>(&self, pages: &'a [P]) -> &'a str {
        let url = &pages[self.named_by].borrow().url;
        let scheme = url.host_key().len() - url.authority().len();
        &url.as_str()[scheme..self.name.end]
    }
}
