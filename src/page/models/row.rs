//! One model of the list: what it is, and what can be done with it.

use super::{Act, facts, page_of};
use crate::page::ask::focus;
use crate::page::confirm::Confirm;
use crate::page::digits::percent;
use crate::page::hands::Hands;
use crate::page::library::words::{bytes, date, shown};
use crate::page::rename::Rename;
use crate::page::state::Action;
use crate::protocol::ToWorker;
use crate::protocol::models::{ModelCard, ModelsOrder};
use yew::prelude::*;

/// What a row shows.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// The model.
    pub(super) card: ModelCard,
    /// Its strategy's title.
    pub(super) strategy: String,
    /// The ways to act.
    pub(super) hands: Hands,
}

/// What takes the place of a row's own words.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    /// Nothing.
    No,
    /// A new name.
    Name,
    /// Whether it shall be deleted.
    Delete,
}

/// The row.
#[component]
pub(super) fn Row(props: &Props) -> Html {
    let asked = use_state_eq(|| Asked::No);
    let (card, hands) = (&props.card, &props.hands);
    let name = shown(&card.name);
    let row = format!("model-{}", card.id);
    let ask = |what: Asked| {
        let own = asked.setter();
        Callback::from(move |_: MouseEvent| own.set(what))
    };
    let done = {
        let own = asked.setter();
        Callback::from(move |()| own.set(Asked::No))
    };
    let write = ModelsOrder::Write {
        id: card.id.clone(),
    };
    html! {
        <li class="crawl" id={row.clone()}>
            <div class="crawl-what">
                if *asked == Asked::Name {
                    <Rename name={card.name.clone()} back={format!("#{row} a")} take={rename(card, hands)} done={done.clone()} />
                } else {
                    <h3><a href={page_of(&card.id)}>{ &name }</a></h3>
                }
                <p class="fine">{ format!("{} · {}", props.strategy, date(card.at)) }</p>
                <p class="fine">{ facts(card) }{ "." }</p>
                if let Some(stale) = &card.stale { <p class="problem">{ shown(stale) }</p> }
            </div>
            <dl class="crawl-figures">
                <div><dt>{ "right" }</dt><dd>{ card.right.map_or_else(|| "–".to_owned(), percent) }</dd></div>
                <div><dt>{ "trails" }</dt><dd>{ card.trails }</dd></div>
                <div><dt>{ "pages" }</dt><dd>{ card.pages }</dd></div>
                <div><dt>{ "size" }</dt><dd>{ bytes(card.bytes as f64) }</dd></div>
            </dl>
            <div class="crawl-ways">
                if *asked == Asked::Delete {
                    <Confirm name={name.clone()} {done} erase={erase(card, hands)} back={format!("#{row} a")} />
                } else {
                    <a class="button" href={page_of(&card.id)} aria-label={format!("Look inside: {name}")}>{ "Look inside" }</a>
                    { button("Rename", &name, ask(Asked::Name)) }
                    { button("Save as a file", &name, hands.on_say(ToWorker::Models(write))) }
                    { button("Delete", &name, ask(Asked::Delete)) }
                }
            </div>
        </li>
    }
}

fn button(text: &'static str, name: &str, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" class="quiet" {onclick} aria-label={format!("{text}: {name}")}>{ text }</button> }
}

fn rename(card: &ModelCard, hands: &Hands) -> Callback<String> {
    let (id, hands) = (card.id.clone(), hands.clone());
    Callback::from(move |name: String| {
        let name = name.trim().to_owned();
        if !name.is_empty() {
            let id = id.clone();
            hands
                .say
                .emit(ToWorker::Models(ModelsOrder::Rename { id, name }));
        }
    })
}

fn erase(card: &ModelCard, hands: &Hands) -> Callback<()> {
    let (id, name, hands) = (card.id.clone(), shown(&card.name), hands.clone());
    Callback::from(move |()| {
        let order = ModelsOrder::Erase { id: id.clone() };
        hands.say.emit(ToWorker::Models(order));
        let said = Act::Say(format!("“{name}” was deleted for good."));
        hands.act.emit(Action::Models(said));
        focus("#models");
    })
}
