//! Renders the current activity of a crawl: its notices (delays, seeds that gave no page, the end) and the pages being
//! fetched.
//!
//! Beside the results, both share an area of fixed height, so that nothing below moves. In a narrow window, notices
//! cover the bottom of the screen and can be dismissed until a new one appears.

use super::{Props, ending, failures};
use crate::views::prelude::*;
use page_state::crawl::failures::Delayed;
use page_state::digits::countdown;
use protocol::DamagedRecords;

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
pub(crate) fn Now(props: &Props) -> Html {
    let Props { crawl: CrawlState { live, ranking, .. }, dispatch, state, .. } = props;
    let notices = (problems(live), live.failures.lost_seeds.len(), !live.is_going());
    let put_by = use_state(|| NOTHING);
    let aside = *put_by == notices;
    let hide = Callback::from(move |_: MouseEvent| put_by.set(notices));
    let unfolded = use_state_eq(|| false);
    let is_unfolded = *unfolded;
    let unfold = Callback::from(move |_: MouseEvent| unfolded.set(!is_unfolded));
    html! {
        <div class="now">
            if notices != NOTHING {
                <div class={classes!("news", aside.then_some("put-by"), is_unfolded.then_some("unfolded"))}>
                    { ending::ending(live, ranking, &state.catalog, dispatch) }
                    { failures::problems(live, dispatch) }
                    { failures::lost_seeds(live, dispatch) }
                    if !aside {
                        // The notice is folded only in a narrow or short window.
                        <button type="button" class="quiet unfold" aria-expanded={is_unfolded.to_string()}
                            onclick={unfold}>
                            { if is_unfolded { "Less" } else { "More" } }
                        </button>
                        <button type="button" class="quiet hide" onclick={hide}>{ "Hide" }</button>
                    }
                </div>
            }
            if live.is_going() && live.progress.phase != Phase::Prepared { <Fetching ..props.clone() /> }
        </div>
    }
}

/// The number of hosts that are listed; further hosts are only counted.
const NAMED: usize = 10;
/// The most characters of an address that are shown.
const CHARS: usize = 160;

/// A host and the address that is being fetched from it.
type Fetch = (String, String);

#[component]
fn Fetching(props: &Props) -> Html {
    let live = &props.crawl.live;
    let in_flight = &live.progress.in_flight;
    let lines = use_mut_ref(Vec::new);
    let mut lines = lines.borrow_mut();
    assign(&mut lines, in_flight);
    html! {
        <section class="panel fetching">
            <h2>{ "Active fetches" }{ count_badge(in_flight.len()) }</h2>
            <ul>{ for lines.iter().enumerate().map(|(at, fetch)| line(at, fetch.as_ref())) }</ul>
            if in_flight.len() > NAMED {
                <p class="fine">{ format!("and {} more", grouped((in_flight.len() - NAMED) as f64)) }</p>
            }
            { for live.failures.delayed.iter().filter_map(delayed) }
        </section>
    }
}

/// Frees the lines of finished fetches and assigns new fetches to free lines.
fn assign(lines: &mut Vec<Option<Fetch>>, in_flight: &[Fetch]) {
    for line in lines.iter_mut() {
        *line = line.take().filter(|fetch| in_flight.contains(fetch));
    }
    for fetch in in_flight {
        if lines.iter().flatten().any(|old| old == fetch) {
            continue;
        }
        if let Some(free) = lines.iter_mut().find(|line| line.is_none()) {
            *free = Some(fetch.clone());
        } else if lines.len() < NAMED {
            lines.push(Some(fetch.clone()));
        }
    }
}

fn line(at: usize, fetch: Option<&Fetch>) -> Html {
    let Some((host, url)) = fetch else {
        return html! { <li key={at} aria-hidden="true" /> };
    };
    html! {
        <li key={url.clone()}>
            <b>{ cut(bare(host), CHARS).to_owned() }</b>
            <span>{ cut(&clean(url.strip_prefix(host.as_str()).unwrap_or(url)), CHARS).to_owned() }</span>
        </li>
    }
}

/// Returns the host, the time and the reason of a delayed retry; none once the time has come.
fn delayed(delayed: &Delayed) -> Option<Html> {
    let rest = delayed.until as f64 - js_sys::Date::now();
    let why = clean(&delayed.reason);
    let why = cut(why.trim_end_matches('.'), CHARS);
    let line = || format!("{}: {why}; retrying in {}", delayed.host, countdown(rest));
    (rest > 0.0).then(|| html! { <p class="fine">{ line() }</p> })
}
