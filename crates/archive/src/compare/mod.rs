//! Comparisons of strategies as files: figures for spreadsheets ([`csv`]), charts ([`svg`]), reports as pages ([`html`]) and as text ([`markdown`]).
//!
//! Pure functions: what was compared goes in, text comes out, and the same comparison gives the same bytes. Not covered: what the figures are
//! and what may be said of them (the engine's); files (the driver's).

pub mod block;
pub mod charts;
pub mod csv;
pub mod html;
pub mod markdown;
pub mod report;
pub mod svg;
