//! Reads the value of an edited control.

use web_sys::{Event, HtmlInputElement};
use yew::TargetCast;

/// Returns the value of an event's field as text; a check box gives `true` or `false`.
pub(crate) fn typed(event: &Event) -> String {
    // Text areas and menus are not inputs, but have the same `value` and `type` properties.
    let input = event.target_unchecked_into::<HtmlInputElement>();
    match input.type_().as_str() {
        "checkbox" => input.checked().to_string(),
        _ => input.value(),
    }
}
