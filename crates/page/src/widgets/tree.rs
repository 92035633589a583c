//! Renders the rows of trees and handles their keys, by the indices of the visible rows.
//!
//! Source: WAI-ARIA Authoring Practices, “Tree View Pattern”.

use super::is_plain;
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

/// Returns the keyboard handler of a tree; `at` returns the index of the row on which a key acts.
pub(crate) fn tree_keys(
    count: usize,
    item: impl Fn(usize) -> TreeItem + 'static,
    at: impl Fn(&KeyboardEvent) -> Option<usize> + 'static,
    go: Callback<TreeStep>,
) -> Callback<KeyboardEvent> {
    Callback::from(move |event: KeyboardEvent| {
        let step = at(&event).and_then(|at| tree_step(count, at, &event.key(), &item));
        if let Some(step) = step.filter(|_| is_plain(&event)) {
            event.prevent_default();
            go.emit(step);
        }
    })
}

/// The element of a row.
pub(crate) struct TreeFrame {
    /// The tag.
    pub(crate) tag: &'static str,
    pub(crate) id: String,
    pub(crate) class: Classes,
    pub(crate) item: TreeItem,
    /// Its position among its siblings, from 1, and their number.
    pub(crate) place: (usize, usize),
    pub(crate) is_selected: bool,
    /// Whether it is the tab stop; none if the tree is.
    pub(crate) is_tab_stop: Option<bool>,
    /// Called on a click, with true if it was on the symbol that folds the row.
    pub(crate) press: Callback<bool>,
}

impl TreeFrame {
    /// Renders the row; `content` receives the symbol that folds it.
    #[expect(clippy::ignored_unit_patterns, reason = "the macro writes the pattern of a tag that is a value")]
    pub(crate) fn draw(self, content: impl FnOnce(Html) -> Html) -> Html {
        let TreeItem { level, is_open } = self.item;
        let pressed = |fold: bool| {
            self.press.reform(move |event: MouseEvent| {
                event.stop_propagation();
                fold
            })
        };
        let tabindex = self.is_tab_stop.map(|is_tab_stop| if is_tab_stop { "0" } else { "-1" });
        let (at, of) = self.place;
        html! {
            <@{self.tag} key={self.id.clone()} id={self.id} role="treeitem" class={self.class} {tabindex}
                onclick={pressed(false)} aria-level={level.to_string()} aria-posinset={at.to_string()}
                aria-setsize={of.to_string()} aria-expanded={is_open.map(|is_open| is_open.to_string())}
                aria-selected={self.is_selected.to_string()}>
                { content(fold_sign(is_open, pressed(true))) }
            </@>
        }
    }
}

/// Renders the symbol that folds a row, or an empty space. It has no accessible name, because keys fold the row as
/// well.
fn fold_sign(is_open: Option<bool>, onclick: Callback<MouseEvent>) -> Html {
    let Some(is_open) = is_open else {
        return html! { <span class="spider-fold" /> };
    };
    html! {
        <span class={classes!("spider-fold", is_open.then_some("unfolded"))} {onclick} aria-hidden="true">
            <svg viewBox="0 0 6 10" width="6" height="10"><path d="M1 1l4 4-4 4" /></svg>
        </span>
    }
}
