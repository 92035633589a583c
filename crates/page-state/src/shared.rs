//! Shares a value of the state by pointer: a component that reads it is redrawn only when it changes.

use std::rc::Rc;

/// A shared part of the state. It equals only its own copies.
#[derive(Debug, Default)]
pub struct Shared<T>(Rc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> std::ops::Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> From<Rc<T>> for Shared<T> {
    fn from(value: Rc<T>) -> Self {
        Self(value)
    }
}

impl<T: Clone> Shared<T> {
    /// Changes the value: components that read it are redrawn.
    pub fn change<R>(&mut self, how: impl FnOnce(&mut T) -> R) -> R {
        how(Rc::make_mut(&mut self.0))
    }
}
