//! Tests the tree on samples whose best split is found by hand.

use super::*;

/// Returns features that begin with these two; the others are 0.
fn features(first: f64, second: f64) -> Features {
    let mut features = [0.0; FEATURES];
    features[..2].copy_from_slice(&[first, second]);
    features
}

fn grown(sample: &[(f64, f64, f64)], smallest: usize) -> RewardTree {
    let mut tree = RewardTree::default();
    for (first, second, reward) in sample {
        tree.add_experience(features(*first, *second), *reward, smallest);
    }
    tree
}

fn root(tree: &RewardTree) -> Option<(usize, f64)> {
    match tree.nodes[0] {
        Node::Split(split) => Some((split.feature, split.threshold)),
        Node::Leaf(_) => None,
    }
}

/// Rewards by the first feature: 0 0 1 | 1 1 0, at best a mean of 1/3 and one of 2/3: the sum of squares explained is
/// 1/3 + 4/3. By the second feature, 0 0 0 | 1 1 1 explains 3. All six together explain 9/6.
#[test]
fn a_leaf_splits_at_the_threshold_with_the_largest_reduction_of_variance() {
    let sample = [(0.1, 0.3, 0.0), (0.2, 0.1, 0.0), (0.3, 0.9, 1.0), (0.4, 0.7, 1.0), (0.5, 0.8, 1.0), (0.6, 0.2, 0.0)];
    let tree = grown(&sample, 3);
    assert_eq!(root(&tree), Some((1, 0.3)));
    let leaves = tree.leaves();
    let means: Vec<_> = leaves.iter().map(|(_, leaf)| (leaf.pages, leaf.mean_reward())).collect();
    assert_eq!(means, [(3, Some(0.0)), (3, Some(1.0))]);
    assert_eq!(leaves[1].0, [(1, 0.3, true)]);
}

/// Without a smallest leaf, one experience on the left is the best split: 0 | 1 1 1 explains 3, and 0 1 | 1 1 only 5/2.
#[test]
fn both_sides_of_a_split_have_enough_experience() {
    let sample = [(0.1, 0.0, 0.0), (0.2, 0.0, 1.0), (0.3, 0.0, 1.0), (0.4, 0.0, 1.0)];
    let sample = sample.map(|(first, second, reward)| Experience { features: features(first, second), reward });
    assert_eq!(best_split(&sample, 1), Some((0, 0.1)));
    assert_eq!(best_split(&sample, 2), Some((0, 0.2)));
    assert_eq!(best_split(&sample, 3), None);
}

#[test]
fn equal_rewards_and_equal_features_do_not_split() {
    assert_eq!(root(&grown(&[(0.1, 0.2, 1.0), (0.3, 0.4, 1.0)], 1)), None);
    assert_eq!(root(&grown(&[(0.1, 0.2, 1.0), (0.1, 0.2, 0.0)], 1)), None);
}

/// Returns a tree with the threshold 0.1 of the first feature, and links 0..20 of which the even ones are left of it.
fn with_links() -> RewardTree {
    let mut tree = RewardTree::default();
    for id in 0..20 {
        tree.insert(UrlId(id), features(f64::from(id % 2), 0.0), UrlId(99));
    }
    tree.add_experience(features(0.1, 0.0), 0.0, 1);
    tree.add_experience(features(0.9, 0.0), 1.0, 1);
    tree
}

#[test]
fn a_split_sends_waiting_links_to_the_leaf_of_their_features() {
    let mut tree = with_links();
    tree.insert(UrlId(20), features(0.1, 0.0), UrlId(99));
    tree.insert(UrlId(21), features(0.2, 0.0), UrlId(99));
    let waiting: Vec<usize> = tree.leaves().iter().map(|(_, leaf)| leaf.waiting()).collect();
    assert_eq!(waiting, [11, 11]);
    assert!(tree.is_valid());
}

#[test]
fn each_leaf_draws_uniformly_among_its_own_links() {
    let (tree, mut draw) = (with_links(), Draw::new(5));
    let mut drawn = [0_u32; 20];
    for _ in 0..2_000 {
        let representatives = tree.representatives(1, &mut draw, |_| true);
        let [left, right] = representatives[..] else { panic!("one of each leaf: {representatives:?}") };
        assert_eq!([left.0 % 2, right.0 % 2], [0, 1]);
        drawn[left.0 as usize] += 1;
        drawn[right.0 as usize] += 1;
    }
    assert!(drawn.iter().all(|times| (150..250).contains(times)), "{drawn:?}");
}

#[test]
fn a_leaf_without_a_ready_link_has_no_representative() {
    let (tree, mut draw) = (with_links(), Draw::new(5));
    for _ in 0..20 {
        let representatives = tree.representatives(1, &mut draw, |id| id.0 % 2 == 1);
        assert!(matches!(representatives[..], [UrlId(id)] if id % 2 == 1), "{representatives:?}");
    }
}

#[test]
fn the_leaves_of_a_small_tree_draw_several_links_each() {
    let (tree, mut draw) = (with_links(), Draw::new(5));
    let drawn = tree.representatives(7, &mut draw, |_| true);
    let of_right = drawn.iter().filter(|id| id.0 % 2 == 1).count();
    assert_eq!((drawn.len(), of_right), (8, 4), "four of each of two leaves");
}

#[test]
fn removed_links_leave_their_leaf() {
    let mut tree = with_links();
    let removed = tree.remove(UrlId(3));
    assert_eq!(removed.map(|link| (link.features[0], link.from)), Some((1.0, UrlId(99))));
    assert_eq!(tree.remove(UrlId(3)), None);
    tree.insert(UrlId(4), features(1.0, 0.0), UrlId(98));
    tree.retain(|id| id.0 > 1);
    let waiting: Vec<usize> = tree.leaves().iter().map(|(_, leaf)| leaf.waiting()).collect();
    assert_eq!(waiting, [8, 9], "the even ones without 0 and 4, the odd ones without 1 and 3 and with 4");
    assert!(tree.is_valid());
}

#[test]
fn a_leaf_stores_a_bounded_number_of_experiences() {
    let mut tree = RewardTree::default();
    for _ in 0..3 * MAX_EXPERIENCE {
        tree.add_experience(features(0.5, 0.5), 1.0, 5);
    }
    let leaves = tree.leaves();
    let [(_, leaf)] = &leaves[..] else { panic!("equal features do not split") };
    assert_eq!((leaf.experience.len(), leaf.pages as usize), (MAX_EXPERIENCE, 3 * MAX_EXPERIENCE));
}

#[test]
fn the_tree_has_a_bounded_number_of_leaves() {
    let (mut tree, mut draw) = (RewardTree::default(), Draw::new(1));
    for _ in 0..4_000 {
        tree.add_experience(features(draw.share(), draw.share()), draw.share().round(), 1);
    }
    assert_eq!(tree.leaves().len(), MAX_LEAVES);
    assert!(tree.is_valid());
}

#[test]
fn a_tree_whose_parts_do_not_fit_together_is_not_valid() {
    let mut backward = with_links();
    backward.nodes[0] = Node::Split(Split { feature: 0, threshold: 0.1, children: [0, 2] });
    let mut lost = with_links();
    lost.links.remove(&UrlId(3));
    let mut not_a_number = with_links();
    not_a_number.add_experience([f64::NAN; FEATURES], 0.0, 5);
    let mut too_large = with_links();
    too_large.insert(UrlId(30), features(1.5, 0.0), UrlId(99));
    let empty = RewardTree { nodes: Vec::new(), ..RewardTree::default() };
    for tree in [backward, lost, not_a_number, too_large, empty] {
        assert!(!tree.is_valid());
    }
    // Two splits with the same children: each child follows its parents, and links and leaves fit together.
    let mut shared = with_links();
    let split = |children| Node::Split(Split { feature: 0, threshold: 0.1, children });
    let leaves = shared.nodes.split_off(1);
    shared.nodes = vec![split([1, 2]), split([3, 4]), split([3, 4])];
    shared.nodes.extend(leaves);
    shared.links.values_mut().for_each(|link| link.leaf += 2);
    assert!(!shared.is_valid());
    let mut orphan = with_links();
    orphan.nodes.push(Node::Leaf(Leaf::default()));
    assert!(!orphan.is_valid());
}

#[test]
fn a_leaf_whose_numbers_are_out_of_range_is_not_valid() {
    let experience = Experience { features: [0.5; FEATURES], reward: 1.0 };
    let one = Leaf { experience: vec![experience], pages: 1, reward: 1.0, ..Leaf::default() };
    let is_valid = |leaf: Leaf| RewardTree { nodes: vec![Node::Leaf(leaf)], ..RewardTree::default() }.is_valid();
    assert!(is_valid(one.clone()));
    assert!(is_valid(Leaf { depth: MAX_DEPTH, ..one.clone() }));
    assert!(!is_valid(Leaf { depth: MAX_DEPTH + 1, ..one.clone() }));
    assert!(!is_valid(Leaf { pages: 0, reward: 0.0, ..one.clone() }));
    for reward in [-1.0, 2.0, f64::NAN] {
        assert!(!is_valid(Leaf { reward, ..one.clone() }), "{reward}");
        assert!(!is_valid(Leaf { experience: vec![Experience { reward, ..experience }], ..one.clone() }), "{reward}");
    }
}
