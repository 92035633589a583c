//! Asks for confirmation before a crawl of live sites.
//!
//! The page asks if an address requests the crawl, since any web page can link to such an address. It also asks before
//! the first crawl of the browser extension, which needs access to the sites.
//!
//! The dialog names the first hosts, the source and the number of pages. "Cancel" has the focus. "Start crawl" is
//! disabled at first and whenever the window receives the focus, so that a key or click meant for another page cannot
//! confirm. Keys, clicks and taps in that time prolong it, so that of rapid clicks none confirms.

use super::parts::source::source_title;
use crate::views::prelude::*;
use crate::widgets::use_modal;
use page_state::catalog::SiteAccess;
use page_state::effect::{AccessCause, Effect};
use page_state::shared::Shared;
use std::cell::{Cell, RefCell};
use types::taxonomy::Topic;
use web_sys::Url;

/// The most hosts that are named; further ones are counted.
const NAMED: usize = 6;
/// The most bytes of a host or a query that are shown.
const SHOWN_BYTES: usize = 80;
/// The time in milliseconds for which "Start crawl" is disabled. Browsers delay the buttons of their permission prompts
/// as long. Two clicks of a double click are at most as far apart, so that of rapid clicks each comes before the button
/// is enabled.
const DELAY_MS: u32 = 500;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The crawl that would start.
    pub(crate) request: Rc<StartRequest>,
    pub(crate) catalog: Shared<Catalog>,
    /// The person pressed "Start crawl", rather than opening a link.
    pub(crate) is_by_person: bool,
    pub(crate) dispatch: Dispatch,
}

/// Renders the question as a modal dialog of the browser; Escape cancels.
#[component]
pub(crate) fn ConfirmStart(props: &Props) -> Html {
    let dialog = use_node_ref();
    let cancel = use_modal(&dialog);
    let is_ready = use_delay();
    let lacks_access = props.catalog.lacks_access(&props.request.source);
    let confirm = if lacks_access {
        start_with_access(&props.dispatch)
    } else {
        (props.dispatch).on(|| vec![Action::Start(StartAction::Confirm)])
    };
    let (question, button) =
        if lacks_access { ("Allow access to sites?", "Allow and start") } else { ("Start this crawl?", "Start crawl") };
    html! {
        <dialog class="tour confirm-start" ref={dialog} aria-labelledby="confirm-start"
            onclose={props.dispatch.on(|| vec![Action::Start(StartAction::Decline)])}>
            <h2 id="confirm-start">{ question }</h2>
            if lacks_access { { access_help() } }
            if !props.is_by_person {
                <p>{ "A link opened Salticid with this crawl. It will send requests from your device." }</p>
            }
            <dl>
                { fact("Topic", shown(&props.request.title())) }
                { fact("Seeds", start(&props.request, &props.catalog)) }
                { fact("Source", source(&props.request.source, props.catalog.access)) }
                { fact("Budget", budget(&props.request)) }
            </dl>
            <div class="tour-ways">
                <button type="button" autofocus=true onclick={cancel}>{ "Cancel" }</button>
                <button type="button" class="main" disabled={!is_ready} onclick={confirm}>{ button }</button>
            </div>
        </dialog>
    }
}

/// Explains the purpose of the access and its limits.
fn access_help() -> Html {
    html! {
        <>
            <p>{ "Salticid fetches the pages of a crawl from your browser. The browser asks you to allow access to all \
                sites, because a crawl may follow links to any site." }</p>
            <p class="fine">{ "Requests carry no cookies and no passwords, except in pages that you let it render, \
                obey robots.txt and wait between pages. Salticid drops responses from private addresses unread; \
                except where Firefox resolves the host first, it cannot prevent the request, which a proxy can. You \
                can withdraw the access in the browser’s settings of the extension." }</p>
        </>
    }
}

/// Asks the browser for access, and starts the crawl if the person grants it.
fn start_with_access(dispatch: &Dispatch) -> Callback<MouseEvent> {
    dispatch.on(|| vec![Action::perform(Effect::RequestAccess(AccessCause::Crawl))])
}

fn fact(name: &'static str, value: String) -> Html {
    html! { <><dt>{ name }</dt><dd>{ value }</dd></> }
}

/// Returns true once the dialog has been visible, and the window focused, for [`DELAY_MS`] without a key, click or tap.
#[hook]
fn use_delay() -> bool {
    let ready = use_state_eq(|| false);
    let setter = ready.setter();
    use_effect_with((), move |()| {
        let is_over = Rc::new(Cell::new(false));
        let (timer, over) = (RefCell::new(None::<Timeout>), Rc::clone(&is_over));
        let begin = Rc::new(move || {
            let (ready, over) = (setter.clone(), Rc::clone(&over));
            ready.set(false);
            over.set(false);
            let later = Timeout::new(DELAY_MS, move || {
                over.set(true);
                ready.set(true);
            });
            *timer.borrow_mut() = Some(later);
        });
        begin();
        let listen = |window: web_sys::Window| {
            ["focus", "pointerdown", "keydown"].map(|kind| {
                let (begin, is_over) = (Rc::clone(&begin), Rc::clone(&is_over));
                EventListener::new(&window, kind, move |_| {
                    if kind == "focus" || !is_over.get() {
                        begin();
                    }
                })
            })
        };
        let listeners = web_sys::window().map(listen);
        move || drop(listeners)
    });
    *ready
}

/// Returns the hosts of the first pages, one per line, or the providers that will find them.
fn start(request: &StartRequest, catalog: &Catalog) -> String {
    let hosts = hosts(request);
    if hosts.is_empty() {
        let providers = catalog.asked_providers(request.source.kind());
        let titles: Vec<&str> = providers.iter().map(|info| &*info.title).collect();
        return format!("pages found by {}", titles.join(", "));
    }
    let named: Vec<&str> = hosts.iter().take(NAMED).map(String::as_str).collect();
    let named = named.join("\n");
    match hosts.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named}\nand {more} more"),
    }
}

/// Returns the hosts of the seeds and of the examples, each once, in order.
fn hosts(request: &StartRequest) -> Vec<String> {
    let mut examples = Vec::new();
    let mut topics: Vec<&Topic> = request.plan.taxonomy.topics.iter().collect();
    while let Some(topic) = topics.pop() {
        examples.extend(&topic.examples);
        topics.extend(&topic.topics);
    }
    let mut known = BTreeSet::new();
    let all = request.plan.seeds.iter().chain(examples);
    all.map(|address| host(address)).filter(|host| known.insert(host.clone())).collect()
}

/// Returns the host of an address with its port; the text itself if it has none.
fn host(address: &str) -> String {
    let of = |address: &str| Url::new(address).ok().map(|url| url.host());
    let host = of(address).filter(|host| !host.is_empty());
    let host = host.or_else(|| of(&format!("https://{address}")));
    shown(&host.unwrap_or_else(|| address.to_owned()))
}

fn source(source: &Source, access: SiteAccess) -> String {
    let title = source_title(source.kind(), access);
    match source {
        Source::ProxyAt(address) => format!("{title} at {}", address.place()),
        Source::DirectWith(options) => {
            let parts = options.allowed.iter().map(ToString::to_string);
            let rendered = format!("up to {}% of the pages rendered in tabs", options.rendered_percent);
            let parts = parts.chain((options.rendered_percent > 0).then_some(rendered));
            format!("{title}, with {}", parts.collect::<Vec<_>>().join(", "))
        }
        _ => title.to_owned(),
    }
}

fn budget(request: &StartRequest) -> String {
    let pages = counted(request.plan.pages, "page");
    let requests = counted(request.plan.in_flight, "request");
    format!("{pages}, {requests} at a time")
}

fn shown(text: &str) -> String {
    cut(&clean(text), SHOWN_BYTES).to_owned()
}
