//! What the worker keeps in this browser: the database, the crawls in it, and who may write them.

pub(crate) mod crawl_store;
pub mod database;
pub(crate) mod lock;
pub(crate) mod quota;
