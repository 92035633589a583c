//! Learners over sparse vectors.
//!
//! Own code: the crates at hand want dense matrices, which for the words of a few thousand pages would not fit into a tab. Left out on
//! purpose: anything that draws random numbers of its own.

mod dbscan;

pub use dbscan::dbscan;
