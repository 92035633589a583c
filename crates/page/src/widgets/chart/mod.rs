//! Renders curves on a canvas with uPlot.

pub(crate) mod picture;
pub(crate) mod plot;
pub mod points;
