//! The settings that most crawls leave alone.

use super::field::NumberField;
use crate::page::app::Hands;
use crate::page::form::{Form, IDF};
use crate::page::numbers::{MORE, Number, grouped};
use crate::page::state::{Action, Part};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// The settings, folded away; unfolded by themselves where one of them is wrong.
#[component]
pub(super) fn More() -> Html {
    let (Some(hands), Some(form)) = (use_context::<Hands>(), use_context::<Part<Form>>()) else {
        return Html::default();
    };
    let wrong = MORE
        .iter()
        .any(|number| form.problem(number.name).is_some());
    html! {
        <details class="more" open={wrong}>
            <summary>{ "More settings" }</summary>
            <div class="more-fields">
                { for MORE.iter().map(|number| number_field(&hands, &form, number)) }
                <Words />
            </div>
        </details>
    }
}

fn number_field(hands: &Hands, form: &Form, number: &'static Number) -> Html {
    let act = hands.act.clone();
    let on = Callback::from(move |text: String| {
        let change = move |form: &mut Form| {
            form.numbers.insert(number.name.to_owned(), text);
        };
        act.emit(Action::Edit(number.name, Box::new(change)));
    });
    html! {
        <NumberField id={number.name} label={number.title} help={number.help} whole={number.whole} {on}
            value={form.number(number)} problem={form.problem(number.name)}
            range={format!("From {} to {}.", grouped(number.min), grouped(number.max))} />
    }
}

/// How words are read and weighed.
#[component]
fn Words() -> Html {
    let (Some(hands), Some(form)) = (use_context::<Hands>(), use_context::<Part<Form>>()) else {
        return Html::default();
    };
    let act = hands.act.clone();
    let onidf = Callback::from(move |event: Event| {
        let name = event.target_unchecked_into::<HtmlSelectElement>().value();
        let found = IDF
            .iter()
            .find(|(_, known, _)| *known == name)
            .map(|(idf, _, _)| *idf);
        let change = move |form: &mut Form| form.idf = found.unwrap_or_default();
        act.emit(Action::Edit("idf", Box::new(change)));
    });
    let act = hands.act.clone();
    let onstem = Callback::from(move |event: Event| {
        let on = event.target_unchecked_into::<HtmlInputElement>().checked();
        act.emit(Action::Edit(
            "stemming",
            Box::new(move |form: &mut Form| form.unstemmed = !on),
        ));
    });
    html! {
        <>
            <div class="field">
                <label for="idf">{ "Rare words count more by" }</label>
                <select id="idf" onchange={onidf} aria-describedby="idf-help">
                    for (idf, name, title) in IDF {
                        <option value={name} selected={form.idf == idf}>{ title }</option>
                    }
                </select>
                <p class="help" id="idf-help">{ "Where the weights of words come from." }</p>
            </div>
            <div class="field">
                <label class="check"><input type="checkbox" checked={!form.unstemmed} onchange={onstem} aria-describedby="stem-help" />
                    { "Stem words" }</label>
                <p class="help" id="stem-help">{ "“Crawling” and “crawls” count as one word." }</p>
            </div>
        </>
    }
}
