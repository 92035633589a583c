//! The form of a crawl: one box, a worked example, and what else can be set.

pub(super) mod field;
mod fold;
mod model;
mod more;
pub(super) mod params;
mod proxy;
mod query;
mod relate;
mod related;
mod seeds;
pub(super) mod source;
pub(super) mod strategy;
mod topics;

use super::catalog::{Catalog, Worker};
use super::form::Form;
use super::hands::Hands;
use super::library::{Library, interrupted};
use super::models::Models;
use super::related::Related;
use super::seeds::{Act, Finder};
use super::state::{Action, Part, Screen, Start};
use super::tour::Offer;
use crate::protocol::seeds::SeedsOrder;
use crate::protocol::{Problem, ToWorker};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What the form shows.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// What there is to choose from.
    pub(crate) catalog: Part<Catalog>,
    /// What was typed.
    pub(crate) form: Part<Form>,
    /// What is related to its words.
    pub(crate) related: Part<Related>,
    /// The search for seeds.
    pub(crate) finder: Part<Finder>,
    /// The crawls that are kept.
    pub(crate) library: Part<Library>,
    /// The models that are kept.
    pub(crate) models: Part<Models>,
    /// Whether a start was asked for, and where the focus goes.
    pub(crate) screen: Screen,
    /// A crawl to go back to; true where it still runs.
    pub(crate) back: Option<bool>,
    /// The ways to act.
    pub(crate) hands: Hands,
}

/// The form.
#[component]
pub(crate) fn Ask(props: &Props) -> Html {
    let Props {
        catalog,
        form,
        related,
        finder,
        hands,
        ..
    } = props;
    let input = use_node_ref();
    use_focus(&input, props);
    relate::use_related(form, catalog, hands);
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
            <Offer />
            { strange(form) }
            { query::query(form, catalog, hands, &input) }
            <p class="waiting" role="status">{ waiting(props) }</p>
            { give_up(props) }
            { back(props) }
            if props.back.is_none() { { interrupted(&props.library) } }
            <div class="ask-settings">
                { source::source(form, catalog, &props.library, hands) }
                { seeds::seeds(form, catalog, finder, hands) }
                { strategy::strategy(form, catalog, &props.models, hands) }
                if form.learns(catalog) {
                    <topics::Editor catalog={catalog.clone()} form={form.clone()} hands={hands.clone()} />
                }
            </div>
            <seeds::Find catalog={catalog.clone()} form={form.clone()} finder={finder.clone()} hands={hands.clone()} />
            { related::related(form, catalog, related, hands) }
            { more::more(form, catalog, hands) }
        </form>
    }
}

/// What of the address was left out.
fn strange(form: &Form) -> Html {
    match form.problem("address") {
        Some(sentence) => html! {
            <p class="problem strange" role="alert" tabindex="-1" data-wrong="">{ sentence }</p>
        },
        None => Html::default(),
    }
}

/// What a start waits for.
fn waiting(props: &Props) -> &'static str {
    match &props.catalog.worker {
        _ if props.screen.start == Start::No => "",
        _ if props.screen.start == Start::Seeking => {
            "Looking for pages to start at; the crawl starts as soon as they are found."
        }
        _ if is_loading(props) => {
            "WordNet is being loaded; the crawl starts as soon as it is there."
        }
        _ if props.screen.start == Start::Sent => "Starting…",
        Worker::Loading => "The crawler is being loaded; the crawl starts as soon as it is there.",
        Worker::Ready if props.form.waits_for_models(&props.models) => "Looking for the model…",
        Worker::Ready => "Asking for the proxy…",
        Worker::Stranger(_) | Worker::Broken(_) => "The crawl cannot start: see the notice above.",
    }
}

/// True where a start waits for the lexicon.
fn is_loading(props: &Props) -> bool {
    props.screen.start == Start::Sent && props.related.loading.is_some()
}

/// The way out of a start that takes its time.
fn give_up(props: &Props) -> Html {
    let hands = &props.hands;
    let onclick = if props.screen.start == Start::Seeking {
        let (act, say) = (hands.act.clone(), hands.say.clone());
        Callback::from(move |_: MouseEvent| {
            act.emit(Action::Seeds(Act::Stop));
            say.emit(ToWorker::Seeds(SeedsOrder::Stop));
        })
    } else if is_loading(props) {
        hands.on_say(ToWorker::Stop)
    } else {
        return Html::default();
    };
    html! { <p class="back"><button type="button" class="quiet" {onclick}>{ "Do not wait for it" }</button></p> }
}

fn back(props: &Props) -> Html {
    let Some(runs) = props.back else {
        return Html::default();
    };
    let onclick = props.hands.on(|| vec![Action::Back]);
    let text = if runs {
        "← Back to the crawl that runs"
    } else {
        "← Back to the last crawl"
    };
    html! { <p class="back"><button type="button" class="quiet" {onclick}>{ text }</button></p> }
}

/// Puts the focus where it helps: into the first field that is wrong, into the field that someone asked for, or, at
/// the beginning, into the box, with the worked example selected, so that typing replaces it.
#[hook]
fn use_focus(input: &NodeRef, props: &Props) {
    let before = use_mut_ref(|| None::<Vec<Problem>>);
    let now = (props.form.problems.clone(), props.screen.point);
    use_effect_with(now, move |(problems, point)| {
        let before = before.replace(Some(problems.clone()));
        // A problem that goes away leaves the focus where someone puts things right.
        let fewer = |before: Vec<Problem>| problems.len() < before.len();
        match point {
            _ if before.is_some_and(fewer) => {}
            _ if !problems.is_empty() => focus("[aria-invalid=true], [data-wrong]"),
            Some(selector) => focus(selector),
            None => focus("#query"),
        }
    });
    let input = input.clone();
    let example = !props.form.touched && !props.catalog.examples.is_empty();
    use_effect_with(example, move |example| {
        // The example comes with the worker; whoever has gone elsewhere meanwhile stays there.
        let input = input.cast::<HtmlInputElement>();
        if let Some(input) = input.filter(|_| *example && is_focus_in("#query")) {
            input.select();
        }
    });
}

/// Moves the focus to the first element that a selector finds.
pub(crate) fn focus(selector: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let field = document.and_then(|document| document.query_selector(selector).ok().flatten());
    if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
        // What cannot take the focus leaves it where it was.
        let _ = field.focus();
    }
}

/// Whether what had the focus is gone.
pub(crate) fn is_focus_lost() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    let active = document.and_then(|document| document.active_element());
    active.is_none_or(|active| active.tag_name() == "BODY")
}

/// Whether the focus is within what a selector finds.
pub(crate) fn is_focus_in(selector: &str) -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    let active = document.and_then(|document| document.active_element());
    active.is_some_and(|active| active.closest(selector).is_ok_and(|found| found.is_some()))
}
