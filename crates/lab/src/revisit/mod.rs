//! Revisits of a web that changes: the share of pages whose saved text is up to date, under each policy with the same number of requests.
//!
//! The web is the demo web over time. Its changes are known, so freshness is measured and not estimated. A policy sees what its visits found and
//! nothing else. Not covered: requests and texts, which are the app's; pages that appear later.

pub mod plan;
pub mod report;
pub mod simulation;
