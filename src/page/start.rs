//! How a crawl starts: from an opened address or from the form, and the address that it then has.

use super::address::CrawlAddress;
use super::catalog::{Catalog, Proxy, Worker};
use super::form::{Form, Order, problem};
use super::hands::Hands;
use super::kept;
use super::place::{Fragment, on_form};
use super::seeds::{Act, Waits};
use super::state::{Action, Start, State};
use crate::protocol::seeds::{Quest, SeedsOrder};
use crate::protocol::{Problem, Source, SourceKind, ToWorker};
use gloo_events::EventListener;
use yew::prelude::*;

/// What to do when there is no proxy.
pub(crate) const PROXY_MISSING: &str = "No proxy answers where this page came from. Run “cargo xtask start” and open the address that it prints, give the address of another proxy, or choose another source.";
/// What to do where a proxy elsewhere is not known to be usable; why stands beside its address.
const PROXY_UNCONNECTED: &str = "Press “Connect” beside the proxy’s address first.";

/// The name of the topics in an address.
const TOPICS: &str = "topics";

/// Fills the form from the address whenever another one is opened. The one that a start wrote is not another one, and one that
/// says nothing (the link in the head) leaves everything as it is.
#[hook]
pub(crate) fn use_opened(query: &str, state: &State, hands: &Hands) {
    let (hands, form) = (hands.clone(), state.form.clone());
    use_effect_with(query.to_owned(), move |query| {
        let address = CrawlAddress::read(query);
        if !address.is_empty() && form.opened != address {
            let start = address.start && on_form() != Some(true);
            let mut form = Form::from_address(address);
            kept::bring(&mut form);
            let start = start && form.problems.is_empty();
            hands.act.emit(Action::Opened(Box::new(form), start));
        }
    });
}

/// Gives the crawl's address the id under which it is kept, so that a reload goes on with it.
#[hook]
pub(crate) fn use_own_address(fragment: &Fragment, state: &State, hands: &Hands) {
    let (fragment, act) = (fragment.clone(), hands.act.clone());
    let address = state.form.opened.clone();
    use_effect_with(state.live.id.clone(), move |id| {
        if let Some(id) = id.clone().filter(|_| address.id != *id) {
            let named = CrawlAddress {
                id: Some(id.clone()),
                ..address
            };
            act.emit(Action::Named(id));
            fragment.replace(format!("#/crawl?{}", named.write()), false);
        }
    });
}

/// Follows the browser's steps back and forward between the form and the crawl that was started from it.
#[hook]
pub(crate) fn use_steps(hands: &Hands) {
    let act = hands.act.clone();
    use_effect_with((), move |()| {
        let ear = web_sys::window().map(|window| {
            EventListener::new(&window, "popstate", move |_| match on_form() {
                Some(true) => act.emit(Action::Ask),
                Some(false) => act.emit(Action::Back),
                None => {}
            })
        });
        move || drop(ear)
    });
}

/// Sends the plan off when a start was asked for and worker and proxy are known.
#[hook]
pub(crate) fn use_start(fragment: &Fragment, state: &State, hands: &Hands) {
    let (fragment, hands) = (fragment.clone(), hands.clone());
    let parts = (
        state.screen.start,
        state.form.clone(),
        state.catalog.clone(),
        state.models.clone(),
    );
    let (step, quest) = (state.screen.by_person, state.seeds.number + 1);
    use_effect_with(parts, move |(start, form, catalog, models)| {
        let waits = catalog.worker != Worker::Ready || form.waits_for_models(models);
        if *start != Start::Wanted || waits {
            return;
        }
        match form
            .order(catalog)
            .and_then(|order| with_source(order, catalog.proxy))
        {
            Ok(Some(order)) if form.lacks_seeds(catalog) => seek(order, quest, catalog, &hands),
            Ok(Some(order)) => send(order, form, &hands, &|written| {
                fragment.replace(written, step);
            }),
            Ok(None) => {}
            Err(problems) => hands.act.emit(Action::Refused(problems)),
        }
    });
}

/// Asks for pages to start at, since there are none: everyone who needs nothing but the words.
fn seek(order: Order, number: u32, catalog: &Catalog, hands: &Hands) {
    let ready = catalog.ready_providers(order.source.kind());
    let providers: Vec<String> = ready.iter().map(|info| info.id.clone()).collect();
    let waits = Waits {
        left: u32::try_from(providers.len()).unwrap_or(u32::MAX),
        providers: providers.clone(),
        for_start: true,
    };
    hands.act.emit(Action::Seeds(Act::Asked(number, waits)));
    hands
        .say
        .emit(ToWorker::Seeds(SeedsOrder::Find(Box::new(Quest {
            number,
            providers,
            query: order.plan.query,
            source: order.source,
            ..Quest::default()
        }))));
}

fn send(order: Order, form: &Form, hands: &Hands, replace: &dyn Fn(String)) {
    let mut address = form.address();
    address.start = form.opened.start;
    if order.plan.taxonomy.topics.is_empty() {
        address.rest.remove(TOPICS);
    } else {
        kept::keep(form);
    }
    // Those of another strategy are kept in the form alone.
    address.struck.clone_from(&order.plan.struck);
    let written = format!("#/crawl?{}", address.write());
    // The address is known as ours before it changes.
    hands
        .act
        .emit(Action::Sent(Box::new(order.clone()), Box::new(address)));
    replace(written);
    hands.say.emit(ToWorker::Start {
        plan: Box::new(order.plan),
        source: order.source,
        stay: order.stay,
        model: order.model.map(|card| card.id.clone()),
    });
}

/// The order, where its source is known to be there; none while the proxy is being asked.
fn with_source(order: Order, proxy: Proxy) -> Result<Option<Order>, Vec<Problem>> {
    if order.source.kind() != SourceKind::Proxy || proxy == Proxy::There {
        return Ok(Some(order));
    }
    match (&order.source, proxy) {
        (_, Proxy::Unknown | Proxy::Asked) => Ok(None),
        (Source::ProxyAt(_), _) => Err(vec![problem("proxy", PROXY_UNCONNECTED.to_owned())]),
        _ => Err(vec![problem("source", PROXY_MISSING.to_owned())]),
    }
}
