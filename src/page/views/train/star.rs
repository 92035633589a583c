//! Renders the star of relevant pages.

use yew::prelude::*;

/// Renders the star.
pub(crate) fn star() -> Html {
    html! {
        <svg class="star" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
            <path d="M10 1.8l2.5 5.3 5.8.7-4.3 4 1.1 5.7L10 14.7l-5.1 2.8L6 11.8l-4.3-4 5.8-.7z" />
        </svg>
    }
}
