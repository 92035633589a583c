//! The strategy's menu, its card and what belongs to it, made from the engine's list: no strategy is named here.

use super::field::{Ties, menu, problem_line};
use super::model;
use super::params::{Place, params};
use super::related::way_there;
use crate::page::catalog::Catalog;
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::models::Models;
use crate::page::state::Action;
use engine::strategy::Info;
use yew::prelude::*;

/// The menu, the chosen strategy's card, its parameters.
pub(super) fn strategy(form: &Form, catalog: &Catalog, models: &Models, hands: &Hands) -> Html {
    let chosen = form.strategy_id();
    let problem = form.problem("strategy");
    let ties = Ties::of("strategy", true, problem.as_ref());
    let oninput = hands.typing("strategy", |form, id| form.strategy = Some(id));
    let known = catalog.strategy(&chosen);
    let listed = catalog.strategies.iter();
    let listed = listed.map(|info| (info.id.as_str(), info.title.as_str()));
    // An id that is not in the list, from an address or before the list is there, is shown as it is.
    let unknown = known
        .is_none()
        .then_some((chosen.as_str(), chosen.as_str()));
    html! {
        <section class="card strategy">
            <h2><label for="strategy">{ "How it hunts" }</label></h2>
            { menu("strategy", ties, unknown.into_iter().chain(listed), &chosen, oninput) }
            { problem_line("strategy", problem.as_ref()) }
            <div id="strategy-help" class="help">
                if let Some(info) = known { { about(info) } }
            </div>
            if let Some(info) = known.filter(|info| info.needs.trails) { { model::model(form, info, models, hands) } }
            if known.is_some_and(|info| info.needs.lexicon) { { way_there(form) } }
            if let Some(info) = known {
                { params(form, info, Place::default(), Action::Edit, hands) }
            }
        </section>
    }
}

/// What a strategy does, and whose it is.
pub(in crate::page) fn about(info: &Info) -> Html {
    html! { <><p>{ &info.sentence }</p><p class="cite">{ &info.source }</p></> }
}
