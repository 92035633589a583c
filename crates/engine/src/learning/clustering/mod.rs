//! Clustering algorithms for sparse vectors.

mod dbscan;
mod k_means;
mod rows;
mod x_means;

pub use dbscan::{dbscan, is_within};
pub use k_means::{Clusters, KMeansOptions, k_means, k_means_from};
pub use x_means::x_means;
