//! How well a tree of topics separates its examples: each is classified by a tree that never saw it.
//!
//! Ten folds, by the number of an example within its topic: of a topic with up to ten, each is left out once. Nothing is drawn.
//! Left out on purpose: choosing options by the outcome.

use super::{TopicTree, TopicTreeError, TreeNode, TreeOptions};
use crate::text::TermCounts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Parts into which the examples of a topic are divided.
const FOLDS: usize = 10;

/// What came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldOut {
    /// Every leaf, ascending by number.
    pub topics: Vec<TopicAccuracy>,
    /// Share of the examples that were put into their own leaf, in 0..=1; `None` where none could be left out.
    pub right: Option<f64>,
    /// Share of the examples whose relevance is over one half exactly where their topic is good; `None` as above.
    pub good: Option<f64>,
}

/// One leaf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicAccuracy {
    /// Its node.
    pub node: usize,
    /// Its examples.
    pub examples: usize,
    /// How many of them were put into it by a tree that did not know them; `None` where there are fewer than two, since a topic
    /// without its only example is unknown.
    pub right: Option<usize>,
    /// The leaf for which the others were most often taken, the first of equals; `None` where there are no others.
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
    // For each leaf, the leaves that its examples were taken for, with how often.
    let mut taken: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
    let (mut tested, mut good) = (0_usize, 0_usize);
    for fold in 0..FOLDS {
        let (out, rest): (Vec<_>, Vec<_>) = examples
            .iter()
            .zip(&folds)
            .partition(|(_, of)| **of == Some(fold));
        if out.is_empty() {
            continue;
        }
        let tree = TopicTree::train(
            nodes,
            rest.into_iter().map(|(example, _)| *example),
            options,
        )?;
        for ((leaf, counts), _) in out {
            let shares = tree.probabilities(counts);
            let best = tree.best_leaf(&shares);
            *taken.entry(*leaf).or_default().entry(best).or_default() += 1;
            tested += 1;
            good += usize::from((tree.relevance(&shares) > 0.5) == tree.is_good(*leaf));
        }
    }
    let topics: Vec<TopicAccuracy> = whole
        .leaves()
        .map(|leaf| accuracy(leaf, examples, taken.get(&leaf)))
        .collect();
    let right = topics.iter().filter_map(|topic| topic.right).sum();
    let share = |of: usize| (tested > 0).then(|| of as f64 / tested as f64);
    Ok(HeldOut {
        topics,
        right: share(right),
        good: share(good),
    })
}

/// The fold of each example; `None` for the only one of a topic, which is always learned from.
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
    taken: Option<&BTreeMap<usize, usize>>,
) -> TopicAccuracy {
    let wrong = taken
        .into_iter()
        .flatten()
        .filter(|(as_leaf, _)| **as_leaf != leaf);
    // The last of equal maxima is taken, so the order is turned.
    let most = wrong.rev().max_by_key(|(_, times)| **times);
    TopicAccuracy {
        node: leaf,
        examples: examples.iter().filter(|(of, _)| *of == leaf).count(),
        right: taken.map(|taken| taken.get(&leaf).copied().unwrap_or(0)),
        taken_for: most.map(|(as_leaf, _)| *as_leaf),
    }
}
