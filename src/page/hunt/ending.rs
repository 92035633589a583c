//! The end of a crawl: why, what came of it, what to do next.

use crate::page::app::Hands;
use crate::page::form::Form;
use crate::page::live::Live;
use crate::page::numbers::{PAGES, grouped};
use crate::page::state::{Action, Part};
use engine::report::Phase;
use yew::prelude::*;

/// How many times the pages the next, larger crawl fetches.
const MORE_TIMES: f64 = 2.0;

/// The end, once it is there.
#[component]
pub(super) fn Ending() -> Html {
    let (Some(hands), Some(live)) = (use_context::<Hands>(), use_context::<Part<Live>>()) else {
        return Html::default();
    };
    let (Phase::Ended(reason), Some(order)) = (live.progress.phase, &live.order) else {
        return Html::default();
    };
    let pages = ((PAGES.get)(&order.plan) * MORE_TIMES).min(PAGES.max);
    let measures = live.progress.measures;
    let again = again(&hands, pages);
    html! {
        <section class="ending" aria-labelledby="ending">
            <h2 id="ending">{ reason.sentence() }</h2>
            <p>{ format!("{} pages, {} relevant ({:.0}% harvest), average relevance {:.2}. ",
                grouped(f64::from(measures.pages)), grouped(f64::from(measures.good)), measures.harvest * 100.0, measures.average) }
                { reason.advice() }</p>
            <p class="buttons">
                <button type="button" class="main" onclick={again}>{ format!("Run again with {} pages", grouped(pages)) }</button>
                <button type="button" onclick={other_strategy(&hands)}>{ "Try another strategy" }</button>
                <button type="button" onclick={new_crawl(&hands)}>{ "New crawl" }</button>
            </p>
        </section>
    }
}

fn again(hands: &Hands, pages: f64) -> Callback<MouseEvent> {
    let act = hands.act.clone();
    Callback::from(move |_| {
        let change = move |form: &mut Form| {
            form.numbers
                .insert(PAGES.name.to_owned(), pages.to_string());
        };
        act.emit(Action::Edit(PAGES.name, Box::new(change)));
        act.emit(Action::Start);
    })
}

/// Back to the form, at the menu of strategies.
fn other_strategy(hands: &Hands) -> Callback<MouseEvent> {
    let act = hands.act.clone();
    Callback::from(move |_| {
        act.emit(Action::Ask);
        act.emit(Action::Point("strategy"));
    })
}

/// Back to the form, with an empty box.
fn new_crawl(hands: &Hands) -> Callback<MouseEvent> {
    let act = hands.act.clone();
    Callback::from(move |_| {
        let change = |form: &mut Form| {
            form.query.clear();
            form.seeds.clear();
            form.touched = true;
        };
        act.emit(Action::Edit("query", Box::new(change)));
        act.emit(Action::Ask);
        act.emit(Action::Point("query"));
    })
}
