//! The strategies of a comparison: all of the engine's list, those that cannot run with the reason; each as often as it is wanted, with
//! parameters of its own.

use super::desk::Act;
use super::draft::{Draft, Pick};
use super::fields::{pressing, typing};
use super::variant::settings;
use crate::page::ask::field::problem_line;
use crate::page::ask::params::{Place, params};
use crate::page::catalog::Catalog;
use crate::page::hands::Hands;
use crate::page::state::Action;
use engine::strategy::Info;
use yew::prelude::*;

/// What the topics have that strategies learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Given {
    /// Every topic has trails.
    pub(super) trails: bool,
    /// Every topic has examples.
    pub(super) examples: bool,
    /// Every topic has words.
    pub(super) query: bool,
}

impl Given {
    /// Why a strategy cannot run, in a few words; nothing where it can.
    fn lacks(self, info: &Info) -> Option<&'static str> {
        if info.needs.trails && !self.trails {
            Some("learns from trails, and a topic has none")
        } else if info.needs.taxonomy && !self.examples {
            Some("learns from examples, and a topic has none")
        } else if info.needs.query && !self.query {
            Some("compares pages with words, and a topic has none")
        } else {
            None
        }
    }
}

/// The list.
pub(super) fn strategies(draft: &Draft, catalog: &Catalog, given: Given, hands: &Hands) -> Html {
    let problem = draft.problem("strategies");
    let row = |info: &Info| strategy(info, draft, given, hands);
    html! {
        <fieldset class="contenders" data-wrong={problem.as_ref().map(|_| "true")} tabindex="-1" aria-describedby={problem.as_ref().map(|_| "strategies-problem")}>
            <legend><h2>{ "Strategies" }<span class="count">{ draft.picks.len() }</span></h2></legend>
            { problem_line("strategies", problem.as_ref()) }
            <ul class="choices">{ for catalog.strategies.iter().map(row) }</ul>
        </fieldset>
    }
}

fn strategy(info: &Info, draft: &Draft, given: Given, hands: &Hands) -> Html {
    let id = format!("contender-{}", info.id);
    let picks: Vec<(usize, &Pick)> = draft.picks_of(&info.id).collect();
    let checked = !picks.is_empty();
    let lacks = given.lacks(info);
    let own = info.id.clone();
    let oninput = typing(hands, "strategies", move |draft, on| {
        draft.open = None;
        if on == "true" {
            draft.picks.push(Pick::of(&own));
        } else {
            let is_own = |pick: &Pick| pick.form.strategy.as_deref() == Some(&own);
            draft.picks.retain(|pick| !is_own(pick));
        }
    });
    let help = lacks.map(|_| format!("{id}-lacks"));
    html! {
        <li key={info.id.clone()} class={classes!("choice", checked.then_some("chosen"))}>
            <label class="check">
                <input id={id.clone()} type="checkbox" {checked} {oninput} disabled={lacks.is_some() && !checked} aria-describedby={help.clone()} />
                <span>{ &info.title }</span>
            </label>
            if let Some(lacks) = lacks { <p class={if checked { "problem" } else { "fine" }} id={help}>{ lacks }</p> }
            if checked {
                <p class="fine">{ &info.sentence }</p>
                <ul class="variants">{ for picks.iter().map(|(at, pick)| variant(*at, pick, picks.len(), info, draft, hands)) }</ul>
            }
        </li>
    }
}

/// One of the ways in which a strategy runs.
fn variant(at: usize, pick: &Pick, of: usize, info: &Info, draft: &Draft, hands: &Hands) -> Html {
    let open = draft.open == Some(at);
    let set = settings(&pick.form, &info.params);
    let says = if set.is_empty() { "as it is" } else { &set };
    let name = format!("{}, {says}", info.title);
    let fold = pressing(hands, "open", move |draft| {
        draft.open = (draft.open != Some(at)).then_some(at);
    });
    let id = info.id.clone();
    let more = pressing(hands, "strategies", move |draft| {
        draft.picks.insert(at + 1, Pick::of(&id));
        draft.open = Some(at + 1);
    });
    let drop = pressing(hands, "strategies", move |draft| draft.drop_pick(at));
    html! {
        <li class="variant">
            if !set.is_empty() || of > 1 { <span class="fine">{ says }</span> }
            if !info.params.is_empty() {
                <button type="button" class="quiet" onclick={fold} aria-expanded={open.to_string()} aria-label={format!("Settings: {name}")}>{ "Settings" }</button>
                <button type="button" class="quiet" onclick={more} aria-label={format!("Once more with other settings: {}", info.title)}>{ "Once more" }</button>
            }
            if of > 1 { <button type="button" class="quiet" onclick={drop} aria-label={format!("Remove: {name}")}>{ "Remove" }</button> }
            if open {
                <div class="variant-settings">
                    { params(&pick.form, info, Place { name: "compare", is_late: false }, edit, hands) }
                </div>
            }
        </li>
    }
}

fn edit(field: AttrValue, how: Box<dyn FnOnce(&mut crate::page::form::Form)>) -> Action {
    Action::Compare(Act::Param(field, how))
}
