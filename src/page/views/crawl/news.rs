//! Notices of a crawl: what delays it, seeds that gave no page, the end.
//!
//! On a narrow window they cover the bottom of the screen and can be dismissed; a new notice brings them back.

use super::{ending, failures};
use crate::page::state::Shared;
use crate::page::state::crawl::live::Live;
use crate::page::state::crawl::ranking::Ranking;
use crate::page::state::dispatch::Dispatch;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The crawl's counts.
    pub(crate) live: Shared<Live>,
    /// Its pages.
    pub(crate) ranking: Shared<Ranking>,
    pub(crate) dispatch: Dispatch,
}

/// Draws the news, or nothing.
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
    if news == (false, 0, false) {
        return Html::default();
    }
    let aside = *put_by == news;
    let hide = Callback::from(move |_: MouseEvent| put_by.set(news));
    html! {
        <div class={classes!("news", aside.then_some("put-by"))}>
            { ending::ending(live, ranking, dispatch) }
            { failures::problems(live, dispatch) }
            { failures::lost_seeds(live, dispatch) }
            if !aside {
                <button type="button" class="quiet hide" onclick={hide}>{ "Hide" }</button>
            }
        </div>
    }
}
