//! The Spiders view: the families of agents as a tree, and the story of the chosen agent.
//!
//! Only the first lines of a large population are drawn until more are requested, and branches without a living agent
//! are folded.

pub(crate) mod mark;
mod row;
mod story;
pub mod tree;
mod weights;

use super::results::title;
use crate::page::dom::digits::grouped;
use crate::page::dom::focus::focus;
use crate::page::state::catalog::Catalog;
use crate::page::state::crawl::live::Live;
use crate::page::state::crawl::ranking::{Origin, Ranking, ResultFilter, ResultsAction};
use crate::page::state::crawl::watched::Watched;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::screen::ScreenAction;
use crate::page::state::{Action, Shared};
use row::{Row, row_id};
use story::StoryPanel;
use tree::{Expanded, Forest, Step, TreeRow, step};
use web_sys::Element;
use yew::prelude::*;

/// Lines that are drawn at first, and so many more each time they are asked for.
const LINES: usize = 60;
/// The same beside another view.
const LINES_BESIDE: usize = 12;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The catalog, which names strategies.
    pub(crate) catalog: Shared<Catalog>,
    /// The crawl's counts.
    pub(crate) live: Shared<Live>,
    /// Its pages.
    pub(crate) ranking: Shared<Ranking>,
    /// Its spiders, and the story that was told last.
    pub(crate) watched: Shared<Watched>,
    /// The spider whose story is open.
    pub(crate) chosen: Option<u32>,
    /// The tree stands beside another view: a spider that is chosen filters the results.
    #[prop_or_default]
    pub(crate) is_beside: bool,
    pub(crate) dispatch: Dispatch,
}

impl Props {
    /// Returns the spider that is chosen: the one whose story is open, or whose results are shown.
    fn chosen(&self) -> Option<u32> {
        match self.ranking.filter().origin {
            Some(Origin::Spider(id)) if self.is_beside => Some(id),
            _ => self.chosen.filter(|_| !self.is_beside),
        }
    }
}

/// Draws the view.
#[component]
pub(crate) fn Spiders(props: &Props) -> Html {
    let watched = &props.watched;
    let expanded = use_state(Expanded::new);
    let with_dead = use_state_eq(|| true);
    let is_beside = props.is_beside;
    let most = use_state_eq(|| if is_beside { LINES_BESIDE } else { LINES });
    let reached = use_state_eq(|| None::<u32>);
    use_focus_return(props.chosen.filter(|_| !props.is_beside));
    if watched.spiders.is_empty() {
        return without(props);
    }
    let forest = Forest::new(&watched.spiders);
    let seen = forest.lines(&expanded, *with_dead, *most);
    let mut ids = seen.lines.iter().map(|line| line.spider.id);
    let first = ids.clone().next();
    let active = ids.find(|id| Some(*id) == *reached).or(first);
    let go = stepping(expanded, reached, props);
    let rest = seen.all - seen.lines.len();
    let more = most.clone();
    html! {
        <div class={classes!("spiders", is_beside.then_some("beside"))}>
            { head(&forest, watched.spiders.len(), &with_dead) }
            <div class="spiders-body">
                <div class={classes!("spiders-tree", depth(&seen.lines))}>
                    { columns() }
                    <ul role="tree" aria-label="Spiders by family" onkeydown={keys(&seen.lines, go.clone())}>
                        for line in &seen.lines { { row(props, line, active, &go) } }
                    </ul>
                    if rest > 0 {
                        <button type="button" class="more-spiders" onclick={Callback::from(move |_| more.set(*more + LINES))}>
                            { format!("Show more, {} left", grouped(rest as f64)) }</button>
                    }
                </div>
                if !is_beside { { story(props, &forest) } }
            </div>
        </div>
    }
}

/// Returns how deep the tree is, in a class: the deeper, the less a level is set in, so that what stands beside it keeps its place.
fn depth(lines: &[TreeRow]) -> Option<&'static str> {
    match lines.iter().map(|line| line.level).max() {
        None | Some(0..=2) => Some("flat"),
        Some(3..=6) => None,
        Some(7..=10) => Some("deep"),
        Some(_) => Some("deeper"),
    }
}

/// Carries out a step through the tree.
fn stepping(
    expanded: UseStateHandle<Expanded>,
    reached: UseStateHandle<Option<u32>>,
    props: &Props,
) -> Callback<Step> {
    let (actions, chosen) = (props.dispatch.actions.clone(), props.chosen());
    let filter = props.is_beside.then(|| props.ranking.filter().clone());
    Callback::from(move |step: Step| match step {
        Step::To(id) => {
            reached.set(Some(id));
            focus(&format!("#{}", row_id(id)));
        }
        Step::Fold(id, open) => {
            let mut next = (*expanded).clone();
            next.insert(id, open);
            expanded.set(next);
        }
        Step::History(id) => {
            reached.set(Some(id));
            let id = (chosen != Some(id)).then_some(id);
            actions.emit(match &filter {
                Some(filter) => Action::Results(ResultsAction::Filter(ResultFilter {
                    origin: id.map(Origin::Spider),
                    ..filter.clone()
                })),
                None => Action::Screen(ScreenAction::Spider(id)),
            });
        }
    })
}

/// Shows how many live and how many are dead, and whether these are shown.
fn head(forest: &Forest, all: usize, with_dead: &UseStateHandle<bool>) -> Html {
    let (living, dead) = (forest.living(), all - forest.living());
    let onchange = {
        let with_dead = with_dead.clone();
        Callback::from(move |_: Event| with_dead.set(!*with_dead))
    };
    html! {
        <div class="spiders-head">
            <h2>{ "Spiders" }</h2>
            <p class="fine">{ format!("{} alive, {} dead", grouped(living as f64), grouped(dead as f64)) }</p>
            <label class="check"><input type="checkbox" checked={**with_dead} {onchange} /><span>{ "Show dead spiders" }</span></label>
        </div>
    }
}

/// Draws the column heads. Screen readers get the same words in each row.
fn columns() -> Html {
    html! {
        <div class="spider spider-columns" aria-hidden="true">
            <span>{ "Spider" }</span><span>{ "Status" }</span><span>{ "Energy" }</span><span class="spider-pages">{ "Pages" }</span><span>{ "Best hit" }</span>
        </div>
    }
}

fn row(props: &Props, line: &TreeRow, active: Option<u32>, go: &Callback<Step>) -> Html {
    let id = line.spider.id;
    let record = line.spider.best.and_then(|(n, _)| props.ranking.page(n));
    let best = record.map(|record| AttrValue::from(title(record)));
    let unfolded = line.unfolded == Some(true);
    let press = go.reform(move |(id, fold)| {
        if fold {
            Step::Fold(id, !unfolded)
        } else {
            Step::History(id)
        }
    });
    html! {
        <Row key={id} line={line.clone()} {best} is_still={is_still(props)} chosen={props.chosen() == Some(id)} active={active == Some(id)} {press} />
    }
}

/// Returns whether the crawl is paused or over, or shown as it was at a past moment.
fn is_still(props: &Props) -> bool {
    !props.live.progress.phase.is_fetching() || props.live.read_only.is_some()
}

/// Keys move through the tree, from the line that has the focus.
fn keys(lines: &[TreeRow], go: Callback<Step>) -> Callback<KeyboardEvent> {
    let lines = lines.to_vec();
    Callback::from(move |event: KeyboardEvent| {
        let from = event.target_dyn_into::<Element>().map(|line| line.id());
        let at = lines
            .iter()
            .position(|line| from.as_ref() == Some(&row_id(line.spider.id)));
        let is_plain = !event.ctrl_key() && !event.alt_key() && !event.meta_key();
        let target = at.and_then(|at| step(&lines, at, &event.key()));
        if let Some(target) = target.filter(|_| is_plain) {
            event.prevent_default();
            go.emit(target);
        }
    })
}

/// Draws the story of the spider that is chosen.
fn story(props: &Props, forest: &Forest) -> Html {
    let Some(spider) = props.chosen.and_then(|id| props.watched.spider(id)) else {
        return Html::default();
    };
    let story = props
        .watched
        .story
        .clone()
        .filter(|story| story.id == spider.id);
    html! {
        <StoryPanel spider={spider.clone()} founder={forest.founder(spider.id)} story={story} is_still={is_still(props)} ranking={props.ranking.clone()} dispatch={props.dispatch.clone()} />
    }
}

/// Gives the focus back to the line of the spider whose story was closed.
#[hook]
fn use_focus_return(chosen: Option<u32>) {
    let before = use_mut_ref(|| None);
    use_effect_with(chosen, move |chosen| {
        if let (Some(id), None) = (before.replace(*chosen), *chosen) {
            focus(&format!("#{}", row_id(id)));
        }
    });
}

/// Shows what there is to see where no spider is: why, and which strategies have any.
fn without(props: &Props) -> Html {
    let request = props.live.request.as_ref();
    let own = request.and_then(|request| props.catalog.strategy(&request.plan.strategy));
    if own.is_some_and(|info| info.has_spiders) {
        return html! { <p class="spiders-none">{ "No spiders yet. They appear with the first page." }</p> };
    }
    let others = props
        .catalog
        .strategies
        .iter()
        .filter(|info| info.has_spiders);
    let titles: Vec<String> = others.map(|info| format!("“{}”", info.title)).collect();
    html! {
        <p class="spiders-none">{ "This crawl has no spiders. " }{ which(&titles) }</p>
    }
}

/// Returns which strategies have spiders, in a sentence.
fn which(titles: &[String]) -> String {
    match titles {
        [] => String::new(),
        [one] => {
            format!("{one} crawls with several spiders and shows their families here.")
        }
        [first @ .., last] => format!(
            "{} or {last} crawl with several spiders and show their families here.",
            first.join(", ")
        ),
    }
}
