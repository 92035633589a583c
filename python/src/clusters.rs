//! Clusters of URLs.

use crate::convert::{self, canonical_urls};
use crate::errors::PlanError;
use engine::learning;
use engine::text::{SparseVector, TermCounts, Terms};
use engine::url::parts;
use pyo3::prelude::*;
use types::url::CanonicalUrl;

/// Returns the parts of a URL by which it is clustered: host, path and query, split at `/` and `.`, the query at `&`
/// and `=` as well, without the top-level domain and the extension of a file.
///
/// Raises `UrlError`. Source: the DBSCAN paper, section 3.
#[pyfunction]
pub(crate) fn url_parts(url: &str) -> PyResult<Vec<String>> {
    let url = convert::url(url)?;
    Ok(parts(&url).map(str::to_owned).collect())
}

/// Clusters URLs with DBSCAN by the cosine distance of their parts, as the strategy `url-clusters` does.
///
/// `eps` is the radius, above 0 and at most 1, and `min_points` the least number of URLs within it. Returns the cluster
/// of each URL, numbered from 0 in the order of their first members; `None` for noise. Raises `UrlError` and
/// `PlanError`.
#[pyfunction]
#[pyo3(signature = (urls, eps = 0.4, min_points = 3))]
pub(crate) fn cluster_urls(
    py: Python<'_>,
    urls: Vec<String>,
    eps: f64,
    min_points: usize,
) -> PyResult<Vec<Option<u32>>> {
    if !(eps > 0.0 && eps <= 1.0 && min_points > 0) {
        return Err(PlanError::new_err("eps must be above 0 and at most 1, and min_points at least 1"));
    }
    py.detach(|| {
        let mut terms = Terms::new();
        let urls: Vec<CanonicalUrl> = canonical_urls(&urls)?;
        let vectors = urls.iter().map(|url| {
            let counts: TermCounts = parts(url).map(|part| terms.intern(part)).collect();
            SparseVector::raw(&counts)
        });
        let vectors: Vec<_> = vectors.collect();
        Ok(learning::dbscan(&vectors, eps, min_points))
    })
}
