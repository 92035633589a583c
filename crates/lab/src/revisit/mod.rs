//! Revisits of a web that changes: the share of pages whose saved text is up to date, under each policy with the same number of requests.
//!
//! The web is the demo web over time. Its changes are known, so freshness is measured and not estimated. A policy sees only the results of its
//! visits. Not covered: requests and texts, which the app handles; pages that appear later.

pub mod plan;
pub mod report;
pub mod simulation;
