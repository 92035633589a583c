//! The crawl page: the form or the crawl, the start, and the address that goes with them.

use super::address::CrawlAddress;
use super::app::{Hands, Route};
use super::ask::Ask;
use super::catalog::{Catalog, Proxy, Worker};
use super::form::{Form, problem};
use super::hunt::Hunt;
use super::state::{Action, Part, Screen};
use crate::protocol::{Source, ToWorker};
use yew::prelude::*;
use yew_router::prelude::*;
use yew_router::query::Raw;

/// The crawl page.
#[component]
pub(crate) fn CrawlPage() -> Html {
    let screen = use_context::<Screen>().unwrap_or_default();
    use_opened();
    use_start();
    if screen.asking {
        html! { <Ask /> }
    } else {
        html! { <Hunt /> }
    }
}

/// Fills the form from the address whenever another one is opened. The one that a start wrote is not another one, and one that
/// says nothing (the link in the head) leaves everything as it is.
#[hook]
fn use_opened() {
    let hands = use_context::<Hands>();
    let form = use_context::<Part<Form>>().unwrap_or_default();
    let query = use_location().map(|location| location.query_str().to_owned());
    use_effect_with(query.unwrap_or_default(), move |query| {
        let address = CrawlAddress::read(query);
        if let Some(hands) = hands.filter(|_| !address.is_empty() && form.opened != address) {
            let start = address.start;
            hands
                .act
                .emit(Action::Opened(Box::new(Form::from_address(address)), start));
        }
    });
}

/// Sends the plan off when a start was asked for and worker and proxy are known.
#[hook]
fn use_start() {
    let hands = use_context::<Hands>();
    let screen = use_context::<Screen>().unwrap_or_default();
    let form = use_context::<Part<Form>>().unwrap_or_default();
    let catalog = use_context::<Part<Catalog>>().unwrap_or_default();
    let navigator = use_navigator();
    use_effect_with(
        (screen.starting, form, catalog),
        move |(starting, form, catalog)| {
            let Some(hands) = hands.filter(|_| *starting && catalog.worker == Worker::Ready) else {
                return;
            };
            let order = match ready(form, catalog) {
                Ok(Some(order)) => order,
                Ok(None) => return,
                Err(problems) => return hands.act.emit(Action::Refused(problems)),
            };
            let mut address = form.address();
            address.start = form.opened.start;
            let query = Raw(address.write());
            // The address is known as ours before it changes.
            hands
                .act
                .emit(Action::Sent(Box::new(order.clone()), Box::new(address)));
            if let Some(navigator) = navigator {
                // A browser that refuses to change the address (too many changes) leaves the old one; the crawl goes on.
                let _ = navigator.replace_with_query(&Route::Crawl, query);
            }
            hands.say.emit(ToWorker::Start {
                plan: Box::new(order.plan),
                source: order.source,
                stay: order.stay,
            });
        },
    );
}

/// The order, where all is known that it needs; none while the proxy is being asked.
fn ready(
    form: &Form,
    catalog: &Catalog,
) -> Result<Option<super::form::Order>, Vec<crate::protocol::Problem>> {
    let order = form.order(catalog)?;
    match (order.source, catalog.proxy) {
        (Source::Proxy, Proxy::Unknown | Proxy::Asked) => Ok(None),
        (Source::Proxy, Proxy::Missing) => Err(vec![problem(
            "source",
            super::ask::PROXY_MISSING.to_owned(),
        )]),
        _ => Ok(Some(order)),
    }
}
