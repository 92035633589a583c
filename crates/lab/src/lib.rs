//! The bench of Salticid: it runs crawling strategies over recorded webs and measures them. No clock in a crawl, and no network but for making
//! recordings ([`record`]).
//!
//! A crawl here is the engine's own state machine under a virtual clock ([`driver`]), with a recorded web ([`web`]) where the
//! tab has a proxy: the same flags give the same log, byte for byte. Not covered: what a strategy computes and what a
//! page is worth (the engine's); drawing curves.

mod assets;
pub mod command;
pub mod compare;
mod context_graph;
pub mod driver;
mod error;
pub mod evolve;
pub mod experiment;
mod file;
pub mod log;
mod model;
mod past;
pub mod record;
pub mod revisit;
mod saved_crawl;
pub mod serve;
pub mod sets;
pub mod strategies;
mod taxonomy;
pub mod topics;
mod trails;
mod training_report;
pub mod web;

pub use error::LabError;
