//! The current activity of a crawl: its notices (what delays it, seeds that gave no page, the end) and the pages that it fetches.
//!
//! Beside the results they share one room of a fixed height, so that nothing below moves when one takes the place of
//! another. On a narrow window notices cover the bottom of the screen and can be dismissed; a new notice brings them back.

use super::fetching::Fetching;
use super::{ending, failures};
use crate::page::state::Shared;
use crate::page::state::crawl::live::Live;
use crate::page::state::crawl::ranking::Ranking;
use crate::page::state::dispatch::Dispatch;
use types::report::Phase;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The crawl's counts.
    pub(crate) live: Shared<Live>,
    /// Its pages.
    pub(crate) ranking: Shared<Ranking>,
    pub(crate) dispatch: Dispatch,
}

/// Draws the notices, where there are any, and the fetches under way.
#[component]
pub(crate) fn News(props: &Props) -> Html {
    let Props {
        live,
        ranking,
        dispatch,
    } = props;
    let news = (
        live.unkept.is_some() || live.trouble.is_some() && live.is_going(),
        live.lost_seeds.len(),
        !live.is_going(),
    );
    let put_by = use_state(|| (false, 0, false));
    let aside = *put_by == news;
    let hide = Callback::from(move |_: MouseEvent| put_by.set(news));
    html! {
        <div class="now">
            if news != (false, 0, false) {
                <div class={classes!("news", aside.then_some("put-by"))}>
                    { ending::ending(live, ranking, dispatch) }
                    { failures::problems(live, dispatch) }
                    { failures::lost_seeds(live, dispatch) }
                    if !aside {
                        <button type="button" class="quiet hide" onclick={hide}>{ "Hide" }</button>
                    }
                </div>
            }
            if live.is_going() && live.progress.phase != Phase::Prepared { <Fetching live={live.clone()} /> }
        </div>
    }
}
