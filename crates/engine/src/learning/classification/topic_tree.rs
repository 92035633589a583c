//! A tree of classifiers over a topic taxonomy: a naive Bayes classifier at each inner node chooses among its children.
//!
//! `P(root | p) = 1` and `P(c | p) = P(parent of c | p) · P(c | parent, p)` down the tree. A page's relevance is the
//! probability of the good topics, `R(p) = Σ P(c | p)` over the topmost good nodes. A child without a readable example
//! has probability 0. If no child has one, all have 0, and their parent keeps its probability. Not covered: feature
//! selection for each node, as in Chakrabarti's classifier.
//!
//! Source: Pant §3.3 eq. 6; Chakrabarti, van den Berg and Dom 1999.

use super::{NaiveBayes, NaiveBayesError, Priors};
use crate::text::TermCounts;
use serde::{Deserialize, Serialize};

/// A node of the tree. The root comes first, and every parent precedes its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// The parent; `None` only for the root.
    pub parent: Option<usize>,
    /// True if the node and all nodes below it are marked good.
    pub good: bool,
}

/// The options of the classifiers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeOptions {
    /// The smoothing added to every count; above 0.
    pub alpha: f64,
    /// The priors of the children of a node.
    pub priors: Priors,
    /// The maximum number of known words that count at each node ([`NaiveBayes::probabilities_of_at_most`]); 0 disables
    /// the limit, as in the paper. With 0, 99 of 100 encyclopedia articles get 0 or 1 to six digits; 10 words keep them
    /// distinguishable.
    pub words: u32,
}

impl Default for TreeOptions {
    fn default() -> Self {
        Self { alpha: 1.0, priors: Priors::default(), words: 0 }
    }
}

/// An error of training a topic tree.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum TopicTreeError {
    /// The nodes do not form a tree.
    #[error("node {0} is misplaced: the root comes first, and every parent before its children")]
    Shape(usize),
    /// The node of an example does not exist, or has children.
    #[error("an example belongs to node {0}, which is not a leaf: give examples to leaves")]
    NotALeaf(usize),
    /// A classifier cannot be trained.
    #[error(transparent)]
    Classifier(#[from] NaiveBayesError),
}

/// The trained tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TopicTree {
    nodes: Vec<Node>,
    words: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Node {
    parent: Option<usize>,
    /// Its index among its parent's children.
    index: usize,
    children: Vec<usize>,
    good: bool,
    /// Chooses among the children; `None` at leaves, and if no child has an example.
    classifier: Option<NaiveBayes>,
}

impl TopicTree {
    /// Trains on examples, each with its leaf; at least one is required.
    pub fn train<'a>(
        nodes: &[TreeNode],
        examples: impl IntoIterator<Item = (usize, &'a TermCounts)>,
        options: TreeOptions,
    ) -> Result<Self, TopicTreeError> {
        let mut nodes = linked(nodes)?;
        let mut below: Vec<Vec<(usize, &TermCounts)>> = vec![Vec::new(); nodes.len()];
        for (leaf, counts) in examples {
            let is_leaf = nodes.get(leaf).is_some_and(|node| node.children.is_empty());
            if !is_leaf {
                return Err(TopicTreeError::NotALeaf(leaf));
            }
            let mut at = leaf;
            while let Some(parent) = nodes[at].parent {
                below[parent].push((nodes[at].index, counts));
                at = parent;
            }
        }
        if below.iter().all(Vec::is_empty) {
            return Err(NaiveBayesError::NoExamples.into());
        }
        for (node, examples) in nodes.iter_mut().zip(below) {
            if !examples.is_empty() {
                let classes = node.children.len();
                let trained = NaiveBayes::train(classes, examples, options.alpha, options.priors)?;
                node.classifier = Some(trained);
            }
        }
        let words = options.words;
        Ok(Self { nodes, words })
    }

    /// Returns true if the tree has these nodes. Saved data may contain anything.
    pub(crate) fn is_of(&self, nodes: &[TreeNode]) -> bool {
        let Ok(expected) = linked(nodes) else {
            return false;
        };
        let alike = |(one, other): (&Node, &Node)| {
            let same = (one.parent, &one.children) == (other.parent, &other.children);
            let classes = one.classifier.as_ref().map(NaiveBayes::classes);
            same && classes.is_none_or(|classes| classes == one.children.len())
        };
        self.nodes.len() == expected.len() && self.nodes.iter().zip(&expected).all(alike)
    }

    /// Returns `P(c | p)` for every node, by number; 1 for the root. A page without a known word gets the priors.
    pub fn probabilities(&self, page: &TermCounts) -> Vec<f64> {
        let mut shares = vec![0.0; self.nodes.len()];
        if let Some(root) = shares.first_mut() {
            *root = 1.0;
        }
        for (at, node) in self.nodes.iter().enumerate() {
            let Some(classifier) = node.classifier.as_ref().filter(|_| shares[at] > 0.0) else {
                continue;
            };
            let of_children = classifier.probabilities_of_at_most(page, self.words);
            for (child, share) in node.children.iter().zip(of_children) {
                shares[*child] = shares[at] * share;
            }
        }
        shares
    }

    /// Returns `R(p)`, the sum of [`Self::probabilities`] over the topmost good nodes, in 0..=1.
    pub fn relevance(&self, probabilities: &[f64]) -> f64 {
        let topmost = |node: &Node| node.good && !node.parent.is_some_and(|up| self.is_good(up));
        let shares = self.nodes.iter().zip(probabilities);
        let good = shares.filter(|(node, _)| topmost(node));
        good.fold(0.0, |sum, (_, share)| sum + share).min(1.0)
    }

    /// Returns the most probable leaf, the first of equals.
    pub fn best_leaf(&self, probabilities: &[f64]) -> usize {
        let leaves = self.leaves();
        let mut best = (0, f64::NEG_INFINITY);
        for leaf in leaves {
            let share = probabilities.get(leaf).copied().unwrap_or(0.0);
            if share > best.1 {
                best = (leaf, share);
            }
        }
        best.0
    }

    /// Returns true if a node or one above it is good. The hard focus follows a page if its best leaf is good.
    pub fn is_good(&self, node: usize) -> bool {
        self.nodes.get(node).is_some_and(|node| node.good)
    }

    /// Returns the leaves by number, ascending.
    pub fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter_map(|(at, node)| node.children.is_empty().then_some(at))
    }
}

/// Links the nodes to their children, which inherit the marks.
fn linked(given: &[TreeNode]) -> Result<Vec<Node>, TopicTreeError> {
    let mut nodes: Vec<Node> = Vec::with_capacity(given.len());
    for (at, node) in given.iter().enumerate() {
        let in_place = match node.parent {
            None => at == 0,
            Some(parent) => parent < at,
        };
        if !in_place {
            return Err(TopicTreeError::Shape(at));
        }
        let parent = node.parent.map(|parent| &mut nodes[parent]);
        let (mut index, mut good) = (0, node.good);
        if let Some(parent) = parent {
            index = parent.children.len();
            good |= parent.good;
            parent.children.push(at);
        }
        nodes.push(Node { parent: node.parent, index, children: Vec::new(), good, classifier: None });
    }
    if nodes.is_empty() {
        return Err(TopicTreeError::Shape(0));
    }
    Ok(nodes)
}

#[cfg(test)]
#[path = "topic_tree_tests.rs"]
mod tests;
