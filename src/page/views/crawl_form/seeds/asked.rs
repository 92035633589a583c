//! Renders the choice of the providers that are asked when a crawl starts without seeds.

use crate::page::state::Action;
use crate::page::state::catalog::Catalog;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::Form;
use crate::page::state::seeds::{SeedsAction, web_of};
use crate::page::widgets::field::check_box;
use types::seeds::{ProviderInfo, Web};
use yew::prelude::*;

/// Renders the providers, folded; nothing if no provider is on the web.
pub(super) fn asked(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let source = form.source(catalog);
    if web_of(source) != Web::Live {
        return Html::default();
    }
    let ready = catalog.ready_providers(source);
    let asked = catalog.asked_providers(source).len();
    html! {
        <details class="how fine">
            <summary>{ format!("Seed providers: {asked} of {}", ready.len()) }</summary>
            <p>{ "If you enter no seeds, a start sends your query to these providers. This browser remembers your choice." }</p>
            { for ready.into_iter().map(|info| provider(info, catalog, dispatch)) }
        </details>
    }
}

fn provider(info: &ProviderInfo, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let id = info.id.clone();
    let oninput = dispatch.on_check(move |on| Action::Seeds(SeedsAction::Ask(id.clone(), on)));
    let is_asked = catalog.is_asked(info);
    check_box(&format!("ask-{}", info.id), &info.title, &info.description, is_asked, oninput)
}
