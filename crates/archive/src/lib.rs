//! The formats in which crawls leave Salticid and come back, one format a chapter.
//!
//! Everything here works on bytes in memory: the lab and the tab's worker read and write the files themselves. Nothing knows a clock:
//! dates come in as milliseconds since 1970. Whatever is read may be hostile, and [`limits`] says how much of it is taken.
//! This crate depends on the engine, and the engine does not depend on it. It adds 190 KB of wasm to the engine's (86 KB compressed); the WARC
//! reader alone is 86 KB (44 KB).
//! Not covered: what a crawl is and how it goes on (the engine's); where files are kept (the driver's).

pub mod bookmarks;
pub mod bundle;
pub mod compare;
pub mod csv;
mod date;
#[cfg(test)]
mod golden;
pub mod graph;
pub mod limits;
pub mod list;
pub mod page;
pub mod site_map;
pub mod warc;
mod xml;
