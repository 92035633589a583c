//! Renders the result of the last action, with a button that undoes it.

use yew::prelude::*;

/// Renders the line; it stays while it is empty, so that screen readers announce the next notice.
pub(crate) fn notice_line(notice: &str, undo: Option<Callback<MouseEvent>>) -> Html {
    html! {
        <p class="notice-line" role="status">{ notice.to_owned() }
            if let Some(onclick) = undo { <button type="button" class="quiet" {onclick}>{ "Undo" }</button> }
        </p>
    }
}
