//! A drawer at the edge of the window. The browser opens it for its button, and closes it on Escape and on a press beside it.

use yew::prelude::*;

/// Draws the button that opens the drawer of an id.
pub(crate) fn drawer_button(id: &'static str, label: Html) -> Html {
    html! { <button type="button" popovertarget={id}>{ label }</button> }
}

/// Draws a drawer with its heading and the button that closes it.
pub(crate) fn drawer(id: &'static str, title: &'static str, content: Html) -> Html {
    html! {
        <section {id} class="drawer" popover="auto" aria-label={title}>
            <div class="drawer-head">
                <h2>{ title }</h2>
                <button type="button" class="quiet" popovertarget={id} popovertargetaction="hide">{ "Close" }</button>
            </div>
            { content }
        </section>
    }
}
