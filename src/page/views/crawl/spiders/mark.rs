//! The mark of an agent: its number, the shape of its family, and a color.
//!
//! The colors are those of Okabe and Ito, which every kind of color vision can tell apart; the number suffices without
//! them. The map's worker draws the same shapes and colors.

use crate::protocol::map::{SPIDER_COLORS, SPIDER_SHAPES};
use types::count;
use yew::prelude::*;

/// Returns what a spider is called.
pub(crate) fn name(id: u32) -> String {
    format!("Spider {id}")
}

/// Returns the index of a spider's color.
pub(crate) fn color_of(id: u32) -> u32 {
    id % count(SPIDER_COLORS.len())
}

/// Returns the index of a family's shape, given by the number of its founder.
pub(crate) fn shape_of(founder: u32) -> u32 {
    founder % count(SPIDER_SHAPES.len())
}

/// Returns the class that gives a spider its color.
pub(crate) fn color(id: u32) -> String {
    format!("spider-{}", color_of(id))
}

/// Draws the mark, in a box of 16 by 16; a dead spider's is hollow.
pub(crate) fn mark(id: u32, founder: u32, is_dead: bool) -> Html {
    let shape = SPIDER_SHAPES[shape_of(founder) as usize];
    let hollow = is_dead.then_some("hollow");
    html! {
        <svg class={classes!("spider-mark", color(id), hollow)} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d={shape} /></svg>
    }
}
