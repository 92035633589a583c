//! The list of trails beside the reader, with training, import and export.

use super::folders::folder_question;
use super::learn::{TrainInput, learn};
use super::trail::TrailRow;
use super::{import, news, requirements, uncertain_pages};
use crate::page::dom::digits::{counted, grouped};
use crate::page::state::Shared;
use crate::page::state::catalog::Catalog;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::Form;
use crate::page::state::models::Models;
use crate::page::state::train::Train;
use std::rc::Rc;
use types::trails::TrailKind;
use yew::prelude::*;

/// Trails that are drawn at first, and more at each press.
const DRAWN: usize = 60;
/// Trails that a menu offers to add to.
const HOMES: usize = 200;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The trails.
    pub(crate) train: Shared<Train>,
    pub(crate) catalog: Shared<Catalog>,
    /// The form of a crawl, which has the source of pages.
    pub(crate) form: Shared<Form>,
    /// The models, and the training in progress.
    pub(crate) models: Shared<Models>,
    pub(crate) dispatch: Dispatch,
}

/// Draws the trails.
#[component]
pub(crate) fn Trails(props: &Props) -> Html {
    let Props {
        train,
        catalog,
        dispatch,
        ..
    } = props;
    let drawn = use_state_eq(|| DRAWN);
    let shelf = train.editor.trails();
    let more = shelf.len().saturating_sub(*drawn);
    let (setter, next) = (drawn.setter(), *drawn + DRAWN);
    html! {
        <section class="trails" aria-labelledby="trails">
            { requirements::requirements(&train.counts) }
            { learn(&TrainInput { train, form: &props.form, catalog, models: &props.models, dispatch }) }
            { uncertain_pages::uncertain_pages(train, dispatch) }
            <h2 id="trails" tabindex="-1">{ "Trails" }<span class="count">{ grouped(shelf.len() as f64) }</span></h2>
            { import::actions(train, catalog, dispatch) }
            if let Some(question) = &train.folders { { folder_question(question, dispatch) } }
            { news::news(train, dispatch) }
            if shelf.is_empty() {
                <p class="nothing">{ "No trails yet. Read a page and follow links, or drop a bookmark file: each folder becomes a path or a set of good pages." }</p>
            } else {
                <ul class="trail-list">{ for rows(props, *drawn) }</ul>
            }
            if more > 0 {
                <button type="button" onclick={Callback::from(move |_| setter.set(next))}>
                    { format!("Show more ({} hidden)", counted(more, "trail")) }
                </button>
            }
            if train.is_ours() {
                <details class="paste-list"><summary>{ "Paste URLs" }</summary>{ import::paste("paste", None, dispatch) }</details>
            }
        </section>
    }
}

fn rows(props: &Props, drawn: usize) -> impl Iterator<Item = Html> {
    let train = &props.train;
    let shelf = train.editor.trails();
    let homes: Rc<Vec<(u32, TrailKind, String)>> = Rc::new(
        (shelf.iter().take(HOMES))
            .map(|kept| (kept.id, kept.trail.kind, kept.trail.name.clone()))
            .collect(),
    );
    let all = shelf.len();
    shelf.iter().take(drawn).enumerate().map(move |(place, kept)| {
        let at = train.reader.at.filter(|(id, _)| *id == kept.id);
        html! {
            <TrailRow key={kept.id} kept={kept.clone()} place={(place, all)}
                homes={homes.clone()} is_current={train.current == Some(kept.id)} at={at.map(|(_, at)| at)}
                open={train.open.contains(&kept.id)} changeable={train.is_ours()} dispatch={props.dispatch.clone()} />
        }
    })
}
