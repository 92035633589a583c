//! Learning again from the recipe of a model that this version cannot use any more. Its words are asked for only where the recipe has none.

use super::Act;
use super::learn::query;
use super::look::{Props, back};
use crate::page::state::Action;
use crate::protocol::ToWorker;
use crate::protocol::models::{ModelView, ModelsOrder};
use engine::strategy::Info;
use yew::prelude::*;

/// The button, with the words that the strategy needs, and the way back to the trails.
pub(super) fn again(view: &ModelView, info: Option<&Info>, props: &Props) -> Html {
    let form = &props.models.form;
    let asks = info.is_some_and(|info| info.needs.query) && view.recipe.query.is_empty();
    html! {
        <>
            if asks { { query(form, &props.hands) } }
            <p class="buttons model-ways">
                <button type="button" class="main" onclick={learn(view, asks, props)} disabled={info.is_none() || props.models.learning.is_some()}>{ "Learn it again" }</button>
                { back(view, props) }
            </p>
        </>
    }
}

fn learn(view: &ModelView, asks: bool, props: &Props) -> Callback<MouseEvent> {
    let (mut recipe, hands) = (view.recipe.clone(), props.hands.clone());
    if asks {
        props.models.form.query.trim().clone_into(&mut recipe.query);
    }
    let number = props.models.next_order();
    let source = props.form.full_source(&props.catalog);
    Callback::from(move |_| match &source {
        Err(sentence) => {
            let untaught = Act::Untaught(sentence.clone());
            hands.act.emit(Action::Models(untaught));
        }
        Ok(source) => {
            let begin = Act::Begin(number, recipe.name.clone());
            hands.act.emit(Action::Models(begin));
            hands.say.emit(ToWorker::Models(ModelsOrder::Learn {
                number,
                recipe: Box::new(recipe.clone()),
                source: source.clone(),
            }));
        }
    })
}
