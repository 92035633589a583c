//! Stands in for the worker and its data in tests of the page.

pub(crate) mod app;
pub(crate) mod crawl_summary;
pub(crate) mod record;
pub(crate) mod sample;
pub(crate) mod tree;
