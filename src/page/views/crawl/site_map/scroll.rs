//! Tracks the visible rows of the tree, and scrolls to a row.
//!
//! The row height is measured, so that only the style sheet defines it.

use crate::page::views::prelude::*;
use crate::page::widgets::window::Rows;
use std::ops::Range;

/// The assumed height of a row before the first measurement, in CSS pixels.
const ROW_HEIGHT: f64 = 32.0;

/// The scroll state of the tree.
pub(super) struct Scroll {
    /// All rows.
    pub(super) rows: Rows,
    /// The range of rows to draw.
    pub(super) drawn: Range<usize>,
    /// Scrolls to a row.
    pub(super) show: Callback<usize>,
}

/// Measures the tree after every drawing, scroll and resize, and redraws it only after a change.
#[hook]
pub(super) fn use_scroll(tree: &NodeRef, count: usize) -> Scroll {
    let seen = use_state_eq(|| (ROW_HEIGHT, 0..0));
    let look = {
        let (tree, seen) = (tree.clone(), seen.clone());
        move || {
            if let Some(tree) = tree.cast::<Element>() {
                let height = row_height(&tree).unwrap_or(seen.0);
                let drawn = rows(count, height).drawn(f64::from(tree.scroll_top()), view(&tree));
                seen.set((height, drawn));
            }
        }
    };
    use_effect(look.clone());
    {
        let tree = tree.clone();
        use_effect_with((count, (*seen).clone()), move |_| {
            let scrolled = look.clone();
            let tree = tree.cast::<Element>();
            let listeners = tree.zip(web_sys::window()).map(|(tree, window)| {
                [
                    EventListener::new(&tree, "scroll", move |_| scrolled()),
                    EventListener::new(&window, "resize", move |_| look()),
                ]
            });
            move || drop(listeners)
        });
    }
    let (height, drawn) = (*seen).clone();
    let rows = rows(count, height);
    let show = {
        let tree = tree.clone();
        Callback::from(move |at: usize| {
            if let Some(tree) = tree.cast::<Element>() {
                scroll_to(&tree, &rows, at);
            }
        })
    };
    Scroll { rows, drawn: drawn.start.min(count)..drawn.end.min(count), show }
}

fn rows(count: usize, height: f64) -> Rows {
    Rows { count, height, open: None }
}

fn row_height(tree: &Element) -> Option<f64> {
    let row = tree.query_selector("[role=treeitem]").ok().flatten()?;
    let height = row.get_bounding_client_rect().height();
    (height > 0.0).then_some(height)
}

/// Returns the height of the visible part of the tree.
fn view(tree: &Element) -> f64 {
    let height = window_size().map_or(0.0, |(_, height)| height);
    f64::from(tree.client_height()).min(height)
}

/// Scrolls as little as needed for a row to be visible.
fn scroll_to(tree: &Element, rows: &Rows, at: usize) {
    let (top, bottom) = (rows.top(at), rows.top(at + 1));
    let (from, height) = (f64::from(tree.scroll_top()), view(tree));
    let wanted = if top < from {
        top
    } else if bottom > from + height {
        bottom - height
    } else {
        return;
    };
    let wanted = i32::try_from(types::to_u32(wanted.ceil())).unwrap_or(i32::MAX);
    tree.set_scroll_top(wanted);
}
