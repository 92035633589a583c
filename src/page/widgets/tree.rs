//! Handles the keys of a tree, by the indices of its visible rows, and renders the symbol that folds a row.
//!
//! Source: WAI-ARIA Authoring Practices, “Tree View Pattern”.

use yew::prelude::*;

/// A visible row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeItem {
    /// The depth.
    pub level: usize,
    /// True if the rows below it are visible; none if there are none.
    pub is_open: Option<bool>,
}

/// The effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeStep {
    /// Moves to a row.
    To(usize),
    /// Folds or unfolds a row.
    Fold(usize, bool),
    /// Opens the item of a row.
    Show(usize),
}

/// Returns the effect of a key on a row; `None` if it has none.
pub fn tree_step(count: usize, at: usize, key: &str, item: impl Fn(usize) -> TreeItem) -> Option<TreeStep> {
    if at >= count {
        return None;
    }
    let to = |at: usize| (at < count).then_some(TreeStep::To(at));
    let TreeItem { level, is_open } = item(at);
    match key {
        "ArrowDown" => to(at + 1),
        "ArrowUp" => to(at.checked_sub(1)?),
        "Home" => to(0),
        "End" => to(count - 1),
        "ArrowRight" if is_open? => to(at + 1),
        "ArrowRight" => Some(TreeStep::Fold(at, true)),
        "ArrowLeft" if is_open == Some(true) => Some(TreeStep::Fold(at, false)),
        "ArrowLeft" => to((0..at).rfind(|above| item(*above).level < level)?),
        "Enter" | " " => Some(TreeStep::Show(at)),
        _ => None,
    }
}

/// Renders the symbol that folds a row, or an empty space. It has no accessible name, because keys fold the row as well.
pub(crate) fn fold_sign(is_open: Option<bool>, onclick: Callback<MouseEvent>) -> Html {
    let Some(is_open) = is_open else {
        return html! { <span class="spider-fold" /> };
    };
    html! {
        <span class={classes!("spider-fold", is_open.then_some("unfolded"))} {onclick} aria-hidden="true">
            <svg viewBox="0 0 6 10" width="6" height="10"><path d="M1 1l4 4-4 4" /></svg>
        </span>
    }
}
