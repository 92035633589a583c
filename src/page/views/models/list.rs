//! Renders the list of models: open, rename, export, delete, import.

use super::row::Row;
use crate::page::views::parts::import::when_ready;
use crate::page::views::parts::learning_progress::progress;
use crate::page::views::parts::training::places;
use crate::page::views::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The models.
    pub(crate) models: Shared<Models>,
    /// The strategies' titles.
    pub(crate) catalog: Shared<Catalog>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the list.
#[component]
pub(crate) fn ModelsPage(props: &Props) -> Html {
    html! {
        <DropArea class="library models" take={on_file(&props.catalog, &props.dispatch)}>
            { places(Route::Models, &props.models) }
            <h1>{ "Models" }</h1>
            <p class="lede">{ "Models trained on trails, saved in this browser. View, export or crawl with them." }</p>
            { notice_line(&props.models.feedback.notice, None) }
            if let Some(wrong) = &props.models.feedback.error { <p class="problem" role="alert">{ wrong }</p> }
            { progress(&props.models, &props.dispatch) }
            { listed(props) }
            <section class="bring" aria-labelledby="bring">
                <h2 id="bring">{ "Import" }</h2>
                <p class="fine">{ "Choose or drop a saved model (.salticid-model)." }</p>
                { learn_more("A model from another version of this app can be retrained from its trails.") }
                { files::choice("model-file", "Choose file", ".salticid-model", on_file(&props.catalog, &props.dispatch)) }
            </section>
        </DropArea>
    }
}

fn listed(props: &Props) -> Html {
    let row = |card: &ModelCard| {
        let strategy = props.catalog.title(&card.strategy.id).to_owned();
        html! { <Row key={card.id.clone()} card={card.clone()} {strategy} dispatch={props.dispatch.clone()} /> }
    };
    match &props.models.cards {
        None if props.catalog.worker == Worker::Loading => {
            html! { <p class="fine">{ "Loading the crawler…" }</p> }
        }
        None => html! { <p class="fine">{ "Loading models…" }</p> },
        Some(Err(sentence)) => {
            html! { <p class="problem" role="alert">{ format!("Could not load the models: {}.", shown(sentence)) }</p> }
        }
        Some(Ok(cards)) => html! {
            <section aria-labelledby="models">
                <h2 id="models" tabindex="-1">{ "Saved models" }{ count_badge(cards.len()) }</h2>
                if cards.is_empty() {
                    <p class="nothing">{ "No models yet. " }<a href="#/train">{ "Record trails" }</a>{ " and press “Train” there, or import a file." }</p>
                }
                <ul class="crawls">{ for cards.iter().map(row) }</ul>
            </section>
        },
    }
}

/// Returns a callback that imports a file as a model.
fn on_file(catalog: &Catalog, dispatch: &Dispatch) -> Callback<File> {
    let wrong = |sentence| Action::Models(ModelsAction::ReportError(sentence));
    when_ready(catalog, dispatch, wrong, |dispatch, file| {
        let (name, file) = (file.name(), Blob::from(file));
        dispatch.send(ToWorker::Models(ModelsRequest::Take { name, file }));
    })
}
