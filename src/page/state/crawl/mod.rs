//! Holds the state of the visible crawl, as the worker reports it: counts, pages, refusals, agents, changes.

pub mod changes;
pub mod copies;
pub mod crawled_pages;
pub mod curves;
pub mod failures;
pub mod live;
pub mod page_reader;
pub mod ranking;
mod ranking_key;
pub mod replay;
pub mod result_filter;
pub mod score_parts;
pub mod speed;
pub mod training_report;
pub mod watched;
