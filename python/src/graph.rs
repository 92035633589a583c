//! Sets of good pages with the pages that lead to them.

use crate::convert::{canonical_urls, to_python};
use engine::learning::trails::KnownLinks;
use pyo3::prelude::*;
use types::trails::TrailPage;
use types::url::CanonicalUrl;

/// Returns the good pages as training data, with their context graph: the pages within `distance` links of a good page.
#[pyfunction]
pub(crate) fn context_set<'py>(
    py: Python<'py>,
    name: &str,
    good: Vec<String>,
    pages: Vec<String>,
    links: Vec<(String, String)>,
    distance: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let set = py.detach(|| {
        let (sources, targets): (Vec<String>, Vec<String>) = links.into_iter().unzip();
        let pages: Vec<CanonicalUrl> = canonical_urls(&pages)?;
        let sources: Vec<CanonicalUrl> = canonical_urls(&sources)?;
        let targets: Vec<CanonicalUrl> = canonical_urls(&targets)?;
        let mut known = KnownLinks::default();
        known.extend(pages.iter(), sources.iter().zip(&targets), std::iter::empty());
        let good: Vec<CanonicalUrl> = canonical_urls(&good)?;
        let good = good.iter().map(|url| TrailPage { url: url.to_string(), ..TrailPage::default() });
        let good: Vec<TrailPage> = good.collect();
        // No page is further away than there are links.
        let distance = distance.min(sources.len());
        Ok::<_, PyErr>(known.backlinks().set(name, &good, distance))
    })?;
    to_python(py, &set)
}
