//! Fields of the form of a comparison that put what was typed into its draft.

use super::desk::Act;
use super::draft::Draft;
use crate::page::hands::Hands;
use crate::page::state::Action;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// A callback for a field: puts what stands in it into the draft, as text; a check box says `true` or `false`.
pub(super) fn typing(
    hands: &Hands,
    field: impl Into<AttrValue>,
    put: impl Fn(&mut Draft, String) + 'static,
) -> Callback<InputEvent> {
    let (act, field, put) = (hands.act.clone(), field.into(), Rc::new(put));
    Callback::from(move |event: InputEvent| {
        // Text areas and menus are no inputs, but have a value and a type as inputs do, and no more is asked of them.
        let input = event.target_unchecked_into::<HtmlInputElement>();
        let text = match input.type_().as_str() {
            "checkbox" => input.checked().to_string(),
            _ => input.value(),
        };
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
