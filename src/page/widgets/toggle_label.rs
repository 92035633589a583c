//! Renders the label of a button that toggles between two labels.

use yew::prelude::*;

/// Renders the second label if `is_on`, otherwise the first one. Both take the width of the longer label, so that nothing beside the button
/// moves.
pub(crate) fn toggle_label(labels: [&'static str; 2], is_on: bool) -> Html {
    let [off, on] = labels;
    let longer = if on.len() > off.len() { on } else { off };
    html! { <span class="toggle-label" data-longer={longer}>{ if is_on { on } else { off } }</span> }
}
