//! Controls the browser's tab: asks before it closes, reloads it, and reads its surroundings (locks, embedding,
//! address).

use gloo_events::{EventListener, EventListenerOptions};
use js_sys::Reflect;
use protocol::{ProxyAddress, is_loopback};
use wasm_bindgen::JsCast;
use web_sys::{Location, PageTransitionEvent};
use yew::prelude::*;

/// Asks before the tab is closed while `lost`, that is, while unsaved data would be lost.
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

/// Reloads a page that the browser restores from its back/forward cache, because its workers were terminated
/// ([`super::worker`]).
#[hook]
pub(crate) fn use_return() {
    use_effect_with((), |()| {
        let listener = web_sys::window().map(|window| {
            EventListener::new(&window, "pageshow", |event| {
                if event.dyn_ref::<PageTransitionEvent>().is_some_and(PageTransitionEvent::persisted) {
                    reload();
                }
            })
        });
        move || drop(listener)
    });
}

/// Opens an address of the app, like a link.
pub(crate) fn open(fragment: &str) {
    if let Some(window) = web_sys::window() {
        // If the browser refuses, the address stays.
        let _ = window.location().set_hash(fragment);
    }
}

/// Reloads the page.
pub(crate) fn reload() {
    if let Some(window) = web_sys::window() {
        // If the browser refuses, its own reload button remains.
        let _ = window.location().reload();
    }
}

/// Returns whether the browser has Web Locks, which prevent two tabs from writing the same data.
pub(crate) fn has_locks() -> bool {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).unwrap_or_default();
    Reflect::get(&navigator, &"locks".into()).is_ok_and(|locks| locks.is_object())
}

/// Returns true if another page embeds this one in a frame, which allows clickjacking.
pub(crate) fn is_framed() -> bool {
    let Some(window) = web_sys::window() else {
        return false;
    };
    let top = window.top().ok().flatten();
    top.is_none_or(|top| top != window)
}

/// Returns whether the browser asks for permission before this page may reach an address: the address is on this
/// device, and the page is not.
pub(crate) fn needs_permission(address: &ProxyAddress) -> bool {
    let host = location().and_then(|location| location.hostname().ok());
    address.is_loopback() && !host.is_some_and(|host| is_loopback(&host))
}

/// Returns this page's origin, which the proxy must be told.
pub(crate) fn own_origin() -> String {
    location().and_then(|location| location.origin().ok()).unwrap_or_default()
}

/// Returns the address of this page with another fragment.
pub(crate) fn full_address(fragment: &str) -> String {
    let address = location().and_then(|location| location.href().ok()).unwrap_or_default();
    format!("{}{fragment}", address.split('#').next().unwrap_or_default())
}

fn location() -> Option<Location> {
    Some(web_sys::window()?.location())
}
