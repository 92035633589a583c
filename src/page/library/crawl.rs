//! One crawl of the Library: what it was, how it went, what can be done with it.

use super::Act;
use super::export;
use super::words::{Standing, bytes, date, shown, source};
use crate::page::ask::focus;
use crate::page::catalog::Catalog;
use crate::page::digits::{counted, grouped, percent};
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::kept;
use crate::page::place::go;
use crate::page::rename::Rename;
use crate::page::state::{Action, Part};
use crate::protocol::ToWorker;
use crate::protocol::library::{LibraryOrder, Shelved};
use yew::prelude::*;

/// What a row shows.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// The crawl.
    pub(super) crawl: Shelved,
    /// The strategies' titles.
    pub(super) catalog: Part<Catalog>,
    /// Why it could not be opened.
    pub(super) trouble: Option<String>,
    /// A file of it is being made.
    pub(super) busy: bool,
    /// It is open in this tab.
    pub(super) is_here: bool,
    /// The ways to act.
    pub(super) hands: Hands,
}

/// A row.
#[component]
pub(super) fn Crawl(props: &Props) -> Html {
    let Props { crawl, hands, .. } = props;
    let renaming = use_state_eq(|| false);
    let standing = Standing::of(crawl, props.is_here);
    let strategy = props.catalog.strategy(&crawl.plan.strategy);
    let strategy = strategy.map_or(crawl.plan.strategy.as_str(), |info| &info.title);
    let name = shown(&crawl.name);
    html! {
        <li class="crawl" id={row_id(&crawl.id)}>
            <div class="crawl-what">
                if *renaming {
                    <Rename name={crawl.name.clone()} back={format!("#{} .crawl-ways a", row_id(&crawl.id))} take={rename(&crawl.id, hands)}
                        done={let own = renaming.clone(); Callback::from(move |()| own.set(false))} />
                } else {
                    <h3><a href={address(&crawl.id)}>{ &name }</a></h3>
                }
                <p class="fine">{ topic(crawl) }{ format!("{strategy} · {} · {}", source(&crawl.source), date(crawl.created)) }</p>
                if let Some(trouble) = &props.trouble {
                    <p class="problem">{ format!("It cannot be opened: {}. Save it whole to keep its bytes; nothing was changed.", shown(trouble)) }</p>
                }
            </div>
            { figures(crawl, standing) }
            <div class="crawl-ways">
                <a class={classes!("button", (standing.way() == "Go on").then_some("main"))} href={address(&crawl.id)}
                    aria-label={format!("{}: {name}", standing.way())}>{ standing.way() }</a>
                { button("Run again", &name, run_again(crawl, true, hands)) }
                { button("Change and run", &name, run_again(crawl, false, hands)) }
                { button("Rename", &name, { let own = renaming.clone(); Callback::from(move |_| own.set(true)) }) }
                { export::folded(&crawl.id, &name, crawl, props.busy, hands) }
                { button("Delete", &name, delete(crawl, hands)) }
            </div>
        </li>
    }
}

/// What it looked for, where the name says something else.
fn topic(crawl: &Shelved) -> String {
    match crawl.plan.query.trim() {
        query if query.is_empty() || query == crawl.name => String::new(),
        query => format!("“{}” · ", shown(query)),
    }
}

fn figures(crawl: &Shelved, standing: Standing) -> Html {
    let harvest = f64::from(crawl.good) / f64::from(crawl.pages.max(1));
    let open = !matches!(standing, Standing::Ended(_));
    let pages = if open {
        format!("{} of {}", grouped(crawl.pages), grouped(crawl.plan.pages))
    } else {
        grouped(crawl.pages)
    };
    html! {
        <dl class="crawl-figures">
            <div><dt>{ "state" }</dt><dd class={open.then_some("accent")}>{ standing.word() }</dd></div>
            <div><dt>{ "pages" }</dt><dd>{ pages }</dd></div>
            <div><dt>{ "relevant" }</dt><dd>{ format!("{} · {}", grouped(crawl.good), percent(harvest)) }</dd></div>
            <div><dt>{ "disk" }</dt><dd>{ bytes(crawl.bytes as f64) }</dd></div>
        </dl>
    }
}

fn button(text: &'static str, name: &str, onclick: Callback<MouseEvent>) -> Html {
    html! { <button type="button" class="quiet" {onclick} aria-label={format!("{text}: {name}")}>{ text }</button> }
}

/// Starts the same crawl once more, or fills the form with it.
fn run_again(crawl: &Shelved, start: bool, hands: &Hands) -> Callback<MouseEvent> {
    let (plan, source, stay) = (crawl.plan.clone(), crawl.source.clone(), crawl.stay);
    let act = hands.act.clone();
    Callback::from(move |_| {
        let mut form = Form::from_plan(&plan, &source, stay);
        form.opened.start = start;
        kept::keep(&form);
        let fragment = format!("#/crawl?{}", form.opened.write());
        act.emit(Action::Opened(Box::new(form), start));
        go(&fragment);
    })
}

fn delete(crawl: &Shelved, hands: &Hands) -> Callback<MouseEvent> {
    let (hands, id, name) = (hands.clone(), crawl.id.clone(), crawl.name.clone());
    Callback::from(move |_| {
        let act = Act::Delete(id.clone(), name.clone());
        hands.act.emit(Action::Library(act));
        let order = LibraryOrder::Delete(id.clone());
        hands.say.emit(ToWorker::Library(order));
        // The row goes away under the focus.
        focus("#crawls");
    })
}

/// A deleted crawl, with the way back.
pub(super) fn deleted(crawl: &Shelved, hands: &Hands) -> Html {
    let name = shown(&crawl.name);
    let order = LibraryOrder::Restore(crawl.id.clone());
    let onclick = hands.on_say(ToWorker::Library(order));
    html! {
        <li class="crawl gone" key={crawl.id.clone()}>
            <p>{ format!("{name}, {}", counted(crawl.pages, "page")) }</p>
            <button type="button" {onclick} aria-label={format!("Undo: {name}")}>{ "Undo" }</button>
        </li>
    }
}

fn rename(id: &str, hands: &Hands) -> Callback<String> {
    let (id, say) = (id.to_owned(), hands.say.clone());
    Callback::from(move |name| {
        let id = id.clone();
        say.emit(ToWorker::Library(LibraryOrder::Rename { id, name }));
    })
}

fn row_id(id: &str) -> String {
    format!("crawl-{id}")
}

/// The address of a crawl that is kept.
pub(super) fn address(id: &str) -> String {
    format!("#/crawl?id={id}")
}
