//! The keys of a tree, by the places of its visible rows.
//!
//! Source: WAI-ARIA Authoring Practices, “Tree View Pattern”.

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
    /// Shows what a row stands for.
    Show(usize),
}

/// Returns what a key does on the row at a place; none if it does nothing.
pub fn tree_step(
    count: usize,
    at: usize,
    key: &str,
    item: impl Fn(usize) -> TreeItem,
) -> Option<TreeStep> {
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
