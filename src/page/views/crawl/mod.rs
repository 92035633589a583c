//! The Crawl screen: status, results and other views, charts, steering.
//!
//! Elements that appear during a crawl are never above the results, so that no row moves under the pointer. Notices and the end are beside
//! the results, or at the bottom of a narrow window.

mod announce;
pub(crate) mod charts;
mod ending;
mod excluded;
mod failures;
mod fetching;
pub mod frontier;
pub mod map;
mod news;
pub(crate) mod pace;
mod preparing;
pub(crate) mod results;
pub(crate) mod seeds;
mod shortcuts;
mod site_map;
pub mod spiders;
mod status;
pub mod steering;
mod timeline;
mod views;

use super::parts::page_reader::use_reader_of;
use super::parts::tour::Tour;
use super::parts::{export, learned};
use crate::page::dom::sticky::{StickyColumn, show_start};
use crate::page::dom::view::use_media;
use crate::page::state::crawl::CrawlState;
use crate::page::state::screen::Screen;
use crate::page::state::seeds::SeedFinder;
use crate::page::views::prelude::*;
use crate::page::widgets::tables::ModelTables;
use crate::protocol::pace::Paces;
use charts::Charts;
pub(crate) use charts::FrontierChart;
use map::{Map, SharedMapState};
use news::News;
use spiders::{BranchTree, Spiders};
use steering::{Panel, Toast};
use timeline::Timeline;
use types::report::EndReason;
use views::Views;

/// The window width from which the map fits beside another view. The style sheet has the same value.
const WIDE: &str = "(min-width: 84rem)";
/// The window width from which the column stands beside the results. The style sheet has the same value.
const COLUMN: &str = "(min-width: 56.01rem)";

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) catalog: Shared<Catalog>,
    /// The crawl, at the latest or at the visible moment.
    pub(crate) crawl: CrawlState,
    /// The search for seeds.
    pub(crate) search: Shared<SeedFinder>,
    /// The saved crawls.
    pub(crate) library: Shared<Library>,
    /// The pages that are selected to train from.
    pub(crate) good: GoodPages,
    /// The visible screen.
    pub(crate) screen: Screen,
    /// The paces of crawls.
    pub(crate) paces: Paces,
    pub(crate) dispatch: Dispatch,
}

impl Props {
    /// Returns the properties of the visible moment.
    fn shown(&self) -> Self {
        Self { crawl: self.crawl.shown(), ..self.clone() }
    }

    /// Returns whether the current strategy, or one before it, has spiders.
    fn has_spiders(&self) -> bool {
        let spec = self.crawl.live.spec_at(self.crawl.live.progress.pages + 1);
        let info = spec.as_ref().and_then(|spec| self.catalog.strategy(&spec.id));
        info.is_some_and(|info| info.has_spiders) || self.crawl.ranking.pages.counts().by_spiders > 0
    }

    /// Renders the tree of the spiders or, without spiders, that of the branches.
    fn tree(&self, is_beside: bool) -> Html {
        if self.has_spiders() {
            html! {
                <Spiders live={self.crawl.live.clone()} ranking={self.crawl.ranking.clone()} watched={self.crawl.watched.clone()} chosen={self.screen.spider}
                    {is_beside} dispatch={self.dispatch.clone()} />
            }
        } else {
            html! {
                <BranchTree ranking={self.crawl.ranking.clone()} good={self.crawl.live.good_from()} is_going={self.crawl.live.is_going()} open={self.screen.open} {is_beside} dispatch={self.dispatch.clone()} />
            }
        }
    }
}

/// Renders the current crawl, or the last one.
#[component]
pub(crate) fn CrawlView(props: &Props) -> Html {
    let Props { paces, dispatch, .. } = props;
    let live = &props.crawl.live;
    let shown = props.shown();
    let is_past = props.crawl.replay.is_some();
    let has_begun = !live.is_before_crawl();
    // Sections below the steering panel appear together with it, so that it does not move them.
    let is_new = live.progress.phase == Phase::New;
    let is_under_way = has_begun && !is_new;
    use_effect_with((), |()| focus("#crawl"));
    use_focus_at_end(live);
    use_focus_at_phase(live);
    let by_examples = live.request.as_ref().is_some_and(StartRequest::is_by_examples);
    let announcement = announce::use_announcement(live, &props.catalog);
    let source = live.request.as_ref().map(|request| &request.source);
    let reader = use_reader_of(source, dispatch);
    let map_state = use_memo((), |()| SharedMapState::default());
    let is_wide = use_media(WIDE);
    let has_map_beside = is_wide && has_begun && props.screen.view != View::Map;
    let has_tree_beside = use_media(COLUMN) && has_begun && !matches!(props.screen.view, View::Map | View::Spiders);
    let views = || {
        let (crawl, map_state) = (shown.clone(), (*map_state).clone());
        html! { <Views {crawl} all={props.crawl.ranking.clone()} {map_state} {has_map_beside} {is_wide} /> }
    };
    html! {
        <ContextProvider<OpenInReader> context={reader}>
        <div class="crawl-page">
            { status::status(live, &shown.crawl.live, *paces, dispatch) }
            <p class="unseen" role="status">{ announcement }</p>
            <Tour pages={live.progress.pages} is_watched={live.progress.phase == Phase::Running && pace::is_watchable(live, *paces)} />
            <Toast catalog={props.catalog.clone()} live={live.clone()} steer={props.crawl.steer.clone()} dispatch={dispatch.clone()} />
            <div class={classes!("crawl-grid", has_map_beside.then_some("with-map"))}>
                { if has_begun { views() } else { before(live, dispatch) } }
                <StickyColumn>
                <aside class="side" id="side" tabindex="-1" aria-label="Crawl status">
                    if has_map_beside {
                        <Map ranking={props.crawl.ranking.clone()} watched={shown.crawl.watched.clone()} memory={(*map_state).clone()} dispatch={dispatch.clone()}
                            until={shown.crawl.moment()} good={shown.crawl.live.good_from()} is_running={live.progress.phase.is_fetching()} details={Html::default()} is_beside={true} />
                    }
                    if !is_past { <News live={live.clone()} ranking={props.crawl.ranking.clone()} dispatch={dispatch.clone()} /> }
                    if has_tree_beside && is_wide { { shown.tree(true) } }
                    // In a wide window the details are beside the map instead of below it.
                    if is_wide && props.screen.view == View::Map { { views::details(&shown) } }
                    if is_under_way && !is_past {
                        <Panel catalog={props.catalog.clone()} live={live.clone()} steer={props.crawl.steer.clone()}
                            dispatch={dispatch.clone()} />
                    }
                    // Charts stand from the first moment, so that they do not move what is below them.
                    if is_under_way && (live.is_going() || !shown.crawl.ranking.pages.records().is_empty()) {
                        <Charts ranking={shown.crawl.ranking.clone()} marks={marks(&shown.crawl.live)} {by_examples} good={shown.crawl.live.good_from()} />
                        { learned::folded(live) }
                        if !is_past { <ModelTables tables={live.learned.tables.clone()} /> }
                    }
                    if is_under_way { { failures::failures(&shown.crawl.live) } }
                    if !is_new {
                        { seeds::started(live, &props.search) }
                        { excluded::excluded_words(live) }
                    }
                    // In a narrow column the tree comes last, so that it moves nothing when it appears.
                    if has_tree_beside && !is_wide { { shown.tree(true) } }
                    { export::problem(&props.library) }
                </aside>
                </StickyColumn>
            </div>
            if let Some(id) = &live.saved.id { { export::files(id, &props.library, dispatch) } }
            if has_begun && !live.is_elsewhere() {
                <Timeline live={live.clone()} ranking={props.crawl.ranking.clone()} replay={props.crawl.replay.clone()} dispatch={dispatch.clone()} />
            }
        </div>
        </ContextProvider<OpenInReader>>
    }
}

/// Returns the pages after which the crawl was changed.
fn marks(live: &Live) -> Vec<u32> {
    let changes = live.steered.list().iter();
    changes.map(|(done, _)| *done).collect()
}

/// Renders the screen before the crawl: the training report, or the progress of reading the examples.
fn before(live: &Live, dispatch: &Dispatch) -> Html {
    match &live.learned.training_report {
        Some(report) => learned::learned(live, report, dispatch),
        None => preparing::preparing(live),
    }
}

/// Moves the focus to the training report when it appears, and to the crawl when it starts or resumes, because the pressed button has
/// disappeared.
#[hook]
fn use_focus_at_phase(live: &Live) {
    let before = use_mut_ref(|| Phase::New);
    use_effect_with(live.progress.phase, move |phase| match (before.replace(*phase), *phase) {
        (_, Phase::Prepared) => focus("#learned"),
        (Phase::Prepared, Phase::Running) => focus("#crawl"),
        (Phase::Ended(_), Phase::Running | Phase::Preparing) if is_focus_lost() => {
            focus("#crawl");
        }
        _ => {}
    });
}

/// Moves the focus to the end's heading after a stop, because the pressed button has disappeared. Other ends come into view.
#[hook]
fn use_focus_at_end(live: &Live) {
    let was_going = use_mut_ref(|| false);
    let (phase, going) = (live.progress.phase, live.is_going());
    use_effect_with(phase, move |phase| {
        let was_going = was_going.replace(going);
        match phase {
            Phase::Ended(EndReason::Stopped) if was_going => focus("#ending"),
            Phase::Ended(_) if was_going => show_ending(),
            _ => {}
        }
    });
}

/// Moves the column back to its start, where the end is, unless the focus is in the column.
fn show_ending() {
    if let Some(side) = element("#side").filter(|_| !is_focus_in("#side")) {
        show_start(&side);
    }
}
