//! Starts crawls from an opened address or from the form, and writes the crawl's address.

use crate::page::dom::tab::is_framed;
use crate::page::state::catalog::{Catalog, Proxy, SiteAccess, Worker};
use crate::page::state::crawl_address::CrawlAddress;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::{Form, StartRequest, problem};
use crate::page::state::proxy::PROXY_MISSING;
use crate::page::state::route::{Fragment, is_form_entry};
use crate::page::state::screen::{ScreenAction, Start};
use crate::page::state::seeds::{PendingSeeds, SeedsAction};
use crate::page::state::starting::StartAction;
use crate::page::state::view_address::ViewAddress;
use crate::page::state::{Action, State, session_topics};
use crate::protocol::seeds::{SeedSearch, SeedsRequest};
use crate::protocol::{Problem, Source, SourceKind, ToWorker};
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use types::count;
use types::limits::SEED_START_S;
use yew::prelude::*;

/// The remedy if a proxy at another address is not connected.
const PROXY_UNCONNECTED: &str = "This page is not connected to the proxy yet. Press “Connect” next to its address.";

/// The remedy if another page embeds this one.
const FRAMED: &str = "Another site shows this page inside its own, so it starts no crawl of live sites. Open Salticid in a tab of its own.";

/// The time without a change in milliseconds after which the address is updated with the moment of a replay. Browsers limit the rate of
/// updates, and a replay shows many moments per second.
const ADDRESS_MS: u32 = 300;

/// The name of the topics in an address.
const TOPICS: &str = "topics";

/// Fills the form whenever another address is opened. The address that a start has written does not count, and an address without
/// parameters changes nothing.
#[hook]
pub(crate) fn use_opened(query: &str, state: &State, dispatch: &Dispatch) {
    let (dispatch, form) = (dispatch.clone(), state.setup.form.clone());
    use_effect_with(query.to_owned(), move |query| {
        let address = CrawlAddress::read(query);
        if !address.is_empty() && form.opened != address {
            let start = address.start && is_form_entry() != Some(true);
            let mut form = Form::from_address(address);
            session_topics::restore(&mut form);
            let start = start && form.problems.is_empty();
            dispatch.dispatch(Action::Start(StartAction::AddressOpened(Box::new(form), start)));
        }
    });
}

/// Adds the id of the saved crawl to its address, so that a reload continues it.
#[hook]
pub(crate) fn use_own_address(fragment: &Fragment, state: &State, dispatch: &Dispatch) {
    let (fragment, actions) = (fragment.clone(), dispatch.actions.clone());
    let address = state.setup.form.opened.clone();
    use_effect_with(state.crawl.live.saved.id.clone(), move |id| {
        if let Some(id) = id.clone().filter(|_| address.id != *id) {
            let named = CrawlAddress { id: Some(id.clone()), ..address };
            actions.emit(Action::Start(StartAction::IdAssigned(id)));
            fragment.replace(format!("#/crawl?{}", named.write()), false);
        }
    });
}

/// Writes the view of a crawl to its address, and restores the view of an opened address once the crawl has loaded.
#[hook]
pub(crate) fn use_shown_address(fragment: &Fragment, query: &str, state: &State, dispatch: &Dispatch) {
    let is_here = !state.screen.asking && state.crawl.live.saved.id.is_some();
    let id = state.crawl.live.saved.id.clone();
    let id = id.filter(|id| is_here && state.setup.form.opened.id.as_ref() == Some(id));
    let good = state.crawl.live.good_from();
    let asked = use_memo(query.to_owned(), |query| ViewAddress::read(query));
    // A past moment can only be shown once its pages have arrived.
    let id = id.filter(|_| asked.moment().is_none() || !state.crawl.live.is_catching_up);
    let shown = ViewAddress::of(state);
    let written = use_mut_ref(|| None::<(String, ViewAddress)>);
    let (fragment, dispatch, query) = (fragment.clone(), dispatch.clone(), query.to_owned());
    use_effect_with((id, query, asked, shown), move |(id, query, asked, shown)| {
        // An address without an id belongs to another screen, or to a crawl that is not saved yet.
        let id = id.clone().filter(|id| CrawlAddress::read(query).id.as_ref() == Some(id));
        let own = id.map(|id| (id, (**asked).clone()));
        let is_new = !asked.is_empty() && *written.borrow() != own;
        let write = match own {
            Some(own) if is_new => {
                written.replace(Some(own));
                for action in asked.actions(good) {
                    dispatch.dispatch(action);
                }
                None
            }
            Some((id, _)) if **asked != *shown => {
                let is_moment = shown.moment() != asked.moment();
                let (shown, query) = (shown.clone(), query.clone());
                let write = move || {
                    let address = format!("#/crawl?{}", shown.add_to(&query));
                    written.replace(Some((id, shown)));
                    fragment.replace(address, false);
                };
                if is_moment {
                    Some(Timeout::new(ADDRESS_MS, write))
                } else {
                    write();
                    None
                }
            }
            _ => None,
        };
        move || drop(write)
    });
}

/// Handles the browser's back and forward buttons between the form and the crawl started from it.
#[hook]
pub(crate) fn use_history_steps(dispatch: &Dispatch) {
    let actions = dispatch.actions.clone();
    use_effect_with((), move |()| {
        let listener = web_sys::window().map(|window| {
            EventListener::new(&window, "popstate", move |_| match is_form_entry() {
                Some(true) => actions.emit(Action::Screen(ScreenAction::ShowForm)),
                Some(false) => actions.emit(Action::Screen(ScreenAction::ShowCrawl)),
                None => {}
            })
        });
        move || drop(listener)
    });
}

/// Tells the worker when a search for seeds is over or canceled. It must run before [`use_start`], so that it does not stop the next
/// search.
#[hook]
pub(crate) fn use_stopped_search(state: &State, dispatch: &Dispatch) {
    let dispatch = dispatch.clone();
    use_effect_with(state.setup.seeds.waits.is_some(), move |waits| {
        let waits = *waits;
        move || {
            if waits {
                dispatch.send(ToWorker::Seeds(SeedsRequest::Stop));
            }
        }
    });
}

/// Sends the plan when a start was requested and the states of worker and proxy are known.
#[hook]
pub(crate) fn use_start(fragment: &Fragment, state: &State, dispatch: &Dispatch) {
    let (fragment, dispatch) = (fragment.clone(), dispatch.clone());
    let parts = (state.screen.start, state.setup.form.clone(), state.catalog.clone(), state.models.clone());
    let (step, seed_search) = (state.screen.by_person, state.setup.seeds.number + 1);
    let confirmed = state.screen.confirmed;
    use_effect_with(parts, move |(start, form, catalog, models)| {
        let waits =
            catalog.worker != Worker::Ready || catalog.access == SiteAccess::Unknown || form.waits_for_models(models);
        if *start != Start::Wanted || waits {
            return;
        }
        match form.start_request(catalog).and_then(|request| with_source(request, catalog.proxy)) {
            // The embedding page could cover the buttons (clickjacking), so that neither a click nor a confirmation can be trusted.
            Ok(Some(request)) if request.source.is_live() && is_framed() => {
                let problems = vec![problem("source", FRAMED.to_owned())];
                dispatch.dispatch(Action::Start(StartAction::Refused(problems)));
            }
            Ok(Some(request)) if request.source.is_live() && (!confirmed || catalog.lacks_access(&request.source)) => {
                ask_before(request, &dispatch);
            }
            Ok(Some(request)) if form.needs_seed_search(catalog) => {
                seek(request, seed_search, catalog, &dispatch);
            }
            Ok(Some(request)) => send(request, form, &dispatch, &|written| {
                fragment.replace(written, step);
            }),
            Ok(None) => {}
            Err(problems) => dispatch.dispatch(Action::Start(StartAction::Refused(problems))),
        }
    });
}

/// Asks for confirmation before a crawl of live sites that no click has started, since any page can link to its address, and before one for
/// which the extension lacks access.
fn ask_before(request: StartRequest, dispatch: &Dispatch) {
    dispatch.dispatch(Action::Start(StartAction::AskFirst(Box::new(request))));
}

/// Starts the search for seeds with every provider that only needs the query and is not switched off.
fn seek(request: StartRequest, number: u32, catalog: &Catalog, dispatch: &Dispatch) {
    let asked = catalog.asked_providers(request.source.kind());
    let providers: Vec<String> = asked.iter().map(|info| info.id.clone()).collect();
    let waits = PendingSeeds { left: count(providers.len()), providers: providers.clone(), for_start: true };
    dispatch.dispatch(Action::Seeds(SeedsAction::Asked(number, waits)));
    dispatch.send(ToWorker::Seeds(SeedsRequest::Find(Box::new(SeedSearch {
        number,
        providers,
        query: request.plan.query,
        addresses: catalog.addresses.clone(),
        text: String::new(),
        source: request.source,
        time_limit_s: Some(SEED_START_S),
    }))));
}

fn send(request: StartRequest, form: &Form, dispatch: &Dispatch, replace: &dyn Fn(String)) {
    let mut address = form.address();
    address.start = form.opened.start;
    if request.plan.taxonomy.topics.is_empty() {
        address.rest.remove(TOPICS);
    } else {
        session_topics::save(form);
    }
    // The form also keeps the excluded words of other strategies; the address has only those of this one.
    address.excluded.clone_from(&request.plan.excluded);
    let written = format!("#/crawl?{}", address.write());
    // The address is registered as the app's own before it changes, so that it does not fill the form.
    dispatch.dispatch(Action::Start(StartAction::Sent(Box::new(request.clone()), Box::new(address))));
    replace(written);
    dispatch.send(ToWorker::Start {
        plan: Box::new(request.plan),
        source: request.source,
        stay: request.stay,
        model: request.model.map(|card| card.id.clone()),
    });
}

/// Returns the request if its source is available; `None` while the proxy is being checked.
fn with_source(request: StartRequest, proxy: Proxy) -> Result<Option<StartRequest>, Vec<Problem>> {
    if request.source.kind() != SourceKind::Proxy || proxy == Proxy::There {
        return Ok(Some(request));
    }
    match (&request.source, proxy) {
        (_, Proxy::Unknown | Proxy::Checking) => Ok(None),
        (Source::ProxyAt(_), _) => Err(vec![problem("proxy", PROXY_UNCONNECTED.to_owned())]),
        _ => Err(vec![problem("source", PROXY_MISSING.to_owned())]),
    }
}
