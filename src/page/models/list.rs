//! The models that are kept: open, rename, save, delete, bring in.

use super::row::Row;
use super::{Act, Models, places, progress::progress};
use crate::page::catalog::{Catalog, Worker};
use crate::page::files::{self, Dropping, use_dropping};
use crate::page::hands::Hands;
use crate::page::library::words::shown;
use crate::page::place::Place;
use crate::page::state::{Action, Part};
use crate::protocol::ToWorker;
use crate::protocol::models::{ModelCard, ModelsOrder};
use web_sys::{Blob, File};
use yew::prelude::*;

/// What the page shows.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The models.
    pub(crate) models: Part<Models>,
    /// The strategies' titles.
    pub(crate) catalog: Part<Catalog>,
    /// The ways to act.
    pub(crate) hands: Hands,
}

/// The list.
#[component]
pub(crate) fn ModelsPage(props: &Props) -> Html {
    let Props { models, hands, .. } = props;
    let Dropping {
        over,
        ondragover,
        ondragleave,
        ondrop,
    } = use_dropping(taking(&props.catalog, hands));
    html! {
        <div class={classes!("library", "models", over.then_some("dropping"))} {ondragover} {ondragleave} {ondrop}>
            { places(Place::Models, models) }
            <h1>{ "Models" }</h1>
            <p class="lede">{ "What was learned from trails is kept in this browser under a name. Look inside, crawl with it, or take it elsewhere as a file." }</p>
            <p class="library-news" role="status">{ models.said.clone() }</p>
            if let Some(wrong) = &models.wrong { <p class="problem" role="alert">{ wrong }</p> }
            { progress(models, hands) }
            { listed(props) }
            <section class="bring" aria-labelledby="bring">
                <h2 id="bring">{ "Bring in" }</h2>
                <p class="fine">{ "A model that was saved as a file (.salticid-model). Choose it or drop it anywhere on this page. What a file of another version of this app had learned cannot be used, but its trails and settings can: it is learned again with one press." }</p>
                { files::choice("model-file", "Choose a file", ".salticid-model", taking(&props.catalog, hands)) }
            </section>
        </div>
    }
}

fn listed(props: &Props) -> Html {
    let row = |card: &ModelCard| {
        let strategy = props.catalog.strategy(&card.strategy);
        let strategy = strategy.map_or_else(|| card.strategy.clone(), |info| info.title.clone());
        html! { <Row key={card.id.clone()} card={card.clone()} {strategy} hands={props.hands.clone()} /> }
    };
    match &props.models.cards {
        None if props.catalog.worker == Worker::Loading => {
            html! { <p class="fine">{ "The crawler is being loaded…" }</p> }
        }
        None => html! { <p class="fine">{ "Looking for models…" }</p> },
        Some(Err(sentence)) => {
            html! { <p class="problem" role="alert">{ format!("The models cannot be read: {}.", shown(sentence)) }</p> }
        }
        Some(Ok(cards)) => html! {
            <section aria-labelledby="models">
                <h2 id="models" tabindex="-1">{ "Kept here" }<span class="count">{ cards.len() }</span></h2>
                if cards.is_empty() {
                    <p class="nothing">{ "No model yet. " }<a href="#/train">{ "Record some trails" }</a>{ " and press “Learn” there, or bring in a file." }</p>
                }
                <ul class="crawls">{ for cards.iter().map(row) }</ul>
            </section>
        },
    }
}

/// Hands a file to the worker.
fn taking(catalog: &Catalog, hands: &Hands) -> Callback<File> {
    let hands = hands.clone();
    let is_ready = catalog.worker == Worker::Ready;
    Callback::from(move |file: File| {
        let name = file.name();
        if is_ready {
            let file = Blob::from(file);
            hands
                .say
                .emit(ToWorker::Models(ModelsOrder::Take { name, file }));
        } else {
            let sentence = format!(
                "“{}” was not read: the crawler is not there yet. Choose it again in a moment.",
                shown(&name)
            );
            hands.act.emit(Action::Models(Act::Wrong(sentence)));
        }
    })
}
