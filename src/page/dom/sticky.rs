//! Keeps columns in view beside content that scrolls.

use gloo_events::EventListener;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{CssStyleDeclaration, HtmlElement, ResizeObserver, Window};
use yew::prelude::*;

/// The property of a column with the distance, in CSS pixels, by which it is above its place.
const SHIFT: &str = "--column-shift";
/// The property of a column with the distance between its end and that of the window.
const GAP: &str = "--column-gap";

/// Moves a sticky column that is higher than the window with the page, until its end or its start is in view.
///
/// So it needs no scroll bar of its own. Its style sheet sets `--column-gap`, and `top` to its place less `--column-shift`.
#[hook]
pub(crate) fn use_sticky_column(column: &NodeRef) {
    let column = column.clone();
    use_effect_with((), move |()| {
        let followed = web_sys::window().and_then(|window| Followed::new(&window, &column));
        move || drop(followed)
    });
}

/// Moves a sticky column back to its place, so that its start is in view.
pub(crate) fn show_start(column: &HtmlElement) {
    // The name is valid.
    let _ = column.style().remove_property(SHIFT);
}

/// The observers of a column, which end when this is dropped.
struct Followed {
    size: ResizeObserver,
    _resized: Closure<dyn Fn()>,
    _listeners: [EventListener; 2],
}

impl Followed {
    fn new(window: &Window, column: &NodeRef) -> Option<Self> {
        let element = column.cast::<HtmlElement>()?;
        let scroll = |window: &Window| window.scroll_y().unwrap_or_default();
        let last = Cell::new(scroll(window));
        let shift_by = {
            let (window, element) = (window.clone(), element.clone());
            Rc::new(move |delta| shift(&window, &element, delta).unwrap_or_default())
        };
        let own = window.clone();
        let scrolled = Rc::clone(&shift_by);
        let on_scroll = EventListener::new(window, "scroll", move |_| {
            let now = scroll(&own);
            scrolled(now - last.replace(now));
        });
        let resized = Rc::clone(&shift_by);
        let on_resize = EventListener::new(window, "resize", move |_| resized(0.0));
        let resized = Closure::<dyn Fn()>::new(move || shift_by(0.0));
        let size = ResizeObserver::new(resized.as_ref().unchecked_ref()).ok()?;
        size.observe(&element);
        Some(Self {
            size,
            _resized: resized,
            _listeners: [on_scroll, on_resize],
        })
    }
}

impl Drop for Followed {
    fn drop(&mut self) {
        self.size.disconnect();
    }
}

/// Moves a column up by `delta` CSS pixels, as far as its end or its start is out of view. A column that is not sticky has its place.
fn shift(window: &Window, column: &HtmlElement, delta: f64) -> Option<()> {
    let style = window.get_computed_style(column).ok()??;
    if style.get_property_value("position").ok()? != "sticky" {
        show_start(column);
        return Some(());
    }
    let shift = pixels(&column.style(), SHIFT).unwrap_or_default();
    let place = pixels(&style, "top")? + shift;
    let height = window.inner_height().ok()?.as_f64()?;
    let gap = pixels(&style, GAP).unwrap_or_default();
    let hidden = place + f64::from(column.offset_height()) + gap - height;
    let value = format!("{}px", (shift + delta).clamp(0.0, hidden.max(0.0)));
    column.style().set_property(SHIFT, &value).ok()
}

/// Returns the value of a property that is a length.
fn pixels(style: &CssStyleDeclaration, name: &str) -> Option<f64> {
    let value = style.get_property_value(name).ok()?;
    value.strip_suffix("px")?.parse().ok()
}
