//! Holds a forest of numbered nodes, such as spiders below their parents or pages below the pages that linked to them.
//!
//! Only the visible lines are created. All traversals are loops, so that deep trees do not overflow the stack.

use crate::widgets::tree::TreeItem;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The branches that the person collapsed (`false`) or expanded (`true`), by the id of the top node.
pub type Expanded = BTreeMap<u32, bool>;

/// Holds nodes with their children; indices follow the order of ids.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    ids: Vec<u32>,
    parents: Vec<Option<usize>>,
    roots: Vec<usize>,
    children: Vec<Vec<usize>>,
}

/// Decides which nodes of a forest are shown; nodes are given by index.
pub trait Visibility {
    /// Returns whether a node is shown if its parent is unfolded.
    fn is_shown(&self, at: usize) -> bool;
    /// Returns whether a branch is unfolded by default.
    fn is_usually_open(&self, at: usize) -> bool;
    /// Returns the weight of a node. Siblings are sorted by decreasing weight; the sort is stable.
    fn weight(&self, _at: usize) -> u32 {
        0
    }
}

/// A line of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeRow {
    /// The index of the node.
    pub at: usize,
    /// The id of the node.
    pub id: u32,
    /// The depth, from 1.
    pub level: usize,
    /// Its position among its siblings, from 1, and their number.
    pub place: (usize, usize),
    /// For each ancestor from the root down, and for the node itself: whether a sibling follows.
    pub goes_on: Vec<bool>,
    /// True if its children are visible; none if it has none.
    pub unfolded: Option<bool>,
    /// The id of the root of its tree.
    pub root: u32,
}

/// Holds the visible lines of a forest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VisibleRows {
    /// The first lines.
    pub lines: Vec<TreeRow>,
    /// The number of visible lines, including those after the first ones.
    pub all: usize,
}

impl TreeRow {
    /// Returns the depth of the line, and whether its children are visible.
    pub fn item(&self) -> TreeItem {
        TreeItem { level: self.level, is_open: self.unfolded }
    }
}

impl Forest {
    /// Creates the forest of nodes with the ids of their parents, in the order of ids. A node whose parent does not
    /// precede it is a root.
    pub fn new(nodes: impl Iterator<Item = (u32, Option<u32>)>) -> Self {
        let mut forest = Self::default();
        for (at, (id, parent)) in nodes.enumerate() {
            let parent = parent.and_then(|parent| forest.index_of(parent));
            match parent {
                Some(parent) => forest.children[parent].push(at),
                None => forest.roots.push(at),
            }
            forest.ids.push(id);
            forest.parents.push(parent);
            forest.children.push(Vec::new());
        }
        forest
    }

    /// Returns the index of the node with an id.
    pub fn index_of(&self, id: u32) -> Option<usize> {
        self.ids.binary_search(&id).ok()
    }

    /// Returns the index of a node's parent.
    pub fn parent(&self, at: usize) -> Option<usize> {
        self.parents[at]
    }

    /// Returns the indices of the roots.
    pub fn roots(&self) -> &[usize] {
        &self.roots
    }

    /// Returns the id of the root of a node's tree; the node's own id if it is unknown.
    pub fn root(&self, id: u32) -> u32 {
        let node = self.index_of(id);
        let line = std::iter::successors(node, |at| self.parent(*at));
        line.last().map_or(id, |root| self.ids[root])
    }

    /// Returns the visible lines, at most `most` of them.
    pub fn lines(&self, expanded: &Expanded, most: usize, shown: &impl Visibility) -> VisibleRows {
        let mut seen = VisibleRows::default();
        let mut stack = Vec::new();
        push(&mut stack, &self.roots, &[], None, shown);
        while let Some(PendingRow { at, goes_on, place, root }) = stack.pop() {
            let id = self.ids[at];
            let root = root.unwrap_or(id);
            let below = &self.children[at];
            let unfolded = below.iter().any(|child| shown.is_shown(*child)).then(|| {
                let wanted = expanded.get(&id).copied();
                wanted.unwrap_or_else(|| shown.is_usually_open(at))
            });
            if unfolded == Some(true) {
                push(&mut stack, below, &goes_on, Some(root), shown);
            }
            seen.all += 1;
            if seen.all <= most {
                seen.lines.push(TreeRow { at, id, level: goes_on.len(), place, goes_on, unfolded, root });
            }
        }
        seen
    }
}

/// A node on the traversal stack.
struct PendingRow {
    at: usize,
    goes_on: Vec<bool>,
    place: (usize, usize),
    root: Option<u32>,
}

/// Pushes siblings onto the stack, the first one on top.
fn push(stack: &mut Vec<PendingRow>, siblings: &[usize], above: &[bool], root: Option<u32>, shown: &impl Visibility) {
    let seen = siblings.iter().copied().filter(|at| shown.is_shown(*at));
    let mut seen: Vec<usize> = seen.collect();
    seen.sort_by_key(|at| Reverse(shown.weight(*at)));
    for (place, at) in seen.iter().enumerate().rev() {
        let mut goes_on = above.to_vec();
        goes_on.push(place + 1 < seen.len());
        stack.push(PendingRow { at: *at, goes_on, place: (place + 1, seen.len()), root });
    }
}
