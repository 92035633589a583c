//! Renders notices about trails: the latest change with its undo, problems of an imported file, and saving.

use super::on;
use crate::page::state::train::TrailAccess;
use crate::page::views::parts::import::import_warnings;
use crate::page::views::prelude::*;

/// Renders the notices.
pub(crate) fn notices(train: &Train, dispatch: &Dispatch) -> Html {
    let step = train.editor.steps().last().filter(|_| !train.good.is_growing);
    html! {
        <>
            <div class={classes!("topics-news", step.is_some().then_some("some"))}>
                <p role="status">
                    if train.good.is_growing { { "Searching for pages that link to the selected ones…" } }
                    { step.map(|step| step.description.clone()) }
                </p>
                if step.is_some() && train.saving.is_ours() {
                    <button type="button" id="train-undo" onclick={on(dispatch, TrainAction::Undo)}>{ "Undo" }</button>
                }
            </div>
            if let Some(wrong) = &train.files.error { <p class="problem" role="alert">{ wrong }</p> }
            { import_warnings(&train.files.warnings) }
            { saving_status(train, dispatch) }
            { unreadable(&train.saving.unreadable) }
        </>
    }
}

/// Renders the saving status of the trails.
fn saving_status(train: &Train, dispatch: &Dispatch) -> Html {
    let text = match &train.saving.access {
        TrailAccess::Unkept(why) => {
            return html! { <p class="problem" role="alert">{ format!("Could not save the trails: {why}. Export them before you close this tab.") }</p> };
        }
        TrailAccess::Unknown => "Loading trails…",
        TrailAccess::Elsewhere => {
            "The trails are open in another tab. They are read-only here until that tab leaves its Train page."
        }
        TrailAccess::Ours if train.saving.is_saved() => "All changes saved in this browser.",
        TrailAccess::Ours if train.saving.unsaved.is_some() => "",
        TrailAccess::Ours => "Saving…",
    };
    html! {
        <>
            <p class="fine kept">{ text }</p>
            if let Some(why) = train.saving.unsaved.as_ref().filter(|_| !train.saving.is_saved()) {
                <p class="problem" role="alert">{ format!("Could not save the latest changes: {why}. ") }
                    <button type="button" class="quiet" onclick={on(dispatch, TrainAction::Retry)}>{ "Try again" }</button></p>
            }
        </>
    }
}

fn unreadable(unreadable: &[(u32, String)]) -> Html {
    let Some((_, why)) = unreadable.first() else {
        return Html::default();
    };
    html! { <p class="problem">{ format!("Could not read {}; nothing was changed: {}.", counted(unreadable.len(), "saved trail"), shown(why)) }</p> }
}
