//! The trails beside the reader: what there is, what is missing, ways in and out, and each trail.

use super::desk::Train;
use super::missing::Counts;
use super::trail::TrailRow;
use super::{bring, doubts, lacking, news};
use crate::page::catalog::Catalog;
use crate::page::digits::{counted, grouped};
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::models::{Given, Models, learn};
use crate::page::state::Part;
use std::rc::Rc;
use yew::prelude::*;

/// Trails that are drawn at first, and more at each press.
const DRAWN: usize = 60;
/// Trails that a menu offers to add to.
const HOMES: usize = 200;

/// What is shown.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// The trails.
    pub(super) train: Part<Train>,
    /// What there is to choose from.
    pub(super) catalog: Part<Catalog>,
    /// What was typed: where pages come from.
    pub(super) form: Part<Form>,
    /// What is being learned, and how the next model is to be.
    pub(super) models: Part<Models>,
    /// The ways to act.
    pub(super) hands: Hands,
}

/// The trails.
#[component]
pub(super) fn Trails(props: &Props) -> Html {
    let Props {
        train,
        catalog,
        hands,
        ..
    } = props;
    let drawn = use_state_eq(|| DRAWN);
    let shelf = train.book.trails();
    let counts = use_memo(shelf.clone(), Counts::of);
    let all = u32::try_from(shelf.len()).unwrap_or(u32::MAX);
    let more = shelf.len().saturating_sub(*drawn);
    let (setter, next) = (drawn.setter(), *drawn + DRAWN);
    html! {
        <section class="trails" aria-labelledby="trails">
            { lacking::lacking(&counts) }
            { learn(&Given { shelf, form: &props.form, catalog, models: &props.models, hands }) }
            { doubts::doubts(train, &counts, hands) }
            <h2 id="trails" tabindex="-1">{ "Trails" }<span class="count">{ grouped(all) }</span></h2>
            { bring::actions(train, catalog, hands) }
            { news::news(train, hands) }
            if shelf.is_empty() {
                <p class="nothing">{ "No trail yet. Read a page and follow its links, or drop a bookmark file here: each of its folders becomes a trail." }</p>
            } else {
                <ul class="trail-list">{ for rows(props, *drawn) }</ul>
            }
            if more > 0 {
                <button type="button" onclick={Callback::from(move |_| setter.set(next))}>
                    { format!("Show more: {} not shown", counted(u32::try_from(more).unwrap_or(u32::MAX), "trail")) }
                </button>
            }
            if train.is_ours() {
                <details class="paste-list"><summary>{ "Paste a list of addresses" }</summary>{ bring::paste("paste", None, hands) }</details>
            }
        </section>
    }
}

fn rows(props: &Props, drawn: usize) -> impl Iterator<Item = Html> {
    let train = &props.train;
    let shelf = train.book.trails();
    let homes: Rc<Vec<(u32, String)>> = Rc::new(
        (shelf.iter().take(HOMES))
            .map(|kept| (kept.id, kept.trail.name.clone()))
            .collect(),
    );
    let all = shelf.len();
    shelf.iter().take(drawn).enumerate().map(move |(place, kept)| {
        let at = train.at.filter(|(id, _)| *id == kept.id);
        html! {
            <TrailRow key={kept.id} kept={kept.clone()} place={(place, all)}
                homes={homes.clone()} is_current={train.current == Some(kept.id)} at={at.map(|(_, at)| at)}
                open={train.open.contains(&kept.id)} changeable={train.is_ours()} hands={props.hands.clone()} />
        }
    })
}
