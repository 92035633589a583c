//! Stores the worker's data in this browser: the database, the crawls in it, and the locks for writing them.

pub(crate) mod crawl_store;
pub mod database;
pub(crate) mod lock;
pub(crate) mod quota;
