//! Stores sparse points with consecutive column numbers, so that dense sums over them stay short.

use crate::text::{SparseVector, TermId};
use std::borrow::Borrow;

/// The points of one clustering.
pub(super) struct Rows {
    /// The terms of all points and centers, ascending; one per column.
    terms: Vec<TermId>,
    points: Vec<Vec<(u32, f64)>>,
    /// The squared length of each point.
    squares: Vec<f64>,
}

/// Dense centers, column by column: the entries of a column are adjacent, so that a point is compared with all centers
/// in one pass.
pub(super) struct Centers {
    k: usize,
    entries: Vec<f64>,
    squares: Vec<f64>,
}

/// The share of a point's squared length below which a squared distance is a rounding error of 0.
const SAME: f64 = 1e-12;

impl Rows {
    /// Stores the points; terms of the vectors in `more` get columns as well.
    pub(super) fn new(points: &[impl Borrow<SparseVector>], more: &[SparseVector]) -> Self {
        let given = || points.iter().map(Borrow::borrow);
        let all = given().chain(more).flat_map(SparseVector::iter);
        let mut terms: Vec<TermId> = all.map(|(term, _)| term).collect();
        terms.sort_unstable();
        terms.dedup();
        let mut made = Self { terms, points: Vec::new(), squares: Vec::new() };
        for point in given() {
            made.points.push(made.row(point));
            made.squares.push(point.norm() * point.norm());
        }
        made
    }

    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// Returns the number of columns.
    pub(super) fn width(&self) -> usize {
        self.terms.len()
    }

    /// Returns a vector by columns, without terms that have no column.
    fn row(&self, vector: &SparseVector) -> Vec<(u32, f64)> {
        let column = |term| self.terms.binary_search(&term).ok();
        let column = |(term, weight)| Some((u32::try_from(column(term)?).ok()?, weight));
        vector.iter().filter_map(column).collect()
    }

    /// Creates centers at the given vectors.
    pub(super) fn centers(&self, vectors: &[SparseVector]) -> Centers {
        let rows: Vec<_> = vectors.iter().map(|vector| self.row(vector)).collect();
        self.centers_at(rows.iter().map(|row| (row.as_slice(), 1.0)), vectors.len())
    }

    /// Creates centers at the given points.
    pub(super) fn centers_on(&self, points: &[usize]) -> Centers {
        let rows = points.iter().map(|point| (self.points[*point].as_slice(), 1.0));
        self.centers_at(rows, points.len())
    }

    fn centers_at<'a>(&self, rows: impl Iterator<Item = (&'a [(u32, f64)], f64)>, k: usize) -> Centers {
        let mut centers = Centers::zero(k, self.width());
        for (center, (row, scale)) in rows.enumerate() {
            centers.add(center, row, scale);
        }
        centers.measure();
        centers
    }

    /// Returns the mean of each cluster's points; `assignment` has the cluster of each member.
    pub(super) fn means(&self, members: &[usize], assignment: &[usize], k: usize) -> Centers {
        let sizes = sizes(assignment, k);
        let mut centers = Centers::zero(k, self.width());
        for (point, cluster) in members.iter().zip(assignment) {
            centers.add(*cluster, &self.points[*point], 1.0 / sizes[*cluster] as f64);
        }
        centers.measure();
        centers
    }

    /// Writes the squared distance of a point to each center into `into`.
    pub(super) fn distances(&self, point: usize, centers: &Centers, into: &mut Vec<f64>) {
        into.clear();
        into.resize(centers.k, 0.0);
        for &(column, weight) in &self.points[point] {
            let start = column as usize * centers.k;
            let entries = &centers.entries[start..start + centers.k];
            for (dot, entry) in into.iter_mut().zip(entries) {
                *dot += weight * entry;
            }
        }
        let square = self.squares[point];
        for (dot, of_center) in into.iter_mut().zip(&centers.squares) {
            let distance = square - 2.0 * *dot + of_center;
            *dot = if distance > SAME * square { distance } else { 0.0 };
        }
    }

    /// Returns a center as a sparse vector.
    pub(super) fn sparse(&self, centers: &Centers, center: usize) -> SparseVector {
        let columns = self.terms.iter().enumerate();
        columns.map(|(column, term)| (*term, centers.entries[column * centers.k + center])).collect()
    }
}

impl Centers {
    fn zero(k: usize, width: usize) -> Self {
        Self { k, entries: vec![0.0; k * width], squares: vec![0.0; k] }
    }

    pub(super) fn len(&self) -> usize {
        self.k
    }

    fn add(&mut self, center: usize, row: &[(u32, f64)], scale: f64) {
        for &(column, weight) in row {
            self.entries[column as usize * self.k + center] += weight * scale;
        }
    }

    fn measure(&mut self) {
        self.squares.fill(0.0);
        for column in self.entries.chunks_exact(self.k.max(1)) {
            for (square, entry) in self.squares.iter_mut().zip(column) {
                *square += entry * entry;
            }
        }
    }
}

/// Returns the number of points in each cluster.
pub(super) fn sizes(assignment: &[usize], k: usize) -> Vec<usize> {
    let mut sizes = vec![0; k];
    for cluster in assignment {
        sizes[*cluster] += 1;
    }
    sizes
}
