//! The crawled link graph: which URLs are known, and which page links to which.
//!
//! Left out on purpose: texts and scores; those belong to the pages and to the frontier.

mod hits;
mod links;
mod pagerank;
mod urls;

pub use hits::{Hits, hits};
pub use links::LinkGraph;
pub use pagerank::pagerank;
pub use urls::{UrlId, Urls};
