//! Measures of crawls: their names, texts and requirements, and their values as curves.
//!
//! The evaluation crate computes the measures.
//!
//! Source: Pant §4.1 and §4.2, Batsakis §4.2.

mod measure;

pub use measure::{Axis, Better, Extent, Measure, Needs};
use serde::{Deserialize, Serialize};

/// Number of colors that distinguish the curves of a chart.
pub const COLORS: usize = 6;
/// Number of dash patterns that distinguish them, including solid lines.
pub const DASHES: usize = 4;

/// Returns color and dash of the curve of the strategy at this position; 24 pairs are distinct.
pub fn color_and_dash(at: usize) -> (usize, usize) {
    // The first twelve curves use every color with half of the dashes, the next twelve with the other half.
    (at % COLORS, (at + at / (2 * COLORS)) % DASHES)
}

/// A measure at the positions of a grid.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Positions, ascending: numbers of pages or requests; percents for the search length.
    pub at: Vec<u32>,
    /// The value at each position.
    pub values: Vec<f64>,
}

impl Curve {
    /// Returns the value at a position, or at the last one before it; `None` before the first.
    pub fn value(&self, at: u32) -> Option<f64> {
        let after = self.at.partition_point(|place| *place <= at);
        self.values.get(after.checked_sub(1)?).copied()
    }

    /// Returns the value at the end.
    pub fn last(&self) -> Option<f64> {
        self.values.last().copied()
    }

    /// Returns the mean height: the area under the curve by the trapezoidal rule, divided by the width. A single point
    /// gives its value, no point 0.
    pub fn area(&self) -> f64 {
        let points = || self.at.iter().zip(&self.values);
        let (Some(first), Some(last)) = (self.at.first(), self.at.last()) else {
            return 0.0;
        };
        let width = f64::from(last - first);
        if width <= 0.0 {
            return self.values.first().copied().unwrap_or(0.0);
        }
        let trapezoids =
            points().zip(points().skip(1)).map(|((a, low), (b, high))| f64::from(b - a) * (low + high) / 2.0);
        trapezoids.sum::<f64>() / width
    }

    /// Returns the mean of several curves over the same positions; empty without curves.
    pub fn mean<'a>(curves: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut curves = curves.into_iter();
        let Some(first) = curves.next() else {
            return Self::default();
        };
        let (mut sum, mut n) = (first.clone(), 1.0);
        for curve in curves {
            for (value, more) in sum.values.iter_mut().zip(&curve.values) {
                *value += more;
            }
            n += 1.0;
        }
        for value in &mut sum.values {
            *value /= n;
        }
        sum
    }
}
