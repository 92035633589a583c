//! Builds the two trees, and sorts their nodes into display order.
//!
//! Time is linear in the number of URL parts, apart from sorting the pages by path, which [`PathOrder`] does once for
//! each page.

use super::Node;
use crate::report::PageRecord;
use crate::url::CanonicalUrl;
use std::borrow::Borrow;
use std::ops::Range;

/// Returns the tree by links: parents before children, siblings in crawl order.
pub(super) fn by_links<P: Borrow<PageRecord>>(pages: &[P]) -> Vec<Node> {
    let mut tree: Vec<Node> = Vec::with_capacity(pages.len());
    // Node index by page number.
    let mut known: Vec<(u32, usize)> = Vec::with_capacity(pages.len());
    for (at, page) in pages.iter().map(Borrow::borrow).enumerate() {
        if !page.outcome.is_read() {
            continue;
        }
        let linking = page.first_linking_page();
        let parent = linking.and_then(|n| known.binary_search_by_key(&n, |(n, _)| *n).ok());
        let parent = parent.map(|place| known[place].1);
        known.push((page.n, tree.len()));
        let url = &page.url;
        let name = url.host_key().len()..url.as_str().len();
        tree.push(Node::new(Some(at), at, name, parent));
    }
    tree
}

/// The pages of a crawl, sorted by path. It grows with the crawl.
#[derive(Clone, Debug, Default)]
pub struct PathOrder {
    /// The indexes of the pages that were read, each with the parts of its URL.
    sorted: Vec<(usize, Vec<Range<usize>>)>,
    /// The number of pages examined so far.
    seen: usize,
}

impl PathOrder {
    /// Adds at most `most` pages that follow those already examined, where `pages` is the whole crawl. Returns the
    /// number examined so far.
    pub fn take<P: Borrow<PageRecord>>(&mut self, pages: &[P], most: usize) -> usize {
        let end = pages.len().min(self.seen.saturating_add(most));
        let new = pages.iter().map(Borrow::borrow).enumerate().take(end);
        let new = new.skip(self.seen).filter(|(_, page)| page.outcome.is_read());
        self.sorted.extend(new.map(|(at, page)| (at, parts(&page.url))));
        // The sort exploits sorted runs: a few new pages cost about one comparison per page.
        self.sorted.sort_by(|(one, of_one), (other, of_other)| {
            let url = |at: &usize| &pages[*at].borrow().url;
            texts(url(one), of_one).cmp(texts(url(other), of_other))
        });
        self.seen = end;
        end
    }
}

/// Returns the tree by path: parents before children, siblings in the order of their names.
pub(super) fn by_path<P: Borrow<PageRecord>>(pages: &[P], order: &PathOrder) -> Vec<Node> {
    let sorted = order.sorted.iter();
    let sorted = sorted.map(|(at, parts)| (&pages[*at].borrow().url, parts, *at));
    let mut tree: Vec<Node> = Vec::with_capacity(order.sorted.len());
    // The branch of the previous page: each node with its name.
    let mut branch: Vec<(usize, &str)> = Vec::new();
    for (url, parts, at) in sorted {
        let known = branch.iter().zip(texts(url, parts));
        let known = known.take_while(|((_, name), part)| name == part).count();
        branch.truncate(known);
        let new = parts.get(known..).unwrap_or_default();
        for part in new {
            let parent = branch.last().map(|(parent, _)| *parent);
            branch.push((tree.len(), &url.as_str()[part.clone()]));
            tree.push(Node::new(None, at, part.clone(), parent));
        }
        match (new, parts.last()) {
            // A page with another scheme or without the trailing slash has this path: the page goes below it.
            ([], Some(name)) => {
                let parent = branch.last().map(|(parent, _)| *parent);
                let name = name.start..url.as_str().len();
                tree.push(Node::new(Some(at), at, name, parent));
            }
            _ => {
                if let Some(node) = tree.last_mut() {
                    node.page = Some(at);
                }
            }
        }
    }
    tree
}

/// Returns the parts of a URL: host and port, the names in its path, its query with the `?`. A trailing slash is no
/// part.
fn parts(url: &CanonicalUrl) -> Vec<Range<usize>> {
    let host_end = url.host_key().len();
    let path_end = host_end + url.path().len();
    let host = host_end - url.authority().len()..host_end;
    let mut parts: Vec<_> = std::iter::once(host).collect();
    let path = url.path().strip_prefix('/').unwrap_or_default();
    if !path.is_empty() {
        let mut start = host_end + 1;
        for name in path.strip_suffix('/').unwrap_or(path).split('/') {
            parts.push(start..start + name.len());
            start += name.len() + 1;
        }
    }
    if path_end < url.as_str().len() {
        parts.push(path_end..url.as_str().len());
    }
    parts
}

fn texts<'a>(url: &'a CanonicalUrl, parts: &[Range<usize>]) -> impl Iterator<Item = &'a str> {
    parts.iter().map(|part| &url.as_str()[part.clone()])
}

/// Counts the pages of each branch and returns the nodes in display order. Parents come before children.
pub(super) fn ordered(mut tree: Vec<Node>, is_on_topic: impl Fn(usize) -> bool) -> Vec<Node> {
    // Backward iteration completes each branch before its counts are added to the parent's.
    for at in (0..tree.len()).rev() {
        let node = &mut tree[at];
        node.is_on_topic = node.page.is_some_and(&is_on_topic);
        node.pages += u32::from(node.page.is_some());
        node.on_topic += u32::from(node.is_on_topic);
        let (pages, on_topic) = (node.pages, node.on_topic);
        if let Some(parent) = node.parent {
            tree[parent].pages += pages;
            tree[parent].on_topic += on_topic;
        }
    }
    let mut children = vec![Vec::new(); tree.len()];
    let mut waiting = Vec::new();
    for has_topic in [true, false] {
        let nodes = tree.iter().enumerate();
        for (at, node) in nodes.filter(|(_, node)| (node.on_topic > 0) == has_topic) {
            match node.parent {
                Some(parent) => children[parent].push(at),
                None => waiting.push(at),
            }
        }
    }
    waiting.reverse();
    let mut nodes: Vec<Node> = Vec::with_capacity(tree.len());
    let mut placed = vec![0; tree.len()];
    while let Some(at) = waiting.pop() {
        placed[at] = nodes.len();
        waiting.extend(children[at].iter().rev());
        let parent = tree[at].parent.map(|parent| placed[parent]);
        nodes.push(Node { parent, end: nodes.len() + 1, ..tree[at].clone() });
    }
    for at in (0..nodes.len()).rev() {
        let end = nodes[at].end;
        if let Some(parent) = nodes[at].parent {
            let above = &mut nodes[parent].end;
            *above = end.max(*above);
        }
    }
    nodes
}

impl Node {
    /// Creates a node without a position or counts.
    fn new(page: Option<usize>, named_by: usize, name: Range<usize>, parent: Option<usize>) -> Self {
        Self { page, named_by, name, parent, is_on_topic: false, pages: 0, on_topic: 0, end: 0 }
    }
}
