//! Renders the list of models: open, rename, export, delete, import.

use crate::views::parts::saved;
use crate::views::parts::saved::SavedRow;
use crate::views::parts::training::places;
use crate::views::parts::training::progress;
use crate::views::prelude::*;
use crate::widgets::buttons::row_button;
use page_state::models::page_of;

/// Renders the list.
pub(crate) fn models_page(state: &State, dispatch: &Dispatch, _query: &str) -> Html {
    let State { models, catalog, .. } = state;
    let choice = files::choice("model-file", "Choose file", ".salticid-model", dispatch.on_file(FileContent::Model));
    let choice = html! {
        <>
            { learn_more("A model from another version of this app can be retrained from its trails.") }
            { choice }
        </>
    };
    html! {
        <DropArea class="library models" take={dispatch.on_drop(FileContent::Model)}>
            { places(Route::Models, models) }
            <h1>{ "Models" }</h1>
            <p class="lede">{ "Models trained on trails, saved in this browser. View, export or crawl with them." }</p>
            { saved::feedback(&models.feedback, None,
                saved::removing(dispatch, || Action::Models(ModelsAction::Undo), "#models")) }
            { progress(models, dispatch) }
            {
                match &models.cards {
                    Some(Ok(cards)) => {
                        let rows = cards.iter().map(|card| row(card, catalog, dispatch)).collect();
                        saved::list("models", "Saved models", none(cards), rows)
                    }
                    other => {
                        let error = other.as_ref().and_then(|one| one.as_ref().err());
                        saved::not_listed("models", error, &catalog.worker)
                    }
                }
            }
            { saved::import_section("Choose or drop a saved model (.salticid-model).", choice) }
        </DropArea>
    }
}

fn none(cards: &[ModelCard]) -> Html {
    html! {
        if cards.is_empty() {
            <p class="nothing">
                { "No models yet. " }
                <a href="#/train">{ "Record trails" }</a>
                { " and press “Train” there, or import a file." }
            </p>
        }
    }
}

fn row(card: &ModelCard, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let name = shown(&card.name);
    let figures = vec![
        ("Accuracy", card.accuracy.map_or_else(|| "–".to_owned(), percent)),
        ("Trails", card.trails.to_string()),
        ("Pages", card.pages.to_string()),
        ("Size", bytes(card.bytes as f64)),
    ];
    html! {
        <SavedRow key={card.id.clone()} id={format!("model-{}", card.id)} name={name.clone()} href={page_of(&card.id)}
            about={format!("{} · {}", catalog.title(&card.strategy.id), date(card.at))}
            problem={card.stale.as_ref().map(|stale| shown(stale))} {figures} open={"View"}
            rename={rename(card, dispatch)} delete={delete(card, dispatch)} is_undoable={card.is_readable()}
            ways={row_button("Export", &name, export(card, dispatch))} />
    }
}

fn rename(card: &ModelCard, dispatch: &Dispatch) -> Callback<String> {
    let id = card.id.clone();
    dispatch.actions.reform(move |name| Action::Models(ModelsAction::Rename(id.clone(), name)))
}

/// Returns a callback that exports a model.
pub(super) fn export(card: &ModelCard, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let id = card.id.clone();
    dispatch.on(move || vec![Action::Models(ModelsAction::Export(id.clone()))])
}

fn delete(card: &ModelCard, dispatch: &Dispatch) -> Callback<()> {
    let ModelCard { id, name, .. } = card.clone();
    saved::removing(dispatch, move || Action::Models(ModelsAction::Delete(id.clone(), name.clone())), "#models")
}
