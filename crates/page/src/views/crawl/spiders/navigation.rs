//! Navigates a tree: folds, the number of lines, the tab stop, and the keys.

use super::tree::{Expanded, TreeRow, VisibleRows};
use crate::views::prelude::*;
use crate::widgets::tree::{TreeFrame, TreeItem, TreeStep, tree_keys};

/// The number of lines at first, and of each further portion.
const LINES: usize = 60;
/// The number of lines at first, beside another view.
const LINES_BESIDE: usize = 12;

/// The state of a tree.
pub(super) struct TreeNavigation {
    /// Branches that the person folded or unfolded.
    pub(super) expanded: UseStateHandle<Expanded>,
    /// The most lines to draw.
    pub(super) most: UseStateHandle<usize>,
    /// The line that had the focus last.
    reached: UseStateHandle<Option<u32>>,
    /// The beginning of the ids of lines in the document, before the node's number.
    rows: Rc<str>,
    /// Receives the selected node.
    choose: Callback<u32>,
}

/// Returns the navigation of a tree; `rows` is the beginning of the ids of its lines, and `choose` receives the selected
/// node.
#[hook]
pub(super) fn use_tree_navigation(rows: String, is_beside: bool, choose: Callback<u32>) -> TreeNavigation {
    let expanded = use_state(Expanded::new);
    let most = use_state_eq(|| if is_beside { LINES_BESIDE } else { LINES });
    let reached = use_state_eq(|| None::<u32>);
    TreeNavigation { expanded, most, reached, rows: rows.into(), choose }
}

impl TreeNavigation {
    /// Renders a tree below its column heads. `row` renders a line, with true for the tab stop.
    pub(super) fn draw(
        &self,
        name: String,
        columns: Html,
        seen: &VisibleRows,
        row: impl Fn(&TreeRow, bool) -> Html,
    ) -> Html {
        let active = self.active(&seen.lines);
        let rest = seen.all - seen.lines.len();
        let most = self.most.clone();
        html! {
            <div class={classes!("spiders-tree", depth(&seen.lines))}>
                { columns }
                <ul role="tree" aria-label={name} onkeydown={self.keys(&seen.lines)}>
                    { for seen.lines.iter().map(|line| row(line, active == Some(line.id))) }
                </ul>
                if rest > 0 {
                    <button type="button" class="more-spiders"
                        onclick={Callback::from(move |_| most.set(*most + LINES))}>
                        { format!("Show more ({} hidden)", grouped(rest as f64)) }
                    </button>
                }
            </div>
        }
    }

    /// Returns the id of a node's line in the document.
    pub(super) fn row_id(&self, node: u32) -> String {
        row_id(&self.rows, node)
    }

    /// Returns the tab stop: the line that had the focus last, or the first one.
    fn active(&self, lines: &[TreeRow]) -> Option<u32> {
        let mut ids = lines.iter().map(|line| line.id);
        let first = ids.clone().next();
        ids.find(|id| Some(*id) == *self.reached).or(first)
    }

    /// Returns the click handler of a line, which receives true for a click on the fold symbol.
    pub(super) fn press(&self, line: &TreeRow) -> Callback<bool> {
        let is_open = line.unfolded != Some(true);
        let step = move |is_fold: bool| if is_fold { TreeStep::Fold(0, is_open) } else { TreeStep::Show(0) };
        self.go(vec![line.id]).reform(step)
    }

    /// Returns the keyboard handler, which acts on the focused line.
    fn keys(&self, lines: &[TreeRow]) -> Callback<KeyboardEvent> {
        let (ids, rows): (Vec<u32>, _) = (lines.iter().map(|line| line.id).collect(), Rc::clone(&self.rows));
        let items: Vec<TreeItem> = lines.iter().map(TreeRow::item).collect();
        let go = self.go(ids.clone());
        let at = move |event: &KeyboardEvent| {
            let from = event.target_dyn_into::<Element>().map(|line| line.id())?;
            ids.iter().position(|id| from == row_id(&rows, *id))
        };
        tree_keys(items.len(), move |at| items[at], at, go)
    }

    /// Returns the callback that performs a step among the lines of these nodes.
    fn go(&self, ids: Vec<u32>) -> Callback<TreeStep> {
        let (expanded, reached, rows) = (self.expanded.clone(), self.reached.setter(), Rc::clone(&self.rows));
        let choose = self.choose.clone();
        Callback::from(move |step: TreeStep| match step {
            TreeStep::To(at) => {
                reached.set(Some(ids[at]));
                focus(&format!("#{}", row_id(&rows, ids[at])));
            }
            TreeStep::Fold(at, open) => {
                let mut next = (*expanded).clone();
                next.insert(ids[at], open);
                expanded.set(next);
            }
            TreeStep::Show(at) => {
                reached.set(Some(ids[at]));
                choose.emit(ids[at]);
            }
        })
    }
}

fn row_id(rows: &str, node: u32) -> String {
    format!("{rows}{node}")
}

/// Returns the class for the tree's depth. Deeper trees have a smaller indent, so that the columns keep their places.
fn depth(lines: &[TreeRow]) -> Option<&'static str> {
    match lines.iter().map(|line| line.level).max() {
        None | Some(0..=2) => Some("flat"),
        Some(3..=6) => None,
        Some(7..=10) => Some("deep"),
        Some(_) => Some("deeper"),
    }
}

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
    pub(super) press: Callback<bool>,
}

impl Line<'_> {
    /// Renders the line with its name and its other cells.
    pub(super) fn draw(self, name: Html, cells: Html) -> Html {
        let row = self.row;
        let frame = TreeFrame {
            tag: "li",
            id: self.id,
            class: classes!("spider", self.class),
            item: row.item(),
            place: row.place,
            is_selected: self.chosen,
            is_tab_stop: Some(self.active),
            press: self.press,
        };
        frame.draw(|fold| {
            html! {
                <>
                    <span class="spider-who">
                        { family(&row.goes_on, row.unfolded.is_some()) }{ fold }{ name }{ unseen(", ") }
                    </span>
                    { cells }
                </>
            }
        })
    }
}

/// Renders text for screen readers that sighted users read in the column heads.
pub(super) fn unseen(text: &'static str) -> Html {
    html! { <span class="unseen">{ text }</span> }
}

/// Renders the connectors from its ancestors, one segment per level; the style sheet sets their length.
fn family(goes_on: &[bool], is_parent: bool) -> Html {
    let Some((has_next, above)) = goes_on.split_last().filter(|(_, above)| !above.is_empty()) else {
        return Html::default();
    };
    // Founders are not siblings, so no connector joins them.
    let above = &above[1..];
    let last = above.len().min(DEPTH - 1);
    let x = |level: usize| format!("{level}em");
    let end = if *has_next { "100%" } else { "50%" };
    html! {
        <svg class={classes!("family", is_parent.then_some("parent"))} width={x(last + 1)} height="100%"
            aria-hidden="true">
            for (level, _) in above[..last].iter().enumerate().filter(|(_, goes_on)| **goes_on) {
                <line x1={x(level)} x2={x(level)} y1="0" y2="100%" />
            }
            <line x1={x(last)} x2={x(last)} y1="0" y2={end} />
            <line x1={x(last)} x2={x(last + 1)} y1="50%" y2="50%" />
        </svg>
    }
}
