//! The end of a crawl: why, what came of it, what to do next.

use crate::page::digits::{fixed, grouped, percent, plain};
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::live::Live;
use crate::page::numbers::PAGES;
use crate::page::state::Action;
use engine::report::Phase;
use yew::prelude::*;

/// How many times the pages the next, larger crawl fetches.
const MORE_TIMES: f64 = 2.0;

/// The end, once it is there.
pub(super) fn ending(live: &Live, hands: &Hands) -> Html {
    let (Phase::Ended(reason), Some(order)) = (live.progress.phase, &live.order) else {
        return Html::default();
    };
    let pages = ((PAGES.get)(&order.plan) * MORE_TIMES).min(PAGES.max);
    let measures = live.progress.measures;
    let again = again(hands, pages);
    html! {
        <section class="ending" aria-labelledby="ending">
            <h2 id="ending">{ reason.sentence() }</h2>
            <p>{ format!("{} pages, {} of them relevant ({}), average relevance {}. ", grouped(measures.pages),
                grouped(measures.good), percent(measures.harvest), fixed(measures.average, 2)) }{ reason.advice() }</p>
            <p class="buttons">
                <button type="button" class="main" onclick={again}>{ format!("Run again with {} pages", grouped(pages)) }</button>
                <button type="button" onclick={other_strategy(hands)}>{ "Try another strategy" }</button>
                <button type="button" onclick={new_crawl(hands)}>{ "New crawl" }</button>
            </p>
        </section>
    }
}

fn again(hands: &Hands, pages: f64) -> Callback<MouseEvent> {
    hands.on(move || {
        let change = move |form: &mut Form| {
            form.numbers.insert(PAGES.name.to_owned(), plain(pages));
        };
        vec![
            Action::Edit(PAGES.name.into(), Box::new(change)),
            Action::Start,
        ]
    })
}

/// Back to the form, at the menu of strategies.
fn other_strategy(hands: &Hands) -> Callback<MouseEvent> {
    hands.on(|| vec![Action::Ask, Action::Point("#strategy")])
}

/// Back to the form, with an empty box.
fn new_crawl(hands: &Hands) -> Callback<MouseEvent> {
    hands.on(|| {
        let change = |form: &mut Form| {
            form.query.clear();
            form.seeds.clear();
            form.touched = true;
        };
        vec![
            Action::Edit("query".into(), Box::new(change)),
            Action::Ask,
            Action::Point("#query"),
        ]
    })
}
