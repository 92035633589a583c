//! Renders counts beside headings and at the end of cut lists.

use crate::page::dom::digits::grouped;
use yew::prelude::*;

/// Renders the number of entries beside a heading.
pub(crate) fn count_badge(count: usize) -> Html {
    html! { <span class="count">{ grouped(count as f64) }</span> }
}

/// Renders the last entry of a cut list, with the number of entries that are not listed; nothing if there are none.
pub(crate) fn more_item(more: usize) -> Html {
    html! { if more > 0 { <li>{ format!("… and {} more", grouped(more as f64)) }</li> } }
}
