//! Renders the list of trails beside the reader, with training, import and export.

use super::import::folder_question;
use super::steps::{Step, way_to};
use super::trail::TrailRow;
use super::{import, on, uncertain_pages};
use crate::views::ScreenProps;
use crate::views::parts::import::import_warnings;
use crate::views::prelude::*;
use page_state::train::TrailAccess;
use page_state::train::trail_editor::TrailList;

/// The number of trails in each portion.
const DRAWN: usize = 60;
/// The most trails in a menu of targets.
const HOMES: usize = 200;

/// Renders the trails.
#[component]
pub(crate) fn Trails(props: &ScreenProps) -> Html {
    let ScreenProps { state: State { train, .. }, dispatch, .. } = props;
    let drawn = use_state_eq(|| DRAWN);
    let saved_trails = train.editor.trails();
    let more = saved_trails.len().saturating_sub(*drawn);
    html! {
        <section class="trails" aria-labelledby="trails">
            { uncertain_pages::uncertain_pages(train, dispatch) }
            <h2 id="trails" tabindex="-1">{ "Trails" }{ count_badge(saved_trails.len()) }</h2>
            { import::actions(train, dispatch) }
            if let Some(question) = &train.files.folders { { folder_question(question, dispatch) } }
            { notices(train, dispatch) }
            if saved_trails.is_empty() {
                { ways() }
            } else {
                <ul class="trail-list">{ for rows(props, *drawn) }</ul>
            }
            if more > 0 {
                <button type="button" onclick={set_to(&drawn, *drawn + DRAWN)}>
                    { format!("Show more ({} hidden)", counted(more, "trail")) }
                </button>
            }
            if train.saving.is_ours() {
                <details class="paste-list">
                    <summary>{ "Paste URLs" }</summary>{ import::paste("paste", None, dispatch) }
                </details>
            }
            if !saved_trails.is_empty() { { way_to(Step::Check) } }
        </section>
    }
}

/// Renders the ways to collect pages, if there are none yet.
fn ways() -> Html {
    html! {
        <ul class="collect-ways">
            <li>
                <b>{ "Browse" }</b>
                <span class="fine">
                    { "Open a page in the reader, follow links, and mark what is relevant. Your path becomes a trail." }
                </span>
            </li>
            <li>
                <b>{ "Import bookmarks" }</b>
                <span class="fine">{ "Press “Import file”, or drop a bookmark file here. Each folder becomes a path or \
                    a set of good pages." }</span>
            </li>
            <li>
                <b>{ "Pick from the Library" }</b>
                <span class="fine">
                    <a href="#/library">{ "Search the pages of your crawls" }</a>
                    { ", select good ones and press “Train from these pages”. You can also select results of a crawl." }
                </span>
            </li>
        </ul>
    }
}

fn rows(props: &ScreenProps, drawn: usize) -> impl Iterator<Item = Html> {
    let train = &props.state.train;
    let saved_trails = train.editor.trails();
    let homes: Rc<TrailList> = Rc::new(saved_trails.iter().take(HOMES).cloned().collect());
    let all = saved_trails.len();
    saved_trails.iter().take(drawn).enumerate().map(move |(place, kept)| {
        let at = train.reader.at.filter(|(id, _)| *id == kept.id);
        html! {
            <TrailRow key={kept.id} kept={kept.clone()} place={(place, all)} homes={homes.clone()}
                is_current={train.current == Some(kept.id)} at={at.map(|(_, at)| at)}
                open={train.open.contains(&kept.id)} changeable={train.saving.is_ours()}
                dispatch={props.dispatch.clone()} />
        }
    })
}

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

fn saving_status(train: &Train, dispatch: &Dispatch) -> Html {
    let text = match &train.saving.access {
        TrailAccess::Unkept(why) => {
            return html! {
                <p class="problem" role="alert">
                    { format!("Could not save the trails: {why}. Export them before you close this tab.") }
                </p>
            };
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
                <p class="problem" role="alert">
                    { format!("Could not save the latest changes: {why}. ") }
                    <button type="button" class="quiet" onclick={on(dispatch, TrainAction::Retry)}>
                        { "Try again" }
                    </button>
                </p>
            }
        </>
    }
}

fn unreadable(unreadable: &[(u32, String)]) -> Html {
    let Some((_, why)) = unreadable.first() else {
        return Html::default();
    };
    html! {
        <p class="problem">
            { format!("Could not read {}; nothing was changed: {}.",
                counted(unreadable.len(), "saved trail"), shown(why)) }
        </p>
    }
}
