//! Renders the branches of a crawl without spiders as a tree: a line for each seed, and below it the pages that led to others.
//!
//! A click on a seed filters results, map and charts by its branch, like a click on a spider. A click on a page opens its details.

pub mod counts;
mod row;

use super::Props;
use super::navigation::use_tree_navigation;
use crate::page::views::prelude::*;
use counts::Branches;
use row::{BranchRow, row_id};

/// Renders the view.
#[component]
pub(crate) fn BranchTree(props: &Props) -> Html {
    let CrawlState { live, ranking, .. } = &props.view.crawl;
    let origin = ranking.filter().origin;
    let ranking = use_paced(ranking, ranking.is_past());
    let input = (ranking.clone(), live.good_from(), live.is_going());
    let branches =
        use_memo(input.clone(), |(ranking, good, is_going)| Branches::new(ranking.pages.records(), *good, *is_going));
    let is_beside = props.is_beside;
    let navigation = use_tree_navigation(row_id, is_beside, choosing(props));
    let shape = ((*navigation.expanded).clone(), *navigation.most);
    let seen = use_memo((input, shape), |(_, (expanded, most))| branches.lines(expanded, *most));
    let seeds = branches.seeds();
    if is_beside && seeds < 2 {
        return Html::default();
    }
    if seeds == 0 {
        return html! { <p class="spiders-none">{ "No pages yet." }</p> };
    }
    let open = props.view.state.screen.open;
    html! {
        <div class={classes!("spiders", "branches", is_beside.then_some("beside"))}>
            <div class="spiders-head">
                <h2>{ "Branches" }</h2>
                <p class="fine">{ counted(seeds, "seed") }</p>
            </div>
            { navigation.draw("Branches by seed", columns(), &seen, |line, active| {
                let chosen = if line.level == 1 { origin == Some(Origin::Seed(line.id)) } else { open == Some(line.id) };
                html! {
                    <BranchRow key={line.id} line={line.clone()} counts={*branches.counts(line.at)} ranking={ranking.clone()} {chosen} {active}
                        press={navigation.press(line)} />
                }
            }) }
        </div>
    }
}

/// Returns the callback for a clicked page: a seed filters the results by its branch, another page opens its details. A second click
/// reverts that.
fn choosing(props: &Props) -> Callback<u32> {
    let (actions, ranking, open) =
        (props.view.dispatch.actions.clone(), props.view.crawl.ranking.clone(), props.view.state.screen.open);
    Callback::from(move |n| {
        let is_seed = ranking.pages.seed_of(n) == Some(n);
        actions.emit(if is_seed {
            Action::Results(ResultsAction::ToggleOrigin(Origin::Seed(n)))
        } else {
            Action::Screen(ScreenAction::Details((open != Some(n)).then_some(n)))
        });
    })
}

/// Renders the column heads. For screen readers, each row has the same words.
fn columns() -> Html {
    html! {
        <div class="spider spider-columns" aria-hidden="true">
            <span>{ "Branch" }</span><span class="spider-energy">{ "Harvest rate" }</span><span class="spider-pages">{ "Relevant" }</span><span class="spider-pages">{ "Pages" }</span>
            <span class="spider-pages branch-depth">{ "Depth" }</span><span class="spider-best">{ "Best page" }</span>
        </div>
    }
}
