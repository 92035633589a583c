//! Models: strategies that are trained on trails or topics, in the files of the app and the lab.

use crate::convert::to_python;
use crate::driver::WebInput;
use crate::errors::{self, ContentError, ModelError, PlanError, TrainingError};
use crate::plan::PlanInput;
use engine::journal;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use salticid_lab::{driver, model};
use std::path::PathBuf;

/// A trained model.
#[pyclass(frozen, module = "salticid")]
pub(crate) struct Model(pub(crate) engine::crawl::Model);

#[pymethods]
impl Model {
    /// Reads a `.salticid-model` file of the app, the lab or this package.
    ///
    /// Raises `FileError` if the file cannot be read, and `ContentError` if it is not a model of this version.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let model = py.detach(|| model::read(&path));
        Ok(Self(model.map_err(errors::of_lab)?))
    }

    /// Writes a `.salticid-model` file, which the app and the lab open. Raises `FileError`.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| model::write(&path, &self.0)).map_err(errors::of_lab)
    }

    /// Returns the bytes of a `.salticid-model` file. Raises `ModelError`.
    fn to_bytes(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        py.detach(|| journal::write_model(&self.0)).map_err(|error| ModelError::new_err(error.to_string()))
    }

    /// Reads the bytes of a `.salticid-model` file. Raises `ContentError` if they are not a model of this version.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let model = py.detach(|| model::from_bytes(data));
        model.map(Self).map_err(ContentError::new_err)
    }

    /// Pickles the model as the bytes of its file.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let py = slf.py();
        let bytes = PyBytes::new(py, &slf.get().to_bytes(py)?);
        Ok((slf.get_type().getattr("from_bytes")?, (bytes,)))
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.spec.name
    }

    /// The id of the strategy.
    #[getter]
    fn strategy(&self) -> &str {
        &self.0.spec.strategy.id
    }

    /// The inputs of the training, sufficient to repeat it: strategy, parameters, settings, query, and trails or
    /// `taxonomy`.
    #[getter]
    fn spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.spec)
    }

    /// The quality of the training: `given` and `read` pages, `accuracy` by cross-validation (0 to 1, or `None`),
    /// `majority_baseline`, `link_ranking` (the probability that a link to a relevant page is scored higher than
    /// another link), `groups` and `tables`.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.0.report())
    }

    fn __repr__(&self) -> String {
        let spec = &self.0.spec;
        format!("Model(name={:?}, strategy={:?})", spec.name, spec.strategy.id)
    }
}

/// Trains the strategy of a plan on its trails or topics, whose pages are on a web.
#[pyfunction]
pub(crate) fn train(plan: &Bound<'_, PyAny>, web: WebInput, name: Option<&str>) -> PyResult<Model> {
    let py = plan.py();
    let input = PlanInput::read(plan)?;
    py.detach(|| {
        let plan = input.without_seeds().check(None)?;
        if plan.examples.is_empty() {
            return Err(PlanError::new_err(format!(
                "“{}” does not learn from trails or topics: name another strategy, or crawl without a model",
                plan.entry.title
            )));
        }
        let name = name.unwrap_or(plan.entry.id).to_owned();
        let web = web.open()?;
        let crawl = driver::learn(plan, &*web, |_| {});
        if let Some(model) = crawl.model(&name) {
            return Ok(Model(model));
        }
        let report = crawl.training_report();
        let trouble = report.and_then(|report| report.trouble.clone());
        Err(TrainingError::new_err(
            trouble.unwrap_or_else(|| "the strategy learned nothing: give it more examples".to_owned()),
        ))
    })
}
