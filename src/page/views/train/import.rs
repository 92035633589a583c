//! Imports and exports trails: chosen, dropped or pasted lists, and files.

use super::on;
use crate::page::views::parts::import::save_as;
use crate::page::views::prelude::*;
use crate::protocol::FileKind;
use crate::protocol::trails::TrailsRequest;
use web_sys::HtmlTextAreaElement;

/// Renders the import and export actions.
pub(crate) fn actions(train: &Train, dispatch: &Dispatch) -> Html {
    let accept = ".html,.htm,.json,.txt,text/html,application/json,text/plain";
    let nothing = train.editor.trails().is_empty();
    html! {
        <div class="topics-actions">
            if train.saving.is_ours() {
                <button type="button" onclick={on(dispatch, TrainAction::Begin)}>{ "New trail" }</button>
                { files::choice("trails-file", "Import file", accept, dispatch.on_file(FileContent::Trails)) }
            }
            if !nothing {
                { save_as("save-trails", |kind| save(train, dispatch, kind)) }
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
            dispatch.send(ToWorker::Trails(TrailsRequest::ReadList { text, into }));
        }
    });
    let (label, help, details) = match into {
        Some(_) => ("Add pages by URL", "One per line; added at the end.", None),
        None => (
            "URLs of the trails",
            "One per line; an empty line starts a new trail.",
            Some(
                "A line “# name” names the trail. Lines starting with ★ are relevant; without any, the last page of each trail is.",
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

fn save(train: &Train, dispatch: &Dispatch, kind: FileKind) -> Callback<MouseEvent> {
    let (dispatch, saved_trails) = (dispatch.clone(), train.editor.trails().clone());
    Callback::from(move |_| {
        let trails = saved_trails.iter().map(|kept| (&**kept).into()).collect();
        dispatch.send(ToWorker::Trails(TrailsRequest::Write { trails, kind }));
    })
}
