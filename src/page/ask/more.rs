//! The settings that most crawls leave alone.

use super::field::{NumberField, Ties, check_box, menu};
use super::fold::Fold;
use crate::page::catalog::Catalog;
use crate::page::digits::grouped;
use crate::page::form::{Form, IDF};
use crate::page::hands::Hands;
use crate::page::numbers::{MORE, Number, RNG_SEED};
use yew::prelude::*;

/// The settings, folded away; unfolded by themselves where one of them is wrong.
pub(super) fn more(form: &Form, catalog: &Catalog, hands: &Hands) -> Html {
    let taught = form.is_taught(catalog);
    let wrong = MORE
        .iter()
        .any(|number| form.problem(number.name).is_some());
    let onstem = hands.typing("stemming", |form, text| form.unstemmed = text != "true");
    let stem_help = "“Crawling” and “crawls” count as one word.";
    html! {
        <Fold class="more" title="More settings" is_wrong={wrong}>
            <div class="more-fields">
                { for MORE.iter().filter(|number| !(taught && number.name == RNG_SEED)).map(|number| number_field(form, hands, number)) }
                if taught {
                    <p class="fine">{ "Words are stemmed and weighed, and random numbers drawn, as they were when the model was learned." }</p>
                } else {
                    { idf(form, hands) }
                    { check_box("stemming", "Stem words", stem_help, !form.unstemmed, onstem) }
                }
            </div>
        </Fold>
    }
}

fn number_field(form: &Form, hands: &Hands, number: &'static Number) -> Html {
    let oninput = hands.typing(number.name, |form, text| {
        form.numbers.insert(number.name.to_owned(), text);
    });
    NumberField {
        id: number.name.to_owned(),
        label: number.title,
        help: number.help,
        range: format!("From {} to {}.", grouped(number.min), grouped(number.max)),
        whole: number.whole,
        value: form.number(number),
        problem: form.problem(number.name),
        oninput,
    }
    .draw()
}

fn idf(form: &Form, hands: &Hands) -> Html {
    let oninput = hands.typing("idf", |form, text| {
        let found = IDF.iter().find(|(_, name, _)| *name == text);
        form.idf = found.map(|(idf, _, _)| *idf).unwrap_or_default();
    });
    let options = IDF.iter().map(|(_, name, title)| (*name, *title));
    html! {
        <div class="field">
            <label for="idf">{ "Weights of words" }</label>
            { menu("idf", Ties::of("idf", true, None), options, form.idf_name(), oninput) }
            <p class="help" id="idf-help">{ "Where it is learned which words are rare and so say more." }</p>
        </div>
    }
}
