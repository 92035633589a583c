//! Renders the tree of folders, limited in size, and the box that finds folders by name.

use super::folder::{FolderContext, FolderPosition, no_start};
use crate::page::dom::digits::grouped;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::{Form, Totals, lowercase};
use std::cell::Cell;
use yew::prelude::*;

/// The most folders that are drawn.
const DRAWN: usize = 60;
/// The number of folders from which a search box is shown.
const FINDABLE: usize = 15;

/// Renders the tree.
pub(crate) fn tree(form: &Form, totals: Totals, dispatch: &Dispatch) -> Html {
    let drawing = FolderContext {
        form,
        dispatch,
        choice: totals.is_choice(),
        wanted: lowercase(form.topics.filter.trim()),
        left: Cell::new(DRAWN),
        hidden: Cell::new(0),
    };
    let top = FolderPosition { depth: 1, good: false };
    let tree = drawing.list(&form.topics.folders, top);
    html! {
        <>
            if totals.folders >= FINDABLE || !form.topics.filter.is_empty() { { find(form, dispatch) } }
            { tree }
            { rest(drawing.hidden.get(), &drawing.wanted) }
        </>
    }
}

fn find(form: &Form, dispatch: &Dispatch) -> Html {
    let oninput = dispatch.typing("topics-find", |form, text| form.topics_mut().filter = text);
    html! {
        <div class="field find">
            <label for="topics-find">{ "Find folders" }</label>
            <input id="topics-find" type="text" autocomplete="off" placeholder="Part of the name"
                value={form.topics.filter.clone()} {oninput} onkeydown={no_start()} />
        </div>
    }
}

fn rest(hidden: usize, wanted: &str) -> Html {
    let hidden = match hidden {
        0 => return Html::default(),
        hidden => grouped(hidden as f64),
    };
    let how = if wanted.is_empty() { "search by name" } else { "type more of the name" };
    html! { <p class="fine">{ format!("{hidden} more folders are hidden: {how}.") }</p> }
}
