//! The strategy of a crawl that runs: its menu, its parameters, and the ways to look ahead and to switch.
//!
//! What learns from examples does so before a crawl begins: such strategies are not offered, and of one that runs the parameters that
//! count in learning are told as what they are.

use super::{Act, Steer};
use crate::page::ask::field::{Ties, menu, problem_line};
use crate::page::ask::params::{Place, params};
use crate::page::ask::strategy::about;
use crate::page::catalog::Catalog;
use crate::page::hands::Hands;
use crate::page::live::Live;
use crate::page::related::Related;
use crate::page::state::Action;
use crate::protocol::steer::{Change, Method};
use crate::protocol::{Problem, ToWorker};
use engine::strategy::Info;
use yew::prelude::*;

/// A strategy as it stands in the form, and what it comes to.
pub(in crate::page) struct Typed {
    /// The strategy, or what is wrong with it.
    pub(in crate::page) method: Result<Method, Vec<Problem>>,
    /// It is the one of the crawl.
    pub(in crate::page) is_same: bool,
}

impl Typed {
    /// What stands in the form by now.
    pub(in crate::page) fn of(steer: &Steer, live: &Live, catalog: &Catalog) -> Self {
        let method = steer.form.method(catalog);
        let is_same = method.as_ref().ok() == live.method().as_ref();
        Self { method, is_same }
    }

    /// Sends it when a form is sent.
    pub(in crate::page) fn on_submit(&self, look: Look, hands: &Hands) -> Callback<SubmitEvent> {
        let (hands, method) = (hands.clone(), self.method.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            send(look, method.clone(), &hands);
        })
    }
}

/// What to do with the strategy that was chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::page) enum Look {
    /// Look what it would do.
    Ahead,
    /// Switch to it.
    Switch,
}

/// The form of a strategy; `place` stands in its ids, and tells which of two on one screen it is.
pub(in crate::page) fn method_form(
    place: &'static str,
    steer: &Steer,
    live: &Live,
    catalog: &Catalog,
    hands: &Hands,
    buttons: Html,
    onsubmit: Callback<SubmitEvent>,
) -> Html {
    let form = &steer.form;
    let (now, chosen) = (live.method().unwrap_or_default(), form.strategy_id());
    let id = format!("{place}-strategy");
    let problem = form.problem("strategy");
    let ties = Ties::of(&id, true, problem.as_ref());
    let oninput = hands.typing_into(edit, "strategy", |form, id| form.strategy = Some(id));
    let listed = catalog.strategies.iter();
    let listed = listed.filter(|info| info.id == now.id || !is_for_starts(info));
    let listed = listed.map(|info| (info.id.as_str(), info.title.as_str()));
    let known = catalog.strategy(&chosen);
    html! {
        <form class="steer-method" {onsubmit} novalidate=true>
            <label for={id.clone()}>{ "Strategy" }</label>
            { menu(&id, ties, listed, &chosen, oninput) }
            { problem_line(&id, problem.as_ref()) }
            <div id={format!("{id}-help")} class="help">
                if let Some(info) = known { { about(info) } }
            </div>
            if let Some(info) = known {
                <div class="steer-params">{ params(form, info, Place { name: place, is_late: learns(info) }, edit, hands) }</div>
            }
            <p class="buttons">{ buttons }</p>
        </form>
    }
}

fn edit(field: AttrValue, how: Box<dyn FnOnce(&mut crate::page::form::Form)>) -> Action {
    Action::Steer(Act::Edit(field, how))
}

/// It learns from examples before a crawl begins.
fn learns(info: &Info) -> bool {
    info.needs.trails || info.needs.taxonomy
}

/// A crawl can begin with it, but not switch to it: it learns from examples before, or begins with pages of earlier crawls.
fn is_for_starts(info: &Info) -> bool {
    learns(info) || info.needs.past
}

/// Sends what stands in the form.
pub(in crate::page) fn send(look: Look, typed: Result<Method, Vec<Problem>>, hands: &Hands) {
    match typed {
        Err(problems) => hands.act.emit(Action::Steer(Act::Wrong(problems))),
        Ok(method) => match look {
            Look::Ahead => {
                hands.act.emit(Action::Steer(Act::Look));
                hands.say.emit(ToWorker::Preview(Box::new(method)));
            }
            Look::Switch => {
                hands.act.emit(Action::Steer(Act::Sent("strategy")));
                let change = Change::Strategy(method);
                hands.say.emit(ToWorker::Steer(Box::new(change)));
            }
        },
    }
}

/// Said while a strategy waits for the lexicon.
pub(in crate::page) fn waiting(steer: &Steer, related: &Related) -> Html {
    let is_waiting = (steer.is_switching || steer.is_looking) && related.loading.is_some();
    let text = if is_waiting {
        "WordNet is being loaded; this goes on as soon as it is there."
    } else {
        ""
    };
    html! { <p class="fine" role="status">{ text }</p> }
}
