//! Renders a drawer at the edge of the window. The browser opens it with its button; it closes it on Escape and on a click outside, and
//! returns the focus to the button.

use yew::prelude::*;

/// Renders the button that opens the drawer with an id. A button of a row is quiet and has an `aria_label`, which names the row.
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
