//! Reads and writes the file formats of crawls, one module per format.
//!
//! All functions work on bytes in memory; the lab and the tab's worker read and write the files. There is no clock:
//! dates are given as milliseconds since 1970. Input may be hostile, and [`limits`] bounds it. This crate depends on
//! the engine, but not the other way round. It adds 190 KB of wasm to the engine's (86 KB compressed); the WARC reader
//! alone is 86 KB (44 KB). The engine defines crawls, and the driver stores the files.

pub mod bundle;
pub mod compare;
pub mod csv;
mod date;
pub mod export;
#[cfg(test)]
mod golden;
pub mod graph;
pub mod limits;
pub mod list;
pub mod page;
pub mod plan;
pub mod site_map;
pub mod warc;
mod xml;
mod zip;
