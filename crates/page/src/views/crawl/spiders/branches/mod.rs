//! Renders the branches of a crawl without spiders as a tree: a line for each seed, and below it the pages that led to
//! others.
//!
//! A click on a seed filters results, map and charts by its branch, like a click on a spider. A click on a page opens
//! its details.

pub mod counts;

use super::Props;
use super::navigation::{Line, unseen, use_tree_navigation};
use super::row::{bar, best};
use super::tree::TreeRow;
use crate::views::crawl::results::{origin_name, title};
use crate::views::prelude::*;
use counts::{BranchCounts, Branches};

/// The beginning of the ids of lines, before the number of the page.
const ROWS: &str = "branch-";

/// Renders the view.
#[component]
pub(crate) fn BranchTree(props: &Props) -> Html {
    let CrawlState { live, ranking, .. } = &props.view.crawl;
    let origin = ranking.filter().origin;
    let ranking = use_paced(ranking, ranking.is_past());
    let input = (ranking.clone(), live.good_from(), live.is_going());
    let branches =
        use_memo(input.clone(), |(ranking, good, is_going)| Branches::new(ranking.pages.records(), *good, *is_going));
    let (is_beside, scope) = (props.is_beside, &props.view.scope);
    let navigation = use_tree_navigation(scope.id(ROWS), is_beside, choosing(props));
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
            { navigation.draw(scope.name("Branches by seed"), columns(), &seen, |line, active| {
                let chosen = if line.level == 1 {
                    origin == Some(Origin::Seed(line.id))
                } else {
                    open == Some(line.id)
                };
                let counts = *branches.counts(line.at);
                let class = (counts.pages == 0).then_some("dead");
                let press = navigation.press(line);
                let id = navigation.row_id(line.id);
                row(line, counts, &ranking, Line { id, class, row: line, chosen, active, press })
            }) }
        </div>
    }
}

/// Returns the callback for a clicked page: a seed filters the results by its branch, another page opens its details. A
/// second click reverts that.
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
            <span>{ "Branch" }</span>
            <span class="spider-energy">{ "Harvest rate" }</span>
            <span class="spider-pages">{ "Relevant" }</span>
            <span class="spider-pages">{ "Pages" }</span>
            <span class="spider-pages branch-depth">{ "Depth" }</span><span class="spider-best">{ "Best page" }</span>
        </div>
    }
}

/// The most bytes of the reason that a seed was not read.
const REASON_BYTES: usize = 200;

/// Renders the row of a page.
fn row(line: &TreeRow, counts: BranchCounts, ranking: &Ranking, frame: Line<'_>) -> Html {
    let Some(record) = ranking.pages.get(line.id) else {
        return Html::default();
    };
    let title = title(record);
    // Results and their filter use the same name.
    let name = if line.level == 1 { origin_name(ranking, Origin::Seed(line.id)) } else { title.clone() };
    let relevant = format!("{} of {} relevant", grouped(counts.relevant), counted(counts.pages, "page"));
    let cells = html! {
        <>
            { bar("harvest rate", counts.harvest(), relevant) }
            <span class="spider-pages">{ grouped(counts.relevant) }{ unseen(" relevant of ") }</span>
            <span class="spider-pages">
                { grouped(counts.pages) }{ unseen(if counts.pages == 1 { " page" } else { " pages" }) }
            </span>
            <span class="spider-pages branch-depth">{ unseen(", depth ") }{ grouped(counts.depth) }</span>
            <span class="spider-best">{ best_page(counts, ranking, record) }</span>
        </>
    };
    frame.draw(html! { <span class="branch-name" {title}>{ name }</span> }, cells)
}

/// Renders the best page of the branch or, for a seed that was not read, the reason.
fn best_page(counts: BranchCounts, ranking: &Ranking, record: &Rc<PageRecord>) -> Html {
    if let Some(reason) = record.outcome.reason() {
        return html! { { sentence(cut(&clean(&reason), REASON_BYTES)) } };
    }
    let found = counts.best.and_then(|(n, _)| ranking.pages.get(n));
    best(counts.best, found.map(|record| title(record)))
}
