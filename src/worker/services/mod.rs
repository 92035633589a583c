//! Implements the services of the worker, one module for each concern of the protocol.
//!
//! A service receives its messages from the session, runs concurrently with other work, and sends its results to the page. All services
//! share one [`Context`](super::context::Context).

pub(crate) mod compare;
pub(crate) mod contents;
pub(crate) mod crawl;
pub(crate) mod expiry;
mod file_name;
pub(crate) mod filing;
pub(crate) mod library;
pub(crate) mod look_ahead;
pub(crate) mod models;
pub(crate) mod reader;
pub(crate) mod related_words;
pub(crate) mod revisit;
pub(crate) mod seeds;
pub(crate) mod topics;
pub(crate) mod trails;
pub(crate) mod uncertainty;
pub(crate) mod why;
