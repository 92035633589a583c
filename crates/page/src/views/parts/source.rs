//! Renders the source of pages: demo web, proxy, direct requests, or a recorded web.

use crate::dom::tab;
use crate::views::parts::import::{first_warnings, import_progress};
use crate::views::prelude::*;
use page_state::catalog::{PROXY_MISSING, Proxy, ProxyAction, SiteAccess};
use protocol::ProxyAddress;
use types::direct::DirectOptions;

/// The sources with title and help, in the order of the form.
const SOURCES: [(SourceKind, &str, &str); 4] = [
    (SourceKind::Demo, "Demo web", "6,000 generated pages inside this tab. No network."),
    (
        SourceKind::Proxy,
        "Web through a proxy",
        "Reaches any public page, through the proxy that serves this app or another one.",
    ),
    (SourceKind::Direct, "Web directly", "Reaches only sites that allow cross-origin requests (CORS); few do."),
    (SourceKind::Recorded, "Recorded web", "Replays pages from your WARC or WACZ file. No network."),
];

/// The title of direct requests in the browser extension.
const THE_WEB: &str = "The web";
/// The help text of direct requests in the browser extension.
const THE_WEB_HELP: &str =
    "Reaches any public page from your browser, without a proxy. The browser asks for access at the first crawl.";

/// Returns the title of a source.
pub(crate) fn source_title(kind: SourceKind, access: SiteAccess) -> &'static str {
    if kind == SourceKind::Direct && access.is_of_extension() {
        return THE_WEB;
    }
    let found = SOURCES.iter().find(|(source, ..)| *source == kind);
    found.map_or("", |(_, title, _)| title)
}

/// Renders the choice.
pub(crate) fn source(form: &Form, catalog: &Catalog, library: &Library, dispatch: &Dispatch) -> Html {
    let chosen = form.source(catalog);
    let problem = form.problem("source");
    let is_extension = catalog.access.is_of_extension();
    let mut sources = SOURCES;
    if is_extension {
        // There every site can be reached directly.
        sources.sort_by_key(|(source, ..)| *source != SourceKind::Direct);
    }
    let option = |(source, ..): (SourceKind, &'static str, &'static str)| {
        let mine = source == chosen;
        let invalid = (mine && problem.is_some()).then_some("true");
        html! {
            <label>
                <input type="radio" name="source" value={source.name()} checked={mine}
                    oninput={choose(source, dispatch)} aria-invalid={invalid}
                    aria-describedby={if invalid.is_some() { "source-problem" } else { "source-help" }} />
                <span>{ source_title(source, catalog.access) }</span>
            </label>
        }
    };
    let help = SOURCES.iter().find(|(source, ..)| *source == chosen);
    let fetches = is_extension && chosen == SourceKind::Direct;
    let help = if fetches { THE_WEB_HELP } else { help.map_or("", |(_, _, help)| help) };
    html! {
        <fieldset class="source">
            <legend><h2>{ "Source" }</h2></legend>
            <div class="source-choices">{ for sources.into_iter().map(option) }</div>
            <p class="help" id="source-help">{ help }</p>
            { problem_line("source", problem.as_ref()) }
            if fetches { { rendering(form, catalog.renders_apart, dispatch) } { allowed(form, dispatch) } }
            if chosen == SourceKind::Proxy { { proxy(form, catalog.proxy, dispatch) } }
            if chosen == SourceKind::Recorded { { recorded(form, library, dispatch) } }
        </fieldset>
    }
}

/// Renders the choice of how many pages that need JavaScript are opened in a tab.
fn rendering(form: &Form, is_apart: bool, dispatch: &Dispatch) -> Html {
    let chosen = form.source.rendered_percent.unwrap_or_default();
    let option = |percent: u8| {
        let text = if percent == 0 { "Skip".to_owned() } else { format!("Render up to {percent}% of the page limit") };
        html! { <option value={percent.to_string()} selected={percent == chosen}>{ text }</option> }
    };
    let onchange = dispatch
        .on_text(|value| Action::edit_form("source", move |form| form.source.rendered_percent = value.parse().ok()));
    html! {
        <div class="field">
            <label for="rendered">{ "Pages that need JavaScript" }</label>
            <select id="rendered" {onchange} aria-describedby="rendered-help">
                { for DirectOptions::RENDERED_PERCENT.into_iter().map(option) }
            </select>
            <p class="help" id="rendered-help">
                { "Rendering opens such a page in a background tab, where its scripts run " }
                if is_apart { { "without your cookies." } } else {
                    { "with your cookies for the site. To keep them out, allow Salticid in private windows." }
                }
            </p>
        </div>
    }
}

/// Renders the field for addresses of the person's own network, folded because few crawls need it.
fn allowed(form: &Form, dispatch: &Dispatch) -> Html {
    let allowed = form.source.allowed.clone().unwrap_or_default();
    html! {
        <details class="how" open={!allowed.is_empty()}>
            <summary>{ "Crawl your own network" }</summary>
            <div class="field">
                <label for="allowed">{ "Allowed private addresses" }</label>
                <input id="allowed" type="text" autocomplete="off" spellcheck="false" autocapitalize="none"
                    placeholder="127.0.0.1" value={allowed}
                    oninput={dispatch.typing("source", |form, text| form.source.allowed = Some(text))}
                    aria-describedby="allowed-help" />
                <p class="help" id="allowed-help">
                    { "IP addresses, separated by spaces. All other private addresses remain blocked." }
                </p>
            </div>
        </details>
    }
}

/// Returns a handler that selects a source. It checks the proxy again, since it may have been started in the meantime.
pub(crate) fn choose<E>(source: SourceKind, dispatch: &Dispatch) -> Callback<E> {
    dispatch.on(move || {
        vec![
            Action::Proxy(ProxyAction::Status(Proxy::Unknown)),
            Action::edit_form("source", move |form| form.source.kind = Some(source)),
        ]
    })
}

/// Returns the remedy if a source is a recorded web that is not open, in sentences.
pub(crate) fn not_open(source: &Source, library: &Library) -> Option<String> {
    let Source::RecordedIn(name) = source else {
        return None;
    };
    let open = library.imports.web.as_ref().map(|web| &web.name);
    (open != Some(name)).then(|| {
        let name = shown(name);
        format!("“{name}” is not open: a recorded web stays open only until the tab closes. Choose the file again.")
    })
}

/// Renders the choice of a recording, and the content of the chosen one.
fn recorded(form: &Form, library: &Library, dispatch: &Dispatch) -> Html {
    let learned = form.model.card.as_ref().and_then(|card| {
        let gone = not_open(card.source.as_ref()?, library)?;
        Some(format!("The model “{}” was trained on a recorded web. {gone}", shown(&card.name)))
    });
    html! {
        <div class="recorded">
            { files::choice("recording-file", "Choose a recording", ".wacz,.warc,.arc,.gz,.zst",
                dispatch.on_file(FileContent::Pages)) }
            <p class="help" role="status">
                if let Some(web) = library.imports.web.as_ref().filter(|_| library.imports.reading.is_none()) {
                    { format!("“{}”: {} of {}, {}. Stays open until you close the tab.", shown(&web.name),
                        counted(web.pages, "page"), counted(web.hosts, "host"), counted(web.others, "other record")) }
                } else {
                    { library.feedback.notice.clone() }
                }
            </p>
            if let Some(web) = library.imports.web.as_ref().filter(|web| web.repeated > 0) {
                <p class="help">
                    { format!("Further records of a URL: {}. The first successful one is used.", grouped(web.repeated)) }
                </p>
            }
            if let Some(web) = &library.imports.web { { first_warnings(web.skipped as usize, &web.warnings) } }
            { import_progress(library, dispatch) }
            if let Some(learned) = learned { <p class="help recorded-model">{ learned }</p> }
            if let Some(wrong) = &library.feedback.error { <p class="problem" role="alert">{ wrong }</p> }
        </div>
    }
}

const USUAL: &str = "127.0.0.1:8181";

/// Renders the field and its button.
pub(crate) fn proxy(form: &Form, state: Proxy, dispatch: &Dispatch) -> Html {
    let wrong = form.problem("proxy");
    let ties = AriaLinks::of("proxy", true, wrong.as_ref());
    let value = form.source.proxy.clone().unwrap_or_default();
    html! {
        <div class="field proxy">
            <label for="proxy">{ "Proxy" }</label>
            <div class="proxy-ask">
                <input id="proxy" type="text" inputmode="url" autocomplete="off" spellcheck="false"
                    autocapitalize="none" {value} placeholder="Default proxy" oninput={typing(dispatch)}
                    aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
                <button type="button" disabled={state == Proxy::Checking}
                    onclick={dispatch.on::<MouseEvent>(|| vec![Action::Proxy(ProxyAction::CheckTyped)])}>
                    { "Connect" }
                </button>
            </div>
            { problem_line("proxy", wrong.as_ref()) }
            <p class="help" id="proxy-help">{ "Leave empty to use the proxy that served this page. Any other \
                proxy sees every URL of the crawl." }</p>
            { learn_more("A proxy elsewhere must allow this page’s origin: start it with the option --allow-origin.") }
            <div role="status">
                if let (Ok(address), None) = (form.source.proxy_address(), form.problem("source")) {
                    { status(address.as_ref(), state) }
                }
            </div>
        </div>
    }
}

/// Returns a handler that changes the address. Only the page's own proxy is checked without a click, because it needs
/// no permission.
fn typing(dispatch: &Dispatch) -> Callback<InputEvent> {
    let write = dispatch.typing("proxy", |form, text| {
        form.source.kind = Some(SourceKind::Proxy);
        form.source.proxy = Some(text);
    });
    let actions = dispatch.actions.clone();
    Callback::from(move |event: InputEvent| {
        let is_own = typed(&event).trim().is_empty();
        write.emit(event);
        let state = if is_own { Proxy::Unknown } else { Proxy::Unchecked };
        actions.emit(Action::Proxy(ProxyAction::Status(state)));
    })
}

/// Renders the status of the proxy, and the remedy.
fn status(address: Option<&ProxyAddress>, state: Proxy) -> Html {
    match (state, address) {
        (Proxy::Unknown | Proxy::Checking, _) => status_line("state", "Connecting…"),
        (Proxy::There, _) => status_line("state good", "Connected."),
        (_, None) => status_line("state bad", PROXY_MISSING),
        (Proxy::Unchecked, Some(address)) if tab::needs_permission(address) => status_line(
            "state",
            "Press “Connect”, then allow this page to reach programs on this device. It only uses the proxy.",
        ),
        (Proxy::Unchecked, Some(_)) => status_line("state", "Press “Connect” to test the connection."),
        (Proxy::NotAProxy, Some(_)) => status_line(
            "state bad",
            "The server at this address is not salticid-proxy. Check the port: the proxy prints its address when it \
            starts.",
        ),
        (Proxy::Denied, Some(address)) => html! {
            <>
                { status_line("state bad", "The browser blocks access to programs on this device. Allow it in the site \
                    settings (the icon before the address, “Local network access” or “Apps on device”), then press \
                    “Connect”.") }
                { same_origin_hint(address) }
            </>
        },
        (Proxy::Missing, Some(address)) => html! {
            <>
                { status_line("state bad", "Could not reach a proxy there that allows this page. Start it with this \
                    command, then press “Connect”:") }
                <p><code class="command">{ command(address) }</code></p>
                { same_origin_hint(address) }
            </>
        },
    }
}

fn status_line(class: &'static str, text: &'static str) -> Html {
    html! { <p {class}>{ text }</p> }
}

/// Renders the link to the app on the proxy's own origin, which needs no permission.
fn same_origin_hint(address: &ProxyAddress) -> Html {
    if !address.is_loopback() {
        return Html::default();
    }
    let link = outer_link(&SafeHref::of_proxy(address), address.as_str(), true);
    html! { <p class="state">{ "Or open the app from the proxy, which needs no permission: " }{ link }</p> }
}

/// Returns the command that starts a proxy with access for this page.
fn command(address: &ProxyAddress) -> String {
    let origin = tab::own_origin();
    let place = address.place().split('/').next().unwrap_or_default();
    let place = place.replace("localhost", "127.0.0.1");
    if !address.is_loopback() || place == USUAL {
        return format!("salticid-proxy --allow-origin {origin}");
    }
    format!("salticid-proxy --listen {place} --allow-origin {origin}")
}
