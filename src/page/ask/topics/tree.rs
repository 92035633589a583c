//! The folders as a tree, as many as can be seen through, and the box that finds others by name.

use super::folder::folder;
use crate::page::digits::grouped;
use crate::page::form::{Folder, Form, Totals, lowercase};
use crate::page::hands::Hands;
use std::cell::Cell;
use yew::prelude::*;

/// Folders that are drawn at most.
const DRAWN: usize = 150;
/// From so many folders on, there is a box to find some.
const FINDABLE: usize = 15;

/// What is drawn how.
pub(super) struct Drawing<'a> {
    /// What was typed.
    pub(super) form: &'a Form,
    /// The ways to act.
    pub(super) hands: &'a Hands,
    /// Each folder has a mark whether it is in use.
    pub(super) choice: bool,
    /// A part of a name, in lower case; empty where all folders are drawn.
    pub(super) wanted: String,
    /// Folders that may still be drawn.
    left: Cell<usize>,
    /// Folders that were not.
    hidden: Cell<usize>,
}

/// Where a folder stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// From 1, at the top.
    pub(super) depth: usize,
    /// A folder around it is looked for, and so is it.
    pub(super) good: bool,
}

/// The tree.
pub(super) fn tree(form: &Form, totals: Totals, hands: &Hands) -> Html {
    let drawing = Drawing {
        form,
        hands,
        choice: totals.is_choice(),
        wanted: lowercase(form.topics.filter.trim()),
        left: Cell::new(DRAWN),
        hidden: Cell::new(0),
    };
    let top = Place {
        depth: 1,
        good: false,
    };
    let tree = drawing.list(&form.topics.folders, top);
    html! {
        <>
            if totals.folders >= FINDABLE || !form.topics.filter.is_empty() { { find(form, hands) } }
            { tree }
            { rest(drawing.hidden.get(), &drawing.wanted) }
        </>
    }
}

impl Drawing<'_> {
    /// The folders of one place that are looked for, as far as there is room.
    pub(super) fn list(&self, folders: &[Folder], place: Place) -> Html {
        let mut rows = Vec::new();
        for one in folders {
            if !self.wanted.is_empty() && !one.has_named(&self.wanted) {
                continue;
            }
            match self.left.get().checked_sub(1) {
                Some(left) => {
                    self.left.set(left);
                    rows.push(folder(self, one, place));
                }
                None => self.hidden.set(self.hidden.get() + 1),
            }
        }
        if rows.is_empty() {
            return Html::default();
        }
        html! { <ul class="folders">{ for rows }</ul> }
    }
}

fn find(form: &Form, hands: &Hands) -> Html {
    let oninput = hands.typing("topics-find", |form, text| form.topics_mut().filter = text);
    html! {
        <div class="field find">
            <label for="topics-find">{ "Find folders" }</label>
            <input id="topics-find" type="text" autocomplete="off" placeholder="a part of the name"
                value={form.topics.filter.clone()} {oninput} onkeydown={no_start()} />
        </div>
    }
}

/// The enter key in a field of the editor is no start of the crawl.
pub(super) fn no_start() -> Callback<KeyboardEvent> {
    Callback::from(|event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
        }
    })
}

fn rest(hidden: usize, wanted: &str) -> Html {
    let hidden = match hidden {
        0 => return Html::default(),
        hidden => grouped(hidden as f64),
    };
    let how = if wanted.is_empty() {
        "find them by name"
    } else {
        "type more of the name"
    };
    html! { <p class="fine">{ format!("{hidden} more folders here are not shown: {how}.") }</p> }
}
