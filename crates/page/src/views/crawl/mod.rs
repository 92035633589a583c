//! The Crawl screen: status, results and other views, charts, steering.
//!
//! Elements that appear during a crawl are never above the results, so that no row moves under the pointer. Notices and
//! the end are beside the results, or at the bottom of a narrow window.

pub(crate) mod charts;
mod documents;
mod ending;
mod failures;
pub mod frontier;
mod inputs;
pub mod map;
mod now;
pub(crate) mod pace;
pub(crate) mod results;
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
use crate::dom::sticky::{StickyColumn, show_start};
use crate::dom::view::use_media;
use crate::views::prelude::*;
use crate::widgets::tables::ModelTables;
use charts::Charts;
pub(crate) use charts::FrontierChart;
use map::{Map, SharedMapState};
use now::Now;
use page_state::library::subjects;
use results::Details;
use spiders::{BranchTree, Spiders};
use steering::{Panel, Toast};
use timeline::Timeline;
use types::report::EndReason;
use views::Views;

/// The window width from which the map fits beside another view. The style sheet has the same value.
const MAP: &str = "(min-width: 78rem)";
/// The window width from which the tree and the details of a page fit there, too.
const WIDE: &str = "(min-width: 84rem)";
/// The window width from which the column stands beside the results. The style sheet has the same value.
const COLUMN: &str = "(min-width: 56.01rem)";

/// The properties of the crawl's screen and of its parts.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The state, with the crawl at its latest moment.
    pub(crate) state: State,
    /// The crawl at the visible moment.
    pub(crate) crawl: CrawlState,
    pub(crate) dispatch: Dispatch,
    #[prop_or_default]
    pub(crate) scope: Scope,
}

/// Tells the parts of a crawl from those of another one on the same screen. The default is that of the only crawl.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Scope {
    /// The beginning of ids in the document.
    pub(crate) prefix: &'static str,
    /// The name of the crawl.
    pub(crate) of: AttrValue,
}

impl Scope {
    /// Returns the id of a part in the document.
    fn id(&self, id: &str) -> String {
        format!("{}{id}", self.prefix)
    }

    /// Returns the accessible name of a part.
    fn name(&self, name: &str) -> String {
        if self.of.is_empty() { name.to_owned() } else { format!("{name} of {}", self.of) }
    }
}

impl Props {
    /// Returns whether the current strategy, or one before it, has spiders.
    pub(crate) fn has_spiders(&self) -> bool {
        let spec = self.crawl.live.spec_at(self.crawl.live.progress.pages + 1);
        let info = spec.as_ref().and_then(|spec| self.state.catalog.strategy(&spec.id));
        info.is_some_and(|info| info.has_spiders) || self.crawl.ranking.pages.counts().by_spiders > 0
    }

    /// Renders the drawer with the export formats.
    fn export(&self, id: &str) -> Html {
        let (ranking, good) = (&self.crawl.ranking, &self.state.train.good);
        let selected = |record: &&Rc<PageRecord>| good.has(record.url.as_str());
        let selected = if good.is_empty() { 0 } else { ranking.pages.records().iter().filter(selected).count() };
        export::files(id, &self.state.library, [ranking.len(), selected], &self.dispatch)
    }

    /// Renders the tree of the spiders or, without spiders, that of the branches.
    fn tree(&self, is_beside: bool) -> Html {
        if self.has_spiders() {
            html! { <Spiders view={self.clone()} {is_beside} /> }
        } else {
            html! { <BranchTree view={self.clone()} {is_beside} /> }
        }
    }
}

/// Renders the current crawl, or the last one.
#[component]
pub(crate) fn CrawlView(props: &Props) -> Html {
    let Props { state, crawl: shown, dispatch, .. } = props;
    let State { catalog, crawl, screen, library, paces, preferences, .. } = state;
    let (live, is_past) = (&crawl.live, crawl.replay.is_some());
    let has_begun = !live.is_before_crawl();
    // Sections below the steering panel appear together with it, so that it does not move them.
    let is_new = live.progress.phase == Phase::New;
    let is_under_way = has_begun && !is_new;
    use_effect_with((), |()| focus("#crawl"));
    use_focus_at_end(live);
    use_focus_at_phase(live);
    let announcement = status::use_announcement(live, catalog);
    let source = live.request.as_ref().map(|request| &request.source);
    let reader = use_reader_of(source, dispatch);
    let map_state = use_memo((), |()| SharedMapState::default());
    let is_wide = use_media(WIDE);
    let has_map_beside = use_media(MAP) && has_begun && screen.view != View::Map;
    let has_tree_beside = use_media(COLUMN) && has_begun && !matches!(screen.view, View::Map | View::Spiders);
    let map_state = (*map_state).clone();
    let view = || props.clone();
    html! {
        <ContextProvider<OpenInReader> context={reader}>
        <div class="crawl-page">
            { status::status(live, &shown.live, *paces, preferences.has_shortcuts, dispatch) }
            <p class="unseen" role="status">{ announcement }</p>
            <Tour start={preferences.tour} pages={live.progress.pages}
                is_watched={live.progress.phase == Phase::Running && pace::is_watchable(live, *paces)}
                has_ended={matches!(live.progress.phase, Phase::Ended(_))} dispatch={dispatch.clone()} />
            <Toast ..view() />
            <div class={classes!("crawl-grid", has_map_beside.then_some("with-map"))}>
                if has_begun {
                    <Views view={view()} map_state={map_state.clone()} {has_map_beside} {is_wide} />
                } else {
                    { before(live, dispatch) }
                }
                <StickyColumn>
                <aside class="side" id="side" tabindex="-1" aria-label="Crawl status">
                    if has_map_beside {
                        <Map view={view()} memory={map_state} details={Html::default()} is_beside={true} />
                    }
                    { updating(library) }
                    if !is_past { <Now ..view() /> }
                    if has_tree_beside && is_wide { { props.tree(true) } }
                    // In a wide window the details are beside the map instead of below it.
                    if is_wide && screen.view == View::Map { <Details ..view() /> }
                    if is_under_way && !is_past { <Panel ..view() /> }
                    // Charts stand from the first moment, so that they do not move what is below them.
                    if is_under_way && (live.is_going() || !shown.ranking.pages.records().is_empty()) {
                        <Charts ..view() />
                        { learned::folded(live) }
                        if !is_past { <ModelTables tables={live.learned.tables.clone()} /> }
                    }
                    if is_under_way {
                        { documents::documents(live, &crawl.ranking, library, dispatch) }
                        { failures::failures(&shown.live) }
                    }
                    if !is_new {
                        { inputs::started(live, &state.setup.seeds, &state.catalog) }
                        { inputs::excluded_words(live) }
                    }
                    // In a narrow column the tree comes last, so that it moves nothing when it appears.
                    if has_tree_beside && !is_wide { { props.tree(true) } }
                    { export::problem(library) }
                </aside>
                </StickyColumn>
            </div>
            if let Some(id) = &live.saved.id { { props.export(id) } }
            if has_begun && !live.is_elsewhere() { <Timeline ..view() /> }
        </div>
        </ContextProvider<OpenInReader>>
    }
}

/// Tells that a crawl is part of the update of a topic.
fn updating(library: &Library) -> Option<Html> {
    let update = library.update.as_ref().filter(|update| update.is_running())?;
    Some(html! {
        <p class="fine">
            { "This crawl updates " }<a href={subjects::address(&update.subject)}>{ "its topic" }</a>
            { ", which shows the digest afterwards." }
        </p>
    })
}

/// Renders the screen before the crawl: the training report, or the progress of reading the examples.
fn before(live: &Live, dispatch: &Dispatch) -> Html {
    match &live.learned.training_report {
        Some(report) => learned::learned(live, report, dispatch),
        None => inputs::preparing(live),
    }
}

/// Moves the focus to the training report when it appears, and to the crawl when it starts or resumes, because the
/// pressed button has disappeared.
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

/// Moves the focus to the end's heading after a stop, because the pressed button has disappeared. Other ends come into
/// view.
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
