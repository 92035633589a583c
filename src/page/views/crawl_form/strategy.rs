//! The choice of a strategy, made from the engine's list: no strategy is named here.

use super::model;
use super::related::way_there;
use crate::page::state::Action;
use crate::page::state::catalog::Catalog;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::editing::FormAction;
use crate::page::state::form::Form;
use crate::page::state::models::Models;
use crate::page::views::parts::params::{FieldContext, about, params};
use crate::page::widgets::field::{AriaLinks, menu, problem_line};
use yew::prelude::*;

/// Draws the menu, the chosen strategy's card, its parameters.
pub(crate) fn strategy(
    form: &Form,
    catalog: &Catalog,
    models: &Models,
    dispatch: &Dispatch,
) -> Html {
    let chosen = form.strategy_id();
    let problem = form.problem("strategy");
    let ties = AriaLinks::of("strategy", true, problem.as_ref());
    let oninput = dispatch.typing("strategy", |form, id| form.strategy = Some(id));
    let known = catalog.strategy(&chosen);
    let listed = catalog.strategies.iter();
    let listed = listed.map(|info| (info.id.as_str(), info.title.as_str()));
    // An id that is not in the list, from an address or before the list is there, is shown as it is.
    let unknown = known
        .is_none()
        .then_some((chosen.as_str(), chosen.as_str()));
    html! {
        <section class="card strategy">
            <h2><label for="strategy">{ "Strategy" }</label></h2>
            { menu("strategy", ties, unknown.into_iter().chain(listed), &chosen, oninput) }
            { problem_line("strategy", problem.as_ref()) }
            <div id="strategy-help" class="help">
                if let Some(info) = known { { about(info) } }
            </div>
            if let Some(info) = known.filter(|info| info.needs.trails) { { model::model(form, info, models, dispatch) } }
            if known.is_some_and(|info| info.needs.lexicon) { { way_there(form) } }
            if let Some(info) = known {
                { params(form, info, FieldContext::default(), |field, change| Action::Form(FormAction::Edit(field, change)), dispatch) }
            }
        </section>
    }
}
