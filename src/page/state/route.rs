//! Reads, observes and replaces the route, the part of the app's address after `#`.
//!
//! yew-router does not fit: its hash history panics on a fragment that does not begin with `#/`, so that a mistyped address would crash the
//! app, and it is larger than this file.

use gloo_events::EventListener;
use web_sys::History;
use yew::prelude::*;

/// The screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The form or the crawl: `#/crawl`, and the default.
    Crawl,
    /// The reader and the trails: `#/train`.
    Train,
    /// The trained models: `#/models`.
    Models,
    /// One model: `#/model?id=…`.
    Model,
    /// The comparisons: `#/compare`, one comparison `#/compare?id=…`, a plan `#/compare?plan=…`.
    Compare,
    /// The saved crawls: `#/library`.
    Library,
    /// About the app: `#/about`.
    About,
    /// Any other address.
    Lost,
}

impl Route {
    /// Returns whether this is a training page: trails, models or one model.
    pub fn is_training(self) -> bool {
        matches!(self, Self::Train | Self::Models | Self::Model)
    }
}

/// Parses a fragment with or without its `#`: the route, and the query.
pub fn read(fragment: &str) -> (Route, &str) {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
    let place = match path.trim_matches('/') {
        "" | "crawl" => Route::Crawl,
        "train" => Route::Train,
        "models" => Route::Models,
        "model" => Route::Model,
        "compare" => Route::Compare,
        "library" => Route::Library,
        "about" => Route::About,
        _ => Route::Lost,
    };
    (place, query)
}

/// The fragment of the window's address, as known to the app.
#[derive(Clone, PartialEq)]
pub(crate) struct Fragment(UseStateHandle<String>);

impl Fragment {
    /// Returns the fragment.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Replaces the fragment, with or without a new entry in the browser's history that leads back to the form.
    pub(crate) fn replace(&self, fragment: String, step: bool) {
        if let Some(history) = history() {
            // If the browser refuses (too many changes), the old address stays.
            let _ = if step {
                history
                    .replace_state(&FORM.into(), "")
                    .and_then(|()| history.push_state_with_url(&CRAWL.into(), "", Some(&fragment)))
            } else {
                history.replace_state_with_url(&CRAWL.into(), "", Some(&fragment))
            };
        }
        self.0.set(fragment);
    }
}

/// Opens an address, like a link.
pub(crate) fn go(fragment: &str) {
    if let Some(window) = web_sys::window() {
        // If the browser refuses, the route stays.
        let _ = window.location().set_hash(fragment);
    }
}

/// The states of history entries: for the form before a start, and for the crawl after it. Entries of followed links have none.
const FORM: &str = "form";
const CRAWL: &str = "crawl";

/// Returns true for the history entry of the form that started a crawl, false for that of a crawl, `None` for others.
pub(crate) fn is_form_entry() -> Option<bool> {
    let mark = history()?.state().ok()?.as_string()?;
    match mark.as_str() {
        FORM => Some(true),
        CRAWL => Some(false),
        _ => None,
    }
}

fn history() -> Option<History> {
    web_sys::window().and_then(|window| window.history().ok())
}

/// Returns the fragment, which is updated as it changes.
#[hook]
pub(crate) fn use_fragment() -> Fragment {
    let fragment = use_state_eq(current);
    let setter = fragment.setter();
    use_effect_with((), move |()| {
        let listener =
            web_sys::window().map(|window| EventListener::new(&window, "hashchange", move |_| setter.set(current())));
        move || drop(listener)
    });
    Fragment(fragment)
}

/// Returns the current route.
pub(crate) fn here() -> Route {
    read(&current()).0
}

fn current() -> String {
    let window = web_sys::window();
    window.and_then(|window| window.location().hash().ok()).unwrap_or_default()
}
