//! Renders “Advanced”: the seeds, the strategy's parameters, related words, and settings that most crawls leave at their defaults.

use super::{Props, related, seeds};
use crate::page::dom::digits::counted;
use crate::page::state::Action;
use crate::page::state::catalog::Catalog;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::Form;
use crate::page::state::numbers::{MORE, Number, RNG_SEED};
use crate::page::views::parts::params::{FieldContext, params};
use crate::page::widgets::disclosure::Disclosure;
use crate::page::widgets::field::{Field, check_box, menu};
use types::plan::{IdfSource, RelevanceMeasure};
use yew::prelude::*;

/// Renders the section, which is folded unless something in it is invalid or set by the address.
pub(crate) fn advanced(props: &Props) -> Html {
    let Props { catalog, form, search, dispatch, .. } = props;
    let changed = form.changed_settings();
    let head = html! {
        <>{ "Advanced" }if changed > 0 { <span class="fine">{ format!("{} changed", counted(changed, "setting")) }</span> }</>
    };
    let wants_open = form.is_advanced_wrong() || form.address_sets_advanced();
    html! {
        <Disclosure class="advanced" {head} {wants_open}>
            if !form.scope.site_map {
                { seeds::seeds(form, catalog, search, dispatch) }
                <seeds::Find catalog={catalog.clone()} form={form.clone()} search={search.clone()} dispatch={dispatch.clone()} />
            }
            { parameters(form, catalog, dispatch) }
            { related::related(form, catalog, &props.related, dispatch) }
            { settings(form, catalog, dispatch) }
        </Disclosure>
    }
}

/// Renders the parameters of the strategy.
fn parameters(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let info = catalog.strategy(&form.strategy_id());
    let Some(info) = info.filter(|info| !info.params.is_empty()) else {
        return Html::default();
    };
    html! {
        <section class="advanced-part" aria-labelledby="parameters">
            <h2 id="parameters">{ format!("Parameters of {}", info.title) }</h2>
            <div class="more-fields">
                { params(form, info, FieldContext::default(), Action::Form, dispatch) }
            </div>
        </section>
    }
}

/// Renders the settings of every crawl.
fn settings(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let uses_model = form.uses_model(catalog);
    let onstem = dispatch.typing("stemming", |form, text| {
        form.text.unstemmed = text != "true";
    });
    let onmain = dispatch.typing("main_content", |form, text| {
        form.text.main_content = text == "true";
    });
    let main_help = "Ignores menus and other text that the pages of a site repeat.";
    let stem_help = "Treats “crawling” and “crawls” as the same word.";
    html! {
        <section class="advanced-part" aria-labelledby="limits">
            <h2 id="limits">{ "Limits and words" }</h2>
            <div class="more-fields">
                { for MORE.iter().filter(|number| !(uses_model && number.name == RNG_SEED)).map(|number| number_field(form, catalog, dispatch, number)) }
                { relevance(form, dispatch) }
                if uses_model {
                    <p class="fine">{ "The model sets stemming, word weights, main content and the random seed." }</p>
                } else {
                    { idf(form, dispatch) }
                    { check_box("stemming", "Stem words", stem_help, !form.text.unstemmed, onstem) }
                    { check_box("main_content", "Judge pages by their main content", main_help, form.text.main_content, onmain) }
                }
            </div>
        </section>
    }
}

fn number_field(form: &Form, catalog: &Catalog, dispatch: &Dispatch, number: &'static Number) -> Html {
    let oninput = dispatch.typing(number.name, |form, text| {
        form.numbers.insert(number.name.to_owned(), text);
    });
    Field { id: number.name, label: number.title, help: number.help, problem: form.problem(number.name) }.number(
        (number.min, number.max),
        number.whole,
        form.number(number, catalog),
        oninput,
    )
}

fn idf(form: &Form, dispatch: &Dispatch) -> Html {
    let oninput = dispatch.typing("idf", |form, text| {
        form.text.idf = IdfSource::find(&text).unwrap_or_default();
    });
    let options = IdfSource::ALL.map(|source| (source.word(), source.title()));
    Field {
        id: "idf",
        label: "Word weights",
        help: "Source of the word frequencies; rare words weigh more.",
        problem: None,
    }
    .draw(|ties| menu("idf", ties, options.into_iter(), form.text.idf.word(), oninput))
}

fn relevance(form: &Form, dispatch: &Dispatch) -> Html {
    let oninput = dispatch.typing("relevance", |form, text| {
        form.text.relevance = RelevanceMeasure::find(&text).unwrap_or_default();
    });
    let options = RelevanceMeasure::ALL.map(|measure| (measure.word(), measure.title()));
    let chosen = form.text.relevance.word();
    Field {
        id: "relevance",
        label: "Relevance by",
        help: "“Meaning” also finds pages that use other words for the topic (English only, downloads 2 MB).",
        problem: form.problem("relevance"),
    }
    .draw(|ties| menu("relevance", ties, options.into_iter(), chosen, oninput))
}
