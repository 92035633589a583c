//! The settings that most crawls leave at their defaults.

use crate::page::dom::digits::grouped;
use crate::page::state::catalog::Catalog;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::{Form, IDF};
use crate::page::state::numbers::{MORE, Number, RNG_SEED};
use crate::page::widgets::disclosure::Disclosure;
use crate::page::widgets::field::{AriaLinks, NumberField, check_box, menu};
use yew::prelude::*;

/// Draws the settings, folded away; unfolded by themselves where one of them is wrong.
pub(crate) fn more(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let taught = form.is_taught(catalog);
    let wrong = MORE
        .iter()
        .any(|number| form.problem(number.name).is_some());
    let onstem = dispatch.typing("stemming", |form, text| form.unstemmed = text != "true");
    let onmain = dispatch.typing("main_content", |form, text| {
        form.main_content = text == "true";
    });
    let main_help = "Ignores menus and other text that the pages of a site repeat.";
    let stem_help = "Treats “crawling” and “crawls” as the same word.";
    html! {
        <Disclosure class="more" head={"More settings"} wants_open={wrong}>
            <div class="more-fields">
                { for MORE.iter().filter(|number| !(taught && number.name == RNG_SEED)).map(|number| number_field(form, catalog, dispatch, number)) }
                if taught {
                    <p class="fine">{ "The model sets stemming, word weights, main content and the random seed." }</p>
                } else {
                    { idf(form, dispatch) }
                    { check_box("stemming", "Stem words", stem_help, !form.unstemmed, onstem) }
                    { check_box("main_content", "Judge pages by their main content", main_help, form.main_content, onmain) }
                }
            </div>
        </Disclosure>
    }
}

fn number_field(
    form: &Form,
    catalog: &Catalog,
    dispatch: &Dispatch,
    number: &'static Number,
) -> Html {
    let oninput = dispatch.typing(number.name, |form, text| {
        form.numbers.insert(number.name.to_owned(), text);
    });
    NumberField {
        id: number.name.to_owned(),
        label: number.title,
        help: number.help,
        range: format!("{} to {}.", grouped(number.min), grouped(number.max)),
        whole: number.whole,
        value: form.number(number, catalog),
        problem: form.problem(number.name),
        oninput,
    }
    .draw()
}

fn idf(form: &Form, dispatch: &Dispatch) -> Html {
    let oninput = dispatch.typing("idf", |form, text| {
        let found = IDF.iter().find(|(_, name, _)| *name == text);
        form.idf = found.map(|(idf, _, _)| *idf).unwrap_or_default();
    });
    let options = IDF.iter().map(|(_, name, title)| (*name, *title));
    html! {
        <div class="field">
            <label for="idf">{ "Word weights" }</label>
            { menu("idf", AriaLinks::of("idf", true, None), options, form.idf_name(), oninput) }
            <p class="help" id="idf-help">{ "Source of the word frequencies; rare words weigh more." }</p>
        </div>
    }
}
