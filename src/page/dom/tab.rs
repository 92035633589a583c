//! Asks before the browser's tab closes.

use gloo_events::{EventListener, EventListenerOptions};
use yew::prelude::*;

/// Asks before the tab is closed, as long as something would be lost with it.
#[hook]
pub(crate) fn use_question(lost: bool) {
    use_effect_with(lost, |lost| {
        let window = web_sys::window().filter(|_| *lost);
        let ear = window.map(|window| {
            let options = EventListenerOptions::enable_prevent_default();
            // The browser asks in its own words.
            EventListener::new_with_options(&window, "beforeunload", options, |event| {
                event.prevent_default();
            })
        });
        move || drop(ear)
    });
}
