//! Renders a line of a tree: the connectors to its ancestors, its fold symbol, its name and its cells.

use super::tree::TreeRow;
use crate::page::widgets::tree::fold_sign;
use yew::prelude::*;

/// The deepest level that is indented further; deeper lines are aligned with it.
const DEPTH: usize = 14;

/// Describes a line to render.
pub(super) struct Line<'a> {
    /// The id in the document.
    pub(super) id: String,
    /// A class in addition to that of all lines.
    pub(super) class: Option<&'static str>,
    /// Its position in the tree.
    pub(super) row: &'a TreeRow,
    pub(super) chosen: bool,
    /// The line is the tab stop of the tree.
    pub(super) active: bool,
    /// Called on a click, with true if it was on the fold symbol.
    pub(super) press: &'a Callback<bool>,
}

impl Line<'_> {
    /// Renders the line with its name and its other cells.
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

/// Renders text for screen readers that sighted users read in the column heads.
pub(super) fn unseen(text: &'static str) -> Html {
    html! { <span class="unseen">{ text }</span> }
}

/// Renders the connectors from its ancestors, one segment per level; the style sheet sets their length.
fn family(goes_on: &[bool], is_parent: bool) -> Html {
    let Some((own, above)) = goes_on.split_last().filter(|(_, above)| !above.is_empty()) else {
        return Html::default();
    };
    // Founders are not siblings, so no connector joins them.
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
