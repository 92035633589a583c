//! The crawl: what it looks for, how far it is, what it found, what it could not have.

mod announce;
mod charts;
mod ending;
mod fetching;
mod losses;
mod status;

use super::app::Hands;
use super::live::Live;
use super::results::Results;
use super::state::{Action, Part};
use announce::Announcer;
use charts::Charts;
use ending::Ending;
use fetching::Fetching;
use losses::{Losses, LostSeeds, Trouble};
use status::Status;
use yew::prelude::*;

/// The crawl that runs or ran last.
#[component]
pub(crate) fn Hunt() -> Html {
    let (Some(hands), Some(live)) = (use_context::<Hands>(), use_context::<Part<Live>>()) else {
        return Html::default();
    };
    if live.order.is_none() {
        return html! {
            <p class="lost"><button type="button" class="main" onclick={hands.on(|| Action::Ask)}>{ "New crawl" }</button></p>
        };
    }
    html! {
        <div class="hunt">
            <Status />
            <Announcer />
            <Trouble />
            <LostSeeds />
            <Ending />
            <div class="hunt-grid">
                <Results />
                <aside class="side" aria-label="How the crawl goes">
                    <Charts />
                    <Fetching />
                    <Losses />
                </aside>
            </div>
        </div>
    }
}
