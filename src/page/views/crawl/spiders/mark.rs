//! Renders the mark of an agent: the shape and color of its family. The number beside it distinguishes members of a family.
//!
//! The colors are those of Okabe and Ito, which are distinguishable with every kind of color vision. The map's worker draws the same shapes
//! and colors.

use crate::protocol::map::{SPIDER_COLORS, SPIDER_SHAPES};
use types::count;
use yew::prelude::*;

/// Returns the name of a spider.
pub(crate) fn name(id: u32) -> String {
    format!("Spider {id}")
}

/// Returns the index of a family's color, given the founder's id. Families with the same shape have different colors.
pub(crate) fn color_of(founder: u32) -> u32 {
    (founder + founder / count(SPIDER_SHAPES.len())) % count(SPIDER_COLORS.len())
}

/// Returns the index of a family's shape, given the founder's id.
pub(crate) fn shape_of(founder: u32) -> u32 {
    founder % count(SPIDER_SHAPES.len())
}

/// Renders the mark of a family in a box of 16 by 16 pixels; hollow for a dead spider.
pub(crate) fn mark(founder: u32, is_dead: bool) -> Html {
    let color = format!("spider-{}", color_of(founder));
    let shape = SPIDER_SHAPES[shape_of(founder) as usize];
    let hollow = is_dead.then_some("hollow");
    html! {
        <svg class={classes!("spider-mark", color, hollow)} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d={shape} /></svg>
    }
}
