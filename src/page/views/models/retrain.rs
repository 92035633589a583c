//! Trains a model again that this version cannot use. The query is requested only if the model's specification has none.

use super::Props;
use crate::page::dom::text::shown;
use crate::page::state::Action;
use crate::page::state::models::ModelsAction;
use crate::page::state::route::go;
use crate::page::state::train::TrainAction;
use crate::page::views::parts::training::query;
use crate::protocol::ToWorker;
use crate::protocol::models::{ModelView, ModelsRequest};
use types::strategy::StrategyInfo;
use yew::prelude::*;

/// Draws the button, with the words that the strategy needs, and the way back to the trails.
pub(crate) fn retrain_section(
    view: &ModelView,
    info: Option<&StrategyInfo>,
    props: &Props,
) -> Html {
    let form = &props.models.form;
    let asks = info.is_some_and(|info| info.needs.query) && view.spec.query.is_empty();
    html! {
        <>
            if asks { { query(form, &props.dispatch) } }
            <p class="buttons model-ways">
                <button type="button" class="main" onclick={learn(view, asks, props)} disabled={info.is_none() || props.models.learning.is_some()}>{ "Retrain" }</button>
                { back(view, props) }
            </p>
        </>
    }
}

fn learn(view: &ModelView, asks: bool, props: &Props) -> Callback<MouseEvent> {
    let (mut spec, dispatch) = (view.spec.clone(), props.dispatch.clone());
    if asks {
        props.models.form.query.trim().clone_into(&mut spec.query);
    }
    let number = props.models.next_request();
    let source = props.form.full_source(&props.catalog);
    Callback::from(move |_| match &source {
        Err(sentence) => {
            let error = ModelsAction::TrainingFailed(sentence.clone());
            dispatch.dispatch(Action::Models(error));
        }
        Ok(source) => {
            let begin = ModelsAction::Begin(number, spec.name.clone());
            dispatch.dispatch(Action::Models(begin));
            dispatch.send(ToWorker::Models(ModelsRequest::Learn {
                number,
                spec: Box::new(spec.clone()),
                source: source.clone(),
            }));
        }
    })
}

/// Puts its trails among those that are edited.
pub(crate) fn back(view: &ModelView, props: &Props) -> Html {
    let actions = TrainAction::Bring(view.spec.trails.trails.clone(), shown(&view.card.name));
    let dispatch = props.dispatch.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::Train(actions.clone()));
        dispatch.dispatch(Action::Models(ModelsAction::ShowNotice(String::new())));
        go("#/train");
    });
    html! {
        <button type="button" class="quiet" {onclick} disabled={!props.train.is_ours()}>{ "Copy trails" }</button>
    }
}
