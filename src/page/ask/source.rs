//! Where pages come from: the demo web, this app's proxy, or the sites themselves.

use super::field::problem_line;
use crate::page::address::source_name;
use crate::page::app::Hands;
use crate::page::catalog::{Catalog, Proxy};
use crate::page::form::Form;
use crate::page::state::{Action, Part};
use crate::protocol::Source;
use yew::prelude::*;

/// What to do when there is no proxy.
pub(crate) const PROXY_MISSING: &str = "No proxy answers where this page came from. Run “cargo xtask start” and open the address that it prints, or choose another source.";

/// The sources with their names, in the order of the form.
const SOURCES: [(Source, &str, &str); 3] = [
    (
        Source::Demo,
        "Demo web",
        "6,000 made-up pages that live in this tab. Nothing leaves it.",
    ),
    (
        Source::Proxy,
        "The web, through this app’s proxy",
        "Fetches any public page for you, politely.",
    ),
    (
        Source::Direct,
        "The web, directly",
        "Works for sites that let other pages read them (CORS): few do.",
    ),
];

/// The choice.
#[component]
pub(super) fn SourceChoice() -> Html {
    let (Some(hands), Some(form), Some(catalog)) = (
        use_context::<Hands>(),
        use_context::<Part<Form>>(),
        use_context::<Part<Catalog>>(),
    ) else {
        return Html::default();
    };
    let chosen = form.source(&catalog);
    let problem = form.problem("source");
    let option = |(source, title, help): &(Source, &'static str, &'static str)| {
        let (act, source) = (hands.act.clone(), *source);
        let onchange = Callback::from(move |_: Event| {
            if source == Source::Proxy {
                act.emit(Action::Proxy(Proxy::Unknown));
            }
            act.emit(Action::Edit(
                "source",
                Box::new(move |form: &mut Form| form.source = Some(source)),
            ));
        });
        let invalid = (source == chosen && problem.is_some()).then_some("true");
        html! {
            <label class="option">
                <input type="radio" name="source" value={source_name(source)} checked={source == chosen} {onchange}
                    aria-invalid={invalid} aria-describedby={invalid.map(|_| "source-problem")} />
                <span><b>{ *title }</b><span class="help">{ *help }{ state_of(source, chosen, catalog.proxy) }</span></span>
            </label>
        }
    };
    html! {
        <fieldset class="card source">
            <legend><h2>{ "Where pages come from" }</h2></legend>
            { for SOURCES.iter().map(option) }
            { problem_line("source", problem.as_ref()) }
        </fieldset>
    }
}

/// What is known of the proxy, where it is the chosen source.
fn state_of(source: Source, chosen: Source, proxy: Proxy) -> Html {
    if (source, chosen) != (Source::Proxy, Source::Proxy) {
        return Html::default();
    }
    match proxy {
        Proxy::Unknown | Proxy::Asked => {
            html! { <span class="state" role="status">{ "Asking for it…" }</span> }
        }
        Proxy::There => html! { <span class="state good" role="status">{ "It answers." }</span> },
        Proxy::Missing => html! { <span class="state bad" role="status">{ PROXY_MISSING }</span> },
    }
}
