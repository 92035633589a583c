//! The crawl: what it looks for, how far it is, what it found, what it could not have.

mod announce;
mod charts;
mod ending;
mod fetching;
mod losses;
mod status;

use super::ask::focus;
use super::hands::Hands;
use super::live::Live;
use super::ranking::Ranking;
use super::state::Part;
use charts::Charts;
use yew::prelude::*;

/// What the page of a crawl shows.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The crawl's counts.
    pub(crate) live: Part<Live>,
    /// Its pages.
    pub(crate) ranking: Part<Ranking>,
    /// The ways to act.
    pub(crate) hands: Hands,
    /// Its results, drawn elsewhere.
    pub(crate) results: Html,
}

/// The crawl that runs or ran last.
#[component]
pub(crate) fn Hunt(props: &Props) -> Html {
    let Props { live, hands, .. } = props;
    use_effect_with((), |()| focus("#crawl"));
    let said = announce::use_announcement(live);
    html! {
        <div class="hunt">
            { status::status(live, hands) }
            <p class="unseen" role="status">{ said }</p>
            { losses::trouble(live) }
            { losses::lost_seeds(live) }
            { ending::ending(live, hands) }
            <div class="hunt-grid">
                { props.results.clone() }
                <aside class="side" aria-label="How the crawl goes">
                    <Charts ranking={props.ranking.clone()} />
                    { fetching::fetching(live) }
                    { losses::losses(live) }
                </aside>
            </div>
        </div>
    }
}
