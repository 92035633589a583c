//! Converts plain data between Rust and Python, through JSON: both sides then agree with the files and logs of the lab.

use crate::errors::{self, PlanError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyString};
use salticid_lab::plan_text::described;
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

/// Reads a value from dictionaries, lists, texts and numbers, also those of `NumPy`; `what` names it in errors.
///
/// # Errors
/// A `PlanError` for a value of another type, with its path.
pub(crate) fn from_python<T: DeserializeOwned>(value: &Bound<'_, PyAny>, what: &str) -> PyResult<T> {
    let text = json_of(value).map_err(|error| PlanError::new_err(format!("{what}: {}", error.value(value.py()))))?;
    serde_json::from_str(&text).map_err(|error| {
        let path = json_path(text.as_bytes(), error.line(), error.column());
        let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
        // The position is one in the JSON text, which the caller never sees.
        let problem = described(&error);
        // Python writes no other text that is not JSON.
        let problem = if error.is_syntax() { "NaN and infinity are no numbers: give a finite one" } else { &problem };
        let problem = problem.split(" at line ").next().unwrap_or_default();
        PlanError::new_err(format!("{what}{dot}{path}: {problem}"))
    })
}

/// Returns a value as JSON. The method `item` of the numbers of `NumPy` returns numbers of Python.
fn json_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = value.py();
    let options = [("default", py.import("operator")?.call_method1("methodcaller", ("item",))?)].into_py_dict(py)?;
    let text = py.import("json")?.call_method("dumps", (value,), Some(&options))?;
    text.cast::<PyString>()?.extract()
}
