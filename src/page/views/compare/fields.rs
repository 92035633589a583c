//! Creates the callbacks of fields that change the draft of a comparison.

use crate::page::state::Action;
use crate::page::state::compare::CompareAction;
use crate::page::state::compare::draft::Draft;
use crate::page::state::dispatch::{Dispatch, typed};
use std::rc::Rc;
use yew::prelude::*;

/// Returns a callback that writes a field's value to the draft as text; a check box gives `true` or `false`.
pub(crate) fn typing(
    dispatch: &Dispatch,
    field: impl Into<AttrValue>,
    put: impl Fn(&mut Draft, String) + 'static,
) -> Callback<InputEvent> {
    let (actions, field, put) = (dispatch.actions.clone(), field.into(), Rc::new(put));
    Callback::from(move |event: InputEvent| {
        let text = typed(&event);
        let put = Rc::clone(&put);
        let how = Box::new(move |draft: &mut Draft| put(draft, text));
        actions.emit(Action::Compare(CompareAction::Edit(field.clone(), how)));
    })
}

/// Returns a callback for a button that removes or replaces parts of the draft, with a notice and an undo.
pub(crate) fn replacing(
    dispatch: &Dispatch,
    field: &'static str,
    notice: String,
    change: impl Fn(&mut Draft) + 'static,
) -> Callback<MouseEvent> {
    let (actions, change) = (dispatch.actions.clone(), Rc::new(change));
    Callback::from(move |_| {
        let change = Rc::clone(&change);
        let how = Box::new(move |draft: &mut Draft| change(draft));
        let action = CompareAction::Replace(field, notice.clone(), how);
        actions.emit(Action::Compare(action));
    })
}

/// Returns a callback for a button that changes the draft.
pub(crate) fn pressing(
    dispatch: &Dispatch,
    field: impl Into<AttrValue>,
    change: impl Fn(&mut Draft) + 'static,
) -> Callback<MouseEvent> {
    let (actions, field, change) = (dispatch.actions.clone(), field.into(), Rc::new(change));
    Callback::from(move |_| {
        let change = Rc::clone(&change);
        let how = Box::new(move |draft: &mut Draft| change(draft));
        actions.emit(Action::Compare(CompareAction::Edit(field.clone(), how)));
    })
}
