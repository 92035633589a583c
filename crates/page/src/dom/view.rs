//! Observes the visibility and size of an element, and media queries.

use gloo_events::EventListener;
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{
    Element, IntersectionObserver, IntersectionObserverEntry, MediaQueryList, ResizeObserver, ResizeObserverEntry,
};
use yew::prelude::*;

/// The visibility and size of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct View {
    /// A part of it is in the window.
    pub(crate) seen: bool,
    /// The width and height of its content in CSS pixels; none before the first measurement, and while it is empty.
    pub(crate) size: Option<(f64, f64)>,
}

/// Observes an element while it is mounted.
#[hook]
pub(crate) fn use_view(host: &NodeRef) -> View {
    let seen = use_state_eq(|| false);
    let size = use_state_eq(|| None);
    let (host, set_seen, set_size) = (host.clone(), seen.setter(), size.setter());
    use_effect_with((), move |()| {
        let watch = host.cast::<Element>().and_then(|host| Watch::new(&host, set_seen, set_size));
        move || drop(watch)
    });
    View { seen: *seen, size: *size }
}

/// Returns whether a media query matches.
#[hook]
pub(crate) fn use_media(query: &'static str) -> bool {
    let list = use_memo((), |()| media(query));
    let holds = use_state_eq(|| list.as_ref().as_ref().is_some_and(MediaQueryList::matches));
    let setter = holds.setter();
    use_effect_with((), move |()| {
        let listener = (*list).clone().map(|list| {
            let changed = list.clone();
            EventListener::new(&list, "change", move |_| setter.set(changed.matches()))
        });
        move || drop(listener)
    });
    *holds
}

/// Returns the list of a media query.
pub(crate) fn media(query: &str) -> Option<MediaQueryList> {
    web_sys::window()?.match_media(query).ok()?
}

/// The two observers of an element, which are disconnected when this is dropped.
struct Watch {
    seen: IntersectionObserver,
    size: ResizeObserver,
    _called: [Closure<dyn Fn(Array)>; 2],
}

impl Watch {
    fn new(
        host: &Element,
        set_seen: UseStateSetter<bool>,
        set_size: UseStateSetter<Option<(f64, f64)>>,
    ) -> Option<Self> {
        let on_seen = Closure::<dyn Fn(Array)>::new(move |entries: Array| {
            let latest: IntersectionObserverEntry = entries.pop().unchecked_into();
            set_seen.set(latest.is_intersecting());
        });
        let on_size = Closure::<dyn Fn(Array)>::new(move |entries: Array| {
            let latest: ResizeObserverEntry = entries.pop().unchecked_into();
            let room = latest.content_rect();
            let (width, height) = (room.width(), room.height());
            set_size.set((width > 0.0 && height > 0.0).then_some((width, height)));
        });
        let seen = IntersectionObserver::new(on_seen.as_ref().unchecked_ref()).ok()?;
        let size = ResizeObserver::new(on_size.as_ref().unchecked_ref()).ok()?;
        seen.observe(host);
        size.observe(host);
        Some(Self { seen, size, _called: [on_seen, on_size] })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.seen.disconnect();
        self.size.disconnect();
    }
}
