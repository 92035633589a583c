//! Simulates revisits of a changing web: measures the share of pages whose saved text is current, under each policy
//! with the same number of requests.
//!
//! The web is the demo web over time. Its changes are known, so freshness is measured and not estimated. A policy only
//! sees the results of its visits. Requests and texts are not simulated; the app handles them. Pages that appear later
//! are ignored.

pub mod plan;
pub mod report;
pub mod simulation;
