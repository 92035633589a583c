//! Holds the feedback on the latest action of a screen.

/// The feedback on an action: a notice or an error, and what undoes the action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feedback<Undo> {
    /// The notice; empty without one.
    pub notice: String,
    /// The failure and its cause, in a sentence.
    pub error: Option<String>,
    /// The state or the object to restore, until another action.
    pub undo: Option<Undo>,
}

impl<Undo> Feedback<Undo> {
    /// Creates the feedback on a failure.
    pub fn error(sentence: String) -> Self {
        Self { notice: String::new(), error: Some(sentence), undo: None }
    }
}
