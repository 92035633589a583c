//! What was just done to the topics, and how it is taken back; what a file had that was not taken.

use super::actions::edit;
use crate::page::digits::{counted, grouped};
use crate::page::form::{Step, Topics};
use crate::page::hands::Hands;
use engine::text::{clean, cut};
use yew::prelude::*;

/// Complaints that are shown.
const SHOWN: usize = 200;
/// Most characters of each.
const CHARS: usize = 200;

/// The news of the latest step.
pub(super) fn news(topics: &Topics, hands: &Hands) -> Html {
    let buttons = topics.steps().last().map(|step| {
        html! {
            <span class="buttons">
                if let Step::TookIn { replaced, before, .. } = step {
                    if !before.is_empty() { { replace(*replaced, hands) } }
                }
                <button type="button" id="topics-undo" onclick={edit(hands, Topics::undo)}>{ "Undo" }</button>
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
            { complaints(&topics.complaints) }
        </>
    }
}

fn sentence(step: &Step) -> String {
    match step {
        Step::Removed { folder, .. } => format!("“{}” was removed.", folder.called()),
        Step::TookIn {
            from,
            count,
            replaced,
            ..
        } => {
            let many = counted(u32::try_from(*count).unwrap_or(u32::MAX), "folder");
            let verb = if *count == 1 { "was" } else { "were" };
            let how = match replaced {
                true => format!("{verb} read from {from} and took the place of the others"),
                false => format!("{verb} read from {from}"),
            };
            format!("{many} {how}.")
        }
    }
}

fn replace(replaced: bool, hands: &Hands) -> Html {
    let text = if replaced {
        "Keep the others, too"
    } else {
        "Replace the others"
    };
    html! {
        <button type="button" onclick={edit(hands, move |topics| topics.replace_rest(!replaced))}>{ text }</button>
    }
}

fn complaints(complaints: &[String]) -> Html {
    if complaints.is_empty() {
        return Html::default();
    }
    let more = complaints.len().saturating_sub(SHOWN);
    let count = counted(u32::try_from(complaints.len()).unwrap_or(u32::MAX), "thing");
    html! {
        <details class="complaints">
            <summary>{ format!("{count} in the file could not be taken: why") }</summary>
            <ul>
                for complaint in complaints.iter().take(SHOWN) {
                    <li>{ cut(&clean(complaint), CHARS).to_owned() }</li>
                }
                if more > 0 { <li>{ format!("… and {} more", grouped(more as f64)) }</li> }
            </ul>
        </details>
    }
}
