//! The comparison that is open, shared by pointer: equal only to itself, so that its parts are drawn anew only where something new was told.

use crate::protocol::compare::Shown;
use std::rc::Rc;

/// The comparison that is open.
#[derive(Clone, Debug)]
pub(super) struct Shows(pub(super) Rc<Shown>);

impl PartialEq for Shows {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::ops::Deref for Shows {
    type Target = Rc<Shown>;
    fn deref(&self) -> &Rc<Shown> {
        &self.0
    }
}
