//! Renders the panel that finds seeds: the providers and their inputs.

use super::found;
use crate::page::dom::files;
use crate::page::dom::focus::focus;
use crate::page::state::catalog::Catalog;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::Form;
use crate::page::state::seeds::{SeedFinder, SeedsAction};
use crate::page::state::{Action, Shared};
use crate::page::widgets::field::{AriaLinks, menu};
use crate::protocol::seeds::SeedSearch;
use types::seeds::{Need, ProviderInfo};
use web_sys::File;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) catalog: Shared<Catalog>,
    pub(crate) form: Shared<Form>,
    /// The search for seeds.
    pub(crate) search: Shared<SeedFinder>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the panel; nothing while it is closed.
#[component]
pub(crate) fn Find(props: &Props) -> Html {
    let Props { catalog, form, search, dispatch } = props;
    use_effect_with(search.by_hand, |by_hand| {
        if *by_hand {
            focus("#provider");
        }
    });
    let fitting = catalog.providers_for(form.source(catalog));
    let Some(chosen) = search.chosen(&fitting).filter(|_| search.is_open) else {
        return html! { <div id="find-seeds" hidden=true></div> };
    };
    let options = fitting.iter().map(|info| (info.id.as_str(), info.title.as_str()));
    let onchoose = dispatch.on_text(|provider| Action::Seeds(SeedsAction::Choose(provider)));
    let ties = AriaLinks { described_by: Some("provider-help".to_owned()), invalid: None };
    html! {
        <section class="find-seeds" id="find-seeds" aria-labelledby="find-title">
            <h2 id="find-title">{ "Find seeds" }</h2>
            <div class="find-ask">
                <div class="field">
                    <label for="provider">{ "Where to look" }</label>
                    { menu("provider", ties, options, &chosen.id, onchoose) }
                </div>
                { needed(chosen, props) }
            </div>
            <p class="help" id="provider-help">{ &chosen.description }</p>
            { found::found(catalog, search, dispatch) }
        </section>
    }
}

/// Renders the fields of a provider's inputs, and its search button.
fn needed(info: &ProviderInfo, props: &Props) -> Html {
    let Props { catalog, search, dispatch, .. } = props;
    let (label, example) = info.field.clone();
    let ask = asking(info, props);
    let onclick = ask.reform(|_: MouseEvent| None);
    if info.needs.contains(&Need::File) {
        let take = ask.reform(Some);
        return files::choice("seeds-file", "Choose a bookmark file", ".html,.htm", take);
    }
    let id = info.id.clone();
    let field = if info.needs.contains(&Need::Address) {
        let value = catalog.addresses.get(&id).cloned().unwrap_or_default();
        let oninput = dispatch.on_text(move |text| Action::Seeds(SeedsAction::Address(id.clone(), text)));
        let onkeydown = Callback::from(move |event: KeyboardEvent| {
            // Otherwise Enter would submit the form and start the crawl.
            if event.key() == "Enter" {
                event.prevent_default();
                ask.emit(None);
            }
        });
        html! {
            <div class="field"><label for="provider-address">{ label }</label>
                <input id="provider-address" type="text" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"
                    placeholder={example} {value} {oninput} {onkeydown} /></div>
        }
    } else if info.needs.contains(&Need::Text) {
        let oninput = dispatch.on_text(|text| Action::Seeds(SeedsAction::Text(text)));
        html! {
            <div class="field wide"><label for="provider-text">{ label }</label>
                <textarea id="provider-text" rows="4" spellcheck="false" placeholder={example} value={search.text.clone()} {oninput} /></div>
        }
    } else {
        Html::default()
    };
    html! { <>{ field }<button type="button" {onclick}>{ "Find" }</button></> }
}

/// Returns a callback that starts the search of a provider, with a file if it needs one.
fn asking(info: &ProviderInfo, props: &Props) -> Callback<Option<File>> {
    let Props { catalog, form, search, dispatch } = props.clone();
    let id = info.id.clone();
    Callback::from(move |file: Option<File>| {
        let source = match form.full_source(&catalog) {
            Ok(source) => source,
            Err(sentence) => {
                return dispatch.dispatch(Action::Seeds(SeedsAction::ReportError(id.clone(), sentence)));
            }
        };
        let seed_search = Box::new(SeedSearch {
            providers: vec![id.clone()],
            query: form.query.text.trim().to_owned(),
            addresses: catalog.addresses.clone(),
            text: search.text.clone(),
            source,
            ..SeedSearch::default()
        });
        dispatch.dispatch(Action::Seeds(SeedsAction::Find(seed_search, file.map(Into::into))));
    })
}
