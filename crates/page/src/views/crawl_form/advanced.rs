//! Renders “Advanced”: the seeds, the strategy's parameters, related words, and settings that most crawls leave at
//! their defaults.

use super::{Props, related, seeds};
use crate::views::parts::params::{FieldContext, control, params};
use crate::views::prelude::*;
use crate::widgets::disclosure::Disclosure;
use types::plan::Plan;
use types::settings::{self, Setting};

/// Renders the section, which is folded unless something in it is invalid or set by the address.
pub(crate) fn advanced(props: &Props) -> Html {
    let Props { catalog, form, search, dispatch, .. } = props;
    let changed = form.changed_settings();
    let head = html! {
        <>
            { "Advanced" }
            if changed > 0 { <span class="fine">{ format!("{} changed", counted(changed, "setting")) }</span> }
        </>
    };
    let wants_open = form.is_advanced_wrong() || form.address_sets_advanced();
    html! {
        <Disclosure class="advanced" {head} {wants_open}>
            if !form.scope.site_map {
                { seeds::seeds(form, catalog, search, dispatch) }
                <seeds::Find catalog={catalog.clone()} form={form.clone()} search={search.clone()}
                    dispatch={dispatch.clone()} />
            }
            { parameters(form, catalog, dispatch) }
            { related::related(form, catalog, &props.related, dispatch) }
            { settings(form, catalog, dispatch) }
        </Disclosure>
    }
}

/// Renders the parameters of the strategy.
fn parameters(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Option<Html> {
    let info = catalog.strategy(&form.strategy_id());
    let info = info.filter(|info| !info.params.is_empty())?;
    Some(html! {
        <section class="advanced-part" aria-labelledby="parameters">
            <h2 id="parameters">{ format!("Parameters of {}", info.title) }</h2>
            <div class="more-fields">
                { params(form, info, FieldContext::default(), Action::Form, dispatch) }
            </div>
        </section>
    })
}

/// Renders the settings of every crawl, except those of the model.
fn settings(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let (of_model, rest): (Vec<_>, Vec<_>) = settings::settings()
        .filter(|setting| setting.place == settings::Place::Advanced)
        .partition(|setting| setting.is_learned && form.uses_model(catalog));
    let of_model: Vec<&str> = of_model.iter().map(|setting| setting.title).collect();
    html! {
        <section class="advanced-part" aria-labelledby="limits">
            <h2 id="limits">{ "Limits and words" }</h2>
            <div class="more-fields">
                { for rest.into_iter().map(|setting| field(form, catalog, dispatch, setting)) }
                if !of_model.is_empty() {
                    <p class="fine">{ format!("Set by the model: {}.", of_model.join(", ")) }</p>
                }
            </div>
        </section>
    }
}

fn field(form: &Form, catalog: &Catalog, dispatch: &Dispatch, setting: &'static Setting) -> Html {
    let oninput = dispatch.typing(setting.name, |form, text| form.set(setting, text));
    let info = setting.info(&Plan::default());
    control(setting.name, &info, form.setting(setting, catalog), form.problem(setting.name), oninput)
}
