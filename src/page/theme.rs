//! Light, dark, or as the system has it; remembered in this browser.

use web_sys::Element;
use yew::prelude::*;

/// Under which name the choice is remembered.
const KEY: &str = "salticid-theme";
/// The attribute of the document's root that the style sheet looks at.
const ATTRIBUTE: &str = "data-theme";

/// The toggle: one press turns to the other side of what is seen now.
pub(crate) fn toggle() -> Html {
    let onclick = Callback::from(|_: MouseEvent| {
        let next = if is_dark() { "light" } else { "dark" };
        show(next);
        if let Some(storage) = storage() {
            // A browser that stores nothing shows the theme all the same; it is just not remembered.
            let _ = storage.set_item(KEY, next);
        }
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

/// Shows what was chosen in an earlier visit.
pub(crate) fn show_remembered() {
    let theme = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    if let Some(theme) = theme.filter(|theme| matches!(theme.as_str(), "light" | "dark")) {
        show(&theme);
    }
}

/// True where what is seen is dark.
pub(crate) fn is_dark() -> bool {
    let chosen = root().and_then(|root| root.get_attribute(ATTRIBUTE));
    let dark_system = || {
        let window = web_sys::window()?;
        let query = window.match_media("(prefers-color-scheme: dark)").ok()??;
        Some(query.matches())
    };
    match chosen {
        Some(theme) => theme == "dark",
        None => dark_system().unwrap_or_default(),
    }
}

fn show(theme: &str) {
    if let Some(root) = root() {
        // It cannot fail: the name is a valid attribute name.
        let _ = root.set_attribute(ATTRIBUTE, theme);
    }
}

fn root() -> Option<Element> {
    web_sys::window()?.document()?.document_element()
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}
