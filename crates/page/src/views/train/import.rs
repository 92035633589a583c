//! Imports and exports trails: chosen, dropped or pasted lists, and files.

use super::on;
use crate::views::parts::import::save_as;
use crate::views::prelude::*;
use page_state::train::FolderQuestion;
use types::trails::TrailKind;
use web_sys::{HtmlSelectElement, HtmlTextAreaElement};

/// Renders the import and export actions.
pub(crate) fn actions(train: &Train, dispatch: &Dispatch) -> Html {
    let accept = ".html,.htm,.json,.csv,.opml,.xml,.plist,.txt,text/html,application/json,text/plain";
    let nothing = train.editor.trails().is_empty();
    html! {
        <div class="topics-actions">
            if train.saving.is_ours() {
                <button type="button" onclick={on(dispatch, TrainAction::Begin)}>{ "New trail" }</button>
                { files::choice("trails-file", "Import file", accept, dispatch.on_file(FileContent::Trails)) }
            }
            if !nothing {
                { save_as("save-trails", |kind| on(dispatch, TrainAction::Save(kind))) }
            }
        </div>
    }
}

/// Renders a field for typed or pasted addresses. They are appended to a trail or form new trails.
pub(crate) fn paste(id: &str, into: Option<u32>, dispatch: &Dispatch) -> Html {
    let dispatch = dispatch.clone();
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let form = event.target_unchecked_into::<web_sys::Element>();
        let field = form.query_selector("textarea").ok().flatten();
        let Some(field) = field.map(wasm_bindgen::JsCast::unchecked_into::<HtmlTextAreaElement>) else {
            return;
        };
        let text = field.value();
        if !text.trim().is_empty() {
            field.set_value("");
            dispatch.dispatch(Action::Train(TrainAction::ReadList(text, into)));
        }
    });
    let (label, help, details) = match into {
        Some(_) => ("Add pages by URL", "One per line; added at the end.", None),
        None => (
            "URLs of the trails",
            "One per line; an empty line starts a new trail.",
            Some(
                "A line “# name” names the trail. Lines starting with ★ are relevant; without any, the last page of \
                each trail is.",
            ),
        ),
    };
    let (field, about) = (format!("{id}-text"), format!("{id}-help"));
    html! {
        <form class="paste" {onsubmit}>
            <label for={field.clone()}>{ label }</label>
            <textarea id={field} rows="3" spellcheck="false" autocapitalize="none" aria-describedby={about.clone()} />
            <p class="help" id={about}>{ help }</p>
            { details.map(learn_more) }
            <button type="submit">{ "Add" }</button>
        </form>
    }
}

/// The most folders that are drawn.
const DRAWN: usize = 60;

/// Renders the question.
pub(crate) fn folder_question(question: &FolderQuestion, dispatch: &Dispatch) -> Html {
    let count = question.kinds.len();
    let hidden = count.saturating_sub(DRAWN);
    let import = on::<MouseEvent>(dispatch, TrainAction::ImportFolders);
    html! {
        <section class="folder-question" aria-labelledby="folder-question">
            <h3 id="folder-question" tabindex="-1">
                { format!("Import the folders of “{}” as…", shown(&question.file.name)) }
            </h3>
            <p class="help">{ "In a path, only the last page is relevant. In a set of good pages, all are." }</p>
            { learn_more("Salticid suggests a path if the pages were bookmarked in order, within half an hour of each \
                other, and at least half of them are on the host of the page before.") }
            <p class="sums" role="status">{ sums(question) }</p>
            <div class="topics-actions">
                <button type="button" class="quiet" onclick={on(dispatch, TrainAction::FolderKinds(None))}>
                    { "Use suggestions" }
                </button>
                <button type="button" class="quiet"
                    onclick={on(dispatch, TrainAction::FolderKinds(Some(TrailKind::Path)))}>
                    { "All paths" }
                </button>
                <button type="button" class="quiet"
                    onclick={on(dispatch, TrainAction::FolderKinds(Some(TrailKind::Set)))}>
                    { "All sets" }
                </button>
            </div>
            <ul class="folder-kinds">{ for (0..count.min(DRAWN)).map(|at| row(question, at, dispatch)) }</ul>
            if hidden > 0 {
                <p class="fine">
                    { format!("{} not shown. The buttons above apply to all.", counted(hidden, "more folder")) }
                </p>
            }
            <div class="topics-actions">
                <button type="button" class="main" onclick={import}>
                    { format!("Import {}", counted(count, "folder")) }
                </button>
                <button type="button" onclick={on(dispatch, TrainAction::CloseFolders)}>{ "Cancel" }</button>
            </div>
        </section>
    }
}

fn sums(question: &FolderQuestion) -> String {
    let sets = question.sets();
    let paths = question.kinds.len() - sets;
    format!("{}, {} of good pages.", counted(paths, "path"), counted(sets, "set"))
}

fn row(question: &FolderQuestion, at: usize, dispatch: &Dispatch) -> Html {
    let folder = &question.file.folders[at];
    let name = match folder.name.trim() {
        "" => format!("Folder {}", grouped((at + 1) as f64)),
        name => shown(name),
    };
    let onchange = dispatch.actions.reform(move |kind| Action::Train(TrainAction::FolderKind(at, kind)));
    html! {
        <li>
            <span class="folder-name">{ &name }</span>
            <span class="fine">{ counted(folder.pages, "page") }</span>
            { kind_menu(&format!("Kind of {name}"), question.kinds[at], onchange) }
        </li>
    }
}

/// Renders the menu to choose between path and set.
pub(crate) fn kind_menu(label: &str, kind: TrailKind, onchange: Callback<TrailKind>) -> Html {
    let onchange = Callback::from(move |event: Event| {
        let menu = event.target_unchecked_into::<HtmlSelectElement>();
        let chosen = if menu.value() == "set" { TrailKind::Set } else { TrailKind::Path };
        onchange.emit(chosen);
    });
    let is_set = kind == TrailKind::Set;
    html! {
        <select {onchange} aria-label={label.to_owned()}>
            <option value="path" selected={!is_set}>{ "Path to relevant pages" }</option>
            <option value="set" selected={is_set}>{ "Set of relevant pages" }</option>
        </select>
    }
}
