//! The form of a strategy's parameters, made from the engine's list: for a crawl, and for a model that is to be learned.

use super::field::{NumberField, Ties, check_box, menu, problem_line};
use crate::page::digits::grouped;
use crate::page::form::{Form, param_key};
use crate::page::hands::{Edit, Hands};
use engine::strategy::{Control, Info, ParamInfo};
use yew::prelude::*;

/// The fields, one a parameter; `edit` is what changes the form.
pub(in crate::page) fn params(form: &Form, info: &Info, edit: Edit, hands: &Hands) -> Html {
    let fields = info
        .params
        .iter()
        .map(|param| param_field(form, info, param, edit, hands));
    fields.collect()
}

/// The field of one parameter.
fn param_field(form: &Form, info: &Info, param: &ParamInfo, edit: Edit, hands: &Hands) -> Html {
    let field = format!("params.{}", param.name);
    let id = format!("param-{}", param.name);
    let value = form.param(&info.id, param);
    let problem = form.problem(&field);
    let key = param_key(&info.id, &param.name);
    let oninput = hands.typing_into(edit, field, move |form, text| {
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
