//! Cross-validates a tree of topics: each example is classified by a tree that was trained without it.
//!
//! Ten folds, by the number of an example within its topic: of a topic with up to ten, each is left out once. Nothing is
//! random. Not covered: the choice of options.

use super::{TopicTree, TopicTreeError, TreeNode, TreeOptions};
use crate::learning::cross_validate::each_fold;
use crate::text::TermCounts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of folds of each topic's examples.
const FOLDS: usize = 10;

/// The result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldOut {
    /// Every leaf, ascending by number.
    pub topics: Vec<TopicAccuracy>,
    /// The share of the examples that were classified as their own leaf, in 0..=1; `None` if none could be
    /// left out.
    pub right: Option<f64>,
    /// The share of the examples whose relevance is above one half exactly if their topic is good; `None` as
    /// above.
    pub good: Option<f64>,
}

/// One leaf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicAccuracy {
    /// Its node.
    pub node: usize,
    /// Its examples.
    pub examples: usize,
    /// The number of correctly classified examples; `None` with fewer than two, since a topic without its only example
    /// is unknown.
    pub right: Option<usize>,
    /// The leaf for which the misclassified examples were most often taken, the first of equals; `None` if
    /// there are none.
    pub taken_for: Option<usize>,
}

/// Classifies each example by a tree trained without its fold. Nodes and examples are those of [`TopicTree::train`].
pub fn held_out(
    nodes: &[TreeNode],
    examples: &[(usize, &TermCounts)],
    options: TreeOptions,
) -> Result<HeldOut, TopicTreeError> {
    let whole = TopicTree::train(nodes, examples.iter().copied(), options)?;
    let folds = folds(examples);
    let mut judged = Judged::default();
    each_fold(&folds, |fold| {
        let kept = fold.kept.iter().map(|at| examples[*at]);
        let tree = TopicTree::train(nodes, kept, options)?;
        for (leaf, counts) in fold.out.iter().map(|at| examples[*at]) {
            judged.page(&tree, leaf, counts);
        }
        Ok::<(), TopicTreeError>(())
    })?;
    let leaves = whole.leaves();
    let topics: Vec<TopicAccuracy> = leaves
        .map(|leaf| accuracy(leaf, examples, judged.predicted.get(&leaf)))
        .collect();
    let right = topics.iter().filter_map(|topic| topic.right).sum();
    Ok(HeldOut {
        right: judged.share(right),
        good: judged.share(judged.good),
        topics,
    })
}

#[derive(Default)]
struct Judged {
    /// For each leaf, the leaves that its examples were classified as, with the number of examples.
    predicted: BTreeMap<usize, BTreeMap<usize, usize>>,
    pages: usize,
    good: usize,
}

impl Judged {
    fn page(&mut self, tree: &TopicTree, leaf: usize, counts: &TermCounts) {
        let shares = tree.probabilities(counts);
        let predicted = self.predicted.entry(leaf).or_default();
        *predicted.entry(tree.best_leaf(&shares)).or_default() += 1;
        self.pages += 1;
        self.good += usize::from((tree.relevance(&shares) > 0.5) == tree.is_good(leaf));
    }

    fn share(&self, of: usize) -> Option<f64> {
        (self.pages > 0).then(|| of as f64 / self.pages as f64)
    }
}

/// Returns the fold of each example; `None` for the only one of a topic, which is never left out.
fn folds(examples: &[(usize, &TermCounts)]) -> Vec<Option<usize>> {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let number = |(leaf, _): &(usize, _)| {
        let size = sizes.entry(*leaf).or_default();
        *size += 1;
        *size - 1
    };
    let numbers: Vec<usize> = examples.iter().map(number).collect();
    let fold =
        |((leaf, _), number): (&(usize, _), usize)| (sizes[leaf] > 1).then_some(number % FOLDS);
    examples.iter().zip(numbers).map(fold).collect()
}

fn accuracy(
    leaf: usize,
    examples: &[(usize, &TermCounts)],
    predicted: Option<&BTreeMap<usize, usize>>,
) -> TopicAccuracy {
    let wrong = predicted
        .into_iter()
        .flatten()
        .filter(|(as_leaf, _)| **as_leaf != leaf);
    // Reversed, since `max_by` returns the last of equal maxima.
    let most = wrong.rev().max_by_key(|(_, times)| **times);
    TopicAccuracy {
        node: leaf,
        examples: examples.iter().filter(|(of, _)| *of == leaf).count(),
        right: predicted.map(|predicted| predicted.get(&leaf).copied().unwrap_or(0)),
        taken_for: most.map(|(as_leaf, _)| *as_leaf),
    }
}
