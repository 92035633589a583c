//! Holds the latest undo steps of an editor.

use std::ops::Deref;

/// At most `MOST` undo steps, the latest last; a further one drops the oldest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct History<T, const MOST: usize>(Vec<T>);

impl<T, const MOST: usize> Default for History<T, MOST> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const MOST: usize> Deref for History<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const MOST: usize> History<T, MOST> {
    /// Adds a step.
    pub(crate) fn push(&mut self, step: T) {
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push(step);
    }

    /// Removes and returns the latest step.
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.0.pop()
    }

    /// Returns the latest step to be changed.
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.0.last_mut()
    }
}
