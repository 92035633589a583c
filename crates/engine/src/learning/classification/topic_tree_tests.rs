//! Tests the tree of classifiers against values computed by hand, and its held-out accuracy on separable topics.

use super::*;
use crate::learning::{TopicAccuracy, held_out};
use crate::text::TermId;

fn counts(words: &[TermId]) -> TermCounts {
    words.iter().copied().collect()
}

/// Everything ┬ 1 health ┬ 2 asthma
///            │          └ 3 dengue
///            └ 4 sports
fn nodes(good: &[usize]) -> Vec<TreeNode> {
    let parents = [None, Some(0), Some(1), Some(1), Some(0)];
    let node = |(at, parent)| TreeNode { parent, good: good.contains(&at) };
    parents.into_iter().enumerate().map(node).collect()
}

fn train(good: &[usize], options: TreeOptions) -> TopicTree {
    let examples = [(2, counts(&[0, 1])), (3, counts(&[0, 2])), (4, counts(&[3, 3]))];
    let given = examples.iter().map(|(leaf, counts)| (*leaf, counts));
    TopicTree::train(&nodes(good), given, options).unwrap()
}

fn check(ours: f64, expected: f64) {
    assert!((ours - expected).abs() < 1e-9, "{ours} is not {expected}");
}

/// By hand, α 1, for the page "0 1".
///
/// Root, V 4: health has the words 0 0 1 2, so P(0) = 3/8, P(1) = 2/8; sports has 3 3, so P(0) = P(1) = 1/6. Priors 2/3
/// and 1/3. 2/3 · 3/8 · 2/8 = 27/432 and 1/3 · 1/36 = 4/432: health 27/31, sports 4/31.
///
/// Health, V 3: asthma P(0) = P(1) = 2/5; dengue P(0) = 2/5, P(1) = 1/5. Priors 1/2. 4/50 and 2/50: asthma 2/3, dengue
/// 1/3. Down the tree: asthma 18/31, dengue 9/31.
#[test]
fn every_node_has_the_probability_computed_by_hand() {
    let tree = train(&[2], TreeOptions::default());
    let shares = tree.probabilities(&counts(&[0, 1]));
    let expected = [1.0, 27.0 / 31.0, 18.0 / 31.0, 9.0 / 31.0, 4.0 / 31.0];
    for (ours, expected) in shares.iter().zip(expected) {
        check(*ours, expected);
    }
    assert_eq!(tree.best_leaf(&shares), 2);
}

#[test]
fn relevance_counts_each_good_subtree_once_by_its_topmost_node() {
    for (good, relevance) in [
        (vec![2], 18.0),
        (vec![2, 3], 27.0),
        (vec![1], 27.0),
        (vec![1, 2], 27.0),
        (vec![2, 4], 22.0),
        (vec![], 0.0),
        (vec![0, 2], 31.0),
    ] {
        let tree = train(&good, TreeOptions::default());
        check(tree.relevance(&tree.probabilities(&counts(&[0, 1]))), relevance / 31.0);
    }
    let tree = train(&[1], TreeOptions::default());
    assert!(tree.is_good(2) && tree.is_good(3) && !tree.is_good(4) && !tree.is_good(0));
}

/// By hand, with two known words limited to one: the words' product is under a square root. Root: 2/3 · √(3/8 · 2/8)
/// and 1/3 · 1/6.
#[test]
fn a_longer_page_is_scaled_down_to_the_word_limit() {
    let options = TreeOptions { words: 1, ..TreeOptions::default() };
    let shares = train(&[2], options).probabilities(&counts(&[0, 1, 99]));
    let (health, sports) = (2.0 / 3.0 * (3.0_f64 / 32.0).sqrt(), 1.0 / 18.0);
    check(shares[1], health / (health + sports));
    let (asthma, dengue) = (0.4, (0.4_f64 * 0.2).sqrt());
    check(shares[2], shares[1] * asthma / (asthma + dengue));
}

#[test]
fn children_without_a_readable_example_have_probability_zero() {
    let words = [counts(&[0]), counts(&[1])];
    let given = [(2, &words[0]), (4, &words[1])];
    let tree = TopicTree::train(&nodes(&[2]), given, TreeOptions::default()).unwrap();
    let shares = tree.probabilities(&counts(&[0]));
    check(shares[2], shares[1]);
    check(shares[3], 0.0);
    let given = [(4, &words[1])];
    let tree = TopicTree::train(&nodes(&[2]), given, TreeOptions::default()).unwrap();
    let shares = tree.probabilities(&counts(&[0]));
    assert_eq!(shares, [1.0, 0.0, 0.0, 0.0, 1.0]);
    check(tree.relevance(&shares), 0.0);
}

#[test]
fn invalid_trees_and_examples_are_rejected() {
    let word = counts(&[0]);
    let node = |parent| TreeNode { parent, good: false };
    let error =
        |nodes: &[TreeNode], leaf| TopicTree::train(nodes, [(leaf, &word)], TreeOptions::default()).unwrap_err();
    for (nodes, leaf) in
        [(&[][..], 0), (&[node(None), node(None)], 1), (&[node(None), node(Some(1))], 1), (&[node(Some(0))], 0)]
    {
        assert!(matches!(error(nodes, leaf), TopicTreeError::Shape(_)));
    }
    for leaf in [1, 5] {
        assert_eq!(error(&nodes(&[]), leaf), TopicTreeError::NotALeaf(leaf));
    }
    let empty = TopicTree::train(&nodes(&[]), [], TreeOptions::default()).unwrap_err();
    assert_eq!(empty, NaiveBayesError::NoExamples.into());
}

#[test]
fn a_tree_round_trips_through_serialization() {
    let tree = train(&[2], TreeOptions::default());
    let bytes = postcard::to_stdvec(&tree).unwrap();
    assert_eq!(postcard::from_bytes::<TopicTree>(&bytes).unwrap(), tree);
}

/// Word 1 identifies asthma, word 2 dengue; the third dengue page has only words of asthma. Sports has one page, which
/// is never left out.
#[test]
fn held_out_examples_are_classified_by_a_tree_trained_without_them() {
    let pages = [
        (2, counts(&[0, 1, 1])),
        (2, counts(&[1, 1])),
        (3, counts(&[0, 2, 2])),
        (3, counts(&[2, 2])),
        (3, counts(&[1])),
        (4, counts(&[5])),
    ];
    let given: Vec<(usize, &TermCounts)> = pages.iter().map(|(leaf, page)| (*leaf, page)).collect();
    let judged = held_out(&nodes(&[2]), &given, TreeOptions::default()).unwrap();
    let topic =
        |node, examples, correct, most_confused_with| TopicAccuracy { node, examples, correct, most_confused_with };
    let expected = [topic(2, 2, Some(2), None), topic(3, 3, Some(2), Some(2)), topic(4, 1, None, None)];
    assert_eq!(judged.topics, expected);
    check(judged.accuracy.unwrap(), 0.8);
    check(judged.binary_accuracy.unwrap(), 0.8);
}

/// If a page were in its own training data, its unique word would give away its class.
#[test]
fn a_held_out_page_is_not_in_its_training_data() {
    let pages = [(2, counts(&[10])), (2, counts(&[11])), (3, counts(&[12])), (3, counts(&[13])), (3, counts(&[14]))];
    let given: Vec<(usize, &TermCounts)> = pages.iter().map(|(leaf, page)| (*leaf, page)).collect();
    let judged = held_out(&nodes(&[2]), &given, TreeOptions::default()).unwrap();
    let correct: Vec<_> = judged.topics.iter().map(|topic| topic.correct).collect();
    assert_eq!(correct[0], Some(0), "asthma is never the likelier one without its page");
    assert_eq!(correct[2], None);
}
