//! Renders a model of the list: summary and actions.

use crate::page::dom::digits::percent;
use crate::page::dom::focus::focus;
use crate::page::dom::text::{bytes, date, shown};
use crate::page::state::Action;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::models::ModelsAction;
use crate::page::state::models::page_of;
use crate::page::widgets::confirm::Confirm;
use crate::page::widgets::rename::Rename;
use crate::protocol::ToWorker;
use crate::protocol::models::{ModelCard, ModelsRequest};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) card: ModelCard,
    /// Its strategy's title.
    pub(crate) strategy: String,
    pub(crate) dispatch: Dispatch,
}

/// The prompt that replaces a row.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    No,
    /// A field for a new name.
    Name,
    /// The confirmation of the deletion.
    Delete,
}

/// Renders the row.
#[component]
pub(crate) fn Row(props: &Props) -> Html {
    let asked = use_state_eq(|| Asked::No);
    let (card, dispatch) = (&props.card, &props.dispatch);
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
    let write = ModelsRequest::Write {
        id: card.id.clone(),
    };
    html! {
        <li class="crawl" id={row.clone()}>
            <div class="crawl-what">
                if *asked == Asked::Name {
                    <Rename name={card.name.clone()} back={format!("#{row} a")} take={rename(card, dispatch)} done={done.clone()} />
                } else {
                    <h3><a href={page_of(&card.id)}>{ &name }</a></h3>
                }
                <p class="fine">{ format!("{} · {}", props.strategy, date(card.at)) }</p>
                if let Some(stale) = &card.stale { <p class="problem">{ shown(stale) }</p> }
            </div>
            <dl class="crawl-figures">
                <div><dt>{ "Accuracy" }</dt><dd>{ card.accuracy.map_or_else(|| "–".to_owned(), percent) }</dd></div>
                <div><dt>{ "Trails" }</dt><dd>{ card.trails }</dd></div>
                <div><dt>{ "Pages" }</dt><dd>{ card.pages }</dd></div>
                <div><dt>{ "Size" }</dt><dd>{ bytes(card.bytes as f64) }</dd></div>
            </dl>
            <div class="crawl-ways">
                if *asked == Asked::Delete {
                    <Confirm name={name.clone()} {done} erase={erase(card, dispatch)} back={format!("#{row} a")} />
                } else {
                    <a class="button" href={page_of(&card.id)} aria-label={format!("View: {name}")}>{ "View" }</a>
                    { button("Rename", &name, ask(Asked::Name)) }
                    { button("Export", &name, dispatch.on_send(ToWorker::Models(write))) }
                    { button("Delete", &name, ask(Asked::Delete)) }
                }
            </div>
        </li>
    }
}

fn button(text: &'static str, name: &str, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" class="quiet" {onclick} aria-label={format!("{text}: {name}")}>{ text }</button> }
}

fn rename(card: &ModelCard, dispatch: &Dispatch) -> Callback<String> {
    let (id, dispatch) = (card.id.clone(), dispatch.clone());
    Callback::from(move |name: String| {
        let name = name.trim().to_owned();
        if !name.is_empty() {
            let id = id.clone();
            dispatch.send(ToWorker::Models(ModelsRequest::Rename { id, name }));
        }
    })
}

fn erase(card: &ModelCard, dispatch: &Dispatch) -> Callback<()> {
    let (id, name, dispatch) = (card.id.clone(), shown(&card.name), dispatch.clone());
    Callback::from(move |()| {
        let request = ModelsRequest::Erase { id: id.clone() };
        dispatch.send(ToWorker::Models(request));
        let notice = ModelsAction::ShowNotice(format!("Deleted “{name}”."));
        dispatch.dispatch(Action::Models(notice));
        focus("#models");
    })
}
