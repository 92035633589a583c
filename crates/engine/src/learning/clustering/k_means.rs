//! K-means over sparse points: Lloyd's algorithm with k-means++ seeding, the best of several restarts.
//!
//! Distances are Euclidean, and the inertia is the sum of their squares, as in scikit-learn's `KMeans`. For points of
//! length 1 ([`SparseVector::unit`]) the squared distance is `2 − 2 · cosine`, so scale points first to cluster by
//! cosine.
//!
//! A cluster that loses its last point takes the point that is farthest from its own center (the first of equals), as
//! in scikit-learn. If fewer than k points are distinct, there are fewer clusters. Not covered: Elkan's bounds, which
//! are faster only with dense centers.
//!
//! Source: Batsakis §3.4.1 a; Lloyd 1982; Arthur and Vassilvitskii 2007, "k-means++: the advantages of careful
//! seeding".

use super::rows::{Centers, Rows, sizes};
use crate::learning::Draw;
use crate::text::SparseVector;
use serde::{Deserialize, Serialize};
use std::borrow::Borrow;

/// The options of the clustering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KMeansOptions {
    /// The number of restarts; the clustering with the least inertia is kept, the first of equals. 0 counts as 1.
    pub restarts: u32,
    /// The maximum number of rounds per start; more than twenty are rare. 0 counts as 1.
    pub rounds: u32,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl Default for KMeansOptions {
    fn default() -> Self {
        Self { restarts: 10, rounds: 300, seed: 1 }
    }
}

/// A clustering: clusters are numbered from 0, and none is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clusters {
    /// The mean of each cluster's points.
    pub centers: Vec<SparseVector>,
    /// The cluster of each point.
    pub assignment: Vec<usize>,
    /// The sum of the squared distances of the points to their centers.
    pub inertia: f64,
    /// The number of rounds of the best start.
    pub iterations: u32,
}

/// Divides points into at most `k` clusters.
pub fn k_means(points: &[impl Borrow<SparseVector>], k: usize, options: KMeansOptions) -> Clusters {
    let rows = Rows::new(points, &[]);
    let members: Vec<usize> = (0..rows.len()).collect();
    match best_of(&rows, &members, k, options) {
        Some(run) => run.clusters(&rows),
        None => Clusters::default(),
    }
}

/// Returns the clusters from given centers, in one start without random numbers.
pub fn k_means_from(points: &[impl Borrow<SparseVector>], centers: &[SparseVector], rounds: u32) -> Clusters {
    let rows = Rows::new(points, centers);
    let members: Vec<usize> = (0..rows.len()).collect();
    if members.is_empty() || centers.is_empty() {
        return Clusters::default();
    }
    lloyd(&rows, &members, rows.centers(centers), rounds).clusters(&rows)
}

/// A finished start over some points, the members.
pub(super) struct Run {
    pub(super) centers: Centers,
    /// The cluster of each member, in the members' order.
    pub(super) assignment: Vec<usize>,
    pub(super) inertia: f64,
    iterations: u32,
}

/// Returns the best of several starts; `None` if there are no points.
pub(super) fn best_of(rows: &Rows, members: &[usize], k: usize, options: KMeansOptions) -> Option<Run> {
    if members.is_empty() || k == 0 {
        return None;
    }
    let mut draw = Draw::new(options.seed);
    let mut best: Option<Run> = None;
    for _ in 0..options.restarts.max(1) {
        let first = rows.centers_on(&seeds(rows, members, k, &mut draw));
        let run = lloyd(rows, members, first, options.rounds);
        if best.as_ref().is_none_or(|best| run.inertia < best.inertia) {
            best = Some(run);
        }
    }
    best
}

/// Chooses centers by k-means++: each next one is a point, drawn with a probability proportional to its squared
/// distance from the nearest center so far. Ends early if no point differs from all centers.
fn seeds(rows: &Rows, members: &[usize], k: usize, draw: &mut Draw) -> Vec<usize> {
    let mut seeds = vec![members[draw.below(members.len())]];
    let mut nearest = vec![f64::INFINITY; members.len()];
    let mut distance = Vec::new();
    while seeds.len() < k {
        let newest = rows.centers_on(&seeds[seeds.len() - 1..]);
        let mut sum = 0.0;
        for (nearest, member) in nearest.iter_mut().zip(members) {
            rows.distances(*member, &newest, &mut distance);
            *nearest = nearest.min(distance[0]);
            sum += *nearest;
        }
        let mut left = draw.share() * sum;
        let differ = nearest.iter().enumerate().filter(|(_, far)| **far > 0.0);
        // Because of rounding, the drawn number may lie slightly beyond the last point, which is then chosen.
        let mut picked = None;
        for (at, far) in differ {
            picked = Some(members[at]);
            left -= far;
            if left < 0.0 {
                break;
            }
        }
        match picked {
            Some(point) => seeds.push(point),
            None => break,
        }
    }
    seeds
}

/// Alternates assignment and means until no point changes its cluster or `rounds` are over.
pub(super) fn lloyd(rows: &Rows, members: &[usize], first: Centers, rounds: u32) -> Run {
    let k = first.len();
    let mut centers = first;
    let mut old = Vec::new();
    let mut iterations = 0;
    loop {
        let (mut assignment, mut distances) = assign(rows, members, &centers);
        // After the last round only the points are assigned; the means stay.
        if iterations < rounds.max(1) {
            iterations += 1;
            fill_empty(&mut assignment, &mut distances, k);
            if assignment != old {
                centers = rows.means(members, &assignment, k);
                old = assignment;
                continue;
            }
        }
        let inertia = distances.iter().fold(0.0, |sum, one| sum + one);
        return Run { centers, assignment, inertia, iterations };
    }
}

/// Returns the nearest center of each member, the first of equals, and the squared distance to it.
fn assign(rows: &Rows, members: &[usize], centers: &Centers) -> (Vec<usize>, Vec<f64>) {
    let mut distances = Vec::new();
    let nearest = |member: &usize| {
        rows.distances(*member, centers, &mut distances);
        let mut best = (0, f64::INFINITY);
        for (center, distance) in distances.iter().enumerate() {
            if *distance < best.1 {
                best = (center, *distance);
            }
        }
        best
    };
    members.iter().map(nearest).unzip()
}

/// Gives each empty cluster the point farthest from its center, unless that empties another cluster or all points are
/// at their centers.
fn fill_empty(assignment: &mut [usize], distances: &mut [f64], k: usize) {
    let mut sizes = sizes(assignment, k);
    for empty in 0..k {
        if sizes[empty] > 0 {
            continue;
        }
        let mut farthest: Option<usize> = None;
        for at in 0..assignment.len() {
            let may = sizes[assignment[at]] > 1 && distances[at] > 0.0;
            if may && farthest.is_none_or(|best| distances[at] > distances[best]) {
                farthest = Some(at);
            }
        }
        let Some(at) = farthest else { return };
        sizes[assignment[at]] -= 1;
        sizes[empty] = 1;
        assignment[at] = empty;
        distances[at] = 0.0;
    }
}

impl Run {
    /// Returns the non-empty clusters, numbered without gaps.
    pub(super) fn clusters(self, rows: &Rows) -> Clusters {
        let sizes = sizes(&self.assignment, self.centers.len());
        let kept: Vec<usize> = (0..sizes.len()).filter(|at| sizes[*at] > 0).collect();
        let centers = kept.iter().map(|at| rows.sparse(&self.centers, *at));
        let number = |at: usize| kept.partition_point(|kept| *kept < at);
        Clusters {
            centers: centers.collect(),
            assignment: self.assignment.iter().map(|at| number(*at)).collect(),
            inertia: self.inertia,
            iterations: self.iterations,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64) -> SparseVector {
        [(3, x), (8, y)].into_iter().collect()
    }

    #[test]
    fn two_clusters_have_means_computed_by_hand() {
        let points = [point(0.0, 1.0), point(0.0, 3.0), point(10.0, 1.0), point(12.0, 1.0)];
        let found = k_means(&points, 2, KMeansOptions::default());
        let a = found.assignment[0];
        assert_eq!(found.assignment, [a, a, 1 - a, 1 - a]);
        assert_eq!(found.centers[a], point(0.0, 2.0));
        assert_eq!(found.centers[1 - a], point(11.0, 1.0));
        assert!((found.inertia - 4.0).abs() < 1e-12);
    }

    #[test]
    fn fewer_distinct_points_than_clusters_give_fewer_clusters() {
        let points = [point(1.0, 0.3), point(1.0, 0.3), point(0.1, 2.0), SparseVector::new()];
        let found = k_means(&points, 9, KMeansOptions::default());
        assert_eq!(found.centers.len(), 3);
        assert_eq!(found.assignment[0], found.assignment[1]);
        assert!(found.inertia < 1e-12);
        let none: [SparseVector; 0] = [];
        assert_eq!(k_means(&none, 3, KMeansOptions::default()), Clusters::default());
        assert_eq!(k_means(&points, 0, KMeansOptions::default()), Clusters::default());
    }

    /// All points are nearest to the first center, so the second takes the farthest of them, 9.
    #[test]
    fn an_empty_cluster_takes_the_farthest_point() {
        let points = [point(1.0, 0.0), point(2.0, 0.0), point(9.0, 0.0)];
        let found = k_means_from(&points, &[point(0.0, 0.0), point(100.0, 7.0)], 50);
        assert_eq!(found.assignment, [0, 0, 1]);
        assert_eq!(found.centers, [point(1.5, 0.0), point(9.0, 0.0)]);
    }

    #[test]
    fn the_result_depends_only_on_the_seed() {
        let mut draw = Draw::new(9);
        let points: Vec<SparseVector> = (0..60).map(|_| point(draw.share(), draw.share())).collect();
        let with = |seed| k_means(&points, 7, KMeansOptions { restarts: 1, seed, ..KMeansOptions::default() });
        assert_eq!(with(4), with(4));
        assert!((0..5).any(|seed| with(seed) != with(4)));
    }

    #[test]
    fn more_rounds_and_restarts_never_raise_the_inertia() {
        let mut draw = Draw::new(2);
        let points: Vec<SparseVector> = (0..200).map(|_| point(draw.share(), draw.share())).collect();
        let inertia = |restarts, rounds| k_means(&points, 6, KMeansOptions { restarts, rounds, seed: 1 }).inertia;
        assert!(inertia(1, 300) <= inertia(1, 2) + 1e-12);
        assert!(inertia(20, 300) <= inertia(1, 300));
    }
}
