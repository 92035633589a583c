//! The branches of a crawl as a tree, where the strategy has no spiders: a line for each seed, and below it the pages that led to others.
//!
//! A press on a seed filters results, map and charts by its branch, as one on a spider does; a press on a page opens its details.

pub mod counts;
mod row;

use super::navigation::use_tree_navigation;
use crate::page::dom::digits::counted;
use crate::page::state::crawl::ranking::{Origin, Ranking, ResultsAction};
use crate::page::state::dispatch::Dispatch;
use crate::page::state::screen::ScreenAction;
use crate::page::state::{Action, Shared};
use crate::page::widgets::pacing::use_paced;
use counts::Branches;
use row::{BranchRow, row_id};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The pages of the crawl.
    pub(crate) ranking: Shared<Ranking>,
    /// The relevance from which a page is relevant.
    pub(crate) good: f64,
    /// The crawl goes on.
    pub(crate) is_going: bool,
    /// The page whose details are open.
    pub(crate) open: Option<u32>,
    /// The tree stands beside another view: it is shown where there are several seeds.
    pub(crate) is_beside: bool,
    pub(crate) dispatch: Dispatch,
}

/// Draws the view.
#[component]
pub(crate) fn BranchTree(props: &Props) -> Html {
    let ranking = use_paced(&props.ranking, props.ranking.is_past());
    let input = (ranking.clone(), props.good, props.is_going);
    let branches = use_memo(input.clone(), |(ranking, good, is_going)| {
        Branches::new(ranking.records(), *good, *is_going)
    });
    let is_beside = props.is_beside;
    let navigation = use_tree_navigation(row_id, is_beside, choosing(props));
    let shape = ((*navigation.expanded).clone(), *navigation.most);
    let seen = use_memo((input, shape), |(_, (expanded, most))| {
        branches.lines(expanded, *most)
    });
    let seeds = branches.seeds();
    if is_beside && seeds < 2 {
        return Html::default();
    }
    if seeds == 0 {
        return html! { <p class="spiders-none">{ "No pages yet." }</p> };
    }
    let origin = props.ranking.filter().origin;
    html! {
        <div class={classes!("spiders", "branches", is_beside.then_some("beside"))}>
            <div class="spiders-head">
                <h2>{ "Branches" }</h2>
                <p class="fine">{ counted(seeds, "seed") }</p>
            </div>
            { navigation.draw("Branches by seed", columns(), &seen, |line, active| {
                let chosen = if line.level == 1 { origin == Some(Origin::Seed(line.id)) } else { props.open == Some(line.id) };
                html! {
                    <BranchRow key={line.id} line={line.clone()} counts={*branches.counts(line.at)} ranking={ranking.clone()} {chosen} {active}
                        press={navigation.press(line)} />
                }
            }) }
        </div>
    }
}

/// Returns the callback that takes the page that is pressed: the results are filtered by the branch of a seed, and the details of another page
/// open; a second press takes that back.
fn choosing(props: &Props) -> Callback<u32> {
    let (actions, ranking, open) = (
        props.dispatch.actions.clone(),
        props.ranking.clone(),
        props.open,
    );
    Callback::from(move |n| {
        let is_seed = ranking.seed_of(n) == Some(n);
        actions.emit(if is_seed {
            Action::Results(ResultsAction::ToggleOrigin(Origin::Seed(n)))
        } else {
            Action::Screen(ScreenAction::Details((open != Some(n)).then_some(n)))
        });
    })
}

/// Draws the column heads. Screen readers get the same words in each row.
fn columns() -> Html {
    html! {
        <div class="spider spider-columns" aria-hidden="true">
            <span>{ "Branch" }</span><span class="spider-energy">{ "Harvest" }</span><span class="spider-pages">{ "Relevant" }</span><span class="spider-pages">{ "Pages" }</span>
            <span class="spider-pages branch-depth">{ "Depth" }</span><span class="spider-best">{ "Best hit" }</span>
        </div>
    }
}
