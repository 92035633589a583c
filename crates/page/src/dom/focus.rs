//! Reads and moves the keyboard focus, and keeps it in view.

use super::document::{document, element, window_size};
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Element, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

/// The milliseconds after which the focused element is scrolled into view again.
const AGAIN_MS: u32 = 50;

/// Moves the focus to the first element that matches a selector, and opens the folds and the drawer around it.
pub(crate) fn focus(selector: &str) {
    if let Some(field) = element(selector).and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
        unfold(&field);
        // Focusing an element that cannot receive the focus has no effect.
        let _ = field.focus();
    }
}

/// Opens the folds and the drawer around an element, because elements in closed ones cannot receive the focus.
fn unfold(element: &Element) {
    let mut around = element.parent_element().filter(|_| element.tag_name() != "SUMMARY");
    while let Some(outer) = around {
        if outer.tag_name() == "DETAILS" {
            // Setting an attribute with a valid name cannot fail.
            let _ = outer.set_attribute("open", "");
        }
        let is_drawer = |outer: &&web_sys::HtmlElement| outer.has_attribute("popover");
        if let Some(drawer) = outer.dyn_ref().filter(is_drawer) {
            // This fails only if the drawer is open already.
            let _ = drawer.show_popover();
        }
        around = outer.parent_element();
    }
}

/// Scrolls each element with a focus ring into view as a whole. Browsers leave it where it is if a part of it is
/// visible.
#[hook]
pub(crate) fn use_focus_in_view() {
    use_effect_with((), |()| {
        let listener = document().map(|document| EventListener::new(&document, "focusin", |_| on_focus()));
        move || drop(listener)
    });
}

fn on_focus() {
    if !scroll_to_focus() {
        // A column that is held against the direction of this scroll moves only with the next one (`sticky.rs`).
        Timeout::new(AGAIN_MS, || {
            scroll_to_focus();
        })
        .forget();
    }
}

/// Scrolls the focused element into view, unless it has no focus ring or takes more than half of the window's height.
/// Returns false if it is still out of view.
fn scroll_to_focus() -> bool {
    let focused = document().and_then(|document| document.active_element());
    let focused = focused.filter(|one| one.matches(":focus-visible").unwrap_or(false));
    let (Some(focused), Some((_, height))) = (focused, window_size()) else {
        return true;
    };
    // The ring of a box to check is that of its label.
    let ringed = focused.closest("label").ok().flatten().unwrap_or(focused);
    if ringed.get_bounding_client_rect().height() >= height / 2.0 {
        return true;
    }
    scroll_into_view(&ringed);
    let place = ringed.get_bounding_client_rect();
    place.top() >= 0.0 && place.bottom() <= height
}

/// Scrolls an element into view, as little as possible.
pub(crate) fn scroll_into_view(element: &Element) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    options.set_inline(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Moves the focus by a key (up, down, Home, End) among the elements within another one that match a selector. Returns
/// false if the key has no such effect.
pub(crate) fn move_focus(within: &Element, selector: &str, key: &str) -> bool {
    let Ok(all) = within.query_selector_all(selector) else {
        return false;
    };
    let active = document().and_then(|document| document.active_element());
    let at = (0..all.length()).find(|at| {
        let one = all.get(*at);
        one.is_some() && one.as_ref() == active.as_deref()
    });
    let (Some(at), Some(last)) = (at, all.length().checked_sub(1)) else {
        return false;
    };
    let to = match key {
        "ArrowDown" => last.min(at + 1),
        "ArrowUp" => at.saturating_sub(1),
        "Home" => 0,
        "End" => last,
        _ => return false,
    };
    let next = all.get(to);
    if let Some(next) = next.and_then(|next| next.dyn_into::<web_sys::HtmlElement>().ok()) {
        // Without the focus, only convenience is lost.
        let _ = next.focus();
    }
    true
}

/// Returns true if the focused element was removed, or the person pressed a place without a control: that moves the
/// focus to the content.
pub(crate) fn is_focus_lost() -> bool {
    let active = document().and_then(|document| document.active_element());
    active.is_none_or(|active| matches!(active.tag_name().as_str(), "BODY" | "MAIN"))
}

/// Returns true if the focus is within the element of a selector.
pub(crate) fn is_focus_in(selector: &str) -> bool {
    let active = document().and_then(|document| document.active_element());
    active.is_some_and(|active| active.closest(selector).is_ok_and(|found| found.is_some()))
}
