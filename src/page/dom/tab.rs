//! The browser's tab: asks before it closes, and knows whether the page has it to itself.

use gloo_events::{EventListener, EventListenerOptions};
use yew::prelude::*;

/// Asks before the tab is closed, as long as it has unsaved data.
#[hook]
pub(crate) fn use_question(lost: bool) {
    use_effect_with(lost, |lost| {
        let window = web_sys::window().filter(|_| *lost);
        let listener = window.map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            // The browser chooses the text of the question.
            EventListener::new_with_options(&window, "beforeunload", options, |event| {
                event.prevent_default();
            })
        });
        move || drop(listener)
    });
}

/// Returns true if another page shows this one in a frame, which allows clickjacking.
pub(crate) fn is_framed() -> bool {
    let Some(window) = web_sys::window() else {
        return false;
    };
    let top = window.top().ok().flatten();
    top.is_none_or(|top| top != window)
}
