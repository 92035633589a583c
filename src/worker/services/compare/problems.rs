//! Converts errors of a plan to problems of the form's fields.

use crate::protocol::Problem;
use evaluation::compare::CompareError;
use types::text::sentence;

/// Returns the problem of an error, with its field.
pub(super) fn problem(error: &CompareError) -> Problem {
    match error {
        // The message begins with the name of a strategy, which keeps its case.
        CompareError::Plan { .. } => Problem { field: error.field().to_owned(), message: format!("{error}.") },
        _ => of(error.field(), &error.to_string()),
    }
}

/// Returns a problem of a field, with its message as a sentence.
pub(super) fn of(field: &str, message: &str) -> Problem {
    Problem { field: field.to_owned(), message: sentence(message) }
}
