//! The model by which a strategy crawls that learns from trails: the kept ones of that strategy, or the way to one.

use super::field::{Ties, menu, problem_line};
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::library::words::shown;
use crate::page::models::{Models, facts, page_of};
use engine::strategy::Info;
use yew::prelude::*;

/// The field.
pub(super) fn model(form: &Form, info: &Info, models: &Models, hands: &Hands) -> Html {
    let problem = form.problem("model");
    let listed: Vec<_> = models.usable(&info.id).collect();
    html! {
        <div class="field model-field">
            if listed.is_empty() {
                <p tabindex="-1" data-wrong={problem.is_some().then_some("")}>
                    { nothing(models) }<a href="#/train">{ "Learn one from trails" }</a>{ ", or " }<a href="#/models">{ "bring one in" }</a>{ "." }
                </p>
                { problem_line("model", problem.as_ref()) }
            } else {
                { choice(form, &listed, problem.as_ref(), hands) }
            }
        </div>
    }
}

fn nothing(models: &Models) -> String {
    match &models.cards {
        None => "Looking for models… ".to_owned(),
        Some(Err(sentence)) => format!("The models cannot be read: {}. ", shown(sentence)),
        Some(Ok(_)) => {
            "It crawls by a model, and there is none of this strategy in this browser yet. "
                .to_owned()
        }
    }
}

fn choice(
    form: &Form,
    listed: &[&crate::protocol::models::ModelCard],
    problem: Option<&String>,
    hands: &Hands,
) -> Html {
    let ties = Ties::of("model", true, problem);
    let oninput = hands.typing("model", |form, id| {
        form.model = Some(id).filter(|id| !id.is_empty());
        form.trails = None;
    });
    let chosen = form.model.as_deref().unwrap_or_default();
    let chosen = listed.iter().find(|card| card.id == chosen).copied();
    let named: Vec<(&str, String)> = listed
        .iter()
        .map(|card| (card.id.as_str(), shown(&card.name)))
        .collect();
    let nobody = chosen.is_none().then_some(("", "Choose a model…"));
    let options = nobody
        .into_iter()
        .chain(named.iter().map(|(id, name)| (*id, name.as_str())));
    html! {
        <>
            <label for="model">{ "Model" }</label>
            { menu("model", ties, options, chosen.map_or("", |card| card.id.as_str()), oninput) }
            { problem_line("model", problem) }
            <p class="help" id="model-help">
                if let Some(card) = chosen {
                    { facts(card) }{ ". " }<a href={page_of(&card.id)}>{ "Look inside" }</a>
                } else {
                    { "What was learned from trails: it says what good pages look like, and what leads to them." }
                }
            </p>
        </>
    }
}
