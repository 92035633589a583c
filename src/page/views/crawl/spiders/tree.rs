//! A forest of numbered nodes, such as spiders below their parents and pages below those that linked to them; and the keys that walk through it.
//!
//! Only the lines that are seen are made, however many nodes there are. Every walk is a loop, so that the depth does not matter.

use crate::page::widgets::tree::{TreeItem, TreeStep, tree_step};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Branches that the person collapsed (`false`) or expanded (`true`), by the number of the node at their top.
pub type Expanded = BTreeMap<u32, bool>;

/// The nodes with their children, by their places in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    ids: Vec<u32>,
    parents: Vec<Option<usize>>,
    roots: Vec<usize>,
    children: Vec<Vec<usize>>,
}

/// Decides which nodes of a forest have lines, by their places.
pub trait Visibility {
    /// Returns whether a node has a line where its parent is unfolded.
    fn is_shown(&self, at: usize) -> bool;
    /// Returns whether a branch is unfolded unless the person chose otherwise.
    fn is_usually_open(&self, at: usize) -> bool;
    /// Returns the weight of a node: the heaviest of the siblings stands first, of equal ones the first.
    fn weight(&self, _at: usize) -> u32 {
        0
    }
}

/// A line of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeRow {
    /// The place of the node.
    pub at: usize,
    /// Its number.
    pub id: u32,
    /// The depth, from 1.
    pub level: usize,
    /// Its place among its siblings, from 1, and how many they are.
    pub place: (usize, usize),
    /// For each node above it, the root first, and for itself: whether a sibling follows further down.
    pub goes_on: Vec<bool>,
    /// True if its children are visible; none if it has none.
    pub unfolded: Option<bool>,
    /// The number of the root of its tree.
    pub root: u32,
}

/// The visible lines of a forest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VisibleRows {
    /// The first lines.
    pub lines: Vec<TreeRow>,
    /// The count.
    pub all: usize,
}

impl Forest {
    /// Returns the forest of these nodes, each with the number of its parent, in the order of their numbers. One whose parent is not among
    /// those before it is a root.
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

    /// Returns the place of the node of a number.
    pub fn index_of(&self, id: u32) -> Option<usize> {
        self.ids.binary_search(&id).ok()
    }

    /// Returns the place of the parent of a node.
    pub fn parent(&self, at: usize) -> Option<usize> {
        self.parents[at]
    }

    /// Returns the places of the nodes without a parent.
    pub fn roots(&self) -> &[usize] {
        &self.roots
    }

    /// Returns the number of the root of a node's tree; its own where it is not known.
    pub fn root(&self, id: u32) -> u32 {
        let own = self.index_of(id);
        let line = std::iter::successors(own, |at| self.parent(*at));
        line.last().map_or(id, |root| self.ids[root])
    }

    /// Returns the lines that are seen, at most so many of them.
    pub fn lines(&self, expanded: &Expanded, most: usize, shown: &impl Visibility) -> VisibleRows {
        let mut seen = VisibleRows::default();
        let mut stack = Vec::new();
        push(&mut stack, &self.roots, &[], None, shown);
        while let Some(Waiting {
            at,
            goes_on,
            place,
            root,
        }) = stack.pop()
        {
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
                seen.lines.push(TreeRow {
                    at,
                    id,
                    level: goes_on.len(),
                    place,
                    goes_on,
                    unfolded,
                    root,
                });
            }
        }
        seen
    }
}

/// A node on its way into the lines.
struct Waiting {
    at: usize,
    goes_on: Vec<bool>,
    place: (usize, usize),
    root: Option<u32>,
}

/// Puts siblings on the stack, the first one on top.
fn push(
    stack: &mut Vec<Waiting>,
    siblings: &[usize],
    above: &[bool],
    root: Option<u32>,
    shown: &impl Visibility,
) {
    let seen = siblings.iter().copied().filter(|at| shown.is_shown(*at));
    let mut seen: Vec<usize> = seen.collect();
    seen.sort_by_key(|at| Reverse(shown.weight(*at)));
    for (place, at) in seen.iter().enumerate().rev() {
        let mut goes_on = above.to_vec();
        goes_on.push(place + 1 < seen.len());
        stack.push(Waiting {
            at: *at,
            goes_on,
            place: (place + 1, seen.len()),
            root,
        });
    }
}

/// A step of the person through a tree, from the line of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the line of this node.
    To(u32),
    /// Its branch is folded, or unfolded.
    Fold(u32, bool),
    /// It is chosen.
    Choose(u32),
}

/// Returns what a key does; none where it does nothing.
pub fn step(lines: &[TreeRow], at: usize, key: &str) -> Option<Step> {
    let item = |at: usize| TreeItem {
        level: lines[at].level,
        is_open: lines[at].unfolded,
    };
    let id = |at: usize| lines[at].id;
    let step = match tree_step(lines.len(), at, key, item)? {
        TreeStep::To(at) => Step::To(id(at)),
        TreeStep::Fold(at, open) => Step::Fold(id(at), open),
        TreeStep::Show(at) => Step::Choose(id(at)),
    };
    Some(step)
}
