//! Converts the errors of the engine and the lab to exceptions, with the same messages. `salticid/errors.py` defines
//! them.

use engine::crawl::ModelError as EngineModelError;
use pyo3::{PyErr, Python, import_exception};
use salticid_lab::LabError;
use std::io::ErrorKind;
use types::plan::PlanError as EnginePlanError;
use types::url::UrlProblem;

import_exception!(salticid.errors, ContentError);
import_exception!(salticid.errors, CrawlError);
import_exception!(salticid.errors, FileError);
import_exception!(salticid.errors, MissingFileError);
import_exception!(salticid.errors, ModelError);
import_exception!(salticid.errors, PlanError);
import_exception!(salticid.errors, TrainingError);
import_exception!(salticid.errors, UrlError);

/// Imports all exceptions. An import that fails only when an exception is raised, by a recursion or a signal, would
/// abort the interpreter.
pub(crate) fn import(py: Python<'_>) {
    let _ = [
        py.get_type::<ContentError>(),
        py.get_type::<CrawlError>(),
        py.get_type::<FileError>(),
        py.get_type::<MissingFileError>(),
        py.get_type::<ModelError>(),
        py.get_type::<PlanError>(),
        py.get_type::<TrainingError>(),
        py.get_type::<UrlError>(),
    ];
}

/// Returns the exception for text that is not the URL of a page.
pub(crate) fn of_url(problem: &UrlProblem) -> PyErr {
    UrlError::new_err(problem.to_string())
}

/// Returns the exception for a plan that cannot be crawled: all its errors, one per line.
pub(crate) fn of_plan(errors: &[EnginePlanError]) -> PyErr {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    PlanError::new_err(lines.join("\n"))
}

/// Returns the exception for a model that does not fit a plan.
pub(crate) fn of_model(error: &EngineModelError) -> PyErr {
    match error {
        EngineModelError::Missing { .. } => PlanError::new_err(error.to_string()),
        EngineModelError::Unfit { .. } => ModelError::new_err(error.to_string()),
    }
}

/// Returns the exception for an error of the lab. Messages name arguments where those of the lab name flags.
pub(crate) fn of_lab(error: LabError) -> PyErr {
    match error {
        LabError::Plan(errors) => of_plan(&errors),
        LabError::Flag { flag, problem } => PlanError::new_err(format!("{flag}: {problem}")),
        LabError::Compare(_) | LabError::PlanFile { .. } => PlanError::new_err(error.to_string()),
        LabError::Web { .. } | LabError::Content { .. } => ContentError::new_err(error.to_string()),
        LabError::Read { ref source, .. } if source.kind() == ErrorKind::NotFound => {
            MissingFileError::new_err(error.to_string())
        }
        _ => FileError::new_err(error.to_string()),
    }
}
