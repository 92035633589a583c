//! Renders the current activity of a crawl: its notices (delays, seeds that gave no page, the end) and the pages being fetched.
//!
//! Beside the results, both share an area of fixed height, so that nothing below moves. In a narrow window, notices cover the bottom of the
//! screen and can be dismissed until a new one appears.

use super::Props;
use super::fetching::Fetching;
use super::{ending, failures};
use crate::page::views::prelude::*;
use crate::protocol::DamagedRecords;

/// The state without any notice: no problem, no lost seed, no end.
const NOTHING: ([bool; 5], usize, bool) = ([false; 5], 0, false);

/// Returns which of the notices of [`failures::problems`] there are.
fn problems(live: &Live) -> [bool; 5] {
    let is_without_strategy = live.late_strategy.as_ref().is_some_and(|late| late.problem.is_some());
    [
        live.interruption.is_some() && live.is_going(),
        live.damaged != DamagedRecords::default(),
        live.saved.error.is_some(),
        is_without_strategy,
        live.failures.standstill.is_some() && live.is_going(),
    ]
}

/// Renders the notices, if there are any, and the fetches in flight.
#[component]
pub(crate) fn News(props: &Props) -> Html {
    let Props { crawl: CrawlState { live, ranking, .. }, dispatch, .. } = props;
    let news = (problems(live), live.failures.lost_seeds.len(), !live.is_going());
    let put_by = use_state(|| NOTHING);
    let aside = *put_by == news;
    let hide = Callback::from(move |_: MouseEvent| put_by.set(news));
    html! {
        <div class="now">
            if news != NOTHING {
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
