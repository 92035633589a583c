//! Renders the latest change of the topics with its undo, and the warnings about a file.

use super::actions::edit;
use crate::page::dom::digits::counted;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::{Step, Topics};
use crate::page::views::parts::import::import_warnings;
use yew::prelude::*;

/// Renders the notice of the latest step.
pub(crate) fn news(topics: &Topics, dispatch: &Dispatch) -> Html {
    let buttons = topics.steps().last().map(|step| {
        html! {
            <span class="buttons">
                if let Step::TookIn { replaced, before, .. } = step {
                    if !before.is_empty() { { replace(*replaced, dispatch) } }
                }
                <button type="button" id="topics-undo" onclick={edit(dispatch, Topics::undo)}>{ "Undo" }</button>
            </span>
        }
    });
    let text = topics.steps().last().map(sentence);
    html! {
        <>
            <div class={classes!("topics-news", text.is_some().then_some("some"))}>
                <p role="status">{ text }</p>
                { buttons }
            </div>
            { import_warnings(&topics.warnings) }
        </>
    }
}

fn sentence(step: &Step) -> String {
    match step {
        Step::Removed { folder, .. } => format!("Removed “{}”.", folder.display_name()),
        Step::Filed { summary, .. } => summary.clone(),
        Step::TookIn { from, count, replaced, .. } => {
            let many = counted(*count, "folder");
            let verb = if *count == 1 { "was" } else { "were" };
            let how = match replaced {
                true => format!("{verb} imported from {from} and replaced the others"),
                false => format!("{verb} imported from {from}"),
            };
            format!("{many} {how}.")
        }
    }
}

fn replace(replaced: bool, dispatch: &Dispatch) -> Html {
    let text = if replaced { "Keep other topics" } else { "Replace other topics" };
    html! {
        <button type="button" onclick={edit(dispatch, move |topics| topics.replace_rest(!replaced))}>{ text }</button>
    }
}
