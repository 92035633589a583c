//! What was just done to the trails and how it is taken back, what a file had that was not taken, and how far all of it is kept.

use super::desk::{Standing, Train};
use super::{Act, on};
use crate::page::digits::{counted, grouped};
use crate::page::hands::Hands;
use crate::page::library::words::shown;
use yew::prelude::*;

/// Complaints that are shown.
const SHOWN: usize = 200;

/// The news.
pub(super) fn news(train: &Train, hands: &Hands) -> Html {
    let step = train.book.steps().last();
    html! {
        <>
            <div class={classes!("topics-news", step.is_some().then_some("some"))}>
                <p role="status">{ step.map(|step| step.said.clone()) }</p>
                if step.is_some() && train.is_ours() {
                    <button type="button" id="train-undo" onclick={on(hands, Act::Undo)}>{ "Undo" }</button>
                }
            </div>
            if let Some(wrong) = &train.wrong { <p class="problem" role="alert">{ wrong }</p> }
            { complaints(&train.complaints) }
            { kept(train, hands) }
            { unreadable(&train.unreadable) }
        </>
    }
}

/// How far the trails are kept.
fn kept(train: &Train, hands: &Hands) -> Html {
    let text = match &train.standing {
        Standing::Unkept(why) => {
            return html! { <p class="problem" role="alert">{ format!("The trails are not kept: {why}. Save them as a file before you close this tab.") }</p> };
        }
        Standing::Unknown => "Looking for trails…",
        Standing::Elsewhere => {
            "Another tab has the trails: here they can be read, and changed as soon as that tab leaves its Train page."
        }
        Standing::Ours if train.is_saved() => "All changes are kept in this browser.",
        Standing::Ours if train.unsaved.is_some() => "",
        Standing::Ours => "Keeping…",
    };
    html! {
        <>
            <p class="fine kept">{ text }</p>
            if let Some(why) = train.unsaved.as_ref().filter(|_| !train.is_saved()) {
                <p class="problem" role="alert">{ format!("The latest changes are not kept: {why}. ") }
                    <button type="button" class="quiet" onclick={on(hands, Act::Retry)}>{ "Try again" }</button></p>
            }
        </>
    }
}

fn unreadable(unreadable: &[(u32, String)]) -> Html {
    let count = u32::try_from(unreadable.len()).unwrap_or(u32::MAX);
    let Some((_, why)) = unreadable.first() else {
        return Html::default();
    };
    html! { <p class="problem">{ format!("{} cannot be read, and stays as it is: {}.", counted(count, "kept trail"), shown(why)) }</p> }
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
                for complaint in complaints.iter().take(SHOWN) { <li>{ shown(complaint) }</li> }
                if more > 0 { <li>{ format!("… and {} more", grouped(more as f64)) }</li> }
            </ul>
        </details>
    }
}
