//! Keeps columns in view beside content that scrolls.

use super::view::use_view;
use gloo_events::EventListener;
use std::cell::Cell;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// The attribute of a column while the page is scrolled up.
const UP: &str = "data-up";

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) children: Html,
}

/// Renders a column that moves with the page until its end is in view or, when the page is scrolled up, its start.
///
/// So a column that is higher than the window needs no scroll bar of its own. The browser itself holds it (`position:
/// sticky` in `app.css`); only a change of direction is handled here: then the block above the column takes the height
/// at which the column stays where it is. The style sheet of the place sets `--column-start` and `--column-gap`, the
/// distances from the start and the end of the window.
#[component]
pub(crate) fn StickyColumn(props: &Props) -> Html {
    let column = use_node_ref();
    let view = use_view(&column);
    {
        let column = column.clone();
        use_effect_with(view.size, move |size| {
            let column = column.cast().and_then(|column| Column::around(&column));
            if let (Some(column), Some((_, height))) = (column, *size) {
                column.set("--column-height", height);
            }
        });
    }
    {
        let column = column.clone();
        use_effect_with((), move |()| {
            let column = column.cast().and_then(|column| Column::around(&column));
            let listener = web_sys::window().zip(column).map(|(window, column)| {
                let scrolled = window.clone();
                let scroll = move || scrolled.scroll_y().unwrap_or_default();
                let last = Cell::new(scroll());
                EventListener::new(&window, "scroll", move |_| {
                    let now = scroll();
                    column.scroll(now - last.replace(now));
                })
            });
            move || drop(listener)
        });
    }
    html! {
        <div class="column-track">
            <div />
            <div class="sticky-column" ref={column}>{ props.children.clone() }</div>
        </div>
    }
}

/// Moves the column around an element so that its start is in view.
pub(crate) fn show_start(element: &Element) {
    if let Some(column) = Column::around(element) {
        let start = column.start().unwrap_or_default();
        column.place(start, true);
    }
}

/// The elements of a column.
struct Column {
    track: HtmlElement,
    sticky: Element,
}

impl Column {
    fn around(element: &Element) -> Option<Self> {
        let sticky = element.closest(".sticky-column").ok()??;
        let track = sticky.parent_element()?.dyn_into().ok()?;
        Some(Self { track, sticky })
    }

    /// Returns the distance between the start of the window and that of the column, in CSS pixels.
    fn start(&self) -> Option<f64> {
        self.length("--column-start")
    }

    /// Returns the value of a property of the column in CSS pixels.
    fn length(&self, property: &str) -> Option<f64> {
        let style = web_sys::window()?.get_computed_style(&self.sticky).ok()??;
        style.get_property_value(property).ok()?.strip_suffix("px")?.parse().ok()
    }

    /// Returns whether the browser holds the column, whose start is at `top`, so that it does not move with the page.
    fn is_held(&self, top: f64) -> bool {
        let held = if self.sticky.has_attribute(UP) { self.start() } else { self.length("top") };
        held.is_some_and(|held| (held - top).abs() < 1.0)
    }

    /// Places the column `top` CSS pixels below the start of the window, to move from there when the page is scrolled
    /// up or down.
    fn place(&self, top: f64, is_up: bool) {
        let offset = top - self.track.get_bounding_client_rect().top();
        self.set("--column-offset", offset.max(0.0));
        // The name is valid.
        let _ = self.sticky.toggle_attribute_with_force(UP, is_up);
    }

    /// Handles a scroll of the page by `delta` CSS pixels. After a change of direction the column moves with the page,
    /// so that an element which the browser scrolls into view gets there.
    fn scroll(&self, delta: f64) {
        let is_up = delta < 0.0;
        if delta != 0.0 && is_up != self.sticky.has_attribute(UP) {
            let top = self.sticky.get_bounding_client_rect().top();
            self.place(if self.is_held(top) { top - delta } else { top }, is_up);
        }
    }

    fn set(&self, name: &str, pixels: f64) {
        // Names and values are valid.
        let _ = (self.track.style()).set_property(name, &format!("{pixels}px"));
    }
}
