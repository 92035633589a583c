//! The strategy's menu and the form of its parameters, both made from the engine's list: no strategy is named here.

use super::field::{NumberField, Ties, problem_line};
use crate::page::app::Hands;
use crate::page::catalog::Catalog;
use crate::page::form::Form;
use crate::page::numbers::grouped;
use crate::page::state::{Action, Part};
use engine::strategy::{Control, Info, ParamInfo};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// The menu, the chosen strategy's card, its parameters.
#[component]
pub(super) fn Strategy() -> Html {
    let (Some(hands), Some(form), Some(catalog)) = (
        use_context::<Hands>(),
        use_context::<Part<Form>>(),
        use_context::<Part<Catalog>>(),
    ) else {
        return Html::default();
    };
    let chosen = form.strategy_id();
    let problem = form.problem("strategy");
    let ties = Ties::of("strategy", true, problem.as_ref());
    let act = hands.act.clone();
    let onchange = Callback::from(move |event: Event| {
        let id = event.target_unchecked_into::<HtmlSelectElement>().value();
        act.emit(Action::Edit(
            "strategy",
            Box::new(|form: &mut Form| form.strategy = Some(id)),
        ));
    });
    let known = catalog.strategy(&chosen);
    html! {
        <section class="card strategy">
            <h2><label for="strategy">{ "How it hunts" }</label></h2>
            <select id="strategy" {onchange} aria-describedby={ties.described_by} aria-invalid={ties.invalid}>
                if known.is_none() {
                    <option value={chosen.clone()} selected=true>{ &chosen }</option>
                }
                for info in &catalog.strategies {
                    <option value={info.id.clone()} selected={info.id == chosen}>{ &info.title }</option>
                }
            </select>
            { problem_line("strategy", problem.as_ref()) }
            <div id="strategy-help" class="help">
                if let Some(info) = known {
                    <p>{ &info.sentence }</p>
                    <p class="cite">{ &info.source }</p>
                }
            </div>
            if let Some(info) = known {
                { for info.params.iter().map(|param| param_field(&hands, &form, info, param)) }
            }
        </section>
    }
}

/// The field of one parameter.
fn param_field(hands: &Hands, form: &Form, info: &Info, param: &ParamInfo) -> Html {
    let field = format!("params.{}", param.name);
    let id = format!("param-{}", param.name);
    let value = form.param(&info.id, param);
    let problem = form.problem(&field);
    let on = on_param(hands, info, param);
    match &param.control {
        Control::Number { min, max, whole } => html! {
            <NumberField {id} label={param.title.clone()} help={param.help.clone()} {value} {problem} {on} whole={*whole}
                range={format!("From {} to {}.", grouped(*min), grouped(*max))} />
        },
        Control::Switch => {
            let on = on.reform(|event: Event| {
                event
                    .target_unchecked_into::<HtmlInputElement>()
                    .checked()
                    .to_string()
            });
            html! {
                <div class="field">
                    <label class="check"><input {id} type="checkbox" checked={value == "true"} onchange={on} />{ &param.title }</label>
                    <p class="help">{ &param.help }</p>
                    { problem_line(&field, problem.as_ref()) }
                </div>
            }
        }
        Control::Choice(words) => {
            let on = on
                .reform(|event: Event| event.target_unchecked_into::<HtmlSelectElement>().value());
            html! {
                <div class="field">
                    <label for={id.clone()}>{ &param.title }</label>
                    <select {id} onchange={on}>
                        for word in words {
                            <option value={word.clone()} selected={*word == value}>{ word }</option>
                        }
                    </select>
                    <p class="help">{ &param.help }</p>
                    { problem_line(&field, problem.as_ref()) }
                </div>
            }
        }
    }
}

fn on_param(hands: &Hands, info: &Info, param: &ParamInfo) -> Callback<String> {
    let act = hands.act.clone();
    let key = (info.id.clone(), param.name.clone());
    let field = format!("params.{}", param.name);
    Callback::from(move |text: String| {
        let (key, field) = (key.clone(), field.clone());
        let change = move |form: &mut Form| {
            form.problems.retain(|problem| problem.field != field);
            form.params.insert(key, text);
        };
        act.emit(Action::Edit("params", Box::new(change)));
    })
}
