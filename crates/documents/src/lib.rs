//! Readers of documents that are no HTML.
//!
//! They are pure functions of bytes, without clock and threads, and end within a number of operations: a tab has no
//! cheap clock, and the same file has the same text everywhere.

pub mod pdf;
