//! A line of a tree: what leads to it from those above, its fold, its name and its cells.

use super::tree::TreeRow;
use crate::page::widgets::tree::fold_sign;
use yew::prelude::*;

/// Levels that are set in; those deeper down stand below the last one.
const DEPTH: usize = 14;

/// A line as it is drawn.
pub(super) struct Line<'a> {
    /// The id in the document.
    pub(super) id: String,
    /// The class beside that of all lines.
    pub(super) class: Option<&'static str>,
    /// Its place in the tree.
    pub(super) row: &'a TreeRow,
    /// It is the chosen one.
    pub(super) chosen: bool,
    /// It is the one that the tab key reaches.
    pub(super) active: bool,
    /// Told when it is pressed; true where its fold was.
    pub(super) press: &'a Callback<bool>,
}

impl Line<'_> {
    /// Draws it with its name and its other cells.
    pub(super) fn draw(self, name: Html, cells: Html) -> Html {
        let (row, press) = (self.row, self.press);
        let pressed = |fold: bool| {
            press.reform(move |event: MouseEvent| {
                event.stop_propagation();
                fold
            })
        };
        html! {
            <li id={self.id} role="treeitem" class={classes!("spider", self.class)}
                aria-level={row.level.to_string()} aria-posinset={row.place.0.to_string()} aria-setsize={row.place.1.to_string()}
                aria-expanded={row.unfolded.map(|unfolded| unfolded.to_string())} aria-selected={self.chosen.to_string()}
                tabindex={if self.active { "0" } else { "-1" }} onclick={pressed(false)}>
                <span class="spider-who">
                    { family(&row.goes_on, row.unfolded.is_some()) }
                    { fold_sign(row.unfolded, pressed(true)) }
                    { name }{ unseen(", ") }
                </span>
                { cells }
            </li>
        }
    }
}

/// Draws words for screen readers, which column heads give to sighted people.
pub(super) fn unseen(text: &'static str) -> Html {
    html! { <span class="unseen">{ text }</span> }
}

/// Draws the lines that lead from its ancestors to it, in steps of a level, which the style sheet makes as long as there is room.
fn family(goes_on: &[bool], is_parent: bool) -> Html {
    let Some((own, above)) = goes_on.split_last().filter(|(_, above)| !above.is_empty()) else {
        return Html::default();
    };
    // A founder's siblings are no kin: no line joins them.
    let above = &above[1..];
    let last = above.len().min(DEPTH - 1);
    let x = |level: usize| format!("{level}em");
    let end = if *own { "100%" } else { "50%" };
    html! {
        <svg class={classes!("family", is_parent.then_some("parent"))} width={x(last + 1)} height="100%" aria-hidden="true">
            for (level, _) in above[..last].iter().enumerate().filter(|(_, goes_on)| **goes_on) {
                <line x1={x(level)} x2={x(level)} y1="0" y2="100%" />
            }
            <line x1={x(last)} x2={x(last)} y1="0" y2={end} />
            <line x1={x(last)} x2={x(last + 1)} y1="50%" y2="50%" />
        </svg>
    }
}
