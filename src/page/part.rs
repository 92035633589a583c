//! A part of the page's state, shared by pointer: what reads it is drawn anew only where it was changed.

use std::rc::Rc;

/// A part of the state: equal only to itself.
#[derive(Debug, Default)]
pub struct Part<T>(Rc<T>);

impl<T> Clone for Part<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Part<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> std::ops::Deref for Part<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> Part<T> {
    /// Changes it: whoever reads it is drawn anew.
    pub(super) fn change(&mut self, how: impl FnOnce(&mut T)) {
        how(Rc::make_mut(&mut self.0));
    }
}
