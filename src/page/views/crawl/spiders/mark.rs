//! The mark of an agent: the shape and the color of its family. The number beside it tells the members of a family apart.
//!
//! The colors are those of Okabe and Ito, which every kind of color vision can tell apart. The map's worker draws the same shapes and
//! colors.

use crate::protocol::map::{SPIDER_COLORS, SPIDER_SHAPES};
use types::count;
use yew::prelude::*;

/// Returns what a spider is called.
pub(crate) fn name(id: u32) -> String {
    format!("Spider {id}")
}

/// Returns the index of a family's color, given by the number of its founder. Families of one shape have different colors.
pub(crate) fn color_of(founder: u32) -> u32 {
    (founder + founder / count(SPIDER_SHAPES.len())) % count(SPIDER_COLORS.len())
}

/// Returns the index of a family's shape, given by the number of its founder.
pub(crate) fn shape_of(founder: u32) -> u32 {
    founder % count(SPIDER_SHAPES.len())
}

/// Draws the mark of a family's spiders, in a box of 16 by 16; a dead spider's is hollow.
pub(crate) fn mark(founder: u32, is_dead: bool) -> Html {
    let color = format!("spider-{}", color_of(founder));
    let shape = SPIDER_SHAPES[shape_of(founder) as usize];
    let hollow = is_dead.then_some("hollow");
    html! {
        <svg class={classes!("spider-mark", color, hollow)} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d={shape} /></svg>
    }
}
