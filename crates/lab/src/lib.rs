//! Runs crawling strategies on recorded webs and measures them. No crawl reads a clock, and only recording ([`record`])
//! uses the network.
//!
//! A crawl here is the engine's state machine with a virtual clock ([`driver`]), with a recorded web ([`web`]) instead
//! of the tab's proxy. The same flags give the same log, byte for byte. The engine defines strategies and relevance;
//! `archive` draws curves.

pub mod assets;
pub mod command;
pub mod compare;
mod context_graph;
pub mod driver;
mod error;
pub mod evolve;
pub mod experiment;
pub mod file;
pub mod log;
pub mod model;
mod past;
pub mod plan_text;
pub mod record;
pub mod revisit;
pub mod saved_crawl;
pub mod scorer;
pub mod serve;
pub mod services;
pub mod sets;
pub mod state_folder;
pub mod strategies;
mod taxonomy;
pub mod topics;
mod trails;
mod training_report;
pub mod web;

pub use error::LabError;
