//! Fields of the form of a comparison that put what was typed into its draft.

use super::desk::Act;
use super::draft::Draft;
use crate::page::hands::{Hands, typed};
use crate::page::state::Action;
use std::rc::Rc;
use yew::prelude::*;

/// A callback for a field: puts what stands in it into the draft, as text; a check box says `true` or `false`.
pub(super) fn typing(
    hands: &Hands,
    field: impl Into<AttrValue>,
    put: impl Fn(&mut Draft, String) + 'static,
) -> Callback<InputEvent> {
    let (act, field, put) = (hands.act.clone(), field.into(), Rc::new(put));
    Callback::from(move |event: InputEvent| {
        let text = typed(&event);
        let put = Rc::clone(&put);
        let how = Box::new(move |draft: &mut Draft| put(draft, text));
        act.emit(Action::Compare(Act::Edit(field.clone(), how)));
    })
}

/// A callback for a button that changes the draft.
pub(super) fn pressing(
    hands: &Hands,
    field: impl Into<AttrValue>,
    change: impl Fn(&mut Draft) + 'static,
) -> Callback<MouseEvent> {
    let (act, field, change) = (hands.act.clone(), field.into(), Rc::new(change));
    Callback::from(move |_| {
        let change = Rc::clone(&change);
        let how = Box::new(move |draft: &mut Draft| change(draft));
        act.emit(Action::Compare(Act::Edit(field.clone(), how)));
    })
}
