//! A regression tree over the features of links, which grows while pages are read. Its leaves hold the links that wait.
//!
//! A leaf has experience, the features and rewards of fetched links, and the waiting links whose features belong there.
//! A new experience may split its leaf: at the feature and threshold that most reduce the variance of the rewards, if
//! both sides have enough experience. Links with a larger feature than the threshold go to the right.
//!
//! A representative of each leaf is drawn uniformly at random among its links that are ready. A leaf gives up after a
//! few links that are not, so that a choice takes time proportional to the number of leaves. The leaves of a small tree
//! draw several.
//!
//! A leaf stores at most [`MAX_EXPERIENCE`] experiences, the newest ones. Its number of pages and its mean reward are
//! those of all experiences since the last split, and of those stored then. The tree has at most [`MAX_LEAVES`] leaves.
//!
//! Source: TRES (Tree-Frontier). The limits of depth and the equality at the threshold are those of its authors'
//! program.

use super::q_function::{FEATURES, Features};
use crate::graph::UrlId;
use crate::learning::Draw;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum number of splits above a leaf.
const MAX_DEPTH: u32 = 18;
/// Maximum number of leaves.
const MAX_LEAVES: usize = 256;
/// Maximum number of experiences of a leaf: enough for the largest value of the smallest leaf.
const MAX_EXPERIENCE: usize = 100;
/// Number of links drawn from a leaf until one of them is ready.
const DRAWS: usize = 8;
/// Minimum reduction of the sum of squared deviations; less is rounding.
const MIN_REDUCTION: f64 = 1e-9;

/// The tree; its root is the first node, and children follow their parents.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RewardTree {
    nodes: Vec<Node>,
    links: BTreeMap<UrlId, WaitingLink>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Node {
    Split(Split),
    Leaf(Leaf),
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Split {
    feature: usize,
    threshold: f64,
    /// The child for features up to the threshold, and the one for larger ones.
    children: [usize; 2],
}

/// A leaf.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Leaf {
    depth: u32,
    experience: Vec<Experience>,
    /// The number of experiences since the last split, and of those stored then.
    pub(super) pages: u32,
    /// The sum of their rewards.
    reward: f64,
    /// The links that wait.
    links: Vec<UrlId>,
}

/// The features of a fetched link, and its reward; all in 0..=1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Experience {
    features: Features,
    reward: f64,
}

/// A link that waits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct WaitingLink {
    pub(super) features: Features,
    /// The page whose link has these features.
    pub(super) from: UrlId,
    leaf: usize,
    /// The position among the links of its leaf.
    place: usize,
}

/// A condition on the way to a leaf: the feature, the threshold, and true for larger features.
pub(super) type Condition = (usize, f64, bool);

impl Default for RewardTree {
    fn default() -> Self {
        Self { nodes: vec![Node::Leaf(Leaf::default())], links: BTreeMap::new() }
    }
}

impl Leaf {
    /// Returns the number of links that wait.
    pub(super) fn waiting(&self) -> usize {
        self.links.len()
    }

    /// Returns the mean reward; `None` without experience.
    pub(super) fn mean_reward(&self) -> Option<f64> {
        (self.pages > 0).then(|| self.reward / f64::from(self.pages))
    }

    fn add(&mut self, experience: Experience) {
        if self.experience.len() == MAX_EXPERIENCE {
            self.experience.remove(0);
        }
        self.experience.push(experience);
        self.pages = self.pages.saturating_add(1);
        self.reward += experience.reward;
    }

    fn is_valid(&self) -> bool {
        self.depth <= MAX_DEPTH
            && self.experience.len() <= MAX_EXPERIENCE
            && usize::try_from(self.pages).is_ok_and(|pages| self.experience.len() <= pages)
            && (0.0..=f64::from(self.pages)).contains(&self.reward)
            && self.experience.iter().all(|one| are_shares(&one.features) && is_share(one.reward))
    }

    fn representative(&self, draw: &mut Draw, is_ready: &impl Fn(UrlId) -> bool) -> Option<UrlId> {
        let mut drawn = (0..DRAWS).map_while(|_| self.links.get(draw.below(self.links.len())));
        drawn.find(|id| is_ready(**id)).copied()
    }
}

impl RewardTree {
    /// Returns a link that waits.
    pub(super) fn get(&self, id: UrlId) -> Option<&WaitingLink> {
        self.links.get(&id)
    }

    /// Returns all links that wait, ordered by URL id.
    pub(super) fn links(&self) -> impl Iterator<Item = (UrlId, &WaitingLink)> {
        self.links.iter().map(|(id, link)| (*id, link))
    }

    /// Adds a link of the page `from`, or gives it other features.
    pub(super) fn insert(&mut self, id: UrlId, features: Features, from: UrlId) {
        self.remove(id);
        let leaf = self.leaf_of(&features);
        let place = self.append(leaf, id);
        self.links.insert(id, WaitingLink { features, from, leaf, place });
    }

    /// Removes and returns a link.
    pub(super) fn remove(&mut self, id: UrlId) -> Option<WaitingLink> {
        let link = self.links.remove(&id)?;
        if let Some(Node::Leaf(leaf)) = self.nodes.get_mut(link.leaf) {
            leaf.links.swap_remove(link.place);
            if let Some(moved) = leaf.links.get(link.place).and_then(|moved| self.links.get_mut(moved)) {
                moved.place = link.place;
            }
        }
        Some(link)
    }

    /// Removes the links that do not meet a condition.
    pub(super) fn retain(&mut self, is_kept: impl Fn(UrlId) -> bool) {
        let removed: Vec<UrlId> = self.links.keys().copied().filter(|id| !is_kept(*id)).collect();
        for id in removed {
            self.remove(id);
        }
    }

    /// Draws a representative of each leaf; several of each if there would be fewer than `least`. A leaf gives up after
    /// [`DRAWS`] links that are not ready.
    pub(super) fn representatives(
        &self,
        least: usize,
        draw: &mut Draw,
        is_ready: impl Fn(UrlId) -> bool,
    ) -> Vec<UrlId> {
        // A binary tree has one leaf more than splits.
        let of_each = least.div_ceil(self.nodes.len().div_ceil(2)).max(1);
        let leaves = self.nodes.iter().filter_map(Node::leaf);
        let drawn = leaves.flat_map(|leaf| std::iter::repeat_n(leaf, of_each));
        drawn.filter_map(|leaf| leaf.representative(draw, &is_ready)).collect()
    }

    /// Adds an experience. Splits its leaf if that reduces the variance of the rewards and leaves `smallest`
    /// experiences on each side.
    pub(super) fn add_experience(&mut self, features: Features, reward: f64, smallest: usize) {
        let at = self.leaf_of(&features);
        let has_room = self.nodes.len() < 2 * MAX_LEAVES - 1;
        let Some(Node::Leaf(leaf)) = self.nodes.get_mut(at) else {
            return;
        };
        leaf.add(Experience { features, reward });
        let may_split = has_room && leaf.depth < MAX_DEPTH;
        let best = may_split.then(|| best_split(&leaf.experience, smallest)).flatten();
        if let Some((feature, threshold)) = best {
            self.split(at, feature, threshold);
        }
    }

    fn leaf_of(&self, features: &Features) -> usize {
        let mut at = 0;
        while let Some(Node::Split(split)) = self.nodes.get(at) {
            at = split.child_of(features);
        }
        at
    }

    /// Adds a link to a leaf and returns its position there.
    fn append(&mut self, leaf: usize, id: UrlId) -> usize {
        let Some(Node::Leaf(leaf)) = self.nodes.get_mut(leaf) else {
            return 0;
        };
        leaf.links.push(id);
        leaf.links.len() - 1
    }

    fn split(&mut self, at: usize, feature: usize, threshold: f64) {
        let split = Split { feature, threshold, children: [self.nodes.len(), self.nodes.len() + 1] };
        let Node::Leaf(old) = std::mem::replace(&mut self.nodes[at], Node::Split(split)) else {
            return;
        };
        let mut children = [(); 2].map(|()| Leaf { depth: old.depth + 1, ..Leaf::default() });
        for experience in old.experience {
            children[split.side_of(&experience.features)].add(experience);
        }
        self.nodes.extend(children.map(Node::Leaf));
        for id in old.links {
            let Some(link) = self.links.get(&id) else {
                continue;
            };
            let leaf = split.child_of(&link.features);
            let place = self.append(leaf, id);
            self.links.entry(id).and_modify(|link| (link.leaf, link.place) = (leaf, place));
        }
    }

    /// Returns all leaves with their conditions, from the smallest features to the largest.
    pub(super) fn leaves(&self) -> Vec<(Vec<Condition>, &Leaf)> {
        let mut leaves = Vec::new();
        let mut open = vec![(0, Vec::new())];
        while let Some((at, conditions)) = open.pop() {
            match self.nodes.get(at) {
                Some(Node::Leaf(leaf)) => leaves.push((conditions, leaf)),
                Some(Node::Split(Split { feature, threshold, children })) => {
                    // The stack returns the left child first.
                    for (child, is_larger) in children.iter().zip([false, true]).rev() {
                        let condition = (*feature, *threshold, is_larger);
                        open.push((*child, conditions.iter().copied().chain([condition]).collect()));
                    }
                }
                None => {}
            }
        }
        leaves
    }

    /// Returns true if this version could have written the tree: each node but the root has one parent, before it; all
    /// numbers are in range; links and leaves name each other.
    pub(super) fn is_valid(&self) -> bool {
        let nodes = self.nodes.iter().enumerate().all(|(at, node)| match node {
            Node::Split(Split { feature, threshold, children }) => {
                let follows = |child: &usize| *child > at && *child < self.nodes.len();
                *feature < FEATURES && is_share(*threshold) && children.iter().all(follows)
            }
            Node::Leaf(leaf) => leaf.is_valid(),
        });
        let splits = self.nodes.iter().filter_map(Node::split);
        let mut children: Vec<usize> = splits.flat_map(|split| split.children).collect();
        children.sort_unstable();
        let parents = children.into_iter().eq(1..self.nodes.len());
        let leaf = |at: usize| self.nodes.get(at).and_then(Node::leaf);
        let mut links = self.links.iter();
        let linked = links.all(|(id, link)| {
            are_shares(&link.features) && leaf(link.leaf).is_some_and(|leaf| leaf.links.get(link.place) == Some(id))
        });
        let held: usize = self.nodes.iter().filter_map(Node::leaf).map(Leaf::waiting).sum();
        let size = !self.nodes.is_empty() && self.nodes.len() < 2 * MAX_LEAVES;
        nodes && parents && linked && size && held == self.links.len()
    }
}

impl Node {
    fn leaf(&self) -> Option<&Leaf> {
        match self {
            Self::Leaf(leaf) => Some(leaf),
            Self::Split(_) => None,
        }
    }

    fn split(&self) -> Option<&Split> {
        match self {
            Self::Split(split) => Some(split),
            Self::Leaf(_) => None,
        }
    }
}

impl Split {
    /// Returns 0 for features up to the threshold, and 1 for larger ones.
    fn side_of(&self, features: &Features) -> usize {
        usize::from(features[self.feature] > self.threshold)
    }

    fn child_of(&self, features: &Features) -> usize {
        self.children[self.side_of(features)]
    }
}

/// Returns true if a number is in 0..=1, which NaN is not.
pub(super) fn is_share(number: f64) -> bool {
    (0.0..=1.0).contains(&number)
}

/// Returns true if all features are in 0..=1.
pub(super) fn are_shares(features: &Features) -> bool {
    features.iter().copied().all(is_share)
}

/// Returns the feature and the threshold that most reduce the variance of the rewards; of splits whose computed
/// reductions are equal, the first. Rounding may decide between splits that reduce it equally. Returns `None` if no
/// split with `smallest` experiences on each side reduces it.
fn best_split(experience: &[Experience], smallest: usize) -> Option<(usize, f64)> {
    let (all, count) = (experience.iter().fold(0.0, |sum, one| sum + one.reward), experience.len());
    // The squared deviations of a side from its mean sum to the squares minus (Σ r)² / n.
    let explained = |sum: f64, count: usize| sum * sum / count as f64;
    let (mut best, mut largest) = (None, explained(all, count) + MIN_REDUCTION);
    for feature in 0..FEATURES {
        let mut sorted: Vec<(f64, f64)> = experience.iter().map(|one| (one.features[feature], one.reward)).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut sum = 0.0;
        for (at, pair) in sorted.windows(2).enumerate() {
            let (left, [(value, reward), (next, _)]) = (at + 1, [pair[0], pair[1]]);
            sum += reward;
            if left < smallest || count - left < smallest || value >= next {
                continue;
            }
            let both = explained(sum, left) + explained(all - sum, count - left);
            if both > largest {
                (best, largest) = (Some((feature, value)), both);
            }
        }
    }
    best
}

#[cfg(test)]
#[path = "reward_tree_tests.rs"]
mod tests;
