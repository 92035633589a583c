//! The form of a strategy's parameters, made from the engine's list: for a crawl, and for a model that is to be learned.

use super::field::{NumberField, Ties, check_box, menu, problem_line};
use super::fold::Fold;
use crate::page::digits::grouped;
use crate::page::form::{Form, param_key};
use crate::page::hands::{Edit, Hands};
use engine::strategy::{Control, Info, ParamInfo, is_set_while_crawling};
use yew::prelude::*;

/// Where the fields stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::page) struct Place {
    /// What their ids begin with; empty before a crawl.
    pub(in crate::page) name: &'static str,
    /// The strategy has learned from its examples: what counted then is told and cannot be changed.
    pub(in crate::page) is_late: bool,
}

/// Parameters that are shown at once; where there are some more than that, the rest is folded away.
const FEW: usize = 3;

/// The fields, one a parameter; `edit` is what changes the form. Those that are folded unfold by themselves where one of them is wrong.
pub(in crate::page) fn params(
    form: &Form,
    info: &Info,
    place: Place,
    edit: Edit,
    hands: &Hands,
) -> Html {
    let field = |param: &ParamInfo| {
        if place.is_late && !is_set_while_crawling(&param.name) {
            learned(form, info, param)
        } else {
            param_field(form, info, param, place, edit, hands)
        }
    };
    let shown = if info.params.len() > FEW + 1 {
        FEW
    } else {
        info.params.len()
    };
    let (shown, folded) = info.params.split_at(shown);
    let is_wrong = |param: &ParamInfo| form.problem(&format!("params.{}", param.name)).is_some();
    html! {
        <>
            { for shown.iter().map(field) }
            if !folded.is_empty() {
                <Fold key={info.id.clone()} class="more-params" title={format!("{} more parameters", folded.len())} is_wrong={folded.iter().any(is_wrong)}>
                    { for folded.iter().map(field) }
                </Fold>
            }
        </>
    }
}

/// A parameter that counted when the examples were learned from.
fn learned(form: &Form, info: &Info, param: &ParamInfo) -> Html {
    html! {
        <div class="field learned-param">
            <p><b>{ &param.title }</b>{ ": " }{ form.param(&info.id, param) }</p>
            <p class="help">{ "It counted when the examples were learned from, which is over: start a crawl to change it." }</p>
        </div>
    }
}

/// The field of one parameter.
fn param_field(
    form: &Form,
    info: &Info,
    param: &ParamInfo,
    place: Place,
    edit: Edit,
    hands: &Hands,
) -> Html {
    let field = format!("params.{}", param.name);
    let before = if place.name.is_empty() { "" } else { "-" };
    let id = format!("{}{before}param-{}", place.name, param.name);
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
