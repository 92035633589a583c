//! Formats the values of a chart in its unit.

use crate::page::dom::digits::{fixed, grouped, percent, percent_with_decimal, rate};

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
