//! Sets the color theme: light, dark, or the system's. The browser stores the choice.

use super::storage;
use super::view::media;
use gloo_events::EventListener;
use web_sys::{Element, Event, EventTarget, MediaQueryList};
use yew::prelude::*;

/// The key of the choice in local storage.
const KEY: &str = "salticid-theme";
/// The document's event for a change of the theme.
const CHOSEN: &str = "salticid-theme";
/// The attribute of the root element that the style sheet uses.
const ATTRIBUTE: &str = "data-theme";

/// Renders the toggle, which switches to the opposite of the current theme.
pub(crate) fn toggle() -> Html {
    let onclick = Callback::from(|_: MouseEvent| {
        let next = if is_dark() { "light" } else { "dark" };
        show(next);
        storage::write(KEY, Some(next));
    });
    html! {
        <button type="button" class="quiet theme" {onclick} aria-label="Switch between light and dark">
            <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
                <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6" />
                <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
            </svg>
        </button>
    }
}

/// Applies the stored theme.
pub(crate) fn show_remembered() {
    let theme = storage::read(KEY);
    if let Some(theme) = theme.filter(|theme| matches!(theme.as_str(), "light" | "dark")) {
        show(&theme);
    }
}

/// Returns whether the theme is dark, for drawings that read their colors from the document and must be redrawn.
#[hook]
pub(crate) fn use_theme() -> bool {
    let dark = use_state_eq(is_dark);
    let setter = dark.setter();
    use_effect_with((), move |()| {
        let listener = |target: EventTarget, event| {
            let setter = setter.clone();
            EventListener::new(&target, event, move |_| setter.set(is_dark()))
        };
        let listeners = [
            system().map(|system| listener(system.into(), "change")),
            root().map(|root| listener(root.into(), CHOSEN)),
        ];
        move || drop(listeners)
    });
    *dark
}

fn is_dark() -> bool {
    let chosen = root().and_then(|root| root.get_attribute(ATTRIBUTE));
    match chosen {
        Some(theme) => theme == "dark",
        None => system().is_some_and(|system| system.matches()),
    }
}

/// Returns the media query for the system's theme.
fn system() -> Option<MediaQueryList> {
    media("(prefers-color-scheme: dark)")
}

fn show(theme: &str) {
    if let Some(root) = root() {
        // Setting an attribute with a valid name cannot fail.
        let _ = root.set_attribute(ATTRIBUTE, theme);
        if let Ok(event) = Event::new(CHOSEN) {
            // No listener cancels this event.
            let _ = root.dispatch_event(&event);
        }
    }
}

fn root() -> Option<Element> {
    web_sys::window()?.document()?.document_element()
}
