//! The form of a crawl: one box, a worked example, and what else can be set.

mod field;
mod more;
mod query;
mod seeds;
mod source;
mod strategy;

pub(crate) use source::PROXY_MISSING;

use super::app::Hands;
use super::catalog::{Catalog, Worker};
use super::form::Form;
use super::live::Live;
use super::state::{Action, Part, Screen};
use more::More;
use query::Query;
use seeds::Seeds;
use source::SourceChoice;
use strategy::Strategy;
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// The form.
#[component]
pub(crate) fn Ask() -> Html {
    let (Some(hands), Some(live), Some(form)) = (
        use_context::<Hands>(),
        use_context::<Part<Live>>(),
        use_context::<Part<Form>>(),
    ) else {
        return Html::default();
    };
    use_effect_with(form.problems.clone(), |problems| {
        if !problems.is_empty() {
            focus("[aria-invalid=true]");
        }
    });
    let screen = use_context::<Screen>().unwrap_or_default();
    use_effect_with(screen.point, |point| {
        if let Some(id) = point {
            focus(&format!("#{id}"));
        }
    });
    let act = hands.act.clone();
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        act.emit(Action::Start);
    });
    html! {
        <form class="ask" {onsubmit} novalidate=true>
            <div class="ask-head">
                <h1>{ "What shall it hunt for?" }</h1>
                <p class="lede">{ "Name a topic. Salticid follows the links that look most like it, from page to page, and shows what it finds as it goes." }</p>
            </div>
            <Query />
            <Waiting />
            if live.order.is_some() {
                <p class="back"><button type="button" class="quiet" onclick={hands.on(|| Action::Back)}>
                    { if live.is_going() { "← Back to the crawl that runs" } else { "← Back to the last crawl" } }
                </button></p>
            }
            <div class="ask-settings">
                <SourceChoice />
                <Seeds />
                <Strategy />
            </div>
            <More />
        </form>
    }
}

/// Says what a start waits for.
#[component]
fn Waiting() -> Html {
    let screen = use_context::<Screen>().unwrap_or_default();
    let catalog = use_context::<Part<Catalog>>().unwrap_or_default();
    let text = match &catalog.worker {
        _ if !screen.starting => "",
        Worker::Loading => "The crawler is being loaded; the crawl starts as soon as it is there.",
        Worker::Ready => "Asking for the proxy…",
        Worker::Stranger(_) | Worker::Broken(_) => "The crawl cannot start: see the notice above.",
    };
    html! { <p class="waiting" role="status">{ text }</p> }
}

/// Moves the focus to the first element that a selector finds.
fn focus(selector: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let field = document.and_then(|document| document.query_selector(selector).ok().flatten());
    if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
        // What cannot take the focus leaves it where it was.
        let _ = field.focus();
    }
}
