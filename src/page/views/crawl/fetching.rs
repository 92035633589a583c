//! The page that is being fetched on each host.

use crate::page::dom::digits::fixed;
use crate::page::state::crawl::live::{Delayed, Live};
use types::text::{clean, cut};
use yew::prelude::*;

/// Hosts that are named; of more only the number is told.
const NAMED: usize = 8;
/// Most characters of an address that are shown.
const CHARS: usize = 160;

/// Draws the fetches under way.
pub(crate) fn fetching(live: &Live) -> Html {
    let in_flight = &live.progress.in_flight;
    if !live.is_going() {
        return Html::default();
    }
    html! {
        <section class="panel fetching">
            <h2>{ "Active fetches" }<span class="count">{ in_flight.len() }</span></h2>
            <ul>
                for (host, url) in in_flight.iter().take(NAMED) {
                    <li key={url.clone()}>
                        <b>{ cut(bare(host), CHARS).to_owned() }</b>
                        <span>{ cut(&clean(url.strip_prefix(host.as_str()).unwrap_or(url)), CHARS).to_owned() }</span>
                    </li>
                }
            </ul>
            if in_flight.len() > NAMED {
                <p class="fine">{ format!("and {} more", in_flight.len() - NAMED) }</p>
            }
            { for live.delayed.iter().filter_map(delayed) }
        </section>
    }
}

/// Returns which host is asked again when, and why not now; nothing once the time has come.
fn delayed(delayed: &Delayed) -> Option<Html> {
    let rest = (delayed.until as f64 - js_sys::Date::now()) / 1000.0;
    let why = clean(&delayed.reason);
    let why = cut(why.trim_end_matches('.'), CHARS);
    let line = || {
        format!(
            "{}: {why}; retrying in {} s",
            delayed.host,
            fixed(rest.ceil(), 0)
        )
    };
    (rest > 0.0).then(|| html! { <p class="fine">{ line() }</p> })
}

/// Returns a host key without its scheme.
fn bare(host: &str) -> &str {
    host.split_once("://").map_or(host, |(_, name)| name)
}
