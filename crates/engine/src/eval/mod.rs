//! Judging a crawl: measures that run along with it, and measures against known sets of pages.
//!
//! Source: Pant §4.2, Batsakis §4.2. Left out on purpose: averages over topics and significance, which need several crawls.

mod live;
mod sets;

pub use live::{Live, Measures};
pub use sets::{Found, Judged};
