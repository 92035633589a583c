//! Runs comparisons from the command line: a plan's file, its crawls on all cores, a journal for interrupted runs, and
//! the reports.
//!
//! The engine's side of comparisons is [`evaluation::compare`], and the archive has the report formats; this module
//! adds files, threads and the clock. It does not support the live web, whose responses change (record it first).

pub mod journal;
pub mod plan;
pub mod report;
