//! The crawler of Salticid: a state machine that takes events and returns commands.
//!
//! It does no input or output and has no clock, no thread and no global state: the tab, the lab and the tests use the
//! same code. Not covered: fetching and storage, which drivers do, and drawing, which the page does.

pub mod crawl;
pub mod event;
pub mod fetch;
pub mod frontier;
pub mod graph;
pub mod html;
pub mod import_warning;
pub mod journal;
mod json;
pub mod learning;
pub mod lexicon;
pub mod past;
pub mod revisit;
pub mod robots;
pub mod seeds;
pub mod strategy;
pub mod text;
pub mod topic;
pub mod url;
pub mod vectors;

pub use types::count;
