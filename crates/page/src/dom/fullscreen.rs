//! Lets an element fill the screen.

use super::document::{document, element};
use gloo_events::EventListener;
use yew::prelude::*;

/// Returns whether the browser can do that; telephones often cannot.
pub(crate) fn is_available() -> bool {
    document().is_some_and(|document| document.fullscreen_enabled())
}

/// Lets the first element that matches a selector fill the screen, or ends that.
pub(crate) fn toggle(selector: &str) {
    if is_full() {
        document().iter().for_each(web_sys::Document::exit_fullscreen);
    } else if let Some(element) = element(selector) {
        // If the browser refuses, the page stays as it is.
        let _ = element.request_fullscreen();
    }
}

/// Returns whether an element fills the screen.
#[hook]
pub(crate) fn use_fullscreen() -> bool {
    let state = use_state_eq(is_full);
    let setter = state.setter();
    use_effect_with((), move |()| {
        let listener = document()
            .map(|document| EventListener::new(&document, "fullscreenchange", move |_| setter.set(is_full())));
        move || drop(listener)
    });
    *state
}

fn is_full() -> bool {
    document().is_some_and(|document| document.fullscreen_element().is_some())
}
