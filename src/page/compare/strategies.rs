//! The strategies of a comparison: the engine's list to choose from, those that cannot run with the reason; and below it those that were chosen,
//! in the order and with the lines of the legend, each as often as it is wanted, with parameters of its own.

use super::curves::{classes, sample};
use super::desk::Act;
use super::draft::{Draft, Pick};
use super::fields::{pressing, typing};
use super::variant::settings;
use crate::page::ask::field::problem_line;
use crate::page::ask::params::{Place, params};
use crate::page::ask::{focus, is_focus_in, is_focus_lost};
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
            Some("needs trails")
        } else if info.needs.taxonomy && !self.examples {
            Some("needs examples")
        } else if info.needs.query && !self.query {
            Some("needs words to look for")
        } else {
            None
        }
    }
}

/// The list to choose from, and what was chosen.
pub(super) fn strategies(draft: &Draft, catalog: &Catalog, given: Given, hands: &Hands) -> Html {
    let problem = draft.problem("strategies");
    let choice = |info: &Info| choice(info, draft, given, hands);
    let picks = draft.picks.iter().enumerate();
    let picks = picks.filter_map(|(at, pick)| {
        let info = catalog.strategy(&pick.form.strategy_id())?;
        Some(contender(at, pick, info, draft, hands))
    });
    html! {
        <fieldset class="contenders" data-wrong={problem.as_ref().map(|_| "true")} tabindex="-1" aria-describedby={problem.as_ref().map(|_| "strategies-problem")}>
            <legend><h2>{ "Strategies" }<span class="count">{ draft.picks.len() }</span></h2></legend>
            { problem_line("strategies", problem.as_ref()) }
            <ul class="choices">{ for catalog.strategies.iter().map(choice) }</ul>
            if catalog.strategies.iter().any(|info| given.lacks(info).is_some()) {
                <p class="help">{ "Trails and examples, from which some strategies learn, come with the demo web’s own topics and with files of topics." }</p>
            }
            if !draft.picks.is_empty() { <ol class="chosen" aria-label="Strategies that are compared">{ for picks }</ol> }
        </fieldset>
    }
}

/// Settings of a strategy that was just put in once more get the focus; what was pressed to remove one is gone with it, or stands at another one:
/// the list has the focus then.
#[hook]
pub(super) fn use_steps(draft: &Draft) {
    let (before, open) = (use_mut_ref(|| 0), draft.open.is_some());
    use_effect_with(draft.picks.len(), move |count| {
        let before = before.replace(*count);
        if open && *count == before + 1 {
            focus(".variant-settings :is(input, select)");
        } else if *count + 1 == before && (is_focus_lost() || is_focus_in(".contender-ways")) {
            focus(".contenders");
        }
    });
}

/// A strategy to choose.
fn choice(info: &Info, draft: &Draft, given: Given, hands: &Hands) -> Html {
    let id = format!("contender-{}", info.id);
    let checked = draft.picks_of(&info.id).next().is_some();
    let lacks = given.lacks(info);
    let (own, begins_late) = (info.id.clone(), info.needs.past);
    let oninput = typing(hands, "strategies", move |draft, on| {
        draft.open = None;
        if on == "true" {
            draft.picks.push(Pick::of(&own));
            if begins_late {
                draft.need_past();
            }
        } else {
            let is_own = |pick: &Pick| pick.form.strategy.as_deref() == Some(&own);
            draft.picks.retain(|pick| !is_own(pick));
        }
    });
    let help = lacks.map(|_| format!("{id}-lacks"));
    html! {
        <li key={info.id.clone()} class="choice">
            <label class="check" title={info.sentence.clone()}>
                <input id={id} type="checkbox" {checked} {oninput} disabled={lacks.is_some() && !checked} aria-describedby={help.clone()} />
                <span>{ &info.title }</span>
            </label>
            if let Some(lacks) = lacks { <p class={if checked { "problem" } else { "fine" }} id={help}>{ lacks }if checked { { ", which a topic has not" } }</p> }
        </li>
    }
}

/// A strategy that was chosen, as it stands in the legend.
fn contender(at: usize, pick: &Pick, info: &Info, draft: &Draft, hands: &Hands) -> Html {
    let open = draft.open == Some(at);
    let of = draft.picks_of(&info.id).count();
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
        <li class="contender">
            <p class="contender-name">{ sample(&classes(at)) }<b>{ &info.title }</b>if !set.is_empty() || of > 1 { <span class="set">{ says }</span> }</p>
            <p class="fine">{ &info.sentence }</p>
            <p class="contender-ways">
                if !info.params.is_empty() {
                    <button type="button" class="quiet" onclick={fold} aria-expanded={open.to_string()} aria-label={format!("Settings: {name}")}>{ "Settings" }</button>
                    <button type="button" class="quiet" onclick={more} aria-label={format!("Once more with other settings: {}", info.title)}>{ "Once more" }</button>
                }
                <button type="button" class="quiet" onclick={drop} aria-label={format!("Remove: {name}")}>{ "Remove" }</button>
            </p>
            if open {
                <div class="variant-settings" role="group" aria-label={format!("Settings of {}", info.title)}>
                    { params(&pick.form, info, Place { name: "compare", is_late: false }, edit, hands) }
                </div>
            }
        </li>
    }
}

fn edit(field: AttrValue, how: Box<dyn FnOnce(&mut crate::page::form::Form)>) -> Action {
    Action::Compare(Act::Param(field, how))
}
