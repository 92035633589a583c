//! Renders a button of a row; its label names the row.

use yew::prelude::*;

/// Renders the button.
pub(crate) fn row_button(text: &'static str, name: &str, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" class="quiet" {onclick} aria-label={format!("{text}: {name}")}>{ text }</button> }
}
