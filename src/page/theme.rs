//! Light, dark, or as the system has it; remembered in this browser.

use yew::prelude::*;

/// Under which name the choice is remembered.
const KEY: &str = "salticid-theme";

/// The toggle: one press turns to the other side of what is seen now.
#[component]
pub(crate) fn ThemeToggle() -> Html {
    let theme = use_state(remembered);
    use_effect_with((*theme).clone(), |theme| show(theme.as_deref()));
    let onclick = {
        let theme = theme.clone();
        Callback::from(move |_: MouseEvent| {
            let next = if is_dark(theme.as_deref()) {
                "light"
            } else {
                "dark"
            };
            remember(next);
            theme.set(Some(next.to_owned()));
        })
    };
    html! {
        <button type="button" class="quiet theme" {onclick} aria-label="Switch between light and dark">
            <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
                <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6" />
                <path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor" />
            </svg>
        </button>
    }
}

fn is_dark(theme: Option<&str>) -> bool {
    match theme {
        Some(theme) => theme == "dark",
        None => web_sys::window()
            .and_then(|window| {
                window
                    .match_media("(prefers-color-scheme: dark)")
                    .ok()
                    .flatten()
            })
            .is_some_and(|query| query.matches()),
    }
}

fn show(theme: Option<&str>) {
    let root = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.document_element());
    if let (Some(root), Some(theme)) = (root, theme) {
        // It cannot fail: the name is a valid attribute name.
        let _ = root.set_attribute("data-theme", theme);
    }
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window().and_then(|window| window.local_storage().ok().flatten())
}

fn remembered() -> Option<String> {
    let theme = storage()?.get_item(KEY).ok().flatten()?;
    matches!(theme.as_str(), "light" | "dark").then_some(theme)
}

fn remember(theme: &str) {
    if let Some(storage) = storage() {
        // A browser that stores nothing shows the theme all the same; it is just not remembered.
        let _ = storage.set_item(KEY, theme);
    }
}
