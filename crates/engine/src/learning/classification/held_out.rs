//! Cross-validates a tree of topics: each example is classified by a tree that was trained without it.
//!
//! There are ten folds, by the number of an example within its topic; in a topic with up to ten examples, each is left
//! out alone. Nothing is random. Not covered: the choice of options.

use super::{TopicTree, TopicTreeError, TreeNode, TreeOptions};
use crate::learning::cross_validate::each_fold;
use crate::text::TermCounts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of folds of each topic's examples.
const FOLDS: usize = 10;

/// The result of a cross-validation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldOut {
    /// The accuracy of each leaf, ascending by node number.
    pub topics: Vec<TopicAccuracy>,
    /// The share of examples that were classified into their own leaf, in 0..=1; `None` if no example could be left
    /// out.
    pub accuracy: Option<f64>,
    /// The share of examples whose relevance exceeds one half exactly if their topic is good, in 0..=1; `None` as
    /// above.
    pub binary_accuracy: Option<f64>,
}

/// The accuracy of one leaf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicAccuracy {
    /// The number of its node.
    pub node: usize,
    /// The number of its examples.
    pub examples: usize,
    /// The number of correctly classified examples; `None` if there are fewer than two, since a topic without examples
    /// is never predicted.
    pub correct: Option<usize>,
    /// The leaf into which most misclassified examples were put, the first of equals; `None` if there are none.
    pub most_confused_with: Option<usize>,
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
        let kept = fold.training.iter().map(|at| examples[*at]);
        let tree = TopicTree::train(nodes, kept, options)?;
        for (leaf, counts) in fold.test.iter().map(|at| examples[*at]) {
            judged.page(&tree, leaf, counts);
        }
        Ok::<(), TopicTreeError>(())
    })?;
    let leaves = whole.leaves();
    let topics: Vec<TopicAccuracy> = leaves.map(|leaf| accuracy(leaf, examples, judged.predicted.get(&leaf))).collect();
    let correct = topics.iter().filter_map(|topic| topic.correct).sum();
    Ok(HeldOut { accuracy: judged.share(correct), binary_accuracy: judged.share(judged.good), topics })
}

#[derive(Default)]
struct Judged {
    /// For each leaf, the number of its examples that were classified into each leaf.
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

/// Returns the fold of each example; `None` for the only example of a topic, which is never left out.
fn folds(examples: &[(usize, &TermCounts)]) -> Vec<Option<usize>> {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let number = |(leaf, _): &(usize, _)| {
        let size = sizes.entry(*leaf).or_default();
        *size += 1;
        *size - 1
    };
    let numbers: Vec<usize> = examples.iter().map(number).collect();
    let fold = |((leaf, _), number): (&(usize, _), usize)| (sizes[leaf] > 1).then_some(number % FOLDS);
    examples.iter().zip(numbers).map(fold).collect()
}

fn accuracy(
    leaf: usize,
    examples: &[(usize, &TermCounts)],
    predicted: Option<&BTreeMap<usize, usize>>,
) -> TopicAccuracy {
    let wrong = predicted.into_iter().flatten().filter(|(as_leaf, _)| **as_leaf != leaf);
    // Reversed, since `max_by_key` returns the last of equal maxima.
    let most = wrong.rev().max_by_key(|(_, times)| **times);
    TopicAccuracy {
        node: leaf,
        examples: examples.iter().filter(|(of, _)| *of == leaf).count(),
        correct: predicted.map(|predicted| predicted.get(&leaf).copied().unwrap_or(0)),
        most_confused_with: most.map(|(as_leaf, _)| *as_leaf),
    }
}
