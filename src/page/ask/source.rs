//! Where pages come from: the demo web, this app's proxy, the sites themselves, or a file.

use super::field::problem_line;
use super::proxy::proxy;
use crate::page::address::source_name;
use crate::page::catalog::{Catalog, Proxy};
use crate::page::digits::counted;
use crate::page::files;
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::library::words::shown;
use crate::page::library::{Library, reading, taking};
use crate::page::state::Action;
use crate::protocol::SourceKind;
use yew::prelude::*;

/// The sources with title and help, in the order of the form.
pub(in crate::page) const SOURCES: [(SourceKind, &str, &str); 4] = [
    (
        SourceKind::Demo,
        "Demo web",
        "6,000 made-up pages that live in this tab. Nothing leaves it.",
    ),
    (
        SourceKind::Proxy,
        "The web, through a proxy",
        "Fetches any public page for you, politely: the one that serves this app, or one elsewhere.",
    ),
    (
        SourceKind::Direct,
        "The web, directly",
        "Works for sites that let other pages read them (CORS): few do.",
    ),
    (
        SourceKind::Recorded,
        "A recorded web",
        "The pages of a WARC file of yours, crawled with no network at all.",
    ),
];

/// The choice.
pub(in crate::page) fn source(
    form: &Form,
    catalog: &Catalog,
    library: &Library,
    hands: &Hands,
) -> Html {
    let chosen = form.source(catalog);
    let problem = form.problem("source");
    let option = |(source, title, help): (SourceKind, &'static str, &'static str)| {
        let mine = source == chosen;
        let invalid = (mine && problem.is_some()).then_some("true");
        html! {
            <>
                <label class="option">
                    <input type="radio" name="source" value={source_name(source)} checked={mine} oninput={choose(source, hands)}
                        aria-invalid={invalid} aria-describedby={invalid.map(|_| "source-problem")} />
                    <span><b>{ title }</b><span class="help">{ help }</span></span>
                </label>
                if mine && source == SourceKind::Proxy { { proxy(form, catalog.proxy, hands) } }
                if mine && source == SourceKind::Recorded { { recorded(catalog, library, hands) } }
            </>
        }
    };
    html! {
        <fieldset class="card source">
            <legend><h2>{ "Where pages come from" }</h2></legend>
            { for SOURCES.into_iter().map(option) }
            { problem_line("source", problem.as_ref()) }
        </fieldset>
    }
}

/// Chooses a source; the proxy is asked for anew, since it may have been started meanwhile.
fn choose(source: SourceKind, hands: &Hands) -> Callback<InputEvent> {
    hands.on(move || {
        let change = move |form: &mut Form| form.source = Some(source);
        vec![
            Action::Proxy(Proxy::Unknown),
            Action::Edit("source".into(), Box::new(change)),
        ]
    })
}

/// The choice of a recording, and what is in the one that was chosen.
fn recorded(catalog: &Catalog, library: &Library, hands: &Hands) -> Html {
    html! {
        <div class="recorded">
            { files::choice("recording-file", "Choose a WARC file", ".warc,.gz", taking(catalog, hands)) }
            <p class="help" role="status">
                if let Some(web) = library.web.as_ref().filter(|_| library.reading.is_none()) {
                    { format!("“{}”: {} of {}. It stays in this tab until you close it.", shown(&web.name), counted(web.pages, "page"), counted(web.hosts, "host")) }
                } else {
                    { library.said.clone() }
                }
            </p>
            { reading(library, hands) }
            if let Some(wrong) = &library.wrong { <p class="problem" role="alert">{ wrong }</p> }
        </div>
    }
}
