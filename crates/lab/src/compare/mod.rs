//! Comparisons from the command line: a plan's file, its crawls on all cores, a journal that a broken-off run goes on from, and the reports.
//!
//! What is compared, judged and said of it is the engine's ([`engine::compare`]), and the reports' forms are the archive's; here are files, threads and
//! the clock. Left out on purpose: the live web, which would not answer the same twice (record it first).

pub mod journal;
pub mod plan;
pub mod report;
