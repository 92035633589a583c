//! Converts plain data between Rust and Python, through JSON: both sides then agree with the files and logs of the lab.

use crate::errors::{self, PlanError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;
use serde::de::DeserializeOwned;
use types::json_path::json_path;
use types::url::CanonicalUrl;

/// Returns a canonical URL. Raises `UrlError`.
pub(crate) fn url(text: &str) -> PyResult<CanonicalUrl> {
    CanonicalUrl::parse(text).map_err(|problem| errors::of_url(&problem))
}

/// Returns canonical URLs. Raises `UrlError`.
pub(crate) fn canonical_urls<C: FromIterator<CanonicalUrl>>(texts: &[String]) -> PyResult<C> {
    texts.iter().map(|text| url(text)).collect()
}

/// Returns a value as dictionaries, lists, texts and numbers.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value);
    json_to_python(py, &text.map_err(|error| PlanError::new_err(error.to_string()))?)
}

/// Returns a JSON text as Python values.
pub(crate) fn json_to_python<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// Reads a value from dictionaries, lists, texts and numbers; `what` names it in errors.
pub(crate) fn from_python<T: DeserializeOwned>(value: &Bound<'_, PyAny>, what: &str) -> PyResult<T> {
    let text = value.py().import("json")?.call_method1("dumps", (value,))?;
    let text: String = text.cast::<PyString>()?.extract()?;
    serde_json::from_str(&text).map_err(|error| {
        let path = json_path(text.as_bytes(), error.line(), error.column());
        let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
        // The position is one in the JSON text, which the caller never sees.
        let problem = error.to_string();
        let problem = problem.split(" at line ").next().unwrap_or_default();
        PlanError::new_err(format!("{what}{dot}{path}: {problem}"))
    })
}
