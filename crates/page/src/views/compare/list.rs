//! Renders the list of saved comparisons.

use super::figures::some_of;
use crate::views::parts::saved;
use crate::views::parts::saved::SavedRow;
use crate::views::prelude::*;
use page_state::compare::page_of;
use page_state::library::status;
use protocol::compare::{ComparisonStatus, ComparisonSummary};

/// The number of strategies in the display name of an unnamed comparison.
const NAMED: usize = 3;

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
            <p>
                <button type="button" class="quiet kept-below" {onclick}>
                    { format!("{} saved below", counted(count, "comparison")) }
                </button>
            </p>
        }
    }
}

/// Renders the list, once there is one.
pub(crate) fn saved_list(compare: &CompareState, worker: &Worker, dispatch: &Dispatch) -> Html {
    match &compare.kept {
        Some(Err(reason)) => saved::not_listed("comparisons", Some(reason), worker),
        Some(Ok(cards)) if !cards.is_empty() => {
            let here = compare.run.results.as_ref().filter(|shown| shown.is_here).map(|shown| &shown.card.id);
            let rows = cards.iter().map(|card| row(card, here == Some(&card.id), dispatch));
            saved::list("comparisons", "Comparisons", Html::default(), rows.collect())
        }
        _ => Html::default(),
    }
}

fn row(card: &ComparisonSummary, is_here: bool, dispatch: &Dispatch) -> Html {
    let name = display_name(card);
    let goes = matches!(card.status, ComparisonStatus::Running | ComparisonStatus::Paused);
    let way = if goes && !is_here { "Resume" } else { "Open" };
    let figures = vec![
        ("State", run_status(card, is_here).to_owned()),
        ("Crawls", format!("{} of {}", grouped(card.done), grouped(card.trials))),
        ("Strategies", grouped(card.strategies.len() as f64)),
    ];
    html! {
        <SavedRow key={card.id.clone()} id={format!("comparison-{}", card.id)} name={name.clone()}
            href={page_of(&card.id)} about={format!("{} · {}", status::source(&card.source), date(card.created))}
            problem={card.unreadable.as_ref().map(|reason| shown(reason))} {figures} is_open={goes}
            open={card.unreadable.is_none().then_some(way)} delete={delete(card, &name, dispatch)}
            is_undoable={card.unreadable.is_none()} />
    }
}

fn delete(card: &ComparisonSummary, name: &str, dispatch: &Dispatch) -> Callback<()> {
    let (id, name) = (card.id.clone(), name.to_owned());
    saved::removing(dispatch, move || Action::Compare(CompareAction::Delete(id.clone(), name.clone())), "#comparisons")
}

/// Returns the number of finished crawls as a text.
pub(crate) fn progress_words(card: &ComparisonSummary) -> String {
    format!("{} of {}", grouped(card.done), counted(card.trials, "crawl"))
}
