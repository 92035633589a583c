//! The mark of an agent: its number, the shape of its family, and a color.
//!
//! The colors are those of Okabe and Ito, which every kind of color vision can tell apart; the number suffices without
//! them.

use yew::prelude::*;

/// Shapes: that of a family is given by the number of its founder.
const SHAPES: usize = 6;
/// Colors: classes `spider-0` to `spider-5` of the style sheet.
const COLORS: u32 = 6;

/// Returns what a spider is called.
pub(crate) fn name(id: u32) -> String {
    format!("Spider {id}")
}

/// Returns the class that gives a spider its color.
pub(crate) fn color(id: u32) -> String {
    format!("spider-{}", id % COLORS)
}

/// Draws the mark, in a box of 16 by 16; a dead spider's is hollow.
pub(crate) fn mark(id: u32, founder: u32, is_dead: bool) -> Html {
    let shape = match founder as usize % SHAPES {
        0 => html! { <circle cx="8" cy="8" r="5.5" /> },
        1 => html! { <path d="M8 2l6 11H2z" /> },
        2 => html! { <path d="M3 3h10v10H3z" /> },
        3 => html! { <path d="M8 1.5l6.5 6.5L8 14.5 1.5 8z" /> },
        4 => html! { <path d="M8 14L2 3h12z" /> },
        _ => html! { <path d="M5.5 2h5v3.5H14v5h-3.5V14h-5v-3.5H2v-5h3.5z" /> },
    };
    let hollow = is_dead.then_some("hollow");
    html! {
        <svg class={classes!("spider-mark", color(id), hollow)} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">{ shape }</svg>
    }
}
