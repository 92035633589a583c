//! The comparisons that are kept: how each stands, and what can be done with it.

use super::desk::{Act, Desk};
use super::figures::some_of;
use crate::page::ask::focus;
use crate::page::confirm::Confirm;
use crate::page::digits::counted;
use crate::page::hands::Hands;
use crate::page::library::words::{self, date, shown};
use crate::page::state::Action;
use crate::protocol::ToWorker;
use crate::protocol::compare::{CompareOrder, RunCard, Standing};
use yew::prelude::*;

/// Strategies after which a comparison without a name is called.
const NAMED: usize = 3;

/// The address of the page of a comparison.
pub(super) fn page_of(id: &str) -> String {
    format!("#/compare?id={id}")
}

/// What a comparison is called.
pub(super) fn called(card: &RunCard) -> String {
    shown(&if card.title.is_empty() {
        some_of(&card.strategies, NAMED)
    } else {
        card.title.clone()
    })
}

/// How it stands, in a word or two; `is_here` where it runs in this tab.
pub(super) fn standing(card: &RunCard, is_here: bool) -> &'static str {
    match card.standing {
        Standing::Running if is_here => "Running",
        Standing::Running => "Interrupted",
        Standing::Paused => "Paused",
        Standing::Stopped => "Stopped",
        Standing::Done => "Finished",
    }
}

/// The way from the top of the page to the list below the form.
pub(super) fn jump(desk: &Desk) -> Html {
    let count = desk.cards().map_or(0, <[_]>::len);
    let onclick = Callback::from(|_: MouseEvent| focus("#comparisons"));
    html! {
        if count > 0 {
            <p><button type="button" class="quiet kept-below" {onclick}>{ format!("{} kept below", counted(u32::try_from(count).unwrap_or(u32::MAX), "comparison")) }</button></p>
        }
    }
}

/// The list.
pub(super) fn kept(desk: &Desk, hands: &Hands) -> Html {
    match &desk.kept {
        Some(Err(sentence)) => {
            html! { <p class="problem" role="alert">{ format!("The comparisons cannot be read: {}.", shown(sentence)) }</p> }
        }
        Some(Ok(cards)) if !cards.is_empty() => html! {
            <section aria-labelledby="comparisons">
                <h2 id="comparisons" tabindex="-1">{ "Comparisons" }<span class="count">{ cards.len() }</span></h2>
                <ul class="crawls">
                    for card in cards.iter() {
                        <Row key={card.id.clone()} card={card.clone()} is_here={desk.shown.as_ref().is_some_and(|shown| shown.is_here && shown.card.id == card.id)} hands={hands.clone()} />
                    }
                </ul>
            </section>
        },
        _ => Html::default(),
    }
}

#[derive(Clone, PartialEq, Properties)]
struct Props {
    card: RunCard,
    is_here: bool,
    hands: Hands,
}

/// One of the list.
#[component]
fn Row(props: &Props) -> Html {
    let asked = use_state_eq(|| false);
    let Props {
        card,
        is_here,
        hands,
    } = props;
    let (name, row) = (called(card), format!("comparison-{}", card.id));
    let ask = {
        let asked = asked.setter();
        Callback::from(move |_: MouseEvent| asked.set(true))
    };
    let done = {
        let asked = asked.setter();
        Callback::from(move |()| asked.set(false))
    };
    let goes = matches!(card.standing, Standing::Running | Standing::Paused);
    let way = if goes && !is_here { "Go on" } else { "Open" };
    html! {
        <li class="crawl" id={row.clone()}>
            <div class="crawl-what">
                <h3><a href={page_of(&card.id)}>{ &name }</a></h3>
                <p class="fine">{ format!("{} · {}", words::source(&card.source), date(card.created)) }</p>
                if let Some(reason) = &card.unreadable { <p class="problem">{ shown(reason) }</p> }
            </div>
            <dl class="crawl-figures">
                <div><dt>{ "state" }</dt><dd>{ standing(card, *is_here) }</dd></div>
                <div><dt>{ "crawls" }</dt><dd>{ format!("{} of {}", card.done, card.trials) }</dd></div>
                <div><dt>{ "strategies" }</dt><dd>{ card.strategies.len() }</dd></div>
            </dl>
            <div class="crawl-ways">
                if *asked {
                    <Confirm name={name.clone()} {done} erase={erase(card, &name, hands)} back={format!("#{row} a")} />
                } else {
                    if card.unreadable.is_none() { <a class="button" href={page_of(&card.id)} aria-label={format!("{way}: {name}")}>{ way }</a> }
                    <button type="button" class="quiet" onclick={ask} aria-label={format!("Delete: {name}")}>{ "Delete" }</button>
                }
            </div>
        </li>
    }
}

fn erase(card: &RunCard, name: &str, hands: &Hands) -> Callback<()> {
    let (id, name, hands) = (card.id.clone(), name.to_owned(), hands.clone());
    Callback::from(move |()| {
        let order = CompareOrder::Erase(id.clone());
        hands.say.emit(ToWorker::Compare(order));
        let said = Act::Say(format!("“{name}” was deleted for good."));
        hands.act.emit(Action::Compare(said));
        focus("#comparisons");
    })
}

/// How many crawls are done.
pub(super) fn progress_words(card: &RunCard) -> String {
    format!("{} of {}", card.done, counted(card.trials, "crawl"))
}
