//! Holds the feedback on the latest action of a screen.

use crate::text::shown;

/// The feedback on an action: a notice or an error, and what undoes the action.
#[derive(Clone, Debug, PartialEq)]
pub struct Feedback<Undo> {
    /// The notice; empty without one.
    pub notice: String,
    /// The failure and its cause, in a sentence.
    pub error: Option<String>,
    /// The state or the object to restore, until another action.
    pub undo: Option<Undo>,
}

impl<Undo> Default for Feedback<Undo> {
    fn default() -> Self {
        Self { notice: String::new(), error: None, undo: None }
    }
}

impl<Undo> Feedback<Undo> {
    /// Creates the feedback on the deletion of an item with this name.
    pub fn deletion(name: &str, undo: Undo) -> Self {
        Self { notice: format!("Deleted “{}”.", shown(name)), error: None, undo: Some(undo) }
    }

    /// Creates the feedback on a failure.
    pub fn error(sentence: String) -> Self {
        Self { error: Some(sentence), ..Self::default() }
    }
}
