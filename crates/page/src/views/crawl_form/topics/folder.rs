//! Renders the tree of folders, limited in size, and the box that finds folders by name.
//!
//! A folder has its name and labels in a row and, if it is unfolded, its examples and subfolders.

use super::actions::{change, edit};
use crate::views::prelude::*;
use page_state::form::{Folder, Topics, Totals, examples_field_id, lowercase, name_field_id, words_field_id};
use std::cell::Cell;
use types::limits::TAXONOMY_DEPTH;
use web_sys::HtmlSelectElement;

/// The least and the most lines of the field of examples.
const LINES: (usize, usize) = (3, 9);
/// The most entries of the menu of target folders.
const HOMES: usize = 300;

/// Renders the folder and its content.
fn folder(drawing: &FolderContext<'_>, folder: &Folder, place: FolderPosition) -> Html {
    let found = !drawing.wanted.is_empty();
    let below = FolderPosition { depth: place.depth + 1, good: place.good || folder.good };
    let id = format!("topic-{}", folder.key);
    html! {
        <li key={folder.key} class={classes!("folder", (!folder.is_chosen()).then_some("aside"))}>
            { row(drawing, folder, place, &id) }
            { problem_line(&name_field_id(folder.key), drawing.form.problem(&name_field_id(folder.key)).as_ref()) }
            if folder.open || found {
                <div class="inside" id={id}>
                    if folder.open { { inside(drawing, folder, place) } }
                    { drawing.list(&folder.folders, below) }
                </div>
            }
        </li>
    }
}

/// Renders the name, the labels and the count.
fn row(drawing: &FolderContext<'_>, folder: &Folder, place: FolderPosition, id: &str) -> Html {
    let (key, dispatch) = (folder.key, drawing.dispatch);
    let field = name_field_id(key);
    let problem = drawing.form.problem(&field);
    let ties = AriaLinks::of(&field, false, problem.as_ref());
    let oninput = dispatch.typing(field.clone(), move |form, text| {
        form.topics_mut().change(key, |folder| folder.name = text);
    });
    let toggle = edit(dispatch, move |topics| {
        topics.change(key, |folder| folder.open = !folder.open);
    });
    let called = folder.display_name().to_owned();
    html! {
        <div class="folder-row">
            <button type="button" class="quiet fold" onclick={toggle} aria-expanded={folder.open.to_string()}
                aria-controls={folder.open.then(|| id.to_owned())} aria-label={format!("Contents of {called}")}>
                <svg viewBox="0 0 6 10" width="6" height="10" aria-hidden="true"><path d="M1 1l4 4-4 4" /></svg>
            </button>
            if drawing.choice { { use_mark(folder, dispatch) } }
            <input id={field} class="name" type="text" autocomplete="off" aria-label="Folder name"
                placeholder="Topic name" value={folder.name.clone()} {oninput} onkeydown={no_start()}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            <span class="fine amount">{ amount(folder) }</span>
            { good_mark(folder, place, dispatch) }
            <button type="button" class="quiet remove" onclick={edit(dispatch, move |topics| topics.remove(key))}
                aria-label={format!("Remove {called}")} title="Remove">
                <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><path d="M1 1l8 8M9 1l-8 8" /></svg>
            </button>
        </div>
    }
}

/// Returns the numbers of examples and subfolders as a text.
fn amount(folder: &Folder) -> String {
    let examples = match (folder.count(), folder.words.trim()) {
        (count, "") => counted(count, "example"),
        (0, _) => "words".to_owned(),
        (count, _) => format!("words, {}", counted(count, "example")),
    };
    match (folder.folders.len(), folder.count()) {
        (0, _) => examples,
        (folders, 0) if folder.words.trim().is_empty() => counted(folders, "folder"),
        (folders, _) => format!("{examples}, {}", counted(folders, "folder")),
    }
}

fn use_mark(folder: &Folder, dispatch: &Dispatch) -> Html {
    let (key, whole) = (folder.key, folder.is_whole());
    let partly = !whole && folder.is_chosen();
    let oninput = dispatch.typing("topics", move |form, text| {
        form.topics_mut().use_all(key, text == "true");
    });
    let part = if partly { ", partly used" } else { "" };
    let label = format!("Use {}{part}", folder.display_name());
    html! {
        <input type="checkbox" class={classes!("use", partly.then_some("partly"))} checked={whole} {oninput}
            aria-label={label.clone()} title={label} />
    }
}

fn good_mark(folder: &Folder, place: FolderPosition, dispatch: &Dispatch) -> Html {
    let key = folder.key;
    let oninput = dispatch.typing("topics", move |form, text| {
        let good = text == "true";
        form.topics_mut().change(key, |folder| {
            folder.good = good;
            folder.used |= good;
        });
    });
    let why = place.good.then_some("Its parent folder is a target, so this one is too.");
    html! {
        <label class="good" title={why}>
            <input type="checkbox" checked={folder.good || place.good} disabled={place.good} {oninput} />
            { "target" }<span class="unseen">{ format!("({})", folder.display_name()) }</span>
        </label>
    }
}

/// Renders the examples and the actions on the folder.
fn inside(drawing: &FolderContext<'_>, folder: &Folder, place: FolderPosition) -> Html {
    let (key, dispatch) = (folder.key, drawing.dispatch);
    let field = examples_field_id(key);
    let problem = drawing.form.problem(&field);
    let ties = AriaLinks::of(&field, false, problem.as_ref());
    let oninput = dispatch.typing(field.clone(), move |form, text| {
        form.topics_mut().change(key, |folder| folder.write(text));
    });
    let lines = folder.text().lines().count() + 1;
    html! {
        <>
            <textarea id={field.clone()} rows={lines.clamp(LINES.0, LINES.1).to_string()} spellcheck="false"
                autocapitalize="none" aria-label={format!("Example pages of {}", folder.display_name())}
                placeholder="One URL per line; pasted lists are split" value={folder.text().to_owned()} {oninput}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            { problem_line(&field, problem.as_ref()) }
            { words(drawing, folder) }
            <p class="folder-more">
                if place.depth < TAXONOMY_DEPTH {
                    <button type="button" class="quiet" onclick={edit(dispatch, move |topics| topics.add(Some(key)))}>
                        { "Add subfolder" }
                    </button>
                }
                { homes(&drawing.form.topics, folder, place, dispatch) }
            </p>
        </>
    }
}

/// Renders the field of words, which are an example without a page.
fn words(drawing: &FolderContext<'_>, folder: &Folder) -> Html {
    let key = folder.key;
    let field = words_field_id(key);
    let problem = drawing.form.problem(&field);
    let ties = AriaLinks::of(&field, false, problem.as_ref());
    let oninput = drawing.dispatch.typing(field.clone(), move |form, text| {
        form.topics_mut().change(key, |folder| folder.words = text);
    });
    let rows = if folder.words.is_empty() { "1" } else { "3" };
    html! {
        <>
            <textarea id={field.clone()} class="words" {rows}
                aria-label={format!("Typical words of {}", folder.display_name())}
                placeholder="Typical words, in addition to or instead of example pages" value={folder.words.clone()}
                {oninput} aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            { problem_line(&field, problem.as_ref()) }
        </>
    }
}

/// Renders the menu of the folders into which this one can be moved.
fn homes(topics: &Topics, folder: &Folder, place: FolderPosition, dispatch: &Dispatch) -> Html {
    let (key, actions) = (folder.key, dispatch.actions.clone());
    let homes = topics.homes(key, HOMES);
    if homes.is_empty() && place.depth == 1 {
        return Html::default();
    }
    let onchange = Callback::from(move |event: Event| {
        let menu = event.target_unchecked_into::<HtmlSelectElement>();
        let under = match menu.value().as_str() {
            "" => return,
            "top" => None,
            home => home.parse().ok(),
        };
        menu.set_value("");
        actions.emit(change(move |topics| topics.move_to(key, under)));
    });
    html! {
        <select class="move" aria-label={format!("Move {} to", folder.display_name())} {onchange}>
            <option value="" selected=true>{ "Move to …" }</option>
            if place.depth > 1 { <option value="top">{ "the top level" }</option> }
            { for homes.into_iter().map(|(home, path)| html! { <option value={home.to_string()}>{ path }</option> }) }
        </select>
    }
}

/// Holds the data that folders are rendered from.
struct FolderContext<'a> {
    form: &'a Form,
    dispatch: &'a Dispatch,
    /// Each folder has a check box that includes it.
    choice: bool,
    /// A part of a name in lower case; empty to show all folders.
    wanted: String,
    /// The number of folders that may still be drawn.
    left: Cell<usize>,
    /// The number of folders that were not drawn.
    hidden: Cell<usize>,
}

/// The position of a folder.
#[derive(Clone, Copy)]
struct FolderPosition {
    /// The depth, from 1 at the top level.
    depth: usize,
    /// A parent folder is a target, so that this one is, too.
    good: bool,
}

impl FolderContext<'_> {
    /// Renders the folders of a parent that match the search, up to the limit.
    fn list(&self, folders: &[Folder], place: FolderPosition) -> Html {
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

/// Returns a handler that keeps Enter in a field of the editor from starting the crawl.
fn no_start() -> Callback<KeyboardEvent> {
    Callback::from(|event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
        }
    })
}

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
