//! What comes up while a crawl runs and at its end: what holds it up, seeds that gave nothing, the end.
//!
//! On a narrow window it lies over the bottom of the screen, and can be put out of the way; something new brings it back.

use super::{ending, losses};
use crate::page::hands::Hands;
use crate::page::live::Live;
use crate::page::ranking::Ranking;
use crate::page::state::Part;
use yew::prelude::*;

/// What the news are told from.
#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    /// The crawl's counts.
    pub(super) live: Part<Live>,
    /// Its pages.
    pub(super) ranking: Part<Ranking>,
    /// The ways to act.
    pub(super) hands: Hands,
}

/// The news, or nothing.
#[component]
pub(super) fn News(props: &Props) -> Html {
    let Props {
        live,
        ranking,
        hands,
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
            { ending::ending(live, ranking, hands) }
            { losses::trouble(live, hands) }
            { losses::lost_seeds(live) }
            if !aside {
                <button type="button" class="quiet hide" onclick={hide}>{ "Hide" }</button>
            }
        </div>
    }
}
