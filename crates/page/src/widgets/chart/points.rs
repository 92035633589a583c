//! Holds the points of a chart's curves.

use js_sys::Array;
use page_state::digits::{fixed, grouped, percent, percent_with_decimal, rate};
use wasm_bindgen::prelude::*;

/// The CSS classes of the curves in order; the style sheet gives each a color and a dash.
pub(crate) const CLASSES: [&str; 2] = ["line-a", "line-b"];

/// The points of curves with common horizontal positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Points {
    /// The start of the horizontal axis, in pages.
    pub(crate) from: u32,
    /// The horizontal positions in pages, ascending.
    pub(crate) pages: Vec<u32>,
    /// The values of each curve at these positions; `None` without one.
    pub(crate) curves: Vec<Vec<Option<f64>>>,
    /// The CSS classes of the curves, which give each a color and a dash; empty for one or two curves with the default
    /// ones.
    pub(crate) classes: Vec<String>,
    /// The bands around some of the curves.
    pub(crate) bands: Vec<Band>,
}

/// A band around a curve, in a light tone of the curve's color.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Band {
    /// The index of its curve.
    pub(crate) of: usize,
    /// Its upper edge.
    pub(crate) high: Vec<Option<f64>>,
    /// Its lower edge.
    pub(crate) low: Vec<Option<f64>>,
}

/// The properties that require a new chart when they change.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kind {
    /// The unit of its curves.
    pub(crate) unit: Unit,
    /// The classes of its curves.
    pub(crate) classes: Vec<String>,
    /// The indices of the curves that have bands.
    pub(crate) bands: Vec<usize>,
}

impl Kind {
    pub(crate) fn new(unit: Unit, points: &Points) -> Self {
        let usual = CLASSES.iter().take(points.curves.len());
        let classes = match points.classes.as_slice() {
            [] => usual.map(|class| (*class).to_owned()).collect(),
            classes => classes.to_vec(),
        };
        Self { unit, classes, bands: points.bands.iter().map(|band| band.of).collect() }
    }
}

impl Points {
    /// Returns the end of the vertical axis: a round number, so that it does not change with every page.
    pub(crate) fn top(&self, unit: Unit) -> f64 {
        let edges = self.bands.iter().map(|band| &band.high);
        let most = self.curves.iter().chain(edges).flatten().flatten().copied().fold(0.0, f64::max);
        match unit {
            Unit::Share | Unit::Likeness => round_up(most.max(0.1)).min(1.0),
            Unit::Count => round_up(most.max(2.0)),
            Unit::Rate => round_up(most),
        }
    }

    /// Returns the points as uPlot expects them: a column for the positions, one for each curve and two for each band,
    /// with null for missing values.
    pub(crate) fn columns(&self) -> Array {
        let places: Array = self.pages.iter().copied().map(JsValue::from).collect();
        let columns = Array::of1(&places);
        let value = |value: &Option<f64>| value.map_or(JsValue::NULL, JsValue::from);
        let edges = self.bands.iter().flat_map(|band| [&band.high, &band.low]);
        for curve in self.curves.iter().chain(edges) {
            columns.push(&curve.iter().map(value).collect::<Array>());
        }
        columns
    }
}

/// Returns the indices of at most `most` of `len` points, evenly spread, including the first and the last.
pub fn decimated(len: usize, most: usize) -> Vec<usize> {
    if len <= most {
        return (0..len).collect();
    }
    if most < 2 {
        return (len - 1..len).take(most).collect();
    }
    (0..most).map(|at| at * (len - 1) / (most - 1)).collect()
}

/// Returns the least of 1, 2, 4, 6, 8, 10, 20 … (and their tenths, hundredths …) that is not below the value; 1 for
/// values up to 0. From 0.1 on, half of the result is a whole percentage.
pub fn round_up(value: f64) -> f64 {
    if !(value > 0.0 && value.is_finite()) {
        return 1.0;
    }
    let mut unit = 1e-6;
    while unit * 10.0 < value {
        unit *= 10.0;
    }
    let steps = [1.0, 2.0, 4.0, 6.0, 8.0];
    steps.into_iter().map(|step| step * unit).find(|end| *end >= value * (1.0 - 1e-9)).unwrap_or(10.0 * unit)
}

/// The unit of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Shares in 0..=1.
    Share,
    /// Similarity in 0..=1, formatted like relevance.
    Likeness,
    /// Counts.
    Count,
    /// Rates per second.
    Rate,
}

impl Unit {
    /// Returns a value with its unit.
    pub(crate) fn text(self, value: f64) -> String {
        match self {
            Self::Share => percent(value),
            Self::Likeness => fixed(value, 2),
            Self::Count => grouped(value.round()),
            Self::Rate => rate(value),
        }
    }

    /// Formats a value beside an axis.
    pub(crate) fn mark(self, value: f64) -> String {
        match self {
            Self::Share => grouped(value * 100.0) + "%",
            Self::Likeness => fixed(value, 2),
            Self::Count | Self::Rate => grouped(value),
        }
    }

    /// Returns a value for a table, with significant decimals.
    pub(crate) fn written(self, value: f64) -> String {
        match self {
            Self::Share => percent_with_decimal(value),
            Self::Likeness => fixed(value, 3),
            Self::Count | Self::Rate => self.text(value),
        }
    }
}
