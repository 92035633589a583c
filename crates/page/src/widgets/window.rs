//! Computes the rows of a windowed list that are drawn, and the space that replaces the others.
//!
//! All rows have one height except for the open one. This module does not access the document: it maps heights to
//! ranges.

use super::set_to;
use crate::dom::view::use_media;
use page_state::digits::{fixed, grouped};
use std::ops::Range;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The number of rows drawn above and below the visible ones, for quick scrolling.
const BESIDE: usize = 6;

/// The measures of a list, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rows {
    /// The number of rows.
    pub count: usize,
    /// The height of a folded row; more than 0.
    pub height: f64,
    /// The index of the open row, and its additional height.
    pub open: Option<(usize, f64)>,
}

impl Rows {
    /// Returns the top of a row relative to the list's.
    pub fn top(&self, row: usize) -> f64 {
        let extra = match self.open {
            Some((open, extra)) if open < row => extra,
            _ => 0.0,
        };
        row as f64 * self.height + extra
    }

    /// Returns the height of the whole list.
    pub fn total(&self) -> f64 {
        self.top(self.count)
    }

    /// Returns the row at a distance from the list's top; the first or last one if it is outside.
    pub fn row_at(&self, y: f64) -> usize {
        let folded = |y: f64| {
            let row = types::to_u32(y / self.height) as usize;
            row.min(self.count.saturating_sub(1))
        };
        match self.open {
            Some((open, extra)) if y >= self.top(open) + self.height => folded(y - extra).max(open),
            _ => folded(y),
        }
    }

    /// Returns the rows to draw in a window of the given `height` whose top is `y` below the top of the list (negative:
    /// above it).
    pub fn drawn(&self, y: f64, height: f64) -> Range<usize> {
        if self.count == 0 {
            return 0..0;
        }
        let first = self.row_at(y.max(0.0)).saturating_sub(BESIDE);
        let last = self.row_at((y + height).max(0.0)) + BESIDE + 1;
        first..last.min(self.count)
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) height: f64,
}

/// Renders an empty block.
#[component]
pub(crate) fn Space(props: &Props) -> Html {
    let block = use_node_ref();
    let target = block.clone();
    use_effect_with(props.height, move |height| {
        if let Some(block) = target.cast::<HtmlElement>() {
            // Setting a length in pixels cannot fail.
            let _ = block.style().set_property("height", &(fixed(*height, 1) + "px"));
        }
    });
    html! { <div ref={block} class="space" /> }
}

/// The window width of a phone. The style sheet has the same value.
const PHONE: &str = "(max-width: 40rem)";
/// The number of rows at first; each click doubles it.
const FIRST: usize = 15;

/// Returns the number of listed rows, and the button that lists more. The open row is always listed.
#[hook]
pub(crate) fn use_listed(all: usize, open: Option<usize>) -> (usize, Html) {
    let is_phone = use_media(PHONE);
    let most = use_state_eq(|| FIRST);
    if !is_phone {
        return (all, Html::default());
    }
    let listed = all.min((*most).max(open.map_or(0, |open| open + 1)));
    let hidden = all - listed;
    let onclick = set_to::<_, MouseEvent>(&most, 2 * listed);
    let more = html! {
        if hidden > 0 {
            <button type="button" {onclick}>{ format!("Show more ({} hidden)", grouped(hidden as f64)) }</button>
        }
    };
    (listed, more)
}
