//! Keeps columns in view beside content that scrolls.

use gloo_events::EventListener;
use std::cell::Cell;
use web_sys::{HtmlElement, Window};
use yew::prelude::*;

/// Moves a sticky column that is higher than the window with the page, until its end or its start is in view.
///
/// So it needs no scroll bar of its own. Its style sheet sets `top: calc(… - var(--moved, 0px))` and, as `scroll-margin-bottom`, the distance
/// between its end and the end of the window.
#[hook]
pub(crate) fn use_sticky_column(column: &NodeRef) {
    let column = column.clone();
    use_effect_with((), move |()| {
        let listener = web_sys::window().map(|window| {
            let (at, moved) = (Cell::new(scroll_of(&window)), Cell::new(0.0));
            let own = window.clone();
            EventListener::new(&window, "scroll", move |_| {
                let to = scroll_of(&own);
                let by = to - at.replace(to);
                if let Some(column) = column.cast::<HtmlElement>() {
                    moved.set(shift(&own, &column, moved.get(), by).unwrap_or_default());
                }
            })
        });
        move || drop(listener)
    });
}

fn scroll_of(window: &Window) -> f64 {
    window.scroll_y().unwrap_or_default()
}

/// Moves a column that is `moved` above its place up by `by` more, as far as it has parts out of view. Returns its new distance; `None` if the column is not sticky.
fn shift(window: &Window, column: &HtmlElement, moved: f64, by: f64) -> Option<f64> {
    let style = window.get_computed_style(column).ok()??;
    let pixels = |name: &str| -> Option<f64> {
        let value = style.get_property_value(name).ok()?;
        value.strip_suffix("px")?.parse().ok()
    };
    let place = pixels("top")? + moved;
    let below = pixels("scroll-margin-bottom")?;
    let height = window.inner_height().ok()?.as_f64()?;
    let hidden = place + f64::from(column.offset_height()) + below - height;
    let next = (moved + by).clamp(0.0, hidden.max(0.0));
    let value = format!("{next}px");
    // A valid name and value cannot fail.
    let _ = column.style().set_property("--moved", &value);
    Some(next)
}
