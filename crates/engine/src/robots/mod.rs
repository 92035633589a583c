//! RFC 9309: parsing, matching, what a 4xx, a 5xx or a time-out means; and what pages say about themselves.
//!
//! Not covered: fetching and its redirects (the crawl's), sitemaps.

mod directives;
mod policy;
mod rewrite;

pub use directives::{MetaRobots, directives, header_robots};
pub use policy::RobotsPolicy;
pub(crate) use rewrite::without_mark;

/// The name by which robots.txt files and headers speak to this crawler (RFC 9309 §2.2.1, "product token").
pub const PRODUCT_TOKEN: &str = "salticid";
