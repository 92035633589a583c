//! Stands in for the worker and its data in tests of the page.

pub(crate) mod app;
pub(crate) mod branches;
pub(crate) mod compare;
pub(crate) mod crawl_summary;
pub(crate) mod record;
pub(crate) mod recovery;
pub(crate) mod related;
pub(crate) mod replay;
pub(crate) mod revisit;
pub(crate) mod sample;
pub(crate) mod spiders;
pub(crate) mod steering;
pub(crate) mod topics;
pub(crate) mod tree;
