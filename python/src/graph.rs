//! Sets of good pages with the pages that lead to them.

use crate::convert::to_python;
use crate::errors;
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
        let canonical = |texts: Vec<String>| -> PyResult<Vec<CanonicalUrl>> {
            let urls = texts.iter().map(|text| CanonicalUrl::parse(text));
            urls.map(|url| url.map_err(|problem| errors::of_url(&problem)))
                .collect()
        };
        let (sources, targets): (Vec<_>, Vec<_>) = links.into_iter().unzip();
        let (pages, sources, targets) =
            (canonical(pages)?, canonical(sources)?, canonical(targets)?);
        let mut known = KnownLinks::default();
        known.extend(
            pages.iter(),
            sources.iter().zip(&targets),
            std::iter::empty(),
        );
        let good = canonical(good)?.into_iter().map(|url| TrailPage {
            url: url.to_string(),
            ..TrailPage::default()
        });
        let good: Vec<TrailPage> = good.collect();
        Ok::<_, PyErr>(known.backlinks().set(name, &good, distance))
    })?;
    to_python(py, &set)
}
