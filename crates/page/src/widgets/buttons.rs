//! Renders buttons: of rows, with toggling labels, and in lists with descriptions, such as export formats.

use super::is_plain;
use crate::dom::focus::move_focus;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Renders a button of a row; its accessible name contains that of the row.
pub(crate) fn row_button(text: &'static str, name: &str, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" class="quiet" {onclick} aria-label={format!("{text}: {name}")}>{ text }</button> }
}

/// Renders the second label if `is_on`, otherwise the first one. Both take the width of the longer label, so that
/// nothing beside the button moves.
pub(crate) fn toggle_label(labels: [&'static str; 2], is_on: bool) -> Html {
    let [off, on] = labels;
    let longer = if on.len() > off.len() { on } else { off };
    html! { <span class="toggle-label" data-longer={longer}>{ if is_on { on } else { off } }</span> }
}

/// A button of a list.
pub(crate) struct ButtonEntry {
    pub(crate) title: &'static str,
    pub(crate) help: &'static str,
    pub(crate) onclick: Callback<MouseEvent>,
    /// The button is not available; the help text has the reason.
    pub(crate) is_disabled: bool,
    /// Another button is at work: a press has no effect, but the button keeps the focus.
    pub(crate) is_busy: bool,
}

impl ButtonEntry {
    /// Creates an available button.
    pub(crate) fn new(title: &'static str, help: &'static str, onclick: Callback<MouseEvent>) -> Self {
        Self { title, help, onclick, is_disabled: false, is_busy: false }
    }

    fn draw(self) -> Html {
        let onclick = (!self.is_busy).then_some(self.onclick);
        html! {
            <li>
                <button type="button" class="quiet" disabled={self.is_disabled} aria-disabled={self.is_busy.to_string()}
                    {onclick}>
                    <b>{ self.title }</b><span class="fine">{ self.help }</span>
                </button>
            </li>
        }
    }
}

/// Renders a list of buttons, between which the arrow keys, Home and End move the focus.
pub(crate) fn button_list(entries: impl Iterator<Item = ButtonEntry>) -> Html {
    let onkeydown = Callback::from(|event: KeyboardEvent| {
        let list = event.target_dyn_into::<HtmlElement>().and_then(|button| button.closest("ul").ok().flatten());
        if is_plain(&event) && list.is_some_and(|list| move_focus(&list, "button:enabled", &event.key())) {
            event.prevent_default();
        }
    });
    html! { <ul class="formats" {onkeydown}>{ for entries.map(ButtonEntry::draw) }</ul> }
}

/// Renders the button that opens the drawer with an id. A button of a row is quiet and has an `aria_label`, which names
/// the row.
pub(crate) fn drawer_button(id: impl Into<AttrValue>, label: Html, aria_label: Option<String>) -> Html {
    let class = aria_label.is_some().then_some("quiet");
    html! { <button type="button" {class} popovertarget={id.into()} aria-label={aria_label}>{ label }</button> }
}

/// Renders a drawer with its heading and its close button.
pub(crate) fn drawer(id: impl Into<AttrValue>, title: impl Into<AttrValue>, content: Html) -> Html {
    let (id, title) = (id.into(), title.into());
    html! {
        <section id={id.clone()} class="drawer" popover="auto" aria-label={title.clone()}>
            <div class="drawer-head">
                <h2>{ title }</h2>
                <button type="button" class="quiet" popovertarget={id} popovertargetaction="hide">{ "Close" }</button>
            </div>
            { content }
        </section>
    }
}

/// Renders a group of buttons of which one is pressed.
pub(crate) fn switch<'a>(
    label: &'static str,
    choices: impl IntoIterator<Item = (&'a str, bool, Callback<MouseEvent>)>,
) -> Html {
    let button = |(title, is_on, onclick): (&str, bool, Callback<MouseEvent>)| {
        html! { <button type="button" aria-pressed={is_on.to_string()} {onclick}>{ title }</button> }
    };
    html! { <div class="map-switch" role="group" aria-label={label}>{ for choices.into_iter().map(button) }</div> }
}
