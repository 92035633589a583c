//! Renders the speed controls of a crawl: a slider and a button for a single step. Their keys are in
//! [`super::shortcuts`].

use crate::views::prelude::*;
use page_state::pace::PaceAction;
use protocol::pace::{Pace, Paces};
use types::limits;

/// Renders the slider.
pub(crate) fn slider(live: &Live, paces: Paces, dispatch: &Dispatch) -> Html {
    let is_live = is_live(live);
    let pace = paces.pace(is_live);
    let choose = dispatch.actions.reform(move |pace| Action::Pace(PaceAction { is_live, pace }));
    let texts = if is_live && pace == Pace::Max { polite_texts(live) } else { texts(pace) };
    range(&Pace::ALL, pace, texts, choose)
}

/// Renders a slider of these paces, with the short and the long label of the chosen one.
pub(crate) fn range(
    paces: &'static [Pace],
    chosen: Pace,
    (short, long): (String, String),
    choose: Callback<Pace>,
) -> Html {
    let oninput = Callback::from(move |event: InputEvent| {
        let at = typed(&event).parse().ok();
        if let Some(pace) = at.and_then(|at: usize| paces.get(at)) {
            choose.emit(*pace);
        }
    });
    let at = paces.iter().position(|one| *one == chosen);
    html! {
        <label class="pace" title={long.clone()}>
            <span>{ "Pace" }</span>
            <input type="range" min="0" max={(paces.len() - 1).to_string()}
                value={at.unwrap_or_default().to_string()} aria-label="Pace" aria-valuetext={long} {oninput} />
            <span class="pace-text" aria-hidden="true">{ short }</span>
        </label>
    }
}

/// Renders the button for a single step.
pub(crate) fn step_button(dispatch: &Dispatch) -> Html {
    html! {
        <button type="button" title="Process one page, then pause (.)"
            onclick={dispatch.on(|| vec![Action::Steer(SteerAction::Step)])}>
            { "Step" }
        </button>
    }
}

/// Returns whether the crawl is slow enough to follow: a local web has its own pace, and politeness slows other crawls.
pub(crate) fn is_watchable(live: &Live, paces: Paces) -> bool {
    is_live(live) || paces.pace(false) != Pace::Max
}

fn is_live(live: &Live) -> bool {
    let request = live.request.as_ref();
    request.is_some_and(|request| request.source.is_live())
}

/// Returns the short and the long label of a pace.
pub(crate) fn texts(pace: Pace) -> (String, String) {
    match pace {
        Pace::PerSecond(1) => ("1/s".to_owned(), "1 page a second".to_owned()),
        Pace::PerSecond(pages) => (format!("{pages}/s"), format!("{pages} pages a second")),
        Pace::Max | Pace::Stepwise => ("max".to_owned(), "Maximum speed".to_owned()),
    }
}

/// Returns the labels of the highest pace on live sites.
fn polite_texts(live: &Live) -> (String, String) {
    let limit = grouped(polite_limit(live));
    (format!("≤ {limit}/s"), format!("As fast as politeness allows, at most {limit} pages a second now"))
}

/// Returns the upper bound of pages per second: requests to a host are at least [`limits::DELAY_MIN_MS`] apart.
fn polite_limit(live: &Live) -> u32 {
    let request = live.request.as_ref();
    let at_once = request.map_or(u32::MAX, |request| request.plan.in_flight);
    let hosts = live.progress.hosts.clamp(1, at_once.max(1));
    let a_second = u64::from(hosts) * 1_000 / limits::DELAY_MIN_MS;
    u32::try_from(a_second.max(1)).unwrap_or(u32::MAX)
}
