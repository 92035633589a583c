//! The strategy's menu and the form of its parameters, both made from the engine's list: no strategy is named here.

use super::field::{NumberField, Ties, check_box, menu, problem_line};
use super::related::way_there;
use crate::page::catalog::Catalog;
use crate::page::digits::grouped;
use crate::page::form::{Form, param_key};
use crate::page::hands::Hands;
use engine::strategy::{Control, Info, ParamInfo};
use yew::prelude::*;

/// The menu, the chosen strategy's card, its parameters.
pub(super) fn strategy(form: &Form, catalog: &Catalog, hands: &Hands) -> Html {
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
                if let Some(info) = known {
                    <p>{ &info.sentence }</p>
                    <p class="cite">{ &info.source }</p>
                }
            </div>
            if known.is_some_and(|info| info.needs.lexicon) { { way_there(form) } }
            if let Some(info) = known {
                { for info.params.iter().map(|param| param_field(form, info, param, hands)) }
            }
        </section>
    }
}

/// The field of one parameter.
fn param_field(form: &Form, info: &Info, param: &ParamInfo, hands: &Hands) -> Html {
    let field = format!("params.{}", param.name);
    let id = format!("param-{}", param.name);
    let value = form.param(&info.id, param);
    let problem = form.problem(&field);
    let key = param_key(&info.id, &param.name);
    let oninput = hands.typing(field, move |form, text| {
        form.params.insert(key.clone(), text);
    });
    match &param.control {
        Control::Number { min, max, whole } => NumberField {
            id,
            label: &param.title,
            help: &param.help,
            range: format!("From {} to {}.", grouped(*min), grouped(*max)),
            whole: *whole,
            value,
            problem,
            oninput,
        }
        .draw(),
        Control::Switch => html! {
            <>{ check_box(&id, &param.title, &param.help, value == "true", oninput) }{ problem_line(&id, problem.as_ref()) }</>
        },
        Control::Choice(words) => {
            let ties = Ties::of(&id, true, problem.as_ref());
            let words = words.iter().map(|word| (word.as_str(), word.as_str()));
            html! {
                <div class="field">
                    <label for={id.clone()}>{ &param.title }</label>
                    { menu(&id, ties, words, &value, oninput) }
                    { problem_line(&id, problem.as_ref()) }
                    <p class="help" id={format!("{id}-help")}>{ &param.help }</p>
                </div>
            }
        }
    }
}
