//! Writes comparisons of strategies as files: figures for spreadsheets ([`csv`]), charts ([`svg`]), reports as pages
//! ([`html`]) and as text ([`markdown`]).
//!
//! All functions are pure: the same comparison gives the same bytes. The `evaluation` crate defines the figures and
//! conclusions; the driver writes the files.

pub mod block;
pub mod charts;
pub mod csv;
pub mod html;
pub mod markdown;
pub mod report;
pub mod svg;
