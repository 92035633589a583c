//! X-means: K-means that chooses the number of clusters by the Bayesian information criterion (BIC).
//!
//! Starting with the least number, each cluster is divided in two, and the halves are kept if the BIC of two is higher
//! than that of one; then all centers are improved together. If no cluster gains, the one that loses least is divided
//! nevertheless, up to [`PATIENCE`] times in a row: with four groups at the corners of a square no first division
//! gains, and the paper's algorithm would stop at one cluster. The clustering with the highest BIC is returned. Points
//! are modelled as spherical Gaussians with one variance: `BIC = Σ R_n ln(R_n / R) − R·M/2 · ln(2π σ²) − M (R − K) / 2
//! − p/2 · ln R` with `σ² = Σ ‖x − μ‖² / (M (R − K))` and `p = K − 1 + M K + 1`. The paper's printed variance lacks the
//! dimension M, which its likelihood needs (a known error).
//!
//! The BIC includes a variance for every term, and most terms of a text are noise. For some 300 encyclopedia articles
//! with 900 terms each it chooses the least number of clusters; for the same articles with their 300 most common terms
//! ([`crate::text::Idf::common`], [`SparseVector::only`]) it chooses 4 to 13. Not covered: kd-trees, which do not help
//! with thousands of terms.
//!
//! Source: Pelleg and Moore 2000, "X-means: extending K-means with efficient estimation of the number of clusters";
//! Batsakis §3.4.1 b.

use super::k_means::{Clusters, KMeansOptions, Run, best_of, lloyd};
use super::rows::{Rows, sizes};
use crate::text::SparseVector;
use std::borrow::Borrow;
use std::f64::consts::PI;
use types::sorting;

/// The maximum number of successive divisions without gain.
const PATIENCE: u32 = 2;

/// Divides points into `least` to `most` clusters, or fewer if fewer points are distinct.
pub fn x_means(points: &[impl Borrow<SparseVector>], least: usize, most: usize, options: KMeansOptions) -> Clusters {
    let rows = Rows::new(points, &[]);
    let all: Vec<usize> = (0..rows.len()).collect();
    let Some(mut now) = best_of(&rows, &all, least.max(1), options) else {
        return Clusters::default();
    };
    let mut best: Option<(f64, Run)> = None;
    let mut forced = 0;
    loop {
        let criterion = bic(&now, rows.width());
        let next = (now.centers.len() < most).then(|| divided(&rows, &now, most, options)).flatten();
        // Of equals, keeps the one with fewer clusters.
        if best.as_ref().is_none_or(|(highest, _)| criterion > *highest) {
            best = Some((criterion, now));
        }
        let Some(Division { centers, gains }) = next else {
            break;
        };
        forced = if gains { 0 } else { forced + 1 };
        if forced > PATIENCE {
            break;
        }
        now = lloyd(&rows, &all, rows.centers(&centers), options.rounds);
    }
    best.map_or_else(Clusters::default, |(_, run)| run.clusters(&rows))
}

/// The centers after some clusters were divided.
struct Division {
    centers: Vec<SparseVector>,
    /// True if the BIC rises.
    gains: bool,
}

/// Divides every cluster that gains by it, those with the largest gain first if `most` does not allow all; if none
/// gains, the one that loses least. Returns `None` if none can be divided.
fn divided(rows: &Rows, run: &Run, most: usize, options: KMeansOptions) -> Option<Division> {
    let k = run.centers.len();
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); k];
    for (point, cluster) in run.assignment.iter().enumerate() {
        members[*cluster].push(point);
    }
    let halves = members.iter().enumerate().filter_map(|(cluster, members)| {
        let (gain, halves) = halves(rows, members, options)?;
        Some((cluster, gain, halves))
    });
    let mut halves: Vec<(usize, f64, [SparseVector; 2])> = halves.collect();
    sorting::sort_by(&mut halves, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let gains = halves.first()?.1 > 0.0;
    let gaining = halves.iter().filter(|(_, gain, _)| *gain > 0.0).count();
    halves.truncate(gaining.max(1).min(most - k));
    let whole = (0..k).filter(|at| halves.iter().all(|(cluster, ..)| cluster != at));
    let mut centers: Vec<SparseVector> = whole.map(|at| rows.sparse(&run.centers, at)).collect();
    centers.extend(halves.into_iter().flat_map(|(.., halves)| halves));
    Some(Division { centers, gains })
}

/// Returns the halves of a cluster and the gain of the BIC, which may be negative; `None` if its points are equal.
fn halves(rows: &Rows, members: &[usize], options: KMeansOptions) -> Option<(f64, [SparseVector; 2])> {
    let one = best_of(rows, members, 1, KMeansOptions { restarts: 1, ..options })?;
    let two = best_of(rows, members, 2, options)?;
    if two.centers.len() < 2 {
        return None;
    }
    let gain = bic(&two, rows.width()) - bic(&one, rows.width());
    Some((gain, [0, 1].map(|at| rows.sparse(&two.centers, at))))
}

/// Returns the BIC of a clustering: nearly infinite if all points are at their centers, minus infinity if each point
/// has its own center.
fn bic(run: &Run, dimensions: usize) -> f64 {
    let (k, points) = (run.centers.len(), run.assignment.len());
    if points <= k || dimensions == 0 {
        return f64::NEG_INFINITY;
    }
    if run.inertia <= 0.0 {
        // The variance is 0. Dividing by k prefers fewer clusters.
        return f64::MAX / (1.0 + k as f64);
    }
    let (r, m, free) = (points as f64, dimensions as f64, (points - k) as f64);
    let variance = run.inertia / (m * free);
    let of_cluster = |size: usize| {
        let size = size as f64;
        if size > 0.0 { size * libm::log(size / r) } else { 0.0 }
    };
    let shares = sizes(&run.assignment, k).into_iter().fold(0.0, |sum, size| sum + of_cluster(size));
    let likelihood = shares - r * m / 2.0 * libm::log(2.0 * PI * variance) - m * free / 2.0;
    let parameters = (k as f64) * (m + 1.0);
    likelihood - parameters / 2.0 * libm::log(r)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::Draw;
    use crate::text::TermId;

    /// Generates groups of points, each with words of its own and some common words.
    fn planted(groups: u32, each: u32, seed: u64) -> Vec<SparseVector> {
        let mut draw = Draw::new(seed);
        let mut word =
            |from: u32, of: usize| -> (TermId, f64) { (from + u32::try_from(draw.below(of)).expect("small"), 1.0) };
        let mut point = |group: u32| {
            let own: Vec<_> = (0..30).map(|_| word(1_000 + 40 * group, 40)).collect();
            let any: Vec<_> = (0..20).map(|_| word(0, 300)).collect();
            own.into_iter().chain(any).collect::<SparseVector>().unit()
        };
        (0..groups * each).map(|at| point(at % groups)).collect()
    }

    #[test]
    fn the_planted_number_of_clusters_is_found() {
        for (groups, each, seed) in [(1, 60, 1), (2, 40, 2), (3, 30, 3), (5, 25, 4), (8, 20, 5), (12, 15, 6)] {
            let points = planted(groups, each, seed);
            let found = x_means(&points, 1, 20, KMeansOptions::default());
            assert_eq!(found.centers.len(), groups as usize, "seed {seed}");
            for (at, cluster) in found.assignment.iter().enumerate() {
                assert_eq!(*cluster, found.assignment[at % groups as usize], "seed {seed}");
            }
        }
    }

    #[test]
    fn the_planted_number_of_clusters_is_found_for_dense_points() {
        let mut draw = Draw::new(8);
        let corners = [(0.0, 0.0), (10.0, 0.0), (0.0, 10.0), (10.0, 10.0)];
        let mut noise = || (0..12).fold(-6.0, |sum, _| sum + draw.share());
        let points: Vec<SparseVector> = (0..200)
            .map(|at| {
                let (x, y) = corners[at % 4];
                [(0, x + noise()), (1, y + noise())].into_iter().collect()
            })
            .collect();
        assert_eq!(x_means(&points, 1, 12, KMeansOptions::default()).centers.len(), 4);
        assert_eq!(x_means(&points, 1, 3, KMeansOptions::default()).centers.len(), 3);
        assert_eq!(x_means(&points, 6, 8, KMeansOptions::default()).centers.len(), 6);
    }

    #[test]
    fn equal_points_form_one_cluster_and_no_points_none() {
        let copies = vec![planted(1, 1, 3).remove(0); 9];
        assert_eq!(x_means(&copies, 1, 5, KMeansOptions::default()).centers.len(), 1);
        let none: [SparseVector; 0] = [];
        assert_eq!(x_means(&none, 1, 5, KMeansOptions::default()), Clusters::default());
    }
}
