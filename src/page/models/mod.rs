//! Models: learned from the trails under Train, listed, looked into, and taken to a crawl.
//!
//! The worker learns and keeps; this page asks, shows and saves the files that come. [`shelf`] and [`words`] are pure and tested as such. Left out
//! on purpose: the crawl by a model, which the form of a crawl starts.

mod again;
mod learn;
mod list;
mod look;
mod progress;
mod row;
pub mod shelf;
pub mod words;

pub(super) use learn::{Given, learn};
pub(super) use list::ModelsPage;
pub(super) use look::ModelPage;
pub use shelf::{Act, Models};
pub(super) use words::facts;

use super::catalog::Worker;
use super::files;
use super::hands::Hands;
use super::place::{Place, go, here, read, use_fragment};
use super::state::{Action, State};
use crate::protocol::ToWorker;
use crate::protocol::models::ModelsOrder;
use web_sys::UrlSearchParams;
use yew::prelude::*;

/// The address of the page of a model.
pub(super) fn page_of(id: &str) -> String {
    format!("#/model?id={id}")
}

/// The id that the address of a model's page names.
fn id_of(query: &str) -> String {
    let params = UrlSearchParams::new_with_str(query).ok();
    params
        .and_then(|params| params.get("id"))
        .unwrap_or_default()
}

/// The two places of training, on each of them.
pub(super) fn places(place: Place, models: &Models) -> Html {
    let link = |to: Place, href: &'static str, name: &'static str, count: Option<usize>| {
        let current = (place == to).then_some("page");
        html! { <a class="place" {href} aria-current={current}>{ name }if let Some(count) = count { <span class="count">{ count }</span> }</a> }
    };
    html! {
        <nav class="places" aria-label="Training">
            { link(Place::Train, "#/train", "Trails", None) }
            { link(Place::Models, "#/models", "Models", models.kept().map(<[_]>::len)) }
        </nav>
    }
}

/// Asks for the models as soon as the worker is there and whenever a place that shows them comes into view, and for the one whose page is
/// open; shows what was just learned; saves a file that was made.
#[hook]
pub(crate) fn use_models(state: &State, hands: &Hands) {
    let fragment = use_fragment();
    let (place, query) = read(fragment.as_str());
    let ready = state.catalog.worker == Worker::Ready;
    let say = hands.say.clone();
    use_effect_with((ready, place), move |(ready, _)| {
        if *ready {
            say.emit(ToWorker::Models(ModelsOrder::List));
        }
    });
    let wanted = (ready && place == Place::Model).then(|| id_of(query));
    let say = hands.say.clone();
    use_effect_with(wanted, move |wanted| {
        if let Some(id) = wanted.clone() {
            say.emit(ToWorker::Models(ModelsOrder::Open { id }));
        }
    });
    let own = hands.clone();
    use_effect_with(state.models.arrived.clone(), move |arrived| {
        if let Some(id) = arrived {
            own.say.emit(ToWorker::Models(ModelsOrder::List));
            own.act.emit(Action::Models(Act::Arrived));
            // Who went elsewhere meanwhile stays there, and finds it in the list.
            if here().is_training() {
                go(&page_of(id));
            }
        }
    });
    let act = hands.act.clone();
    use_effect_with(state.models.written.clone(), move |written| {
        if let Some((name, file)) = written {
            // What cannot be saved is missed by the person, who presses again.
            let _ = files::save(name, file);
            act.emit(Action::Models(Act::Saved));
        }
    });
}
