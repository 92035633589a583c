//! Renders the retraining of a model that this version cannot use. The query is only requested if the model's specification has none.

use crate::page::state::models::TrainingRequest;
use crate::page::views::parts::training::{fallback, query};
use crate::page::views::prelude::*;
use crate::protocol::models::ModelView;
use crate::protocol::trails::SourcedTrail;

/// Renders the button, the query if the strategy needs one, and the button that restores the trails.
pub(crate) fn retrain_section(
    view: &ModelView,
    info: Option<&StrategyInfo>,
    state: &State,
    dispatch: &Dispatch,
) -> Html {
    let form = &state.models.form;
    let asks = info.is_some_and(|info| info.needs.query) && view.plan.query.is_empty();
    html! {
        <>
            if asks { { query(form, dispatch) } }
            <p class="buttons model-ways">
                <button type="button" class="main" onclick={learn(view, asks, state, dispatch)} disabled={info.is_none() || state.models.learning.is_some()}>{ "Retrain" }</button>
                { back(view, state, dispatch) }
            </p>
        </>
    }
}

fn learn(view: &ModelView, asks: bool, state: &State, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let (mut plan, dispatch) = (view.plan.clone(), dispatch.clone());
    let name = view.card.name.clone();
    if asks {
        state.models.form.query.text.trim().clone_into(&mut plan.query);
    }
    let sources = sources(view);
    let source = fallback(state.setup.form.full_source(&state.catalog), &sources);
    Callback::from(move |_| match &source {
        Err(sentence) => {
            let error = ModelsAction::TrainingFailed(sentence.clone());
            dispatch.dispatch(Action::Models(error));
        }
        Ok(source) => {
            let request = TrainingRequest {
                name: name.clone(),
                plan: plan.clone(),
                source: source.clone(),
                sources: sources.clone(),
            };
            dispatch.dispatch(Action::Models(ModelsAction::Train(Box::new(request))));
        }
    })
}

/// Returns the sources of its trails; those of an imported model have none.
fn sources(view: &ModelView) -> Vec<Option<Source>> {
    let (card, all) = (&view.card, view.plan.trails.trails.len());
    let mut sources: Vec<Option<Source>> = card.trail_sources.iter().cloned().map(Some).collect();
    sources.resize(all, card.source.clone());
    sources
}

/// Adds its trails to the edited ones.
pub(crate) fn back(view: &ModelView, state: &State, dispatch: &Dispatch) -> Html {
    let trails = view.plan.trails.trails.iter().cloned().zip(sources(view));
    let trails = trails.map(|(trail, source)| SourcedTrail { trail, source });
    let actions = TrainAction::Bring(trails.collect(), shown(&view.card.name));
    let onclick = dispatch.on::<MouseEvent>(move || {
        let forget = Action::Models(ModelsAction::ShowNotice(String::new()));
        vec![Action::Train(actions.clone()), forget, Action::open("#/train")]
    });
    html! {
        <button type="button" class="quiet" {onclick} disabled={!state.train.saving.is_ours()}>{ "Copy trails to Train" }</button>
    }
}
