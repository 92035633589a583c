//! Renders the list of saved comparisons.

use super::figures::some_of;
use crate::page::state::library::status;
use crate::page::views::prelude::*;
use crate::protocol::compare::{ComparisonStatus, ComparisonSummary};

/// The number of strategies in the display name of an unnamed comparison.
const NAMED: usize = 3;

/// Returns the address of the page of a comparison.
pub(crate) fn page_of(id: &str) -> String {
    format!("#/compare?id={id}")
}

/// Returns the display name of a comparison.
pub(crate) fn display_name(card: &ComparisonSummary) -> String {
    shown(&if card.title.is_empty() { some_of(&card.strategies, NAMED) } else { card.title.clone() })
}

/// Returns its status, in a word or two; `is_here` if it runs in this tab.
pub(crate) fn run_status(card: &ComparisonSummary, is_here: bool) -> &'static str {
    match card.status {
        ComparisonStatus::Running if is_here => "Running",
        ComparisonStatus::Running => "Interrupted",
        ComparisonStatus::Paused => "Paused",
        ComparisonStatus::Stopped => "Stopped",
        ComparisonStatus::Done => "Finished",
    }
}

/// Renders the button that moves from the top of the page to the list below the form.
pub(crate) fn jump(compare: &CompareState) -> Html {
    let count = compare.cards().map_or(0, <[_]>::len);
    let onclick = Callback::from(|_: MouseEvent| focus("#comparisons"));
    html! {
        if count > 0 {
            <p><button type="button" class="quiet kept-below" {onclick}>{ format!("{} saved below", counted(count, "comparison")) }</button></p>
        }
    }
}

/// Renders the list.
pub(crate) fn saved_list(compare: &CompareState, dispatch: &Dispatch) -> Html {
    match &compare.kept {
        Some(Err(sentence)) => {
            html! { <p class="problem" role="alert">{ format!("Could not load the comparisons: {}.", shown(sentence)) }</p> }
        }
        Some(Ok(cards)) if !cards.is_empty() => html! {
            <section aria-labelledby="comparisons">
                <h2 id="comparisons" tabindex="-1">{ "Comparisons" }{ count_badge(cards.len()) }</h2>
                <ul class="crawls">
                    for card in cards.iter() {
                        { row(card, compare.run.results.as_ref().is_some_and(|shown| shown.is_here && shown.card.id == card.id), dispatch) }
                    }
                </ul>
            </section>
        },
        _ => Html::default(),
    }
}

/// Renders an entry of the list.
fn row(card: &ComparisonSummary, is_here: bool, dispatch: &Dispatch) -> Html {
    let (name, row) = (display_name(card), format!("comparison-{}", card.id));
    let goes = matches!(card.status, ComparisonStatus::Running | ComparisonStatus::Paused);
    let way = if goes && !is_here { "Resume" } else { "Open" };
    html! {
        <li class="crawl" key={card.id.clone()} id={row.clone()}>
            <div class="crawl-what">
                <h3><a href={page_of(&card.id)}>{ &name }</a></h3>
                <p class="fine">{ format!("{} · {}", status::source(&card.source), date(card.created)) }</p>
                if let Some(reason) = &card.unreadable { <p class="problem">{ shown(reason) }</p> }
            </div>
            <dl class="crawl-figures">
                <div><dt>{ "State" }</dt><dd>{ run_status(card, is_here) }</dd></div>
                <div><dt>{ "Crawls" }</dt><dd>{ format!("{} of {}", grouped(card.done), grouped(card.trials)) }</dd></div>
                <div><dt>{ "Strategies" }</dt><dd>{ grouped(card.strategies.len() as f64) }</dd></div>
            </dl>
            <div class="crawl-ways">
                <ConfirmButton name={name.clone()} erase={erase(card, &name, dispatch)} back={format!("#{row} a")}>
                    if card.unreadable.is_none() { <a class="button" href={page_of(&card.id)} aria-label={format!("{way}: {name}")}>{ way }</a> }
                </ConfirmButton>
            </div>
        </li>
    }
}

fn erase(card: &ComparisonSummary, name: &str, dispatch: &Dispatch) -> Callback<()> {
    let notice = format!("Deleted “{name}”.");
    dispatch.on_erase(
        ToWorker::Compare(CompareRequest::Delete(card.id.clone())),
        move || Action::Compare(CompareAction::ShowNotice(notice.clone())),
        "#comparisons",
    )
}

/// Returns the number of finished crawls as a text.
pub(crate) fn progress_words(card: &ComparisonSummary) -> String {
    format!("{} of {}", grouped(card.done), counted(card.trials, "crawl"))
}
