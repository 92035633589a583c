//! Renders a field that replaces a name: Enter accepts, Escape cancels.

use crate::page::dom::focus::focus;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) name: String,
    /// The selector of the element that gets the focus afterwards.
    pub(crate) back: String,
    /// Called with the new name.
    pub(crate) take: Callback<String>,
    /// Called when the field closes.
    pub(crate) done: Callback<()>,
}

/// Renders the field.
#[component]
pub(crate) fn Rename(props: &Props) -> Html {
    let field = use_node_ref();
    let own = field.clone();
    use_effect_with((), move |()| {
        if let Some(field) = own.cast::<HtmlInputElement>() {
            // Without the focus, only convenience is lost.
            let _ = field.focus();
            field.select();
        }
    });
    let Props { back, take, done, .. } = props.clone();
    let (left, there) = (done.clone(), back.clone());
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            left.emit(());
            focus(&there);
        }
    });
    let (value, cancel) = (field.clone(), done.reform(|_: MouseEvent| ()));
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(field) = value.cast::<HtmlInputElement>() {
            take.emit(field.value());
        }
        focus(&back);
        done.emit(());
    });
    html! {
        <form class="rename" {onsubmit}>
            <input type="text" ref={field} value={props.name.clone()} maxlength="200" aria-label="New name" {onkeydown} />
            <button type="submit">{ "Rename" }</button>
            <button type="button" class="quiet" onclick={cancel}>{ "Cancel" }</button>
        </form>
    }
}
