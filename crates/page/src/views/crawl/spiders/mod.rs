//! Renders the Spiders view: the families of agents as a tree, and the history of the selected agent. Without spiders
//! it shows the branches of the crawl.
//!
//! A large tree is drawn in portions on request, and families without a living agent are folded.

pub mod branches;
pub mod families;
mod navigation;
mod row;
mod story;
pub mod tree;
mod weights;

use super::Props as CrawlProps;
use super::results::title;
use crate::views::prelude::*;
use crate::widgets::use_focus_return;
pub(crate) use branches::BranchTree;
use families::{Families, is_dead};
use navigation::{Line, TreeNavigation, use_tree_navigation};
use story::StoryPanel;
use tree::TreeRow;

/// The beginning of the ids of lines, before the spider's number.
const ROWS: &str = "spider-";

/// The properties of a tree of spiders or branches.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) view: CrawlProps,
    /// The tree is beside another view, where a click filters the results.
    pub(crate) is_beside: bool,
}

impl Props {
    /// Returns the spider whose history is open.
    fn open(&self) -> Option<u32> {
        self.view.state.screen.spider.filter(|_| !self.is_beside)
    }

    /// Returns the selected spider: the one whose history is open, or by which the results are filtered.
    fn chosen(&self) -> Option<u32> {
        match self.view.crawl.ranking.filter().origin {
            Some(Origin::Spider(id)) if self.is_beside => Some(id),
            _ => self.open(),
        }
    }
}

/// Renders the view.
#[component]
pub(crate) fn Spiders(props: &Props) -> Html {
    let watched = &props.view.crawl.watched;
    let with_dead = use_state_eq(|| true);
    let is_beside = props.is_beside;
    let scope = &props.view.scope;
    let navigation = use_tree_navigation(scope.id(ROWS), is_beside, choosing(props));
    use_focus_return(props.open(), |id| format!("#{ROWS}{id}"));
    if watched.spiders.is_empty() {
        return if is_beside {
            Html::default()
        } else {
            html! { <p class="spiders-none">{ "No spiders yet. They appear with the first page." }</p> }
        };
    }
    let families = Families::new(&watched.spiders);
    let seen = families.lines(&navigation.expanded, *with_dead, *navigation.most);
    html! {
        <div class={classes!("spiders", is_beside.then_some("beside"))}>
            { head(&families, watched.spiders.len(), &with_dead) }
            <div class="spiders-body">
                { navigation.draw(scope.name("Spiders by family"), columns(), &seen,
                    |line, active| row(props, &families, line, active, &navigation)) }
                if !is_beside { { story(props, &families) } }
            </div>
        </div>
    }
}

/// Returns the callback for a clicked spider: it opens its history or, beside another view, filters the results by it.
/// A second click reverts that.
fn choosing(props: &Props) -> Callback<u32> {
    let (actions, chosen, is_beside) = (props.view.dispatch.actions.clone(), props.chosen(), props.is_beside);
    Callback::from(move |id| {
        actions.emit(if is_beside {
            Action::Results(ResultsAction::ToggleOrigin(Origin::Spider(id)))
        } else {
            let next = (chosen != Some(id)).then_some(id);
            Action::Screen(ScreenAction::Spider(next))
        });
    })
}

/// Renders the numbers of living and dead spiders, and the switch that shows the dead.
fn head(families: &Families, all: usize, with_dead: &UseStateHandle<bool>) -> Html {
    let (living, dead) = (families.living(), all - families.living());
    let onchange = set_to::<_, Event>(with_dead, !**with_dead);
    html! {
        <div class="spiders-head">
            <h2>{ "Spiders" }</h2>
            <p class="fine">{ format!("{} alive, {} dead", grouped(living as f64), grouped(dead as f64)) }</p>
            <label class="check">
                <input type="checkbox" checked={**with_dead} {onchange} /><span>{ "Show dead spiders" }</span>
            </label>
        </div>
    }
}

/// Renders the column heads. For screen readers, each row has the same words.
fn columns() -> Html {
    html! {
        <div class="spider spider-columns" aria-hidden="true">
            <span>{ "Spider" }</span>
            <span>{ "Status" }</span>
            <span>{ "Energy" }</span>
            <span class="spider-pages">{ "Pages" }</span>
            <span>{ "Best page" }</span>
        </div>
    }
}

fn row(props: &Props, families: &Families, line: &TreeRow, active: bool, navigation: &TreeNavigation) -> Html {
    let (id, spider) = (line.id, families.spider(line.at));
    let best = spider.best.and_then(|(n, _)| props.view.crawl.ranking.pages.get(n)).map(|record| title(record));
    let class = is_dead(spider).then_some("dead");
    let (chosen, press) = (props.chosen() == Some(id), navigation.press(line));
    let frame = Line { id: navigation.row_id(id), class, row: line, chosen, active, press };
    row::row(spider, families.below(line.at), best, is_still(props), line, frame)
}

/// Returns whether the crawl is paused or over, or a past moment is shown.
fn is_still(props: &Props) -> bool {
    let live = &props.view.crawl.live;
    !live.progress.phase.is_fetching() || live.read_only.is_some()
}

/// Renders the history of the selected spider.
fn story(props: &Props, families: &Families) -> Option<Html> {
    let watched = &props.view.crawl.watched;
    let spider = props.open().and_then(|id| watched.spider(id))?;
    let story = watched.story.clone().filter(|story| story.id == spider.id);
    Some(html! {
        <StoryPanel key={spider.id} spider={spider.clone()} founder={families.founder(spider.id)} {story}
            is_still={is_still(props)} ranking={props.view.crawl.ranking.clone()}
            dispatch={props.view.dispatch.clone()} />
    })
}
