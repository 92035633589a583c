//! Reads and moves the keyboard focus.

use wasm_bindgen::JsCast;

/// Moves the focus to the first element that a selector finds, and opens the folds that it is in.
pub(crate) fn focus(selector: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let field = document.and_then(|document| document.query_selector(selector).ok().flatten());
    if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
        unfold(&field);
        // An element that cannot take the focus changes nothing.
        let _ = field.focus();
    }
}

/// Opens the folds that an element is in, since nothing in a closed one can take the focus.
fn unfold(element: &web_sys::Element) {
    let mut around = element
        .parent_element()
        .filter(|_| element.tag_name() != "SUMMARY");
    while let Some(outer) = around {
        if outer.tag_name() == "DETAILS" {
            // The attribute can always be set.
            let _ = outer.set_attribute("open", "");
        }
        around = outer.parent_element();
    }
}

/// Returns true if the focused element was removed.
pub(crate) fn is_focus_lost() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    let active = document.and_then(|document| document.active_element());
    active.is_none_or(|active| active.tag_name() == "BODY")
}

/// Returns true if the focus is within the element of a selector.
pub(crate) fn is_focus_in(selector: &str) -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    let active = document.and_then(|document| document.active_element());
    active.is_some_and(|active| active.closest(selector).is_ok_and(|found| found.is_some()))
}
