//! Renders the choice of a model for a strategy that learns from trails.

use crate::page::dom::text::shown;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::Form;
use crate::page::state::models::quality::facts;
use crate::page::state::models::{Models, page_of};
use crate::page::widgets::field::{AriaLinks, menu, problem_line};
use types::strategy::StrategyInfo;
use yew::prelude::*;

/// Renders the field.
pub(crate) fn model(form: &Form, info: &StrategyInfo, models: &Models, dispatch: &Dispatch) -> Html {
    let problem = form.problem("model");
    let listed: Vec<_> = models.usable(&info.id).collect();
    html! {
        <div class="field model-field">
            if listed.is_empty() {
                <p tabindex="-1" data-wrong={problem.is_some().then_some("model")}>
                    { nothing(models) }<a href="#/train">{ "Train one on trails" }</a>{ ", or " }<a href="#/models">{ "import one" }</a>{ "." }
                </p>
                { problem_line("model", problem.as_ref()) }
            } else {
                { choice(form, &listed, problem.as_ref(), dispatch) }
            }
        </div>
    }
}

fn nothing(models: &Models) -> String {
    match &models.cards {
        None => "Loading models… ".to_owned(),
        Some(Err(sentence)) => format!("Could not load the models: {}. ", shown(sentence)),
        Some(Ok(_)) => "This strategy needs a trained model, and this browser has none for it yet. ".to_owned(),
    }
}

fn choice(
    form: &Form,
    listed: &[&crate::protocol::models::ModelCard],
    problem: Option<&String>,
    dispatch: &Dispatch,
) -> Html {
    let ties = AriaLinks::of("model", true, problem);
    let oninput = dispatch.typing("model", |form, id| {
        form.model.id = Some(id).filter(|id| !id.is_empty());
        form.model.trails = None;
    });
    let chosen = form.model.id.as_deref().unwrap_or_default();
    let chosen = listed.iter().find(|card| card.id == chosen).copied();
    let named: Vec<(&str, String)> = listed.iter().map(|card| (card.id.as_str(), shown(&card.name))).collect();
    let nobody = chosen.is_none().then_some(("", "Choose a model…"));
    let options = nobody.into_iter().chain(named.iter().map(|(id, name)| (*id, name.as_str())));
    html! {
        <>
            <label for="model">{ "Model" }</label>
            { menu("model", ties, options, chosen.map_or("", |card| card.id.as_str()), oninput) }
            { problem_line("model", problem) }
            <p class="help" id="model-help">
                if let Some(card) = chosen {
                    { facts(card) }{ ". " }<a href={page_of(&card.id)}>{ "View model" }</a>
                } else {
                    { "A model trained on trails: what relevant pages look like and which links lead to them." }
                }
            </p>
        </>
    }
}
