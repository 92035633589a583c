//! Tracks which rows of a windowed list are visible, and scrolls to a row.
//!
//! Heights are measured, so that only the style sheet defines them. The open row is `li.open`, or `tr.details-row`
//! follows it.

use super::window::Rows;
use crate::dom::document::window_size;
use gloo_events::EventListener;
use std::ops::Range;
use web_sys::{Element, EventTarget};
use yew::prelude::*;

/// The area in which a list scrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScrollArea {
    /// The window.
    Window,
    /// The list itself.
    List,
}

impl ScrollArea {
    /// Returns the distance that a row keeps from the edges of the visible part, in CSS pixels.
    fn margin(self) -> f64 {
        if self == Self::Window { 104.0 } else { 0.0 }
    }

    /// Returns the distance of the visible part from the list's top, and its height.
    fn view(self, list: &Element) -> Option<(f64, f64)> {
        let (_, height) = window_size()?;
        Some(match self {
            Self::Window => (-list.get_bounding_client_rect().top(), height),
            Self::List => (f64::from(list.scroll_top()), f64::from(list.client_height()).min(height)),
        })
    }

    fn scroll_by(self, list: &Element, distance: f64) {
        match (self, web_sys::window()) {
            (Self::Window, Some(window)) => window.scroll_by_with_x_and_y(0.0, distance),
            (Self::Window, None) => {}
            (Self::List, _) => {
                let top = types::to_u32((f64::from(list.scroll_top()) + distance).ceil());
                list.set_scroll_top(i32::try_from(top).unwrap_or(i32::MAX));
            }
        }
    }

    /// Scrolls as little as needed for a row to be visible.
    pub(crate) fn show(self, list: &Element, rows: &Rows, at: usize) {
        let Some((from, height)) = self.view(list) else { return };
        let (top, bottom) = (rows.top(at) - from, rows.top(at + 1) - from);
        if top < self.margin() {
            self.scroll_by(list, top - self.margin());
        } else if bottom > height - self.margin() {
            self.scroll_by(list, bottom - height + self.margin());
        }
    }

    /// Scrolls to the top of a row that is not visible.
    pub(crate) fn show_top(self, list: &Element, rows: &Rows, at: usize) {
        let Some((from, height)) = self.view(list) else { return };
        let (top, bottom) = (rows.top(at) - from, rows.top(at + 1) - from);
        if bottom <= 0.0 || top >= height {
            self.scroll_by(list, top - self.margin());
        }
    }
}

/// The rows of a list.
#[derive(Clone, Copy)]
pub(crate) struct RowKind {
    /// The selector of folded rows.
    pub(crate) selector: &'static str,
    /// The assumed height of a row before the first measurement, in CSS pixels.
    pub(crate) height: f64,
}

/// The scroll position of a list.
pub(crate) struct Scroll {
    /// All rows.
    pub(crate) rows: Rows,
    /// The range of rows to draw.
    pub(crate) drawn: Range<usize>,
    /// The head of the list is scrolled out of view.
    pub(crate) is_scrolled: bool,
}

/// The measured geometry of a list.
#[derive(Clone, Debug, PartialEq)]
struct Geometry {
    /// The range of rows to draw; it may extend past the last row.
    drawn: Range<usize>,
    height: f64,
    /// The additional height of the open row.
    extra: f64,
    is_scrolled: bool,
}

/// Measures a list after every drawing, scroll and resize, and redraws it only after a change.
#[hook]
pub(crate) fn use_scroll(list: &NodeRef, area: ScrollArea, kind: RowKind, count: usize, open: Option<usize>) -> Scroll {
    let first = || Geometry { drawn: 0..0, height: kind.height, extra: 0.0, is_scrolled: false };
    let seen = use_state_eq(first);
    let look = {
        let (list, seen) = (list.clone(), seen.clone());
        move || {
            let now = list.cast::<Element>().and_then(|list| seen.measured(&list, area, kind, count, open));
            if let Some(now) = now {
                seen.set(now);
            }
        }
    };
    use_effect(look.clone());
    let target = list.clone();
    use_effect_with((count, open, (*seen).clone()), move |_| {
        let listeners = target.cast::<Element>().zip(web_sys::window()).map(|(list, window)| {
            let resized = look.clone();
            let scrolls: &EventTarget = if area == ScrollArea::Window { &window } else { &list };
            [
                EventListener::new(scrolls, "scroll", move |_| look()),
                EventListener::new(&window, "resize", move |_| resized()),
            ]
        });
        move || drop(listeners)
    });
    let drawn = seen.drawn.start.min(count)..seen.drawn.end.min(count);
    Scroll { rows: seen.rows(count, open), drawn, is_scrolled: seen.is_scrolled }
}

impl Geometry {
    fn rows(&self, count: usize, open: Option<usize>) -> Rows {
        Rows { count, height: self.height, open: open.map(|open| (open, self.extra)) }
    }

    /// Returns the current geometry.
    fn measured(
        &self,
        list: &Element,
        area: ScrollArea,
        kind: RowKind,
        count: usize,
        open: Option<usize>,
    ) -> Option<Self> {
        let (from, view) = area.view(list)?;
        let height = height_of(list, kind.selector).unwrap_or(self.height);
        let extra = height_of(list, "li.open").map(|whole| (whole - height).max(0.0));
        let extra = extra.or_else(|| height_of(list, "tr.details-row")).unwrap_or(self.extra);
        let now = Self { height, extra, ..self.clone() };
        let first = now.rows(count, open).drawn(from, view).start;
        // The range ignores the end of the list, so that a row moved down by new results is drawn at once.
        let drawn = first..now.rows(usize::MAX, open).drawn(from, view).end;
        Some(Self { drawn, is_scrolled: from > height, ..now })
    }
}

fn height_of(list: &Element, selector: &str) -> Option<f64> {
    let height = list.query_selector(selector).ok().flatten()?.get_bounding_client_rect().height();
    (height > 0.0).then_some(height)
}
