//! Converts errors of a plan to problems of the form's fields.

use crate::protocol::Problem;
use evaluation::compare::CompareError;

/// Returns the problem of an error, with its field.
pub(super) fn problem(error: &CompareError) -> Problem {
    match error {
        // The message begins with the name of a strategy, which keeps its case.
        CompareError::Plan { .. } => Problem {
            field: error.field().to_owned(),
            message: format!("{error}."),
        },
        _ => of(error.field(), error.to_string()),
    }
}

/// Returns a problem of a field, with its message as a sentence.
pub(super) fn of(field: &str, message: String) -> Problem {
    let mut message = message;
    if !message.ends_with(['.', '?']) {
        message.push('.');
    }
    let first = message
        .chars()
        .next()
        .map(|first| first.to_uppercase().to_string());
    if let Some(first) = first {
        let rest = message.chars().next().map_or(0, char::len_utf8);
        message.replace_range(..rest, &first);
    }
    Problem {
        field: field.to_owned(),
        message,
    }
}
