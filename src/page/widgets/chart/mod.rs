//! Renders curves on a canvas with uPlot.

pub(crate) mod language;
pub(crate) mod options;
pub(crate) mod picture;
pub(crate) mod plot;
pub mod points;
pub mod sampling;
pub mod unit;
