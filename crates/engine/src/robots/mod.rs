//! Implements RFC 9309: parsing, matching, the meaning of a 4xx, a 5xx or a time-out; and the directives of
//! pages.
//!
//! Not covered: fetching and redirects, which the crawl does; sitemaps.

mod directives;
mod policy;
mod rewrite;

pub use directives::{MetaRobots, directives, header_robots};
pub use policy::RobotsPolicy;
pub(crate) use rewrite::without_mark;

/// The name of this crawler in robots.txt files and headers (RFC 9309 §2.2.1, "product token").
pub const PRODUCT_TOKEN: &str = "salticid";
