//! DBSCAN over sparse vectors with the distance `1 − cosine`, without comparing all pairs.
//!
//! Points with the same length and the same shared terms (terms that occur in another point) have the same distance
//! from every other point, so they form one group: for example, all addresses in one folder that differ only in their
//! last part. An inverted index finds neighboring groups. The clusters equal those of the plain algorithm.
//!
//! Source: Ester et al. 1996, as used in the DBSCAN paper §3 (`MinPts` 3).

use crate::text::{SparseVector, TermId};
use std::collections::BTreeMap;

/// The tolerance of a cosine, whose last bits depend on the order of its sums: a distance of exactly `eps` counts as
/// within.
const ROUNDING: f64 = 1e-12;

/// Returns true if two vectors of this cosine are within `eps` of each other.
pub fn is_within(cosine: f64, eps: f64) -> bool {
    cosine >= 1.0 - eps - ROUNDING
}

/// Returns the cluster of each point, numbered from 0 in the order of their first points; `None` for noise. A core
/// point has at least `min_points` points, including itself, within `eps`; a border point belongs to the first cluster
/// that reaches it.
pub fn dbscan(points: &[SparseVector], eps: f64, min_points: usize) -> Vec<Option<u32>> {
    if eps >= 1.0 - ROUNDING {
        // All vectors are within such an `eps`, but those without a common term are not in the index.
        return vec![(points.len() >= min_points).then_some(0); points.len()];
    }
    let groups = Groups::new(points);
    let neighbors = groups.neighbors(eps);
    let core: Vec<bool> =
        (0..groups.members.len()).map(|group| groups.within_reach(group, &neighbors[group]) >= min_points).collect();
    let mut labels = vec![None; points.len()];
    let mut clusters = 0;
    for point in 0..points.len() {
        if labels[point].is_none() && core[groups.group[point]] {
            labels[point] = Some(clusters);
            expand(groups.group[point], clusters, &groups, &neighbors, &core, &mut labels);
            clusters += 1;
        }
    }
    labels
}

/// Labels all points reachable from a core group.
fn expand(
    start: usize,
    cluster: u32,
    groups: &Groups,
    neighbors: &[Vec<usize>],
    core: &[bool],
    labels: &mut [Option<u32>],
) {
    let mut queue = vec![start];
    while let Some(group) = queue.pop() {
        for &other in &neighbors[group] {
            let mut new = false;
            for &member in &groups.members[other] {
                if labels[member].is_none() {
                    labels[member] = Some(cluster);
                    new = true;
                }
            }
            if new && core[other] {
                queue.push(other);
            }
        }
    }
}

/// Points that have the same distance from every other point.
struct Groups {
    /// The group of each point.
    group: Vec<usize>,
    members: Vec<Vec<usize>>,
    /// The shared terms of each group's points, divided by their length.
    shared: Vec<Vec<(TermId, f64)>>,
}

impl Groups {
    fn new(points: &[SparseVector]) -> Self {
        let mut holders: BTreeMap<TermId, u32> = BTreeMap::new();
        for (term, _) in points.iter().flat_map(SparseVector::iter) {
            *holders.entry(term).or_default() += 1;
        }
        let mut numbers: BTreeMap<(u64, Vec<(TermId, u64)>), usize> = BTreeMap::new();
        let mut groups = Self { group: Vec::new(), members: Vec::new(), shared: Vec::new() };
        for (at, point) in points.iter().enumerate() {
            let shared: Vec<(TermId, f64)> = point.iter().filter(|(term, _)| holders[term] > 1).collect();
            let key = (point.norm().to_bits(), shared.iter().map(|(term, weight)| (*term, weight.to_bits())).collect());
            let number = *numbers.entry(key).or_insert(groups.members.len());
            if number == groups.members.len() {
                groups.members.push(Vec::new());
                groups.shared.push(shared.iter().map(|(term, weight)| (*term, weight / point.norm())).collect());
            }
            groups.members[number].push(at);
            groups.group.push(number);
        }
        groups
    }

    /// Returns for each group the groups within `eps`, ascending; a group includes itself if its members are within
    /// `eps` of each other.
    fn neighbors(&self, eps: f64) -> Vec<Vec<usize>> {
        let mut index: BTreeMap<TermId, Vec<(usize, f64)>> = BTreeMap::new();
        for (group, shared) in self.shared.iter().enumerate() {
            for (term, weight) in shared {
                index.entry(*term).or_default().push((group, *weight));
            }
        }
        let near = |shared: &Vec<(TermId, f64)>| {
            let mut dots: BTreeMap<usize, f64> = BTreeMap::new();
            for (term, weight) in shared {
                for (other, theirs) in &index[term] {
                    *dots.entry(*other).or_default() += weight * theirs;
                }
            }
            dots.into_iter().filter(|(_, dot)| is_within(*dot, eps)).map(|(other, _)| other).collect()
        };
        self.shared.iter().map(near).collect()
    }

    /// Returns the number of points within `eps` of a member of the group, including the member.
    fn within_reach(&self, group: usize, neighbors: &[usize]) -> usize {
        let reached: usize = neighbors.iter().map(|other| self.members[*other].len()).sum();
        reached + usize::from(!neighbors.contains(&group))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cosine;

    /// Returns the result of the original algorithm, which compares all pairs.
    fn plain(points: &[SparseVector], eps: f64, min_points: usize) -> Vec<Option<u32>> {
        let within = |a: usize, b: usize| a == b || 1.0 - cosine(&points[a], &points[b]) <= eps + 1e-12;
        let near = |a: usize| -> Vec<usize> { (0..points.len()).filter(|b| within(a, *b)).collect() };
        let mut labels = vec![None; points.len()];
        let mut clusters = 0;
        for point in 0..points.len() {
            if labels[point].is_some() || near(point).len() < min_points {
                continue;
            }
            labels[point] = Some(clusters);
            let mut queue = near(point);
            while let Some(next) = queue.pop() {
                if labels[next].is_none() {
                    labels[next] = Some(clusters);
                    let reached = near(next);
                    if reached.len() >= min_points {
                        queue.extend(reached);
                    }
                }
            }
            clusters += 1;
        }
        labels
    }

    /// Generates addresses: one of a few hosts, one of a few folders, and a last part that is unique or one of a few.
    fn addresses(n: u32, seed: u64) -> Vec<SparseVector> {
        let mut state = seed;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u32::try_from((state >> 33) % below).expect("it is below a small number")
        };
        let mut address = |at: u32| {
            let own = if draw(3) == 0 { 100 + draw(5) } else { 1_000 + at };
            let parts = [draw(4), 10 + draw(6), 20 + draw(3), own];
            let keep = 2 + draw(3) as usize;
            parts.into_iter().rev().take(keep).map(|term| (term, 1.0)).collect()
        };
        (0..n).map(&mut address).collect()
    }

    #[test]
    fn the_clusters_equal_those_of_the_plain_algorithm() {
        for seed in 0..40 {
            let points = addresses(120, seed);
            for (eps, min_points) in [(0.1, 2), (0.3, 3), (0.5, 3), (0.5, 6), (0.75, 4), (1.0, 3)] {
                assert_eq!(dbscan(&points, eps, min_points), plain(&points, eps, min_points), "seed {seed}, eps {eps}");
            }
        }
    }

    /// Three addresses without a common part are at a distance of exactly 1.
    #[test]
    fn a_radius_of_one_joins_disjoint_vectors() {
        let points: Vec<SparseVector> = (0..3).map(|term| vec![(term, 1.0)].into()).collect();
        assert_eq!(dbscan(&points, 1.0, 3), [Some(0); 3]);
        assert_eq!(dbscan(&points, 0.999, 3), [None; 3]);
    }

    #[test]
    fn too_few_points_are_noise() {
        let points = addresses(2, 1);
        assert_eq!(dbscan(&points, 0.9, 3), [None, None]);
        assert_eq!(dbscan(&[], 0.5, 3), []);
    }
}
