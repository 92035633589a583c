//! The source of pages: demo web, proxy, direct requests, or a recorded web.

use super::proxy::proxy;
use crate::page::dom::digits::counted;
use crate::page::dom::files;
use crate::page::dom::text::shown;
use crate::page::state::Action;
use crate::page::state::catalog::{Catalog, Proxy};
use crate::page::state::crawl_address::source_name;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::editing::FormAction;
use crate::page::state::form::Form;
use crate::page::state::library::Library;
use crate::page::state::proxy::ProxyAction;
use crate::page::views::parts::import::{import_progress, on_file};
use crate::page::widgets::field::problem_line;
use crate::protocol::SourceKind;
use yew::prelude::*;

/// The sources with title and help, in the order of the form.
const SOURCES: [(SourceKind, &str, &str); 4] = [
    (
        SourceKind::Demo,
        "Demo web",
        "6,000 generated pages inside this tab. No network.",
    ),
    (
        SourceKind::Proxy,
        "Web through a proxy",
        "Reaches any public page, through the proxy that serves this app or another one.",
    ),
    (
        SourceKind::Direct,
        "Web directly",
        "Reaches only sites that allow cross-origin requests (CORS); few do.",
    ),
    (
        SourceKind::Recorded,
        "Recorded web",
        "Replays pages from your WARC file. No network.",
    ),
];

/// Returns the title of a source.
pub(crate) fn source_title(kind: SourceKind) -> &'static str {
    let found = SOURCES.iter().find(|(source, ..)| *source == kind);
    found.map_or("", |(_, title, _)| title)
}

/// Draws the choice.
pub(crate) fn source(
    form: &Form,
    catalog: &Catalog,
    library: &Library,
    dispatch: &Dispatch,
) -> Html {
    let chosen = form.source(catalog);
    let problem = form.problem("source");
    let option = |(source, title, _): (SourceKind, &'static str, &'static str)| {
        let mine = source == chosen;
        let invalid = (mine && problem.is_some()).then_some("true");
        html! {
            <label>
                <input type="radio" name="source" value={source_name(source)} checked={mine} oninput={choose(source, dispatch)}
                    aria-invalid={invalid} aria-describedby={if invalid.is_some() { "source-problem" } else { "source-help" }} />
                <span>{ title }</span>
            </label>
        }
    };
    let help = SOURCES.iter().find(|(source, ..)| *source == chosen);
    html! {
        <fieldset class="source">
            <legend><h2>{ "Source" }</h2></legend>
            <div class="source-choices">{ for SOURCES.into_iter().map(option) }</div>
            <p class="help" id="source-help">{ help.map_or("", |(_, _, help)| help) }</p>
            { problem_line("source", problem.as_ref()) }
            if chosen == SourceKind::Proxy { { proxy(form, catalog.proxy, dispatch) } }
            if chosen == SourceKind::Recorded { { recorded(catalog, library, dispatch) } }
        </fieldset>
    }
}

/// Chooses a source; checks the proxy again, since it may have been started meanwhile.
fn choose(source: SourceKind, dispatch: &Dispatch) -> Callback<InputEvent> {
    dispatch.on(move || {
        let change = move |form: &mut Form| form.source = Some(source);
        vec![
            Action::Proxy(ProxyAction::Status(Proxy::Unknown)),
            Action::Form(FormAction::Edit("source".into(), Box::new(change))),
        ]
    })
}

/// Draws the choice of a recording, and the content of the chosen one.
fn recorded(catalog: &Catalog, library: &Library, dispatch: &Dispatch) -> Html {
    html! {
        <div class="recorded">
            { files::choice("recording-file", "Choose a WARC file", ".warc,.gz", on_file(catalog, dispatch)) }
            <p class="help" role="status">
                if let Some(web) = library.web.as_ref().filter(|_| library.reading.is_none()) {
                    { format!("“{}”: {} of {}. Stays open until you close the tab.", shown(&web.name), counted(web.pages, "page"), counted(web.hosts, "host")) }
                } else {
                    { library.notice.clone() }
                }
            </p>
            { import_progress(library, dispatch) }
            if let Some(wrong) = &library.wrong { <p class="problem" role="alert">{ wrong }</p> }
        </div>
    }
}
