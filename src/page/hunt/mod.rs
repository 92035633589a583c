//! The crawl: what it looks for, how far it is, what it found, what it could not have.
//!
//! Nothing that comes while it runs stands above the results, so that no row moves under the pointer: notices and the end are
//! beside them, and on a narrow window at the bottom of the screen.

mod announce;
pub(super) mod charts;
mod ending;
mod fetching;
pub(super) mod learned;
mod losses;
mod news;
mod preparing;
mod status;
mod struck;
mod views;

use super::ask::{focus, is_focus_in, is_focus_lost};
use super::catalog::Catalog;
use super::form::Order;
use super::hands::Hands;
use super::library::{Library, export};
use super::live::Live;
use super::ranking::Ranking;
use super::related::Related;
use super::screen::Screen;
use super::seeds::{self, Finder};
use super::sights::Sights;
use super::state::Part;
use super::steer::{Panel, Steer};
use super::tables::Tables;
pub(super) use charts::FrontierChart;

use charts::Charts;
use engine::event::EndReason;
use engine::report::Phase;
use news::News;
use views::Views;
use yew::prelude::*;

/// What the page of a crawl shows.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// What names the strategies and their parts.
    pub(crate) catalog: Part<Catalog>,
    /// The crawl's counts.
    pub(crate) live: Part<Live>,
    /// Its pages.
    pub(crate) ranking: Part<Ranking>,
    /// What is seen of it besides.
    pub(crate) sights: Part<Sights>,
    /// What is typed to steer it.
    pub(crate) steer: Part<Steer>,
    /// Whether the lexicon is on its way.
    pub(crate) related: Part<Related>,
    /// The search for seeds.
    pub(crate) finder: Part<Finder>,
    /// The crawls that are kept.
    pub(crate) library: Part<Library>,
    /// What is on the screen.
    pub(crate) screen: Screen,
    /// The ways to act.
    pub(crate) hands: Hands,
}

/// The crawl that runs or ran last.
#[component]
pub(crate) fn Hunt(props: &Props) -> Html {
    let Props { live, hands, .. } = props;
    use_effect_with((), |()| focus("#crawl"));
    use_focus_at_end(live);
    use_focus_at_word(live);
    let by_examples = live.order.as_ref().is_some_and(Order::is_by_examples);
    let said = announce::use_announcement(live, &props.catalog);
    html! {
        <div class="hunt">
            { status::status(live, hands) }
            <p class="unseen" role="status">{ said }</p>
            <div class="hunt-grid">
                { if live.is_before_crawl() { before(live, hands) } else { html! { <Views ..props.clone() /> } } }
                <aside class="side" id="side" tabindex="-1" aria-label="How the crawl goes">
                    <News live={live.clone()} ranking={props.ranking.clone()} hands={hands.clone()} />
                    if !live.is_before_crawl() {
                        <Panel catalog={props.catalog.clone()} live={live.clone()} steer={props.steer.clone()} related={props.related.clone()}
                            hands={hands.clone()} />
                        <Charts ranking={props.ranking.clone()} {by_examples} />
                        { learned::folded(live) }
                        <Tables tables={live.insights.clone()} />
                    }
                    if live.progress.phase != Phase::Prepared { { fetching::fetching(live) } }
                    if !live.is_before_crawl() { { losses::losses(live) } }
                    { seeds::started(live, &props.finder) }
                    { struck::struck(live) }
                    if let Some(id) = &live.id { { export::panel(id, &props.library, hands) } }
                </aside>
            </div>
        </div>
    }
}

/// What there is to see before the crawl: what was learned from the examples, or how far their reading is.
fn before(live: &Live, hands: &Hands) -> Html {
    match &live.lesson {
        Some(lesson) => learned::learned(live, lesson, hands),
        None => preparing::preparing(live),
    }
}

/// Moves the focus to what was learned as soon as it is there, and to the crawl when it begins or goes on: the button that had it is gone.
#[hook]
fn use_focus_at_word(live: &Live) {
    let before = use_mut_ref(|| Phase::New);
    use_effect_with(live.progress.phase, move |phase| {
        match (before.replace(*phase), *phase) {
            (_, Phase::Prepared) => focus("#learned"),
            (Phase::Prepared, Phase::Running) => focus("#crawl"),
            (Phase::Ended(_), Phase::Running) if is_focus_lost() => focus("#crawl"),
            _ => {}
        }
    });
}

/// Moves the focus to the heading of the end when the crawl was stopped: the button that had it is gone. Another end is brought to sight.
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

/// Brings the ending to sight where it stands in a column that was scrolled down, unless somebody is at something there.
fn show_ending() {
    let document = web_sys::window().and_then(|window| window.document());
    let side = document.and_then(|document| document.get_element_by_id("side"));
    if let Some(side) = side.filter(|_| !is_focus_in("#side")) {
        side.set_scroll_top(0);
    }
}
