//! Renders controls that several views use: fields, disclosures, drawers, dialogs, lists, tables and charts. They do
//! not know the page's state.

use crate::dom::focus::focus;
use page_state::digits::{fixed, grouped};
use protocol::{BUILD, Problem};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement, Node};
use yew::prelude::*;

pub(crate) mod buttons;
pub mod chart;
pub(crate) mod confirm;
pub(crate) mod disclosure;
pub(crate) mod field;
pub mod marks;
pub(crate) mod pacing;
pub(crate) mod page_link;
pub(crate) mod scroll;
pub(crate) mod tables;
pub mod tree;
pub mod window;

/// Renders the number of entries beside a heading.
pub(crate) fn count_badge(count: usize) -> Html {
    html! { <span class="count">{ grouped(count as f64) }</span> }
}

/// Renders the last entry of a cut list, with the number of entries that are not listed; nothing if there are none.
pub(crate) fn more_item(more: usize) -> Html {
    html! { if more > 0 { <li>{ format!("… and {} more", grouped(more as f64)) }</li> } }
}

/// Renders a share in 0..=1 as a bar of a height in SVG units; its length is 100 units.
pub(crate) fn share_bar(share: f64, height: u8) -> Html {
    let width = fixed(share.clamp(0.0, 1.0) * 100.0, 1);
    let height = height.to_string();
    html! {
        <svg class="bar" viewBox={format!("0 0 100 {height}")} preserveAspectRatio="none" aria-hidden="true">
            <rect class="gauge-all" width="100" height={height.clone()} /><rect class="gauge-part" {width} {height} />
        </svg>
    }
}

/// Renders how much of some work is done, for screen readers as well.
pub(crate) fn progress_bar(name: &'static str, share: f64, done: u32, all: u32, text: Option<String>) -> Html {
    html! {
        <div role="progressbar" class="progress" aria-label={name} aria-valuemin="0" aria-valuemax={all.to_string()}
            aria-valuenow={done.to_string()} aria-valuetext={text}>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect width={fixed((share * 100.0).min(100.0), 2)} height="1" />
            </svg>
        </div>
    }
}

/// Renders the problems of a form that belong to none of its fields, for which `is_shown` returns true.
pub(crate) fn other_problems(problems: &[Problem], is_shown: impl Fn(&str) -> bool) -> Html {
    let others = problems.iter().filter(|one| !is_shown(&one.field));
    html! {
        for one in others { <p class="problem" role="alert" data-wrong="true" tabindex="-1">{ &one.message }</p> }
    }
}

/// Returns the address of the style sheet of a view, by its name below `views/`.
pub(crate) fn style_sheet(view: &str) -> String {
    format!("views/{view}.css?{BUILD}")
}

/// Renders the line; it stays while it is empty, so that screen readers announce the next notice.
pub(crate) fn notice_line(notice: &str, undo: Option<Callback<MouseEvent>>) -> Html {
    html! {
        <p class="notice-line" role="status">{ notice.to_owned() }
            if let Some(onclick) = undo { <button type="button" class="quiet" {onclick}>{ "Undo" }</button> }
        </p>
    }
}

/// Returns a callback that sets a state to a value.
pub(crate) fn set_to<T: Clone + 'static, E>(state: &UseStateHandle<T>, value: T) -> Callback<E> {
    let setter = state.setter();
    Callback::from(move |_| setter.set(value.clone()))
}

/// Returns whether a key is pressed without others; combinations belong to the browser.
pub(crate) fn is_plain(event: &KeyboardEvent) -> bool {
    !(event.ctrl_key() || event.alt_key() || event.meta_key())
}

/// Controls that use printable keys.
const TYPING: &str =
    "input:not([type=range], [type=checkbox]), select, textarea, dialog, [role=tree], [contenteditable]";

/// Returns whether a key was pressed in an element with this selector.
pub(crate) fn is_pressed_in(event: &KeyboardEvent, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| target.closest(selector).is_ok_and(|found| found.is_some()))
}

/// Returns whether a key was pressed in a control that uses printable keys.
pub(crate) fn is_typing(event: &KeyboardEvent) -> bool {
    is_pressed_in(event, TYPING)
}

/// Shows a dialog as a modal one, and returns the callback that closes it.
#[hook]
pub(crate) fn use_modal(dialog: &NodeRef) -> Callback<MouseEvent> {
    let shown = dialog.clone();
    use_effect_with((), move |()| {
        if let Some(dialog) = shown.cast::<HtmlDialogElement>() {
            // This fails only if the dialog is open already.
            let _ = dialog.show_modal();
        }
    });
    let dialog = dialog.clone();
    Callback::from(move |_| {
        if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
            dialog.close();
        }
    })
}

/// Returns a handler for the moment when the focus leaves an element, but not when it moves within it.
pub(crate) fn on_focus_leave(element: &NodeRef, left: Callback<()>) -> Callback<FocusEvent> {
    let element = element.clone();
    Callback::from(move |event: FocusEvent| {
        let to = event.related_target().and_then(|to| to.dyn_into::<Node>().ok());
        if !element.get().is_some_and(|element| element.contains(to.as_ref())) {
            left.emit(());
        }
    })
}

/// Returns the focus to an element when something that it opened is closed; `selector` is that of the element for the
/// opened id.
#[hook]
pub(crate) fn use_focus_return(opened: Option<u32>, selector: fn(u32) -> String) {
    let (before, closed) = (use_mut_ref(|| None), use_mut_ref(|| None));
    // Yew runs effects after all renders that wait, so that the effect of the opening may never run.
    let was = before.replace(opened);
    if was != opened {
        closed.replace(was.filter(|_| opened.is_none()));
    }
    use_effect(move || {
        if let Some(id) = closed.take() {
            focus(&selector(id));
        }
    });
}

/// Renders a name with a value in a list of facts.
pub(crate) fn fact(name: &str, value: impl Into<Html>) -> Html {
    html! { <div><dt>{ name }</dt><dd>{ value.into() }</dd></div> }
}
