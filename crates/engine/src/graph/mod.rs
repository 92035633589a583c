//! The crawled link graph: the known URLs and the links between them. The table of known URLs is also the crawl's seen
//! set.
//!
//! Computes `PageRank` and weighted HITS (the focused crawler's distiller). Not covered: texts and scores, which page
//! records and frontier contain.

mod hits;
mod links;
mod pagerank;
mod urls;

pub use hits::{Hits, hits};
pub use links::LinkGraph;
pub use pagerank::pagerank;
pub use urls::{HostId, SiteId, UrlId, Urls};

/// Scales scores so that they sum to 1, unless all are 0.
fn share_out(scores: &mut [f64]) {
    // An empty float sum is -0.0.
    let sum = scores.iter().fold(0.0, |sum, score| sum + score);
    if sum > 0.0 {
        for score in scores {
            *score /= sum;
        }
    }
}
